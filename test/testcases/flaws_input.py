"""What comes from outside is used as it is: CWE 134, 369, 680, 789."""
from flaw import ARRAY_SIZE, BOUNDS, CONNECT, FGETS, FLAWS, NUMBERS, SOCKETS, TEXTS, flaw

# ---- CWE 134: formats from outside ----

PRINTS = {"printf": ("printf(data);", 'printf("%s\\n", data);', "{\n    %s\n}\n"),
          "fprintf": ("fprintf(stdout, data);", 'fprintf(stdout, "%s\\n", data);', "{\n    %s\n}\n"),
          "snprintf": ("snprintf(dest, 100-1, data);", 'snprintf(dest, 100-1, "%s", data);', '{\n    char dest[100] = "";\n    %s\n    printLine(dest);\n}\n')}
for source, (code, top) in TEXTS.items():
    for way, (bad, good, around) in PRINTS.items():
        flaw("CWE134_Uncontrolled_Format_String__char_%s_%s" % (source, way), {"format-string", "format"}, code, around % bad,
             'strcpy(data, "fixedstringtest");\n', around % good, 'char * data;\nchar dataBuffer[100] = "";\ndata = dataBuffer;\n', "char *", top,
             is_on_stack=True)
VPRINTF = """#include <stdarg.h>
static void %sVaSink(char * data, ...)
{
    va_list args;
    va_start(args, data);
    vprintf(%sdata, args);
    va_end(args);
}
"""
flaw("CWE134_Uncontrolled_Format_String__char_console_vprintf", {"format-string", "format"}, TEXTS["console"][0], "badVaSink(data, data);\n",
     'strcpy(data, "fixedstringtest");\n', "goodVaSink(data, data);\n", 'char * data;\nchar dataBuffer[100] = "";\ndata = dataBuffer;\n', "char *",
     VPRINTF % ("bad", "") + VPRINTF.replace("#include <stdarg.h>\n", "") % ("good", '"%s", '), is_on_stack=True,
     without=("goodG2B",))
FLAWS.pop()

# ---- CWE 190, 191, 369, 680, 789 ----

for source, (code, top) in NUMBERS.items():
    flaw("CWE369_Divide_by_Zero__int_%s_divide" % source, {"division-by-zero"}, code, "printIntLine(100 / data);\n", "data = 7;\n",
         'if( data != 0 )\n{\n    printIntLine(100 / data);\n}\nelse\n{\n    printLine("This would result in a divide by zero");\n}\n',
         "int data;\ndata = -1;\n", "int", top)
    flaw("CWE369_Divide_by_Zero__int_%s_modulo" % source, {"division-by-zero"}, code, "printIntLine(100 % data);\n", "data = 7;\n",
         'if( data != 0 )\n{\n    printIntLine(100 % data);\n}\nelse\n{\n    printLine("This would result in a divide by zero");\n}\n',
         "int data;\ndata = -1;\n", "int", top)
    flaw("CWE680_Integer_Overflow_to_Buffer_Overflow__malloc_%s" % source, BOUNDS, code, """{
    size_t i;
    int *intPointer;
    intPointer = (int*)malloc(data * sizeof(int));
    if (intPointer == NULL) {exit(-1);}
    for (i = 0; i < (size_t)data; i++)
    {
        intPointer[i] = 0;
    }
    printIntLine(intPointer[0]);
    free(intPointer);
}
""", "data = 20;\n", None, "int data;\ndata = -1;\n", "int", top)
flaw("CWE369_Divide_by_Zero__int_zero_divide", {"division-by-zero"}, "data = 0;\n", "printIntLine(100 / data);\n", "data = 7;\n",
     'if( data != 0 )\n{\n    printIntLine(100 / data);\n}\nelse\n{\n    printLine("This would result in a divide by zero");\n}\n',
     "int data;\ndata = -1;\n", "int")
for source, code in {"fgets": FGETS.replace("atoi(inputBuffer)", "(float)atof(inputBuffer)"), "zero": "data = 0.0F;\n",
                     "rand": "data = (float)RAND32();\n"}.items():
    flaw("CWE369_Divide_by_Zero__float_" + source, {"division-by-zero", "undefined-behaviour"}, code,
         "{\n    int result = (int)(100.0 / data);\n    printIntLine(result);\n}\n", "data = 2.0F;\n",
         '{\n    if(fabs(data) > 0.000001)\n    {\n        int result = (int)(100.0 / data);\n        printIntLine(result);\n    }\n    else\n    {\n        printLine("This would result in a divide by zero");\n    }\n}\n',
         "float data;\ndata = 0.0F;\n", "float", "#define CHAR_ARRAY_SIZE 20\n")
ALLOCATE = """{
    char * myString;
    if (%s)
    {
        myString = (char *)malloc(data*sizeof(char));
        if (myString == NULL) {exit(-1);}
        strcpy(myString, HELLO_STRING);
        printLine(myString);
        free(myString);
    }
    else
    {
        printLine("Input is less than the length of the source string or too large");
    }
}
"""
for source, code in {"fgets": FGETS.replace("atoi(inputBuffer)", "strtoul(inputBuffer, NULL, 0)"), "fscanf": 'fscanf(stdin, "%zu", &data);\n',
                     "rand": "data = rand();\n", "connect_socket": CONNECT.replace("atoi(inputBuffer)", "strtoul(inputBuffer, NULL, 0)")}.items():
    flaw("CWE789_Uncontrolled_Mem_Alloc__malloc_char_" + source, {"unbounded-allocation"}, code, ALLOCATE % "data > strlen(HELLO_STRING)", "data = 20;\n",
         ALLOCATE % "data > strlen(HELLO_STRING) && data < 100", "size_t data;\ndata = 0;\n", "size_t",
         (SOCKETS if "socket" in source else ARRAY_SIZE) + '#define HELLO_STRING "hello"\n')

"""Values that are not there, and library functions: CWE 457, 475, 476, 562, 617, 665, 674, 685, 688, 843."""
from flaw import ARRAY_SIZE, BOUNDS, FGETS, FLAWS, flaw

flaw("CWE457_Use_of_Uninitialized_Variable__int", {"uninitialised"}, "/* empty on purpose */\n;\n", "printIntLine(data);\n", "data = 5;\n", "data = 5;\nprintIntLine(data);\n", "int data;\n", "int")
flaw("CWE457_Use_of_Uninitialized_Variable__double", {"uninitialised"}, "/* empty on purpose */\n;\n", "printDoubleLine(data);\n", "data = 5.0;\n", "data = 5.0;\nprintDoubleLine(data);\n", "double data;\n", "double")
flaw("CWE457_Use_of_Uninitialized_Variable__char_pointer", {"uninitialised"}, "/* empty on purpose */\n;\n", "printLine(data);\n", 'data = "string";\n', 'data = "string";\nprintLine(data);\n', "char * data;\n", "char *")
flaw("CWE457_Use_of_Uninitialized_Variable__struct_pointer", {"uninitialised"}, "/* empty on purpose */\n;\n", "printIntLine(data->intOne);\nprintIntLine(data->intTwo);\n",
     "data = (twoIntsStruct *)malloc(sizeof(twoIntsStruct));\nif (data == NULL) {exit(-1);}\ndata->intOne = 5;\ndata->intTwo = 6;\n", None, "twoIntsStruct * data;\n", "twoIntsStruct *")
FLAWS.pop()  # its good function loses a block
for where, declare in {"declare": "int * data;\nint dataUninitArray[10];\ndata = dataUninitArray;\n", "alloca": "int * data;\ndata = (int *)ALLOCA(10*sizeof(int));\n"}.items():
    flaw("CWE457_Use_of_Uninitialized_Variable__int_array_%s_partial_init" % where, {"uninitialised"},
         "{\n    int i;\n    for(i=0; i<(10/2); i++)\n    {\n        data[i] = i;\n    }\n}\n", "{\n    int i;\n    for(i=0; i<10; i++)\n    {\n        printIntLine(data[i]);\n    }\n}\n",
         "{\n    int i;\n    for(i=0; i<10; i++)\n    {\n        data[i] = i;\n    }\n}\n",
         "{\n    int i;\n    for(i=0; i<10; i++)\n    {\n        data[i] = i;\n    }\n    for(i=0; i<10; i++)\n    {\n        printIntLine(data[i]);\n    }\n}\n", declare, "int *", is_on_stack=True)
flaw("CWE457_Use_of_Uninitialized_Variable__struct_array_malloc_no_init", {"uninitialised"}, "/* empty on purpose */\n;\n",
     "{\n    int i;\n    for(i=0; i<10; i++)\n    {\n        printIntLine(data[i].intOne);\n        printIntLine(data[i].intTwo);\n    }\n}\n",
     "{\n    int i;\n    for(i=0; i<10; i++)\n    {\n        data[i].intOne = i;\n        data[i].intTwo = i;\n    }\n}\n", None,
     "twoIntsStruct * data;\ndata = (twoIntsStruct *)malloc(10*sizeof(twoIntsStruct));\nif (data == NULL) {exit(-1);}\n", "twoIntsStruct *", after="free(data);\n")
flaw("CWE476_NULL_Pointer_Dereference__char", {"null-dereference"}, "data = NULL;\n", "printHexCharLine(data[0]);\n", 'data = "Good";\n',
     'if (data != NULL)\n{\n    printHexCharLine(data[0]);\n}\nelse\n{\n    printLine("data is NULL");\n}\n', "char * data;\n", "char *")
flaw("CWE476_NULL_Pointer_Dereference__int64_t", {"null-dereference"}, "data = NULL;\n", "printLongLongLine(*data);\n", "{\n    static int64_t tmpData = 5LL;\n    data = &tmpData;\n}\n",
     'if (data != NULL)\n{\n    printLongLongLine(*data);\n}\nelse\n{\n    printLine("data is NULL");\n}\n', "int64_t * data;\n", "int64_t *")
flaw("CWE476_NULL_Pointer_Dereference__struct", {"null-dereference"}, "data = NULL;\n", "printIntLine(data->intOne);\n",
     "{\n    static twoIntsStruct tmpData;\n    tmpData.intOne = 0;\n    tmpData.intTwo = 0;\n    data = &tmpData;\n}\n",
     'if (data != NULL)\n{\n    printIntLine(data->intOne);\n}\nelse\n{\n    printLine("data is NULL");\n}\n', "twoIntsStruct * data;\n", "twoIntsStruct *")
flaw("CWE476_NULL_Pointer_Dereference__binary_if", {"null-dereference"},
     "{\n    twoIntsStruct *twoIntsStructPointer = NULL;\n    if ((twoIntsStructPointer != NULL) & (twoIntsStructPointer->intOne == 5))\n    {\n        printLine(\"intOne == 5\");\n    }\n}\n", "",
     "{\n    twoIntsStruct *twoIntsStructPointer = NULL;\n    if ((twoIntsStructPointer != NULL) && (twoIntsStructPointer->intOne == 5))\n    {\n        printLine(\"intOne == 5\");\n    }\n}\n")
flaw("CWE476_NULL_Pointer_Dereference__deref_after_check", {"null-dereference"},
     "{\n    int *intPointer = NULL;\n    if (intPointer == NULL)\n    {\n        printIntLine(*intPointer);\n    }\n}\n", "",
     "{\n    int *intPointer = NULL;\n    if (intPointer == NULL)\n    {\n        printLine(\"pointer is NULL\");\n    }\n}\n")
flaw("CWE476_NULL_Pointer_Dereference__null_check_after_deref", {"null-dereference", "unchecked-allocation"},
     "{\n    int *intPointer = NULL;\n    intPointer = (int *)malloc(sizeof(int));\n    if (intPointer == NULL) {exit(-1);}\n    *intPointer = 5;\n    printIntLine(*intPointer);\n    if (intPointer != NULL)\n    {\n        *intPointer = 10;\n    }\n    printIntLine(*intPointer);\n    free(intPointer);\n}\n", "", "")
FLAWS.pop()
flaw("CWE562_Return_of_Stack_Variable_Address__return_buf", {"stack-address", "use-after-scope"}, "printLine(helperBad());\n", "", "printLine(helperGood());\n",
     top="static char *helperBad()\n{\n    char charString[] = \"helperBad string\";\n    return charString;\n}\nstatic char *helperGood()\n{\n    static char charString[] = \"helperGood string\";\n    return charString;\n}\n")
flaw("CWE562_Return_of_Stack_Variable_Address__return_local_class", {"stack-address", "use-after-scope"}, "{\n    int * p = helperBad();\n    printIntLine(*p);\n}\n", "",
     "{\n    int value = 3;\n    int * p = helperGood(&value);\n    printIntLine(*p);\n}\n",
     top="static int *helperBad()\n{\n    int number = 7;\n    int *result = &number;\n    return result;\n}\nstatic int *helperGood(int *number)\n{\n    return number;\n}\n")
flaw("CWE665_Improper_Initialization__char_cat", {"uninitialised", "out-of-bounds"}, "/* empty on purpose */\n;\n", "{\n    char source[100];\n    memset(source, 'C', 100-1);\n    source[100-1] = '\\0';\n    strcat(data, source);\n    printLine(data);\n}\n",
     "data[0] = '\\0';\n", None, "char * data;\nchar dataBuffer[100];\ndata = dataBuffer;\n", "char *", is_on_stack=True)
flaw("CWE685_Function_Call_With_Incorrect_Number_of_Arguments__basic", {"format"}, '{\n    char dest[100];\n    sprintf(dest, "%s %s", "first");\n    printLine(dest);\n}\n', "",
     '{\n    char dest[100];\n    sprintf(dest, "%s %s", "first", "second");\n    printLine(dest);\n}\n')
flaw("CWE688_Function_Call_With_Incorrect_Variable_or_Reference_as_Argument__basic", {"format"}, '{\n    char dest[100];\n    int intFive = 5;\n    sprintf(dest, "%s", intFive);\n    printLine(dest);\n}\n', "",
     '{\n    char dest[100];\n    int intFive = 5;\n    sprintf(dest, "%d", intFive);\n    printLine(dest);\n}\n')
flaw("CWE843_Type_Confusion__char", BOUNDS, "{\n    static char charBuffer = 'a';\n    data = &charBuffer;\n}\n", "printIntLine(*((int*)data));\n",
     "{\n    static int intBuffer = 8;\n    data = &intBuffer;\n}\n", None, "void * data;\ndata = NULL;\n", "void *")
flaw("CWE475_Undefined_Behavior_for_Input_to_API__char", {"overlap"}, "{\n    char dataBuffer[100] = \"abcdefghijklmnopqrstuvwxyz\";\n    char * data = dataBuffer;\n    memcpy(data + 6, data + 4, 10*sizeof(char));\n    printLine(data);\n}\n", "",
     "{\n    char dataBuffer[100] = \"abcdefghijklmnopqrstuvwxyz\";\n    char * data = dataBuffer;\n    memmove(data + 6, data + 4, 10*sizeof(char));\n    printLine(data);\n}\n")
flaw("CWE674_Uncontrolled_Recursion__infinite", {"stack-overflow"}, "helperBad(0);\n", "", "helperGood(0);\n",
     top="#define RECURSION_MAX 10\nstatic void helperBad(int level)\n{\n    helperBad(level + 1);\n    printIntLine(level);\n}\nstatic void helperGood(unsigned level)\n{\n    if (level > RECURSION_MAX)\n    {\n        return;\n    }\n    helperGood(level + 1);\n    printIntLine((int)level);\n}\n")
flaw("CWE617_Reachable_Assertion__fgets", {"assertion"}, FGETS, "assert(data > 10);\n", "data = 15;\n", None, "int data;\ndata = -1;\n", "int", ARRAY_SIZE + "#include <assert.h>\n")

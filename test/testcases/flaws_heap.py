"""Blocks and files: CWE 401, 404, 415, 416, 590, 675, 690, 761, 775."""
from flaw import FLAWS, TEXTS, flaw

for type_, init, show in (("char", 'strcpy(data, "A String");\nprintLine(data);\n', None), ("int", "data[0] = 5;\nprintIntLine(data[0]);\n", None),
                          ("twoIntsStruct", "data[0].intOne = 0;\ndata[0].intTwo = 0;\nprintStructLine(&data[0]);\n", None)):
    for make in ("malloc(100*sizeof(%s))", "calloc(100, sizeof(%s))"):
        flaw("CWE401_Memory_Leak__%s_%s" % (type_, make[:6]), {"leak"},
             "data = (%s *)%s;\nif (data == NULL) {exit(-1);}\n%s" % (type_, make % type_, init), "/* no deallocation */\n;\n",
             "data = (%s *)ALLOCA(100*sizeof(%s));\n%s" % (type_, type_, init), "free(data);\n", "%s * data;\ndata = NULL;\n" % type_, type_ + " *",
             is_on_stack=True)
        flaw("CWE415_Double_Free__malloc_free_%s_%s" % (type_, make[:6]), {"double-free"},
             "data = (%s *)%s;\nif (data == NULL) {exit(-1);}\nfree(data);\n" % (type_, make % type_), "free(data);\n",
             "data = (%s *)%s;\nif (data == NULL) {exit(-1);}\n" % (type_, make % type_), "/* do nothing */\n;\n", "%s * data;\ndata = NULL;\n" % type_,
             type_ + " *")
    use = {"char": "printLine(data);\n", "int": "printIntLine(data[0]);\n", "twoIntsStruct": "printStructLine(&data[0]);\n"}[type_]
    fill = {"char": "memset(data, 'A', 100-1);\ndata[100-1] = '\\0';\n", "int": "{\n    size_t i;\n    for(i = 0; i < 100; i++)\n    {\n        data[i] = 5;\n    }\n}\n",
            "twoIntsStruct": "{\n    size_t i;\n    for(i = 0; i < 100; i++)\n    {\n        data[i].intOne = 1;\n        data[i].intTwo = 2;\n    }\n}\n"}[type_]
    flaw("CWE416_Use_After_Free__malloc_free_" + type_, {"use-after-free"},
         "data = (%s *)malloc(100*sizeof(%s));\nif (data == NULL) {exit(-1);}\n%sfree(data);\n" % (type_, type_, fill), use,
         "data = (%s *)malloc(100*sizeof(%s));\nif (data == NULL) {exit(-1);}\n%s" % (type_, type_, fill), "/* do nothing */\n;\n",
         "%s * data;\ndata = NULL;\n" % type_, type_ + " *", incidental={"leak"})
    for where, bad in {"alloca": "{\n    %s * dataBuffer = (%s *)ALLOCA(100*sizeof(%s));\n%s    data = dataBuffer;\n}\n",
                       "static": "{\n    static %s dataBuffer[100];\n    %s * unused = dataBuffer; (void)unused; (void)sizeof(%s);\n%s    data = dataBuffer;\n}\n"}.items():
        flaw("CWE590_Free_Memory_Not_on_Heap__free_%s_%s" % (type_, where), {"bad-free"},
             bad % (type_, type_, type_, "".join("    " + line + "\n" for line in fill.replace("data[", "dataBuffer[").replace("memset(data", "memset(dataBuffer").strip().split("\n"))),
             use + "free(data);\n", "{\n    %s * dataBuffer = (%s *)malloc(100*sizeof(%s));\n    if (dataBuffer == NULL) {exit(-1);}\n%s    data = dataBuffer;\n}\n"
             % (type_, type_, type_, "".join("    " + line + "\n" for line in fill.replace("data[", "dataBuffer[").replace("memset(data", "memset(dataBuffer").strip().split("\n"))),
             None, "%s * data;\ndata = NULL;\n" % type_, type_ + " *", is_on_stack=where == "alloca")

flaw("CWE401_Memory_Leak__strdup_char", {"leak"}, 'data = strdup("a string");\nif (data == NULL) {exit(-1);}\nprintLine(data);\n', "/* no deallocation */\n;\n",
     'data = (char *)ALLOCA(100*sizeof(char));\nstrcpy(data, "A String");\nprintLine(data);\n', "free(data);\n", "char * data;\ndata = NULL;\n", "char *", is_on_stack=True)
flaw("CWE401_Memory_Leak__malloc_realloc_char", {"leak"}, """{
    char * data = (char *)malloc(100*sizeof(char));
    if (data == NULL) {exit(-1);}
    strcpy(data, "A String");
    printLine(data);
    data = (char *)realloc(data, (130000)*sizeof(char));
    if (data != NULL)
    {
        strcpy(data, "New String");
        printLine(data);
    }
}
""", "", """{
    char * data = (char *)malloc(100*sizeof(char));
    char * tmpData;
    if (data == NULL) {exit(-1);}
    strcpy(data, "A String");
    printLine(data);
    tmpData = (char *)realloc(data, (130000)*sizeof(char));
    if (tmpData != NULL)
    {
        data = tmpData;
        strcpy(data, "New String");
        printLine(data);
    }
    free(data);
}
""")
flaw("CWE401_Memory_Leak__malloc_realloc_int", {"leak"}, """{
    int * data = (int *)malloc(100*sizeof(int));
    if (data == NULL) {exit(-1);}
    data[0] = 5;
    printIntLine(data[0]);
    data = (int *)realloc(data, (130000)*sizeof(int));
    if (data != NULL)
    {
        data[0] = 10;
        printIntLine(data[0]);
        free(data);
    }
}
""", "", """{
    int * data = (int *)malloc(100*sizeof(int));
    int * tmpData;
    if (data == NULL) {exit(-1);}
    data[0] = 5;
    printIntLine(data[0]);
    tmpData = (int *)realloc(data, (130000)*sizeof(int));
    if (tmpData != NULL)
    {
        data = tmpData;
        data[0] = 10;
        printIntLine(data[0]);
    }
    free(data);
}
""")
flaw("CWE404_Improper_Resource_Shutdown__fopen_no_close", {"file-leak"}, 'data = fopen("BadSource_fopen.txt", "w+");\n', "/* no close */\n;\n", None,
     "if (data != NULL)\n{\n    fclose(data);\n}\n", "FILE * data;\ndata = NULL;\n", "FILE *")
flaw("CWE775_Missing_Release_of_File_Descriptor_or_Handle__open_no_close", {"file-leak"}, 'data = open("BadSource_open.txt", O_RDWR|O_CREAT, S_IREAD|S_IWRITE);\n',
     "/* no close */\n;\n", None, "if (data != -1)\n{\n    close(data);\n}\n", "int data;\ndata = -1;\n", "int", "#include <fcntl.h>\n#include <sys/stat.h>\n")
flaw("CWE675_Duplicate_Operations_on_Resource__fopen", {"double-close"}, 'data = fopen("BadSource_fopen.txt", "w+");\nif (data == NULL) {exit(-1);}\nfclose(data);\n', "fclose(data);\n",
     'data = fopen("GoodSource_fopen.txt", "w+");\nif (data == NULL) {exit(-1);}\n', "/* do nothing */\n;\n", "FILE * data;\ndata = NULL;\n", "FILE *")
FLAWS[-1].good = None  # a good source with the bad sink closes once, without it leaks
flaw("CWE675_Duplicate_Operations_on_Resource__open", {"double-close"}, 'data = open("BadSource_open.txt", O_RDWR|O_CREAT, S_IREAD|S_IWRITE);\nclose(data);\n', "close(data);\n",
     'data = open("GoodSource_open.txt", O_RDWR|O_CREAT, S_IREAD|S_IWRITE);\n', "/* do nothing */\n;\n", "int data;\ndata = -1;\n", "int", "#include <fcntl.h>\n#include <sys/stat.h>\n")
flaw("CWE416_Use_After_Free__return_freed_ptr", {"use-after-free"}, """{
    char * reversedString = helperBad("BadSink");
    printLine(reversedString);
}
""", "", """{
    char * reversedString = helperGood("GoodSink");
    printLine(reversedString);
    free(reversedString);
}
""", top="""static char * helperBad(char * aString)
{
    size_t i = 0;
    size_t j;
    char * reversedString = NULL;
    if (aString != NULL)
    {
        i = strlen(aString);
        reversedString = (char *) malloc(i+1);
        if (reversedString == NULL) {exit(-1);}
        for (j = 0; j < i; j++)
        {
            reversedString[j] = aString[i-j-1];
        }
        reversedString[i] = '\\0';
        free(reversedString);
        return reversedString;
    }
    else
    {
        return NULL;
    }
}
static char * helperGood(char * aString)
{
    size_t i = 0;
    size_t j;
    char * reversedString = NULL;
    if (aString != NULL)
    {
        i = strlen(aString);
        reversedString = (char *) malloc(i+1);
        if (reversedString == NULL) {exit(-1);}
        for (j = 0; j < i; j++)
        {
            reversedString[j] = aString[i-j-1];
        }
        reversedString[i] = '\\0';
        return reversedString;
    }
    else
    {
        return NULL;
    }
}
""")
for make, call in {"malloc": "(int *)malloc(1*sizeof(int))", "calloc": "(int *)calloc(1, sizeof(int))"}.items():
    flaw("CWE690_NULL_Deref_From_Return__int_" + make, {"unchecked-allocation", "null-dereference"}, "data = %s;\n" % call,
         "data[0] = 5;\nprintIntLine(data[0]);\nfree(data);\n", None,
         "if (data != NULL)\n{\n    data[0] = 5;\n    printIntLine(data[0]);\n    free(data);\n}\n", "int * data;\ndata = NULL;\n", "int *")
flaw("CWE690_NULL_Deref_From_Return__char_realloc", {"unchecked-allocation", "null-dereference"}, "data = (char *)realloc(data, 20*sizeof(char));\n",
     'strcpy(data, "Initialize");\nprintLine(data);\nfree(data);\n', None, 'if (data != NULL)\n{\n    strcpy(data, "Initialize");\n    printLine(data);\n    free(data);\n}\n',
     "char * data;\ndata = NULL;\n", "char *")
flaw("CWE690_NULL_Deref_From_Return__fopen", {"unchecked-allocation", "null-dereference", "bad-argument"}, 'data = fopen("file.txt", "w+");\n',
     "fclose(data);\n", None, "if (data != NULL)\n{\n    fclose(data);\n}\n", "FILE * data;\ndata = NULL;\n", "FILE *")
SEARCH = """{
    for (; *data != '\\0'; data++)
    {
        if (*data == SEARCH_CHAR)
        {
            printLine("We have a match!");
            break;
        }
    }
    free(data);
}
"""
GOOD_SEARCH = """{
    size_t i;
    for (i=0; i < strlen(data); i++)
    {
        if (data[i] == SEARCH_CHAR)
        {
            printLine("We have a match!");
            break;
        }
    }
    free(data);
}
"""
flaw("CWE761_Free_Pointer_Not_at_Start_of_Buffer__char_fixed_string", {"bad-free"}, 'strcpy(data, "Fixed String");\n', SEARCH, None, GOOD_SEARCH,
     "char * data;\ndata = (char *)malloc(100*sizeof(char));\nif (data == NULL) {exit(-1);}\ndata[0] = '\\0';\n", "char *", "#define SEARCH_CHAR 'S'\n")
for source, (code, top) in TEXTS.items():
    flaw("CWE761_Free_Pointer_Not_at_Start_of_Buffer__char_" + source, {"bad-free"}, code, SEARCH, None, GOOD_SEARCH,
         "char * data;\ndata = (char *)malloc(100*sizeof(char));\nif (data == NULL) {exit(-1);}\ndata[0] = '\\0';\n", "char *", top + "#define SEARCH_CHAR 'S'\n")

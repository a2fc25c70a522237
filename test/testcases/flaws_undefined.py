"""Values that nobody has written, and other things that C leaves undefined: CWE 457, 469, 476, 478, 562, 587, 665, 674, 758, 835."""
from flaw import flaw

UNINITIALISED = {"uninitialised"}

# ---- CWE 457 ----

EMPTY = "/* empty on purpose */\n;\n"
SCALARS = {"int64_t": ("int64_t", "printLongLongLine(data);\n", "5LL"), "short": ("short", "printShortLine(data);\n", "5"),
           "float": ("float", "printFloatLine(data);\n", "5.0F")}
for name, (type_, use, value) in SCALARS.items():
    flaw("CWE457_Use_of_Uninitialized_Variable__" + name, UNINITIALISED, EMPTY, use, "data = %s;\n" % value, "data = %s;\n%s" % (value, use),
         type_ + " data;\n", type_)
flaw("CWE457_Use_of_Uninitialized_Variable__struct", UNINITIALISED, EMPTY, "printIntLine(data.intOne);\nprintIntLine(data.intTwo);\n",
     "data.intOne = 1;\ndata.intTwo = 2;\n", "data.intOne = 1;\ndata.intTwo = 2;\nprintIntLine(data.intOne);\nprintIntLine(data.intTwo);\n",
     "twoIntsStruct data;\n", "twoIntsStruct")
flaw("CWE457_Use_of_Uninitialized_Variable__int_pointer", UNINITIALISED, EMPTY, "printIntLine(*data);\n",
     "data = (int *)malloc(sizeof(int));\nif (data == NULL) {exit(-1);}\n*data = 5;\n", None, "int * data;\n", "int *", incidental=frozenset({"leak"}))
flaw("CWE457_Use_of_Uninitialized_Variable__wchar_t_pointer", UNINITIALISED, EMPTY, "printWLine(data);\n", 'data = L"string";\n',
     'data = L"string";\nprintWLine(data);\n', "const wchar_t * data;\n", "const wchar_t *")
ARRAYS = {"double": ("double", "printDoubleLine(data[i]);", "data[i] = (double)i;"), "int64_t": ("int64_t", "printLongLongLine(data[i]);", "data[i] = i;"),
          "struct": ("twoIntsStruct", "printIntLine(data[i].intOne);\n        printIntLine(data[i].intTwo);", "data[i].intOne = i;\n        data[i].intTwo = i;")}


def for_all(count, code):
    return "{\n    int i;\n    for(i=0; i<%s; i++)\n    {\n        %s\n    }\n}\n" % (count, code)


for name, (type_, use, write) in ARRAYS.items():
    allocated = "data = (%s *)malloc(10*sizeof(%s));\nif (data == NULL) {exit(-1);}\n" % (type_, type_)
    for how, bad in (("no_init", EMPTY), ("partial_init", for_all("(10/2)", write))):
        flaw("CWE457_Use_of_Uninitialized_Variable__%s_array_declare_%s" % (name, how), UNINITIALISED, bad, for_all("10", use), for_all("10", write),
             for_all("10", write) + for_all("10", use), "%s * data;\n%s dataUninitArray[10];\ndata = dataUninitArray;\n" % (type_, type_), type_ + " *",
             is_on_stack=True)
        flaw("CWE457_Use_of_Uninitialized_Variable__%s_array_malloc_%s_freed" % (name, how), UNINITIALISED, bad, for_all("10", use) + "free(data);\n",
             for_all("10", write), None, "%s * data;\n%s" % (type_, allocated), type_ + " *")

# ---- CWE 758: what was allocated is read before it is written ----

for name, type_, use, write in (("char", "char", "printHexCharLine(data);", "'5'"), ("double", "double", "printDoubleLine(data);", "5.0"),
                                ("int", "int", "printIntLine(data);", "5"), ("long", "long", "printLongLine(data);", "5L"),
                                ("char_pointer", "char *", "printLine(data);", '"string"'),
                                ("struct", "twoIntsStruct", "printIntLine(data.intOne);\n    printIntLine(data.intTwo);", None)):
    for where, begin, end in (("alloca", "%s * pointer = (%s *)ALLOCA(sizeof(%s));\n", ""),
                              ("malloc", "%s * pointer = (%s *)malloc(sizeof(%s));\n    if (pointer == NULL) {exit(-1);}\n", "    free(pointer);\n")):
        value = "%s data;\n    data = %s;\n" % (type_, write) if write else "twoIntsStruct data;\n    data.intOne = 1;\n    data.intTwo = 2;\n"
        flaw("CWE758_Undefined_Behavior__%s_%s_use" % (name, where), UNINITIALISED,
             "{\n    %s    {\n    %s data = *pointer;\n    %s\n    }\n%s}\n" % (begin % (type_, type_, type_), type_, use, end), "",
             "{\n    %s    %s    *pointer = data;\n    {\n    %s data = *pointer;\n    %s\n    }\n%s}\n" % (value, begin % (type_, type_, type_), type_, use, end))
for name, code in (("no_return", "if (argument > 10)\n    {\n        return 1;\n    }\n"), ("no_return_implied", "argument++;\n    printIntLine(argument);\n")):
    helper = "static int helper%%s(int argument)\n{\n    %s%%s}\n" % code
    flaw("CWE758_Undefined_Behavior__" + name, UNINITIALISED | {"undefined-behaviour", "unreachable"}, "printIntLine(helperBad(5));\n", "",
         "printIntLine(helperGood(5));\n", top=helper % ("Bad", "") + helper % ("Good", "    return 0;\n"))

# ---- CWE 478: a case that nobody thought of ----

flaw("CWE478_Missing_Default_Case_in_Switch__basic", UNINITIALISED, """{
    char * stringIntX;
    int x = (rand() % 3);
    switch (x)
    {
    case 0:
        stringIntX = "0";
        break;
    case 1:
        stringIntX = "1";
        break;
    }
    printLine(stringIntX);
}
""", "", """{
    char * stringIntX;
    int x = (rand() % 3);
    switch (x)
    {
    case 0:
        stringIntX = "0";
        break;
    case 1:
        stringIntX = "1";
        break;
    default:
        stringIntX = "neither 0 nor 1";
        break;
    }
    printLine(stringIntX);
}
""")

# ---- CWE 476, 562, 587, 665 ----

for name, type_, use, value in (("int", "int", "printIntLine(*data);", "5"), ("long", "long", "printLongLine(*data);", "5L"),
                                ("wchar_t", "wchar_t", "printWcharLine(data[0]);", "L'g'")):
    flaw("CWE476_NULL_Pointer_Dereference__" + name, {"null-dereference"}, "data = NULL;\n", use + "\n",
         "{\n    static %s tmpData = %s;\n    data = &tmpData;\n}\n" % (type_, value),
         'if (data != NULL)\n{\n    %s\n}\nelse\n{\n    printLine("data is NULL");\n}\n' % use, type_ + " * data;\n", type_ + " *")
flaw("CWE476_NULL_Pointer_Dereference__null_check_after_deref", {"null-dereference", "unchecked-allocation"}, """{
    int *intPointer = (int *)malloc(sizeof(int));
    *intPointer = 5;
    printIntLine(*intPointer);
    if (intPointer != NULL)
    {
        *intPointer = 10;
    }
    free(intPointer);
}
""", "", """{
    int *intPointer = (int *)malloc(sizeof(int));
    if (intPointer == NULL) {exit(-1);}
    *intPointer = 5;
    printIntLine(*intPointer);
    *intPointer = 10;
    free(intPointer);
}
""")
STATIC = "static char * kept;\nstatic void keepBad()\n{\n    char text[10] = \"local\";\n    kept = text;\n}\nstatic void keepGood()\n{\n    static char text[10] = \"static\";\n    kept = text;\n}\n"
flaw("CWE562_Return_of_Stack_Variable_Address__static", {"stack-address", "use-after-scope"}, "keepBad();\nprintLine(kept);\n", "", "keepGood();\nprintLine(kept);\n",
     top=STATIC)
flaw("CWE587_Assignment_of_Fixed_Address_to_Pointer__basic", {"wild-pointer"}, "{\n    char * charPointer = (char*)0x400000;\n    printHexCharLine(*charPointer);\n}\n", "",
     "{\n    char * charPointer = \"Good\";\n    printHexCharLine(*charPointer);\n}\n")
flaw("CWE587_Assignment_of_Fixed_Address_to_Pointer__function", {"wild-pointer", "bad-call"}, "{\n    void (*funcPtr)(void) = (void (*)(void))0x400000;\n    funcPtr();\n}\n", "",
     "{\n    void (*funcPtr)(void) = helperGood;\n    funcPtr();\n}\n", top="static void helperGood(void)\n{\n    printLine(\"good\");\n}\n")
for char, source, append in (("char", "memset(source, 'C', 100-1);\n    source[100-1] = '\\0';", "strncat(data, source, 100-strlen(source)-1+1);"),
                             ("wchar_t", "wmemset(source, L'C', 100-1);\n    source[100-1] = L'\\0';", "wcscat(data, source);")):
    zero, show = ("'\\0'", "printLine") if char == "char" else ("L'\\0'", "printWLine")
    flaw("CWE665_Improper_Initialization__%s_cat_more" % char, UNINITIALISED | {"out-of-bounds"}, EMPTY,
         "{\n    %s source[100];\n    %s\n    %s\n    %s(data);\n}\n" % (char, source, append, show), "data[0] = %s;\n" % zero, None,
         "%s * data;\n%s dataBuffer[100];\ndata = dataBuffer;\n" % (char, char), char + " *", is_on_stack=True)

# ---- CWE 674: recursion without end ----

flaw("CWE674_Uncontrolled_Recursion__two_functions", {"stack-overflow"}, "evenBad(3);\n", "", "evenGood(3);\n", top="""static void oddBad(int level);
static void evenBad(int level)
{
    oddBad(level - 2);
}
static void oddBad(int level)
{
    if (level == 0)
    {
        return;
    }
    evenBad(level);
}
static void oddGood(int level);
static void evenGood(int level)
{
    oddGood(level - 1);
}
static void oddGood(int level)
{
    if (level <= 0)
    {
        return;
    }
    evenGood(level);
}
""")

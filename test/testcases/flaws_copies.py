"""Copies that do not fit, and texts without an end: CWE 121, 122, 123, 124, 126, 127, 135, 170, 188, 242, 468, 588."""
from flaw import BOUNDS, flaw

# ---- CWE 121, 122: arrays of numbers and structs ----

ELEMENTS = {
    "int": ("int", "printIntLine(data[0]);"),
    "int64_t": ("int64_t", "printLongLongLine(data[0]);"),
    "struct": ("twoIntsStruct", "printStructLine(&data[0]);"),
}


def element_copies(type_, show):
    source = "%s source[100];\n    memset(source, 0, sizeof(source));\n    " % type_
    return {
        "memcpy": source + "memcpy(data, source, 100*sizeof(%s));\n    %s" % (type_, show),
        "memmove": source + "memmove(data, source, 100*sizeof(%s));\n    %s" % (type_, show),
        "loop": "size_t i;\n    " + source + "for (i = 0; i < 100; i++)\n    {\n        data[i] = source[i];\n    }\n    " + show,
    }


for name, (type_, show) in ELEMENTS.items():
    for way, code in element_copies(type_, show).items():
        flaw("CWE121_Stack_Based_Buffer_Overflow__CWE805_%s_declare_%s" % (name, way), BOUNDS, "data = dataBadBuffer;\n",
             "{\n    %s\n}\n" % code, "data = dataGoodBuffer;\n", None,
             "%s * data;\n%s dataBadBuffer[50];\n%s dataGoodBuffer[100];\n" % ((type_,) * 3), type_ + " *", is_on_stack=True)
        flaw("CWE122_Heap_Based_Buffer_Overflow__c_CWE805_%s_%s" % (name, way), BOUNDS,
             "data = (%s *)malloc(50*sizeof(%s));\nif (data == NULL) {exit(-1);}\n" % (type_, type_),
             "{\n    %s\n    free(data);\n}\n" % code,
             "data = (%s *)malloc(100*sizeof(%s));\nif (data == NULL) {exit(-1);}\n" % (type_, type_), None,
             "%s * data;\ndata = NULL;\n" % type_, type_ + " *")

# ---- Characters ----

# type, letter, zero, fill, copy, append, copy n, append n, length, show, prefix of literals
CHARS = {
    "char": ("char", "'%s'", "'\\0'", "memset", "strcpy", "strcat", "strncpy", "strncat", "strlen", "printLine", ""),
    "wchar_t": ("wchar_t", "L'%s'", "L'\\0'", "wmemset", "wcscpy", "wcscat", "wcsncpy", "wcsncat", "wcslen", "printWLine", "L"),
}


def filled(char, name, count, letter="A"):
    type_, quote, zero, fill = CHARS[char][:4]
    return "%s(%s, %s, %s-1);\n%s[%s-1] = %s;\n" % (fill, name, quote % letter, count, name, count, zero)


def block(*lines):
    return "{\n" + "".join("    " + line + "\n" for text in lines for line in text.strip("\n").split("\n")) + "}\n"


for char, (type_, quote, zero, fill, copy, append, copy_n, append_n, length, show, prefix) in CHARS.items():
    # one too few: the terminator was forgotten
    of_one_too_few = {
        "memcpy": "memcpy(data, source, (%s(source) + 1) * sizeof(%s));" % (length, type_),
        "memmove": "memmove(data, source, (%s(source) + 1) * sizeof(%s));" % (length, type_),
        "ncpy": "%s(data, source, %s(source) + 1);" % (copy_n, length),
        "loop": "size_t i, sourceLen;\nsourceLen = %s(source);\nfor (i = 0; i < sourceLen + 1; i++)\n{\n    data[i] = source[i];\n}" % length,
    }
    for way, code in of_one_too_few.items():
        sink = ["%s source[10+1] = SRC_STRING;" % type_, code, "%s(data);" % show]
        top = '#define SRC_STRING %s"AAAAAAAAAA"\n' % prefix
        flaw("CWE121_Stack_Based_Buffer_Overflow__CWE193_%s_alloca_%s" % (char, way), BOUNDS, "data = dataBadBuffer;\ndata[0] = %s;\n" % zero,
             block(*sink), "data = dataGoodBuffer;\ndata[0] = %s;\n" % zero, None,
             "%s * data;\n%s * dataBadBuffer = (%s *)ALLOCA((10)*sizeof(%s));\n%s * dataGoodBuffer = (%s *)ALLOCA((10+1)*sizeof(%s));\n"
             % ((type_,) * 7), type_ + " *", top, is_on_stack=True)
        flaw("CWE122_Heap_Based_Buffer_Overflow__c_CWE193_%s_%s" % (char, way), BOUNDS,
             "data = (%s *)malloc(10*sizeof(%s));\nif (data == NULL) {exit(-1);}\n" % (type_, type_), block(*sink, "free(data);"),
             "data = (%s *)malloc((10+1)*sizeof(%s));\nif (data == NULL) {exit(-1);}\n" % (type_, type_), None,
             "%s * data;\ndata = NULL;\n" % type_, type_ + " *", top)
    # the source is too long for a buffer of 50
    empty = "%s dest[50] = %s\"\";" % (type_, prefix)
    of_long_sources = {
        "cpy": "%s(dest, data);" % copy,
        "cat": "%s(dest, data);" % append,
        "ncat": "%s(dest, data, %s(data));\ndest[50-1] = %s;" % (append_n, length, zero),
        "memcpy": "memcpy(dest, data, %s(data)*sizeof(%s));\ndest[50-1] = %s;" % (length, type_, zero),
        "snprintf": ("snprintf(dest, strlen(data), \"%s\", data);" if char == "char" else "swprintf(dest, wcslen(data), L\"%ls\", data);"),
        "loop": "size_t i, dataLen;\ndataLen = %s(data);\nfor (i = 0; i < dataLen; i++)\n{\n    dest[i] = data[i];\n}\ndest[50-1] = %s;" % (length, zero),
    }
    for way, code in of_long_sources.items():
        flaw("CWE121_Stack_Based_Buffer_Overflow__CWE806_%s_declare_%s" % (char, way), BOUNDS, filled(char, "data", 100),
             block(empty, code, "%s(data);" % show), filled(char, "data", 50), None,
             "%s * data;\n%s dataBuffer[100];\ndata = dataBuffer;\n" % (type_, type_), type_ + " *", is_on_stack=True)
        flaw("CWE122_Heap_Based_Buffer_Overflow__c_CWE806_%s_%s" % (char, way), BOUNDS, filled(char, "data", 100),
             block(empty, code, "%s(data);" % show, "free(data);"), filled(char, "data", 50), None,
             "%s * data;\ndata = (%s *)malloc(100*sizeof(%s));\nif (data == NULL) {exit(-1);}\n" % ((type_,) * 3), type_ + " *")
    # before the beginning of a block; who has moved the pointer cannot free it
    source = "%s source[100];\n%s" % (type_, filled(char, "source", 100, "C"))
    start = "%s * dataBuffer = (%s *)malloc(100*sizeof(%s));\nif (dataBuffer == NULL) {exit(-1);}\n%s" % (
        type_, type_, type_, filled(char, "dataBuffer", 100))
    for way, code in {"cpy": "%s(data, source);" % copy, "memmove": "memmove(data, source, 100*sizeof(%s));\ndata[100-1] = %s;" % (type_, zero),
                      "loop": "size_t i;\nfor (i = 0; i < 100; i++)\n{\n    data[i] = source[i];\n}\ndata[100-1] = %s;" % zero}.items():
        flaw("CWE124_Buffer_Underwrite__malloc_%s_%s" % (char, way), BOUNDS, block(start, "data = dataBuffer - 8;"),
             block(source, code, "%s(data);" % show), block(start, "data = dataBuffer;"), None, "%s * data;\ndata = NULL;\n" % type_, type_ + " *",
             incidental=frozenset({"leak"}))
    dest = "%s dest[100];\n%s" % (type_, filled(char, "dest", 100, "C"))
    for way, code in {"cpy": "%s(dest, data);" % copy, "memmove": "memmove(dest, data, 100*sizeof(%s));\ndest[100-1] = %s;" % (type_, zero),
                      "ncpy": "%s(dest, data, %s(dest));\ndest[100-1] = %s;" % (copy_n, length, zero)}.items():
        flaw("CWE127_Buffer_Underread__malloc_%s_%s" % (char, way), BOUNDS, block(start, "data = dataBuffer - 8;"),
             block(dest, code, "%s(dest);" % show), block(start, "data = dataBuffer;"), None, "%s * data;\ndata = NULL;\n" % type_, type_ + " *",
             incidental=frozenset({"leak"}))
    # CWE 126: 100 characters of 50
    for way, code in {"memmove": "memmove(dest, data, %s(dest)*sizeof(%s));\ndest[100-1] = %s;" % (length, type_, zero),
                      "memcpy": "memcpy(dest, data, %s(dest)*sizeof(%s));\ndest[100-1] = %s;" % (length, type_, zero),
                      "loop": "size_t i, destLen;\ndestLen = %s(dest);\nfor (i = 0; i < destLen; i++)\n{\n    dest[i] = data[i];\n}\ndest[100-1] = %s;" % (length, zero)}.items():
        flaw("CWE126_Buffer_Overread__%s_alloca_%s" % (char, way), BOUNDS, "data = dataBadBuffer;\n", block(dest, code, "%s(dest);" % show),
             "data = dataGoodBuffer;\n", None,
             "%s * data;\n%s * dataBadBuffer = (%s *)ALLOCA(50*sizeof(%s));\n%s * dataGoodBuffer = (%s *)ALLOCA(100*sizeof(%s));\n%s%s"
             % ((type_,) * 7 + (filled(char, "dataBadBuffer", 50), filled(char, "dataGoodBuffer", 100))), type_ + " *", is_on_stack=True)
    # CWE 170: the end of the text is missing, and whoever prints it reads on
    begin = "%s data[150], dest[100];\n%s" % (type_, filled(char, "data", 150))
    for way, code in {"loop": "int i;\nfor(i=0; i < 99; i++)\n{\n    dest[i] = data[i];\n}\n", "memcpy": "memcpy(dest, data, 99*sizeof(%s));\n" % type_,
                      "strncpy": "%s(dest, data, 99);\n" % copy_n}.items():
        flaw("CWE126_Buffer_Overread__CWE170_%s_%s" % (char, way), BOUNDS | {"uninitialised"}, block(begin, code, "%s(dest);" % show), "",
             block(begin, code, "dest[99] = %s;\n%s(dest);" % (zero, show)))

# ---- CWE 135: the length of a wide text, measured as if it were narrow ----

WIDE = '#define WIDE_STRING L"AAAAAAAAAA"\n'
for where, allocate, end in (("122_Heap_Based_Buffer_Overflow__c", "calloc(dataLen+1, %s)", "\n    free(dest);"),
                             ("121_Stack_Based_Buffer_Overflow_", "ALLOCA((dataLen+1) * %s)", "")):
    check = "\n    if (dest == NULL) {exit(-1);}" if end else ""
    narrow = "{\n    size_t dataLen = strlen((char *)data);\n    void * dest = (void *)%s;%s\n    wcscpy(dest, data);\n    printWLine((wchar_t *)dest);%s\n}\n" % (allocate % "1", check, end)
    wide = "{\n    size_t dataLen = wcslen((wchar_t *)data);\n    void * dest = (void *)%s;%s\n    wcscpy(dest, data);\n    printWLine((wchar_t *)dest);%s\n}\n" % (
        allocate % "sizeof(wchar_t)", check, end)
    flaw("CWE%s_CWE135" % where, BOUNDS, "data = (void *)WIDE_STRING;\n", narrow, None, wide,
         "void * data;\ndata = NULL;\n", "void *", WIDE)

# ---- CWE 123, 188, 242, 468, 588, 843: pointers that lead elsewhere ----

LISTS = """typedef struct _linkedList
{
    struct _linkedList *next;
    struct _linkedList *prev;
} linkedList;
typedef struct _badStruct
{
    linkedList list;
} badStruct;
static linkedList *linkedListPrev, *linkedListNext;
"""
UNLINK = """{
    badStruct data;
    linkedList head = { &head, &head };
    data.list.next = head.next;
    data.list.prev = head.prev;
    head.next = &data.list;
    head.prev = &data.list;
%s    linkedListPrev = data.list.prev;
    linkedListNext = data.list.next;
    linkedListPrev->next = linkedListNext;
    linkedListNext->prev = linkedListPrev;
}
"""
WILD = BOUNDS | {"wild-pointer", "null-dereference"}
flaw("CWE123_Write_What_Where_Condition__fgets", WILD, UNLINK % (
     '    if (fgets((char*)&data, sizeof(data), stdin) == NULL)\n    {\n        printLine("fgets failed!");\n        exit(1);\n    }\n'), "",
     UNLINK % "", top=LISTS)
flaw("CWE123_Write_What_Where_Condition__fread", WILD, UNLINK % (
     "    if (fread(&data, sizeof(data), 1, stdin) != 1)\n    {\n        exit(1);\n    }\n"), "", UNLINK % "", top=LISTS)
flaw("CWE188_Reliance_on_Data_Memory_Layout__modify_local", BOUNDS, """{
    int intOne = 1;
    int intTwo = 5;
    printIntLine(intOne);
    *((&intTwo) + 1) = 0;
    printIntLine(intOne);
}
""", "", """{
    int intOne = 1;
    int intTwo = 5;
    printIntLine(intOne);
    intOne = 0;
    printIntLine(intOne);
    printIntLine(intTwo);
}
""")
flaw("CWE188_Reliance_on_Data_Memory_Layout__array", BOUNDS, """{
    struct { char charFirst; int intSecond; } twoFields;
    twoFields.charFirst = 1;
    *(int*)((char*)&twoFields + sizeof(char) + sizeof(int)) = 5;
    printIntLine(twoFields.charFirst);
}
""", "", """{
    struct { char charFirst; int intSecond; } twoFields;
    twoFields.charFirst = 1;
    twoFields.intSecond = 5;
    printIntLine(twoFields.intSecond + twoFields.charFirst);
}
""")
flaw("CWE242_Use_of_Inherently_Dangerous_Function__basic", BOUNDS, """{
    char * dest;
    char * result;
    dest = (char *)malloc(10*sizeof(char));
    if (dest == NULL) {exit(-1);}
    result = gets(dest);
    if (result == NULL)
    {
        printLine("Error Condition: alter control flow");
        exit(1);
    }
    dest[10-1] = '\\0';
    printLine(dest);
    free(dest);
}
""", "", """{
    char * dest;
    char * result;
    dest = (char *)malloc(10*sizeof(char));
    if (dest == NULL) {exit(-1);}
    result = fgets(dest, 10, stdin);
    if (result == NULL)
    {
        printLine("Error Condition: alter control flow");
        exit(1);
    }
    dest[10-1] = '\\0';
    printLine(dest);
    free(dest);
}
""")
SCALING = """{
    int intArray[5] = {1, 2, 3, 4, 5};
    int * intPointer = intArray;
    int toPrint = (int) (*(intPointer + %s));
    printIntLine(toPrint);
}
"""
flaw("CWE468_Incorrect_Pointer_Scaling__int", BOUNDS, SCALING % "(2 * sizeof(int))", "", SCALING % "2")
flaw("CWE468_Incorrect_Pointer_Scaling__char_ptr_to_int", BOUNDS, """{
    char charArray[4] = "abc";
    int * intPointer = (int *)charArray;
    printHexCharLine((char)*(intPointer + 1));
}
""", "", """{
    char charArray[4] = "abc";
    char * charPointer = charArray;
    printHexCharLine(*(charPointer + 1));
}
""")
flaw("CWE588_Attempt_to_Access_Child_of_Non_Structure_Pointer__struct", BOUNDS, "data = (void *)&dataBadBuffer;\n",
     "((twoIntsStruct *)data)->intTwo = 10;\nprintIntLine(((twoIntsStruct *)data)->intTwo);\n", "data = (void *)&dataGoodBuffer;\n", None,
     "void * data;\nint dataBadBuffer = 100;\ntwoIntsStruct dataGoodBuffer;\ndataGoodBuffer.intOne = 0;\ndataGoodBuffer.intTwo = 0;\n", "void *",
     is_on_stack=True)
flaw("CWE843_Type_Confusion__short", BOUNDS, "{\n    static short shortBuffer = 8;\n    data = &shortBuffer;\n}\n", "printIntLine(*((int*)data));\n",
     "{\n    static int intBuffer = 8;\n    data = &intBuffer;\n}\n", None, "void * data;\ndata = NULL;\n", "void *")

"""Accesses outside of their objects: CWE 121, 122, 124, 126, 127."""
from flaw import BOUNDS, NUMBERS, flaw

# ---- CWE 121, 122, 124, 126, 127: an index that is not looked at ----

INDEX_SINKS = {
    "CWE121_Stack_Based_Buffer_Overflow__CWE129": ("int i;\nint buffer[10] = { 0 };\n", "data >= 0", "data >= 0 && data < (10)", "buffer[data] = 1;", "10"),
    "CWE124_Buffer_Underwrite__CWE839": ("int i;\nint buffer[10] = { 0 };\n", "data < 10", "data >= 0 && data < (10)", "buffer[data] = 1;", "-5"),
    "CWE126_Buffer_Overread__CWE129": ("int i;\nint buffer[10] = { 0 };\n", "data >= 0", "data >= 0 && data < (10)", "printIntLine(buffer[data]);", "10"),
    "CWE127_Buffer_Underread__CWE839": ("int i;\nint buffer[10] = { 0 };\n", "data < 10", "data >= 0 && data < (10)", "printIntLine(buffer[data]);", "-5"),
}
PRINT_ALL = "for(i = 0; i < 10; i++)\n        {\n            printIntLine(buffer[i]);\n        }\n"


def guarded(declare, check, act):
    return ("{\n    %s    if (%s)\n    {\n        %s\n        %s    }\n    else\n    {\n        printLine(\"ERROR: Array index is out of bounds\");\n    }\n}\n"
            % (declare.replace("\n", "\n    ").rstrip() + "\n", check, act, PRINT_ALL))


for name, (declare, bad_check, good_check, act, literal) in INDEX_SINKS.items():
    for source, (code, top) in NUMBERS.items():
        flaw(name + "_" + source, BOUNDS, code, guarded(declare, bad_check, act), "data = 7;\n", guarded(declare, good_check, act),
             "int data;\ndata = -1;\n", "int", top)
    flaw(name + "_large", BOUNDS, "data = %s;\n" % literal, guarded(declare, bad_check, act), "data = 7;\n",
         guarded(declare, good_check, act), "int data;\ndata = -1;\n", "int")

HEAP = ("{\n    int i;\n    int * buffer = (int *)malloc(10 * sizeof(int));\n    if (buffer == NULL) {exit(-1);}\n"
        "    for (i = 0; i < 10; i++)\n    {\n        buffer[i] = 0;\n    }\n    if (%s)\n    {\n        buffer[data] = 1;\n        " + PRINT_ALL +
        "    }\n    else\n    {\n        printLine(\"ERROR: Array index is negative.\");\n    }\n    free(buffer);\n}\n")
for source in ("fgets", "rand", "listen_socket"):
    code, top = NUMBERS[source]
    flaw("CWE122_Heap_Based_Buffer_Overflow__c_CWE129_" + source, BOUNDS, code, HEAP % "data >= 0", "data = 7;\n",
         HEAP % "data >= 0 && data < (10)", "int data;\ndata = -1;\n", "int", top)

# ---- CWE 121, 122: copies that are too long ----

CHARS = {
    "char": ("char", "'%s'", "'\\0'", "memset", "strcpy", "strcat", "strncpy", "strncat", "strlen", "printLine", "memcpy", "snprintf"),
    "wchar_t": ("wchar_t", "L'%s'", "L'\\0'", "wmemset", "wcscpy", "wcscat", "wcsncpy", "wcsncat", "wcslen", "printWLine", "memcpy", "swprintf"),
}


def copies(char):
    """Sinks that copy 99 characters to `data`."""
    type_, letter, zero, fill, copy, append, copy_n, append_n, length, show, _, printf = CHARS[char]
    source = "%s source[100];\n    %s(source, %s, 100-1);\n    source[100-1] = %s;\n    " % (type_, fill, letter % "C", zero)
    done = "\n    data[100-1] = %s;\n    %s(data);" % (zero, show)
    text = '"%s"' if char == "char" else 'L"%ls"'
    return {
        "cpy": source + "%s(data, source);\n    %s(data);" % (copy, show),
        "cat": source + "%s(data, source);\n    %s(data);" % (append, show),
        "ncpy": source + "%s(data, source, 100-1);" % copy_n + done,
        "ncat": source + "%s(data, source, 100);\n    %s(data);" % (append_n, show),
        "memcpy": source + "memcpy(data, source, 100*sizeof(%s));" % type_ + done,
        "memmove": source + "memmove(data, source, 100*sizeof(%s));" % type_ + done,
        "loop": "size_t i;\n    " + source + "for (i = 0; i < 100; i++)\n    {\n        data[i] = source[i];\n    }" + done,
        "snprintf": source + "%s(data, 100, %s, source);\n    %s(data);" % (printf, text, show),
    }


for char in CHARS:
    type_, zero = CHARS[char][0], CHARS[char][2]
    begin = "\ndata[0] = %s;\n" % zero
    for way, sink in copies(char).items():
        sink = "{\n    %s\n}\n" % sink
        flaw("CWE121_Stack_Based_Buffer_Overflow__CWE805_%s_declare_%s" % (char, way), BOUNDS, "data = dataBadBuffer;" + begin, sink,
             "data = dataGoodBuffer;" + begin, None,
             "%s * data;\n%s dataBadBuffer[50];\n%s dataGoodBuffer[100];\n" % (type_, type_, type_), type_ + " *", is_on_stack=True)
        flaw("CWE121_Stack_Based_Buffer_Overflow__CWE805_%s_alloca_%s" % (char, way), BOUNDS, "data = dataBadBuffer;" + begin, sink,
             "data = dataGoodBuffer;" + begin, None,
             "%s * data;\n%s * dataBadBuffer = (%s *)ALLOCA(50*sizeof(%s));\n%s * dataGoodBuffer = (%s *)ALLOCA(100*sizeof(%s));\n"
             % ((type_,) * 7), type_ + " *", is_on_stack=True)
        flaw("CWE122_Heap_Based_Buffer_Overflow__c_CWE805_%s_%s" % (char, way), BOUNDS,
             "data = (%s *)malloc(50*sizeof(%s));\nif (data == NULL) {exit(-1);}" % (type_, type_) + begin,
             sink.rstrip().rstrip("}") + "    free(data);\n}\n",
             "data = (%s *)malloc(100*sizeof(%s));\nif (data == NULL) {exit(-1);}" % (type_, type_) + begin, None,
             "%s * data;\ndata = NULL;\n" % type_, type_ + " *")
    flaw("CWE121_Stack_Based_Buffer_Overflow__CWE193_%s_declare_cpy" % char, BOUNDS, "data = dataBadBuffer;" + begin,
         "{\n    %s source[10+1] = SRC_STRING;\n    %s(data, source);\n    %s(data);\n}\n" % (type_, CHARS[char][4], CHARS[char][9]),
         "data = dataGoodBuffer;" + begin, None, "%s * data;\n%s dataBadBuffer[10];\n%s dataGoodBuffer[10+1];\n" % (type_, type_, type_),
         type_ + " *", '#define SRC_STRING %s"AAAAAAAAAA"\n' % ("L" if char == "wchar_t" else ""), is_on_stack=True)
    # the source is too long for a buffer of 50
    flaw("CWE121_Stack_Based_Buffer_Overflow__CWE806_%s_alloca_cpy" % char, BOUNDS,
         "%s(data, %s, 100-1);\ndata[100-1] = %s;\n" % (CHARS[char][3], CHARS[char][1] % "A", zero),
         "{\n    %s dest[50] = %s;\n    %s(dest, data, %s(data));\n    dest[50-1] = %s;\n    %s(data);\n}\n"
         % (type_, '""' if char == "char" else 'L""', CHARS[char][6], CHARS[char][8], zero, CHARS[char][9]),
         "%s(data, %s, 50-1);\ndata[50-1] = %s;\n" % (CHARS[char][3], CHARS[char][1] % "A", zero), None,
         "%s * data;\n%s * dataBuffer = (%s *)ALLOCA(100*sizeof(%s));\ndata = dataBuffer;\n" % ((type_,) * 4), type_ + " *", is_on_stack=True)
    # CWE 124, 127: before the beginning
    for way in ("cpy", "memcpy", "loop", "ncpy"):
        flaw("CWE124_Buffer_Underwrite__%s_declare_%s" % (char, way), BOUNDS, "data = dataBuffer - 8;\n", "{\n    %s\n}\n" % copies(char)[way],
             "data = dataBuffer;\n", None,
             "%s * data;\n%s dataBuffer[100];\n%s(dataBuffer, %s, 100-1);\ndataBuffer[100-1] = %s;\n"
             % (type_, type_, CHARS[char][3], CHARS[char][1] % "A", zero), type_ + " *", is_on_stack=True)
    reads = {"cpy": "%s(dest, data);" % CHARS[char][4], "memcpy": "memcpy(dest, data, 100*sizeof(%s));\n    dest[100-1] = %s;" % (type_, zero),
             "loop": "size_t i;\n    for (i = 0; i < 100; i++)\n    {\n        dest[i] = data[i];\n    }\n    dest[100-1] = %s;" % zero}
    for way, read in reads.items():
        flaw("CWE127_Buffer_Underread__%s_declare_%s" % (char, way), BOUNDS, "data = dataBuffer - 8;\n",
             "{\n    %s dest[100*2];\n    %s(dest, %s, 100*2-1);\n    dest[100*2-1] = %s;\n    %s\n    %s(dest);\n}\n"
             % (type_, CHARS[char][3], CHARS[char][1] % "C", zero, read, CHARS[char][9]), "data = dataBuffer;\n", None,
             "%s * data;\n%s dataBuffer[100];\n%s(dataBuffer, %s, 100-1);\ndataBuffer[100-1] = %s;\n"
             % (type_, type_, CHARS[char][3], CHARS[char][1] % "A", zero), type_ + " *", is_on_stack=True)
        if way == "cpy":
            continue
        sized = read.replace("100*sizeof(%s)" % type_, "%s(dest)*sizeof(%s)" % (CHARS[char][8], type_)).replace("i < 100", "i < destLen").replace("size_t i;", "size_t i, destLen = %s(dest);" % CHARS[char][8])
        flaw("CWE126_Buffer_Overread__%s_malloc_%s" % (char, way), BOUNDS,
             "data = (%s *)malloc(50*sizeof(%s));\nif (data == NULL) {exit(-1);}\n%s(data, %s, 50-1);\ndata[50-1] = %s;\n"
             % (type_, type_, CHARS[char][3], CHARS[char][1] % "A", zero),
             "{\n    %s dest[100];\n    %s(dest, %s, 100-1);\n    dest[100-1] = %s;\n    %s\n    %s(dest);\n    free(data);\n}\n"
             % (type_, CHARS[char][3], CHARS[char][1] % "C", zero, sized, CHARS[char][9]),
             "data = (%s *)malloc(100*sizeof(%s));\nif (data == NULL) {exit(-1);}\n%s(data, %s, 100-1);\ndata[100-1] = %s;\n"
             % (type_, type_, CHARS[char][3], CHARS[char][1] % "A", zero), None, "%s * data;\ndata = NULL;\n" % type_, type_ + " *")

for type_, bad_size, good_size in (("int", "10", "10*sizeof(int)"), ("int64_t", "50*sizeof(int)", "100*sizeof(int64_t)"),
                                   ("twoIntsStruct", "50*sizeof(twoIntsStruct)", "100*sizeof(twoIntsStruct)")):
    count = "10" if type_ == "int" else "100"
    flaw("CWE122_Heap_Based_Buffer_Overflow__c_CWE131_%s_loop" % type_, BOUNDS,
         "data = (%s *)malloc(%s);\nif (data == NULL) {exit(-1);}\n" % (type_, bad_size),
         "{\n    %s source[%s];\n    size_t i;\n    memset(source, 0, sizeof(source));\n    for (i = 0; i < %s; i++)\n    {\n        data[i] = source[i];\n    }\n"
         "    printBytesLine((unsigned char *)&data[0], sizeof(data[0]));\n    free(data);\n}\n" % (type_, count, count),
         "data = (%s *)malloc(%s);\nif (data == NULL) {exit(-1);}\n" % (type_, good_size), None, "%s * data;\ndata = NULL;\n" % type_, type_ + " *")
    flaw("CWE121_Stack_Based_Buffer_Overflow__CWE131_%s_memcpy" % type_, BOUNDS, "data = (%s *)ALLOCA(%s);\n" % (type_, bad_size),
         "{\n    %s source[%s];\n    memset(source, 0, sizeof(source));\n    memcpy(data, source, %s*sizeof(%s));\n    printBytesLine((unsigned char *)&data[0], sizeof(data[0]));\n}\n"
         % (type_, count, count, type_), "data = (%s *)ALLOCA(%s);\n" % (type_, good_size), None, "%s * data;\ndata = NULL;\n" % type_,
         type_ + " *", is_on_stack=True)

# a member, not the object, is too short
OVERRUN = """#define SRC_STR "0123456789abcdef0123456789abcde"
typedef struct _charVoid
{
    char charFirst[16];
    void * voidSecond;
    void * voidThird;
} charVoid;
"""
for way in ("memcpy", "memmove"):
    flaw("CWE121_Stack_Based_Buffer_Overflow__char_type_overrun_" + way, BOUNDS, """{
    charVoid structCharVoid;
    structCharVoid.voidSecond = (void *)SRC_STR;
    printLine((char *)structCharVoid.voidSecond);
    %s(structCharVoid.charFirst, SRC_STR, sizeof(structCharVoid));
    structCharVoid.charFirst[(sizeof(structCharVoid.charFirst)/sizeof(char))-1] = '\\0';
    printLine((char *)structCharVoid.charFirst);
    printLine((char *)structCharVoid.voidSecond);
}
""" % way, "", """{
    charVoid structCharVoid;
    structCharVoid.voidSecond = (void *)SRC_STR;
    printLine((char *)structCharVoid.voidSecond);
    %s(structCharVoid.charFirst, SRC_STR, sizeof(structCharVoid.charFirst));
    structCharVoid.charFirst[(sizeof(structCharVoid.charFirst)/sizeof(char))-1] = '\\0';
    printLine((char *)structCharVoid.charFirst);
    printLine((char *)structCharVoid.voidSecond);
}
""" % way, top=OVERRUN)
    flaw("CWE122_Heap_Based_Buffer_Overflow__char_type_overrun_" + way, BOUNDS, """{
    charVoid * structCharVoid = (charVoid *)malloc(sizeof(charVoid));
    if (structCharVoid == NULL) {exit(-1);}
    structCharVoid->voidSecond = (void *)SRC_STR;
    printLine((char *)structCharVoid->voidSecond);
    %s(structCharVoid->charFirst, SRC_STR, sizeof(*structCharVoid));
    structCharVoid->charFirst[(sizeof(structCharVoid->charFirst)/sizeof(char))-1] = '\\0';
    printLine((char *)structCharVoid->charFirst);
    printLine((char *)structCharVoid->voidSecond);
    free(structCharVoid);
}
""" % way, "", """{
    charVoid * structCharVoid = (charVoid *)malloc(sizeof(charVoid));
    if (structCharVoid == NULL) {exit(-1);}
    structCharVoid->voidSecond = (void *)SRC_STR;
    printLine((char *)structCharVoid->voidSecond);
    %s(structCharVoid->charFirst, SRC_STR, sizeof(structCharVoid->charFirst));
    structCharVoid->charFirst[(sizeof(structCharVoid->charFirst)/sizeof(char))-1] = '\\0';
    printLine((char *)structCharVoid->charFirst);
    printLine((char *)structCharVoid->voidSecond);
    free(structCharVoid);
}
""" % way, top=OVERRUN)

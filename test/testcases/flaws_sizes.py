"""Numbers that do not fit what they are used for: CWE 190, 191, 194, 195, 570, 681."""
from flaw import ARRAY_SIZE, BOUNDS, CONNECT, FGETS, FSCANF, RAND, SOCKETS, flaw

# ---- CWE 194, 195: a negative number becomes a huge size ----

TOO_MUCH = BOUNDS | {"bad-argument", "unbounded-allocation"}
COPIES = {
    "malloc": """{
    if (data < 100)
    {
        char * dataBuffer = (char *)malloc(data);
        if (dataBuffer == NULL) {exit(-1);}
        memset(dataBuffer, 'A', data-1);
        dataBuffer[data-1] = '\\0';
        printLine(dataBuffer);
        free(dataBuffer);
    }
}
""",
    "memcpy": """{
    char source[100];
    char dest[100] = "";
    memset(source, 'A', 100-1);
    source[100-1] = '\\0';
    if (data < 100)
    {
        memcpy(dest, source, data);
        dest[data] = '\\0';
    }
    printLine(dest);
}
""",
}
COPIES["memmove"] = COPIES["memcpy"].replace("memcpy", "memmove")
COPIES["strncpy"] = COPIES["memcpy"].replace("memcpy", "strncpy")
SIGNED_SOURCES = {
    "CWE194_Unexpected_Sign_Extension__fgets": ("short", FGETS.replace("atoi(", "(short)atoi("), ARRAY_SIZE),
    "CWE194_Unexpected_Sign_Extension__fscanf": ("short", 'fscanf(stdin, "%hd", &data);\n', ""),
    "CWE194_Unexpected_Sign_Extension__rand": ("short", "data = (short)RAND32();\n", ""),
    "CWE194_Unexpected_Sign_Extension__negative": ("short", "data = -1;\n", ""),
    "CWE195_Signed_to_Unsigned_Conversion_Error__fgets": ("int", FGETS, ARRAY_SIZE),
    "CWE195_Signed_to_Unsigned_Conversion_Error__connect_socket": ("int", CONNECT, SOCKETS),
    "CWE195_Signed_to_Unsigned_Conversion_Error__negative": ("int", "data = -1;\n", ""),
}
for number, (name, (type_, source, top)) in enumerate(SIGNED_SOURCES.items()):
    for way in (COPIES if number % 3 == 0 else ("malloc", "memmove") if number % 3 == 1 else ("memcpy", "strncpy")):
        flaw("%s_%s" % (name, way), TOO_MUCH, source, COPIES[way], "data = 100-1;\n", None, "%s data;\ndata = 0;\n" % type_, type_, top)

# ---- CWE 190, 191: results that do not fit their type, on request ----

OVERFLOW = ("--enable=signed-overflow",)
NUMBERS = {"max": ("INT_MAX", "INT_MIN"), "fgets": (FGETS, FGETS), "fscanf": (FSCANF, FSCANF), "rand": (RAND, RAND)}
TOO_LARGE = 'printLine("data value is too large to perform arithmetic safely.");'


def looked_at(condition, code):
    return "if (%s)\n{\n    %s\n}\nelse\n{\n    %s\n}\n" % (condition, code.replace("\n", "\n    "), TOO_LARGE)


def operations(largest, smallest, type_, show):
    """way -> (family, code, condition under which it is fine)"""
    result = "%s result = %%s;\n%s(result);" % (type_, show)
    return {
        "add": ("CWE190_Integer_Overflow", "{\n    %s\n}" % (result % "data + 1").replace("\n", "\n    "), "data < %s" % largest),
        "multiply": ("CWE190_Integer_Overflow", "if(data > 0)\n{\n    %s\n}" % (result % "data * 2").replace("\n", "\n    "), "data < (%s/2)" % largest),
        "postinc": ("CWE190_Integer_Overflow", "{\n    data++;\n    %s\n}" % (result % "data").replace("\n", "\n    "), "data < %s" % largest),
        "sub": ("CWE191_Integer_Underflow", "{\n    %s\n}" % (result % "data - 1").replace("\n", "\n    "), "data > %s" % smallest),
        "predec": ("CWE191_Integer_Underflow", "{\n    --data;\n    %s\n}" % (result % "data").replace("\n", "\n    "), "data > %s" % smallest),
    }


for source, (upper, lower) in NUMBERS.items():
    for way, (family, code, condition) in operations("INT_MAX", "INT_MIN", "int", "printIntLine").items():
        bad = (upper if "190" in family else lower)
        bad = "data = %s;\n" % bad if source == "max" else bad
        flaw("%s__int_%s_%s" % (family, source, way), {"signed-overflow"}, bad, code + "\n", "data = 2;\n", looked_at(condition, code),
             "int data;\ndata = 0;\n", "int", ARRAY_SIZE, flags=OVERFLOW)
for way, (family, code, condition) in operations("LLONG_MAX", "LLONG_MIN", "int64_t", "printLongLongLine").items():
    flaw("%s__int64_t_rand_%s" % (family, way), {"signed-overflow"}, "data = (int64_t)RAND64();\n", code + "\n", "data = 2;\n",
         looked_at(condition, code), "int64_t data;\ndata = 0LL;\n", "int64_t", flags=OVERFLOW)
NARROW = {"char": ("CHAR_MAX", "CHAR_MIN", "printHexCharLine"), "short": ("SHRT_MAX", "SHRT_MIN", "printShortLine")}
for type_, (largest, smallest, show) in NARROW.items():
    for way, (family, code, condition) in operations(largest, smallest, type_, show).items():
        ends = "data = %s;\n" % (largest if "190" in family else smallest)
        for source, bad in (("max" if "190" in family else "min", ends), ("rand", "data = (%s)RAND32();\n" % type_)):
            flaw("%s__%s_%s_%s" % (family, type_, source, way), {"signed-overflow"}, bad, code + "\n", "data = 2;\n",
                 looked_at(condition, code), "%s data;\ndata = 0;\n" % type_, type_, flags=OVERFLOW)
for way, (family, code, condition) in operations("UINT_MAX", "0", "unsigned int", "printUnsignedLine").items():
    for source, bad in (("fscanf", 'fscanf(stdin, "%u", &data);\n'), ("rand", "data = (unsigned int)RAND32();\n")):
        flaw("%s__unsigned_int_%s_%s" % (family, source, way), {"unsigned-overflow"}, bad, code + "\n", "data = 2;\n",
             looked_at(condition, code), "unsigned int data;\ndata = 0;\n", "unsigned int", flags=("--enable=unsigned-overflow",))
SQUARE = "{\n    int result = data * data;\n    printIntLine(result);\n}"
flaw("CWE190_Integer_Overflow__int_rand_square", {"signed-overflow"}, RAND, SQUARE + "\n", "data = 2;\n",
     looked_at("data > INT_MIN && abs(data) < (long)sqrt((double)INT_MAX)", SQUARE), "int data;\ndata = 0;\n", "int", flags=OVERFLOW)

# ---- CWE 467, 122: the size of a pointer ----

SIZE_OF = """{
    %(type)s * data;
    data = NULL;
    data = (%(type)s *)malloc(sizeof(%(of)s));
    if (data == NULL) {exit(-1);}
    *data = %(value)s;
    %(show)s(*data);
    free(data);
}
"""
for name, type_, value, show in (("CWE467_Use_of_sizeof_on_Pointer_Type__short", "short", "5", "printShortLine"),
                                 ("CWE122_Heap_Based_Buffer_Overflow__sizeof_double", "double", "1.7E300", "printDoubleLine"),
                                 ("CWE122_Heap_Based_Buffer_Overflow__sizeof_int64_t", "int64_t", "2147483643LL", "printLongLongLine")):
    flaw(name, {"sizeof-pointer"}, SIZE_OF % {"type": type_, "value": value, "show": show, "of": "data"}, "",
         SIZE_OF % {"type": type_, "value": value, "show": show, "of": "*data"})

# ---- CWE 681: a float that does not fit ----

DOUBLES = {"double2int": ("double", "printIntLine((int)data);\n", "data > INT_MIN && data < INT_MAX", "2.0"),
           "float2int": ("float", "printIntLine((int)data);\n", "data > INT_MIN && data < INT_MAX", "5.0F")}
for way, (type_, sink, condition, fine) in DOUBLES.items():
    flaw("CWE681_Incorrect_Conversion_Between_Numeric_Types__%s_fgets" % way, {"float-conversion"},
         FGETS.replace("atoi(", "(%s)atof(" % type_), sink, "data = %s;\n" % fine, looked_at(condition, sink.strip()),
         "%s data;\ndata = 0.0;\n" % type_, type_, "#define CHAR_ARRAY_SIZE 20\n", flags=("--enable=float-conversion",))

# ---- CWE 570: conditions that never hold, on request ----

CONDITIONS = {
    "CWE570_Expression_Always_False__n_less_than_n_minus_one": ("int n = rand() % 10000;\n", "n < (n - 1)", "n < 1000"),
    "CWE570_Expression_Always_False__unsigned_int": ("unsigned int n = (unsigned int)rand();\n", "n < 0", "n < 5"),
    "CWE570_Expression_Always_False__and": ("int n = rand();\n", "n < 1000 && n > 2000", "n > 1000 && n < 2000"),
}
for name, (begin, bad, good) in CONDITIONS.items():
    code = "{\n    %s    if (%s)\n    {\n        printLine(\"here\");\n    }\n}\n"
    flaw(name, {"unreachable-condition"}, code % (begin, bad), "", code % (begin, good), flags=("--enable=unreachable-condition",),
         without=("main", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "13", "14", "15", "16", "17"))

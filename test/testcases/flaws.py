"""The bugs themselves: a source that makes the data bad or good, a sink that is hurt by bad data or looks first.

A Flaw without `good` has only a good sink, one without `good_sink` only a good source. In `declare` stands what both need,
`after` ends the function. Names of types and functions are those of Juliet's test cases; the code is our own.
"""
from dataclasses import dataclass


@dataclass
class Flaw:
    name: str
    kinds: set  # one of these is to be reported
    bad: str
    sink: str = ""
    good: str = None
    good_sink: str = None
    declare: str = ""
    type: str = ""  # of `data`; "": there is none, flows of data are not possible
    top: str = ""
    after: str = ""
    is_on_stack: bool = False
    without: tuple = ()
    flags: tuple = ()
    incidental: frozenset = frozenset()  # what good functions have beside: real, and no complaint


FLAWS = []


def flaw(*args, **more):
    FLAWS.append(Flaw(*args, **more))


BOUNDS = {"out-of-bounds", "member-overflow"}

# ---- Where numbers come from ----

SOCKETS = """#include <sys/types.h>
#include <sys/socket.h>
#include <netinet/in.h>
#include <arpa/inet.h>
#include <unistd.h>
#define INVALID_SOCKET -1
#define SOCKET_ERROR -1
#define CLOSE_SOCKET close
#define SOCKET int
#define TCP_PORT 27015
#define LISTEN_BACKLOG 5
#define IP_ADDRESS "127.0.0.1"
#define CHAR_ARRAY_SIZE (3 * sizeof(data) + 2)
"""

CONNECT = """{
    int recvResult;
    struct sockaddr_in service;
    SOCKET connectSocket = INVALID_SOCKET;
    char inputBuffer[CHAR_ARRAY_SIZE];
    do
    {
        connectSocket = socket(AF_INET, SOCK_STREAM, IPPROTO_TCP);
        if (connectSocket == INVALID_SOCKET)
        {
            break;
        }
        memset(&service, 0, sizeof(service));
        service.sin_family = AF_INET;
        service.sin_addr.s_addr = inet_addr(IP_ADDRESS);
        service.sin_port = htons(TCP_PORT);
        if (connect(connectSocket, (struct sockaddr*)&service, sizeof(service)) == SOCKET_ERROR)
        {
            break;
        }
        recvResult = recv(connectSocket, inputBuffer, CHAR_ARRAY_SIZE - 1, 0);
        if (recvResult == SOCKET_ERROR || recvResult == 0)
        {
            break;
        }
        inputBuffer[recvResult] = '\\0';
        data = atoi(inputBuffer);
    }
    while (0);
    if (connectSocket != INVALID_SOCKET)
    {
        CLOSE_SOCKET(connectSocket);
    }
}
"""

LISTEN = """{
    int recvResult;
    struct sockaddr_in service;
    SOCKET listenSocket = INVALID_SOCKET;
    SOCKET acceptSocket = INVALID_SOCKET;
    char inputBuffer[CHAR_ARRAY_SIZE];
    do
    {
        listenSocket = socket(AF_INET, SOCK_STREAM, IPPROTO_TCP);
        if (listenSocket == INVALID_SOCKET)
        {
            break;
        }
        memset(&service, 0, sizeof(service));
        service.sin_family = AF_INET;
        service.sin_addr.s_addr = INADDR_ANY;
        service.sin_port = htons(TCP_PORT);
        if (bind(listenSocket, (struct sockaddr*)&service, sizeof(service)) == SOCKET_ERROR)
        {
            break;
        }
        if (listen(listenSocket, LISTEN_BACKLOG) == SOCKET_ERROR)
        {
            break;
        }
        acceptSocket = accept(listenSocket, NULL, NULL);
        if (acceptSocket == SOCKET_ERROR)
        {
            break;
        }
        recvResult = recv(acceptSocket, inputBuffer, CHAR_ARRAY_SIZE - 1, 0);
        if (recvResult == SOCKET_ERROR || recvResult == 0)
        {
            break;
        }
        inputBuffer[recvResult] = '\\0';
        data = atoi(inputBuffer);
    }
    while (0);
    if (listenSocket != INVALID_SOCKET)
    {
        CLOSE_SOCKET(listenSocket);
    }
    if (acceptSocket != INVALID_SOCKET)
    {
        CLOSE_SOCKET(acceptSocket);
    }
}
"""

FGETS = """{
    char inputBuffer[CHAR_ARRAY_SIZE] = "";
    if (fgets(inputBuffer, CHAR_ARRAY_SIZE, stdin) != NULL)
    {
        data = atoi(inputBuffer);
    }
    else
    {
        printLine("fgets() failed.");
    }
}
"""
FSCANF = 'fscanf(stdin, "%d", &data);\n'
FILE_INPUT = """{
    FILE *pFile = fopen("/tmp/file.txt", "r");
    if (pFile != NULL)
    {
        if (fscanf(pFile, "%d", &data) != 1)
        {
            data = -1;
        }
        fclose(pFile);
    }
}
"""
RAND = "data = RAND32();\n"
ARRAY_SIZE = "#define CHAR_ARRAY_SIZE (3 * sizeof(data) + 2)\n"
NUMBERS = {"fgets": (FGETS, ARRAY_SIZE), "fscanf": (FSCANF, ""), "rand": (RAND, ""), "connect_socket": (CONNECT, SOCKETS),
           "listen_socket": (LISTEN, SOCKETS), "file": (FILE_INPUT, "")}

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

# ---- CWE 134: formats from outside ----

TEXTS = {
    "console": ("""{
    size_t dataLen = strlen(data);
    if (100-dataLen > 1)
    {
        if (fgets(data+dataLen, (int)(100-dataLen), stdin) != NULL)
        {
            dataLen = strlen(data);
            if (dataLen > 0 && data[dataLen-1] == '\\n')
            {
                data[dataLen-1] = '\\0';
            }
        }
        else
        {
            printLine("fgets() failed");
            data[dataLen] = '\\0';
        }
    }
}
""", ""),
    "environment": ("""{
    size_t dataLen = strlen(data);
    char * environment = getenv("ADD");
    if (environment != NULL)
    {
        strncat(data+dataLen, environment, 100-dataLen-1);
    }
}
""", ""),
    "file": ("""{
    size_t dataLen = strlen(data);
    FILE * pFile;
    if (100-dataLen > 1)
    {
        pFile = fopen("/tmp/file.txt", "r");
        if (pFile != NULL)
        {
            if (fgets(data+dataLen, (int)(100-dataLen), pFile) == NULL)
            {
                printLine("fgets() failed");
                data[dataLen] = '\\0';
            }
            fclose(pFile);
        }
    }
}
""", ""),
    "connect_socket": ("""{
    int recvResult;
    struct sockaddr_in service;
    char *replace;
    SOCKET connectSocket = INVALID_SOCKET;
    size_t dataLen = strlen(data);
    do
    {
        connectSocket = socket(AF_INET, SOCK_STREAM, IPPROTO_TCP);
        if (connectSocket == INVALID_SOCKET)
        {
            break;
        }
        memset(&service, 0, sizeof(service));
        service.sin_family = AF_INET;
        service.sin_addr.s_addr = inet_addr(IP_ADDRESS);
        service.sin_port = htons(TCP_PORT);
        if (connect(connectSocket, (struct sockaddr*)&service, sizeof(service)) == SOCKET_ERROR)
        {
            break;
        }
        recvResult = recv(connectSocket, (char *)(data + dataLen), sizeof(char) * (100 - dataLen - 1), 0);
        if (recvResult == SOCKET_ERROR || recvResult == 0)
        {
            break;
        }
        data[dataLen + recvResult / sizeof(char)] = '\\0';
        replace = strchr(data, '\\r');
        if (replace)
        {
            *replace = '\\0';
        }
        replace = strchr(data, '\\n');
        if (replace)
        {
            *replace = '\\0';
        }
    }
    while (0);
    if (connectSocket != INVALID_SOCKET)
    {
        CLOSE_SOCKET(connectSocket);
    }
}
""", SOCKETS),
}
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

# ---- CWE 401, 404, 415, 416, 590, 675, 690, 761, 775 ----

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

# ---- CWE 457, 476, 562, 665, 685, 843 ----

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

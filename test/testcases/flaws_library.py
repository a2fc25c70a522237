"""Resources and library functions beyond the heap: CWE 134, 401, 415, 590, 666, 685, 690, 761, 773, 775."""
from flaw import TEXTS, flaw

# ---- CWE 134: other ways to print, and wide characters ----

VPRINTF = """#include <stdarg.h>
static void %(which)sVaSink(char * data, ...)
{
    %(begin)sva_list args;
    va_start(args, data);
    %(call)s
    va_end(args);
}
"""
BUFFER = 'char * data;\nchar dataBuffer[100] = "";\ndata = dataBuffer;\n'
for way, begin, bad, good in (("vprintf", "", "vprintf(data, args);", 'vprintf("%s", args);'),
                              ("vfprintf", "", "vfprintf(stdout, data, args);", 'vfprintf(stdout, "%s", args);'),
                              ("vsnprintf", 'char dest[100] = "";\n    ', "vsnprintf(dest, 100-1, data, args);", 'vsnprintf(dest, 100-1, "%s", args);')):
    top = VPRINTF % {"which": "bad", "begin": begin, "call": bad} + VPRINTF % {"which": "good", "begin": begin, "call": good}
    flaw("CWE134_Uncontrolled_Format_String__char_console_" + way, {"format-string", "format"}, TEXTS["console"][0], "badVaSink(data, data);\n", None,
         "goodVaSink(data, data);\n", BUFFER, "char *", top, is_on_stack=True)
WIDE_CONSOLE = (TEXTS["console"][0].replace("strlen", "wcslen").replace("fgets(", "fgetws(").replace("'\\n'", "L'\\n'").replace("'\\0'", "L'\\0'")
                .replace('"fgetws() failed"', '"fgetws() failed"'))
for way, bad, good, around in (("wprintf", "wprintf(data);", 'wprintf(L"%ls\\n", data);', "%s\n"),
                               ("fwprintf", "fwprintf(stdout, data);", 'fwprintf(stdout, L"%ls\\n", data);', "%s\n"),
                               ("snwprintf", "swprintf(dest, 100-1, data);", 'swprintf(dest, 100-1, L"%ls", data);',
                                '{\n    wchar_t dest[100] = L"";\n    %s\n    printWLine(dest);\n}\n')):
    flaw("CWE134_Uncontrolled_Format_String__wchar_t_console_" + way, {"format-string", "format"}, WIDE_CONSOLE, around % bad,
         'wcscpy(data, L"fixedstringtest");\n', around % good, 'wchar_t * data;\nwchar_t dataBuffer[100] = L"";\ndata = dataBuffer;\n', "wchar_t *",
         is_on_stack=True)

# ---- CWE 401, 415, 590: other types ----

TYPES = {
    "int64_t": ("int64_t", "data[0] = 5LL;\nprintLongLongLine(data[0]);\n"),
    "wchar_t": ("wchar_t", 'wcscpy(data, L"A String");\nprintWLine(data);\n'),
    "struct_twoIntsStruct": ("struct _twoIntsStruct", "data[0].intOne = 0;\ndata[0].intTwo = 0;\nprintStructLine((twoIntsStruct *)&data[0]);\n"),
}
for name, (type_, use) in TYPES.items():
    flaw("CWE401_Memory_Leak__%s_realloc" % name, {"leak"},
         "data = (%s *)realloc(data, 100*sizeof(%s));\nif (data == NULL) {exit(-1);}\n%s" % (type_, type_, use), "/* no deallocation */\n;\n",
         "data = (%s *)ALLOCA(100*sizeof(%s));\n%s" % (type_, type_, use), "free(data);\n", "%s * data;\ndata = NULL;\n" % type_, type_ + " *",
         is_on_stack=True)
    flaw("CWE590_Free_Memory_Not_on_Heap__free_%s_declare" % name, {"bad-free"}, "data = dataBadBuffer;\n", use + "free(data);\n",
         "data = (%s *)malloc(100*sizeof(%s));\nif (data == NULL) {exit(-1);}\n" % (type_, type_), None,
         "%s * data;\n%s dataBadBuffer[100];\ndata = NULL;\n" % (type_, type_), type_ + " *", is_on_stack=True)
    if "int64" in name:
        continue
    flaw("CWE690_NULL_Deref_From_Return__%s_calloc" % name, {"unchecked-allocation", "null-dereference"},
         "data = (%s *)calloc(20, sizeof(%s));\n" % (type_, type_), use + "free(data);\n", None,
         "if (data != NULL)\n{\n    %s    free(data);\n}\n" % use.replace("\n", "\n    ")[:-4], "%s * data;\ndata = NULL;\n" % type_, type_ + " *")
flaw("CWE401_Memory_Leak__strdup_wchar_t", {"leak"}, 'data = wcsdup(L"a string");\nif (data == NULL) {exit(-1);}\nprintWLine(data);\n',
     "/* no deallocation */\n;\n", None, "free(data);\n", "wchar_t * data;\ndata = NULL;\n", "wchar_t *")
flaw("CWE690_NULL_Deref_From_Return__strdup", {"unchecked-allocation", "null-dereference"}, 'data = strdup("Hello");\n',
     "printHexCharLine(data[0]);\nfree(data);\n", None, "if (data != NULL)\n{\n    printHexCharLine(data[0]);\n    free(data);\n}\n",
     "char * data;\ndata = NULL;\n", "char *")

# ---- CWE 404, 666, 773, 775: files and sockets ----

FILES = "#include <fcntl.h>\n#include <sys/stat.h>\n"
for name, type_, none, opening, close in (
        ("fopen", "FILE *", "NULL", 'fopen("%s.txt", "w+")', "if (data != NULL)\n{\n    fclose(data);\n}\n"),
        ("open", "int", "-1", 'open("%s.txt", O_RDWR|O_CREAT, S_IREAD|S_IWRITE)', "if (data != -1)\n{\n    close(data);\n}\n")):
    flaw("CWE773_Missing_Reference_to_Active_File_Descriptor_or_Handle__" + name, {"file-leak"}, "data = %s;\n" % (opening % "BadSource"),
         "data = %s;\n%s" % (opening % "BadSink", close), None, close + "data = %s;\n%s" % (opening % "GoodSink", close),
         "%s data;\ndata = %s;\n" % (type_, none), type_, FILES)
flaw("CWE775_Missing_Release_of_File_Descriptor_or_Handle__fopen_no_close", {"file-leak"}, 'data = fopen("BadSource_fopen.txt", "w+");\n',
     "/* no close */\n;\n", None, "if (data != NULL)\n{\n    fclose(data);\n}\n", "FILE * data;\ndata = NULL;\n", "FILE *")
flaw("CWE404_Improper_Resource_Shutdown__open_fclose", {"wild-pointer", "bad-free", "bad-argument"},
     'data = open("BadSource_open.txt", O_RDWR|O_CREAT, S_IREAD|S_IWRITE);\n', "if (data != -1)\n{\n    fclose((FILE *)(intptr_t)data);\n}\n", None,
     "if (data != -1)\n{\n    close(data);\n}\n", "int data;\ndata = -1;\n", "int", FILES)
flaw("CWE675_Duplicate_Operations_on_Resource__freopen", {"double-close"},
     'data = freopen("BadSource_freopen.txt", "w+", stdin);\nif (data == NULL) {exit(-1);}\nfclose(data);\n', "fclose(data);\n",
     None, "/* do nothing */\n;\n", "FILE * data;\ndata = NULL;\n", "FILE *")

# ---- CWE 685: too few arguments ----

for way, bad, good in (("printf", 'printf("%d %s\\n", 5);', 'printf("%d %s\\n", 5, "five");'),
                       ("fprintf", 'fprintf(stdout, "%s %s\\n", "first");', 'fprintf(stdout, "%s %s\\n", "first", "second");')):
    flaw("CWE685_Function_Call_With_Incorrect_Number_of_Arguments__" + way, {"format"}, "{\n    %s\n}\n" % bad, "", "{\n    %s\n}\n" % good)

# ---- CWE 761: wide characters ----

SEARCH = """{
    for (; *data != L'\\0'; data++)
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
    for (i=0; i < wcslen(data); i++)
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
for source, code in (("fixed_string", 'wcscpy(data, L"Fixed String");\n'), ("console", WIDE_CONSOLE)):
    flaw("CWE761_Free_Pointer_Not_at_Start_of_Buffer__wchar_t_" + source, {"bad-free"}, code, SEARCH, None, GOOD_SEARCH,
         "wchar_t * data;\ndata = (wchar_t *)malloc(100*sizeof(wchar_t));\nif (data == NULL) {exit(-1);}\ndata[0] = L'\\0';\n", "wchar_t *",
         "#define SEARCH_CHAR L'S'\n")

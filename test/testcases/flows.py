"""How what is bad gets to where it hurts: the flows of control and data of test cases in the manner of Juliet.

A flow turns a Flaw (flaws.py) into files: {name: text}. Functions whose names contain `bad` have the bug, and so do the
sinks they call; those that contain `good` have none.
"""

KEEPS_DATA = {"45", "68"}  # a variable of the program holds the data when the function has returned
PREAMBLE = '#include "std_testcase.h"\n'


class Case:
    """The text of one test case."""

    def __init__(self, flaw, flow):
        self.flaw, self.name = flaw, "%s_%s" % (flaw.name, flow)
        self.top = PREAMBLE + flaw.top
        self.bad, self.good, self.goods = "", "", []
        self.others = {}  # further files: (bad, good) by letter
        self.keeps_data = flow in KEEPS_DATA

    def add_good(self, name, body, before=""):
        self.good += "%s\nstatic void %s()\n{\n%s}\n" % (before, name, body)
        self.goods.append(name)

    def files(self):
        text = self.top
        text += "\n#ifndef OMITBAD\n%s\n#endif /* OMITBAD */\n" % self.bad
        calls = "".join("    %s();\n" % name for name in self.goods)
        text += "\n#ifndef OMITGOOD\n%s\nvoid %s_good()\n{\n%s}\n#endif /* OMITGOOD */\n" % (self.good, self.name, calls)
        text += MAIN.replace("CASE", self.name)
        result = {self.name + ("a.c" if self.others else ".c"): text}
        for letter, (bad, good) in self.others.items():
            result[self.name + letter + ".c"] = (
                self.top + "\n#ifndef OMITBAD\n%s\n#endif\n#ifndef OMITGOOD\n%s\n#endif\n" % (bad, good))
        return result


MAIN = """
#ifdef INCLUDEMAIN
int main(int argc, char * argv[])
{
    /* seed randomness */
    srand( (unsigned)time(NULL) );
#ifndef OMITGOOD
    printLine("Calling good()...");
    CASE_good();
    printLine("Finished good()");
#endif /* OMITGOOD */
#ifndef OMITBAD
    printLine("Calling bad()...");
    CASE_bad();
    printLine("Finished bad()");
#endif /* OMITBAD */
    return 0;
}
#endif
"""

BENIGN = '        printLine("Benign, fixed string");\n'


def indent(text, by=4):
    return "".join(" " * by + line + "\n" if line.strip() else "" for line in text.strip("\n").split("\n"))


def block(code):
    return "    {\n" + indent(code, 8) + "    }\n"


# ---- Flows of control: (number, declarations, condition that holds, condition that does not) ----

CONDITIONS = [
    ("02", "", "1", "0"),
    ("03", "", "5==5", "5!=5"),
    ("04", "static const int STATIC_CONST_TRUE = 1;\nstatic const int STATIC_CONST_FALSE = 0;\n", "STATIC_CONST_TRUE",
     "STATIC_CONST_FALSE"),
    ("05", "static int staticTrue = 1;\nstatic int staticFalse = 0;\n", "staticTrue", "staticFalse"),
    ("06", "static const int STATIC_CONST_FIVE = 5;\n", "STATIC_CONST_FIVE==5", "STATIC_CONST_FIVE!=5"),
    ("07", "static int staticFive = 5;\n", "staticFive==5", "staticFive!=5"),
    ("08", "static int staticReturnsTrue()\n{\n    return 1;\n}\nstatic int staticReturnsFalse()\n{\n    return 0;\n}\n",
     "staticReturnsTrue()", "staticReturnsFalse()"),
    ("09", "", "GLOBAL_CONST_TRUE", "GLOBAL_CONST_FALSE"),
    ("10", "", "globalTrue", "globalFalse"),
    ("11", "", "globalReturnsTrue()", "globalReturnsFalse()"),
    ("13", "", "GLOBAL_CONST_FIVE==5", "GLOBAL_CONST_FIVE!=5"),
    ("14", "", "globalFive==5", "globalFive!=5"),
]


def under(condition, code):
    return "    if(%s)\n    {\n%s    }\n" % (condition, indent(code, 8))


def either(condition, first, second):
    return "    if(%s)\n    {\n%s    }\n    else\n    {\n%s    }\n" % (condition, indent(first, 8), indent(second, 8))


def dead(condition, code):
    return "    if(%s)\n    {\n%s    }\n    else\n    {\n%s    }\n" % (condition, BENIGN, indent(code, 8))


def control(flaw, number, wrap, wrap_dead=None):
    """Source and sink each under `wrap`; a second good way is the else of what never holds."""
    case = Case(flaw, number)
    begin, end = indent(flaw.declare), indent(flaw.after)
    sink = wrap(flaw.sink) if flaw.good_sink is not None else block(flaw.sink) if flaw.sink.strip() else ""
    case.bad = "void %s_bad()\n{\n%s%s%s%s}\n" % (case.name, begin, wrap(flaw.bad), sink, end)
    if flaw.good is not None:
        case.add_good("goodG2B1", begin + wrap(flaw.good) + sink + end)
        if wrap_dead:
            case.add_good("goodG2B2", begin + wrap_dead(flaw.good) + sink + end)
    if flaw.good_sink is not None:
        case.add_good("goodB2G1", begin + wrap(flaw.bad) + wrap(flaw.good_sink) + end)
        if wrap_dead:
            case.add_good("goodB2G2", begin + wrap(flaw.bad) + wrap_dead(flaw.good_sink) + end)
    return case


def flow_01(flaw):
    return control(flaw, "01", lambda code: indent(code))


def conditional(number, declarations, yes, no):
    def make(flaw):
        case = control(flaw, number, lambda code: under(yes, code) if code.strip() else "", lambda code: dead(no, code))
        case.top += declarations
        return case
    return make


def flow_12(flaw):
    """Both ways can be taken: bad in one, good in the other; the good functions are good in both."""
    case = Case(flaw, "12")
    ask = "globalReturnsTrueOrFalse()"
    begin, end = indent(flaw.declare), indent(flaw.after)
    good = flaw.good if flaw.good is not None else flaw.bad
    good_sink = flaw.good_sink if flaw.good_sink is not None else flaw.sink
    case.bad = "void %s_bad()\n{\n%s%s%s%s}\n" % (case.name, begin, either(ask, flaw.bad, good),
                                                 either(ask, flaw.sink, good_sink), end)
    if flaw.good is not None:
        case.add_good("goodG2B", begin + either(ask, flaw.good, flaw.good) + either(ask, flaw.sink, flaw.sink) + end)
    if flaw.good_sink is not None:
        case.add_good("goodB2G", begin + either(ask, flaw.bad, flaw.bad) + either(ask, flaw.good_sink, flaw.good_sink) + end)
    return case


def flow_15(flaw):
    def wrap(code):
        return "    switch(6)\n    {\n    case 6:\n    {\n%s    }\n    break;\n    default:\n%s        break;\n    }\n" % (indent(code, 8), BENIGN)
    def wrap_dead(code):
        return "    switch(5)\n    {\n    case 6:\n%s        break;\n    default:\n    {\n%s    }\n    break;\n    }\n" % (BENIGN, indent(code, 8))
    return control(flaw, "15", wrap, wrap_dead)


def flow_16(flaw):
    return control(flaw, "16", lambda code: "    while(1)\n    {\n%s        break;\n    }\n" % indent(code, 8))


def flow_17(flaw):
    case = control(flaw, "17", lambda code: "    for(i = 0; i < 1; i++)\n    {\n%s    }\n" % indent(code, 8))
    case.bad = case.bad.replace("{\n", "{\n    int i;\n", 1)
    for name in case.goods:
        case.good = case.good.replace("void %s()\n{\n" % name, "void %s()\n{\n    int i;\n" % name)
    return case


def flow_18(flaw):
    counter = iter(range(1000))
    def wrap(code):
        label = "label%d" % next(counter)
        return "    goto %s;\n%s:\n%s" % (label, label, block(code))
    return control(flaw, "18", wrap)


def flow_21(flaw):
    """A static flag that is set before the sink's function is called decides there."""
    case = Case(flaw, "21")
    begin, end, type_ = indent(flaw.declare), indent(flaw.after), flaw.type
    def pair(flag, first, second):
        return ("static int %s = 0;\nstatic void %sSink(%s data)\n{\n%s}\n" % (flag, flag, type_, either(flag, first, second)))
    case.bad = pair("badStatic", flaw.sink, 'printLine("Benign, fixed string");')
    case.bad += "void %s_bad()\n{\n%s%s    badStatic = 1;\n    badStaticSink(data);\n%s}\n" % (
        case.name, begin, indent(flaw.bad), end)
    if flaw.good_sink is not None:
        case.add_good("goodB2G1", begin + indent(flaw.bad) + "    goodB2G1Static = 0;\n    goodB2G1StaticSink(data);\n" + end,
                      pair("goodB2G1Static", 'printLine("Benign, fixed string");', flaw.good_sink))
        case.add_good("goodB2G2", begin + indent(flaw.bad) + "    goodB2G2Static = 1;\n    goodB2G2StaticSink(data);\n" + end,
                      pair("goodB2G2Static", flaw.good_sink, 'printLine("Benign, fixed string");'))
    if flaw.good is not None:
        case.add_good("goodG2B", begin + indent(flaw.good) + "    goodG2BStatic = 1;\n    goodG2BStaticSink(data);\n" + end,
                      pair("goodG2BStatic", flaw.sink, 'printLine("Benign, fixed string");'))
    return case


def flow_22(flaw):
    """As 21, with the flag and the sink's function in different files."""
    case = Case(flaw, "22")
    begin, end = indent(flaw.declare), indent(flaw.after)
    benign = 'printLine("Benign, fixed string");'
    ways = [("bad", 1, flaw.bad, flaw.sink, benign)]
    if flaw.good_sink is not None:
        ways += [("goodB2G1", 0, flaw.bad, benign, flaw.good_sink), ("goodB2G2", 1, flaw.bad, flaw.good_sink, benign)]
    if flaw.good is not None:
        ways.append(("goodG2B", 1, flaw.good, flaw.sink, benign))
    others = ["", ""]
    for which, value, source, first, second in ways:
        flag, function = "%s_%sGlobal" % (case.name, which), "%sb_%sSink" % (case.name, which)
        declare = "int %s = 0;\nvoid %s(%s data);\n" % (flag, function, flaw.type)
        body = begin + indent(source) + "    %s = %d;\n    %s(data);\n" % (flag, value, function) + end
        if which == "bad":
            case.bad = declare + "void %s_bad()\n{\n%s}\n" % (case.name, body)
        else:
            case.add_good(which, body, declare)
        others[which != "bad"] += "extern int %s;\nvoid %s(%s data)\n{\n%s}\n" % (flag, function, flaw.type, either(flag, first, second))
    case.others = {"b": tuple(others)}
    return case


# ---- Flows of data ----

def data_flow(flaw, number, between, after_between=None, top="", bad_before="", good_before=None):
    """`between` is what stands between source and sink in one function: %(sink)s is the sink's code."""
    case = Case(flaw, number)
    case.top += top
    begin, end = indent(flaw.declare), indent(flaw.after)
    def body(which, source, sink):
        return begin + indent(source) + between(which, sink) + end
    def before(which, sink):
        return after_between(which, sink) if after_between else ""
    case.bad = before("bad", flaw.sink) + "void %s_bad()\n{\n%s}\n" % (case.name, body("bad", flaw.bad, flaw.sink))
    if flaw.good is not None:
        case.add_good("goodG2B", body("goodG2B", flaw.good, flaw.sink), before("goodG2B", flaw.sink))
    if flaw.good_sink is not None:
        case.add_good("goodB2G", body("goodB2G", flaw.bad, flaw.good_sink), before("goodB2G", flaw.good_sink))
    return case


def declared(type_, name):
    return "%s %s" % (type_, name)


def flow_31(flaw):
    return data_flow(flaw, "31", lambda which, sink:
                     "    {\n        %s dataCopy = data;\n        %s data = dataCopy;\n%s    }\n" % (
                         flaw.type, flaw.type, indent(sink, 8)))


def flow_32(flaw):
    """Through pointers to the data, both for the source and for the sink."""
    def make(flaw):
        case = Case(flaw, "32")
        end = indent(flaw.after)
        def body(source, sink):
            return (indent(flaw.declare) + "    %s *dataPtr1 = &data;\n    %s *dataPtr2 = &data;\n" % (flaw.type, flaw.type) +
                    "    {\n        %s data = *dataPtr1;\n%s        *dataPtr1 = data;\n    }\n" % (flaw.type, indent(source, 8)) +
                    "    {\n        %s data = *dataPtr2;\n%s    }\n" % (flaw.type, indent(sink, 8)) + end)
        case.bad = "void %s_bad()\n{\n%s}\n" % (case.name, body(flaw.bad, flaw.sink))
        if flaw.good is not None:
            case.add_good("goodG2B", body(flaw.good, flaw.sink))
        if flaw.good_sink is not None:
            case.add_good("goodB2G", body(flaw.bad, flaw.good_sink))
        return case
    return make(flaw)


def flow_34(flaw):
    top = "typedef union\n{\n    %s unionFirst;\n    %s unionSecond;\n} unionType;\n" % (flaw.type, flaw.type)
    return data_flow(flaw, "34", lambda which, sink:
                     "    {\n        unionType myUnion;\n        myUnion.unionFirst = data;\n        {\n            %s data = myUnion.unionSecond;\n%s        }\n    }\n" % (
                         flaw.type, indent(sink, 12)), top=top)


def flow_41(flaw):
    return data_flow(flaw, "41", lambda which, sink: "    %sSink(data);\n" % which,
                     lambda which, sink: "static void %sSink(%s data)\n{\n%s}\n" % (which, flaw.type, indent(sink)))


def source_function(case, flaw, which, source):
    return "static %s %sSource(%s data)\n{\n%s    return data;\n}\n" % (flaw.type, which, flaw.type, indent(source))


def flow_42(flaw):
    """The source is a function that returns the data."""
    case = Case(flaw, "42")
    begin, end = indent(flaw.declare), indent(flaw.after)
    def body(which, sink):
        return begin + "    data = %sSource(data);\n" % which + indent(sink) + end
    case.bad = source_function(case, flaw, "bad", flaw.bad) + "void %s_bad()\n{\n%s}\n" % (case.name, body("bad", flaw.sink))
    if flaw.good is not None:
        case.add_good("goodG2B", body("goodG2B", flaw.sink), source_function(case, flaw, "goodG2B", flaw.good))
    if flaw.good_sink is not None:
        case.add_good("goodB2G", body("goodB2G", flaw.good_sink), source_function(case, flaw, "goodB2G", flaw.bad))
    return case


def flow_44(flaw):
    return data_flow(flaw, "44", lambda which, sink: "    {\n        void (*funcPtr) (%s) = %sSink;\n        funcPtr(data);\n    }\n" % (flaw.type, which),
                     lambda which, sink: "static void %sSink(%s data)\n{\n%s}\n" % (which, flaw.type, indent(sink)))


def flow_45(flaw):
    return data_flow(flaw, "45", lambda which, sink: "    %sData = data;\n    %sSink();\n" % (which, which),
                     lambda which, sink: "static %s %sData;\nstatic void %sSink()\n{\n    %s data = %sData;\n%s}\n" % (
                         flaw.type, which, which, flaw.type, which, indent(sink)))


def across(number, depth, prototype, call, receive, top=None, globals_=None):
    """Source in file a, sink in the last file; `depth` files in all."""
    def make(flaw):
        case = Case(flaw, number)
        letters = "bcdef"[:depth - 1]
        type_ = flaw.type
        if top:
            case.top += top % {"type": type_, "case": case.name}
        begin, end = indent(flaw.declare), indent(flaw.after)
        ways = [("bad", flaw.bad, flaw.sink)]
        if flaw.good is not None:
            ways.append(("goodG2B", flaw.good, flaw.sink))
        if flaw.good_sink is not None:
            ways.append(("goodB2G", flaw.bad, flaw.good_sink))
        parts = {letter: ["", ""] for letter in letters}
        for which, source, sink in ways:
            words = {"type": type_, "case": case.name, "which": which}
            def name(letter):
                return "%s%s_%sSink" % (case.name, letter, which)
            declare = "void %s(%s);\n" % (name("b"), prototype % words)
            body = begin + indent(source) + indent(call % dict(words, function=name("b"))) + end
            defined = (globals_ % words if globals_ else "")
            if which == "bad":
                case.bad = declare + defined + "void %s_bad()\n{\n%s}\n" % (case.name, body)
            else:
                case.add_good(which, body, declare + defined)
            for i, letter in enumerate(letters):
                is_last = i + 1 == len(letters)
                text = ""
                if not is_last:
                    following = name(letters[i + 1])
                    text += "void %s(%s);\n" % (following, prototype % words)
                    inner = "    %s(%s);\n" % (following, "data" if prototype == "%(type)s data" else "dataVoid")
                else:
                    inner = indent(receive % words) + indent(sink)
                    if globals_:
                        text += "extern " + globals_ % words
                text += "void %s(%s)\n{\n%s}\n" % (name(letter), prototype % words, inner)
                parts[letter][which != "bad"] += text
        case.others = {letter: tuple(texts) for letter, texts in parts.items()}
        return case
    return make


def flow_61(flaw):
    """The source is a function of another file that returns the data."""
    case = flow_42(flaw)
    case.name = case.name.replace("_42", "_61")
    case.bad = case.bad.replace("_42_bad", "_61_bad")
    bad_source = source_function(case, flaw, "bad", flaw.bad)
    others = ["", ""]
    def move(text, which, source):
        static = source_function(case, flaw, which, source)
        shared = static.replace("static ", "", 1).replace(which + "Source", case.name + "b_" + which + "Source")
        others[which != "bad"] += shared
        text = text.replace(static, shared[:shared.index("\n")] + ";\n")
        return text.replace("= %sSource" % which, "= %sb_%sSource" % (case.name, which))
    case.bad = move(case.bad, "bad", flaw.bad)
    if flaw.good is not None:
        case.good = move(case.good, "goodG2B", flaw.good)
    if flaw.good_sink is not None:
        case.good = move(case.good, "goodB2G", flaw.bad)
    case.others = {"b": tuple(others)}
    return case


VALUE = "%(type)s data"
FLOWS = {"01": flow_01, "12": flow_12, "15": flow_15, "16": flow_16, "17": flow_17, "18": flow_18, "21": flow_21,
         "22": flow_22,
         "31": flow_31, "32": flow_32, "34": flow_34, "41": flow_41, "42": flow_42, "44": flow_44, "45": flow_45,
         "51": across("51", 2, VALUE, "%(function)s(data);", ""),
         "52": across("52", 3, VALUE, "%(function)s(data);", ""),
         "53": across("53", 4, VALUE, "%(function)s(data);", ""),
         "54": across("54", 5, VALUE, "%(function)s(data);", ""),
         "61": flow_61,
         "63": across("63", 2, "%(type)s *dataPtr", "%(function)s(&data);", "%(type)s data = *dataPtr;"),
         "64": across("64", 2, "void *dataVoidPtr", "%(function)s(&data);",
                      "%(type)s *dataPtr = (%(type)s *)dataVoidPtr;\n%(type)s data = (*dataPtr);"),
         "65": across("65", 2, VALUE, "void (*funcPtr) (%(type)s) = %(function)s;\nfuncPtr(data);", ""),
         "66": across("66", 2, "%(type)s dataArray[]", "%(type)s dataArray[5];\ndataArray[2] = data;\n%(function)s(dataArray);",
                      "%(type)s data = dataArray[2];"),
         "67": across("67", 2, "%(case)s_structType myStruct",
                      "%(case)s_structType myStruct;\nmyStruct.structFirst = data;\n%(function)s(myStruct);",
                      "%(type)s data = myStruct.structFirst;",
                      top="typedef struct _%(case)s_structType\n{\n    %(type)s structFirst;\n} %(case)s_structType;\n"),
         "68": across("68", 2, "", "%(case)s_%(which)sData = data;\n%(function)s();", "%(type)s data = %(case)s_%(which)sData;",
                      globals_="%(type)s %(case)s_%(which)sData;\n")}
for condition in CONDITIONS:
    FLOWS[condition[0]] = conditional(*condition)
NEEDS_TYPE = {"21", "22", "31", "32", "34", "41", "42", "44", "45", "51", "52", "53", "54", "61", "63", "64", "65", "66", "67", "68"}
RETURNS_DATA = {"42", "61"}  # not for what lies in the source's own frame


def flows_of(flaw):
    return [flow for flow in sorted(FLOWS)
            if (flow not in NEEDS_TYPE or flaw.type) and not (flow in RETURNS_DATA and flaw.is_on_stack)
            and not (flow in flaw.without)]

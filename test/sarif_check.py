#!/usr/bin/env python3
"""Whether a file is SARIF 2.1.0, as far as `loci check` makes use of it: no property that the format does not know, none missing
that it demands, no word that is not one of its lists, and indices that lead to what they name.

    test/sarif_check.py FILE

A subset of the OASIS schema, by object: property -> type. `!` marks what is required. Types: str, int, bool, a set of words, the
name of an object, [type] for an array, {type} (written as ("map", type)) for an object with any keys, "bag" for anything.
"""
import json
import sys
import urllib.parse

LEVELS = {"none", "note", "warning", "error"}
OBJECTS = {
    "sarifLog": {"$schema": str, "version!": {"2.1.0"}, "runs!": ["run"]},
    "run": {"tool!": "tool", "columnKind": {"utf16CodeUnits", "unicodeCodePoints"}, "originalUriBaseIds": ("map", "artifactLocation"),
            "invocations": ["invocation"], "artifacts": ["artifact"], "results": ["result"], "taxonomies": ["toolComponent"]},
    "tool": {"driver!": "toolComponent", "extensions": ["toolComponent"]},
    "toolComponent": {"name!": str, "fullName": str, "version": str, "semanticVersion": str, "informationUri": str, "organization": str,
                      "shortDescription": "multiformatMessageString", "rules": ["reportingDescriptor"], "taxa": ["reportingDescriptor"],
                      "supportedTaxonomies": ["toolComponentReference"], "properties": "bag"},
    "toolComponentReference": {"name": str, "index": int, "guid": str},
    "reportingDescriptor": {"id!": str, "name": str, "shortDescription": "multiformatMessageString",
                            "fullDescription": "multiformatMessageString", "helpUri": str,
                            "defaultConfiguration": "reportingConfiguration", "relationships": ["reportingDescriptorRelationship"],
                            "properties": "bag"},
    "reportingConfiguration": {"enabled": bool, "level": LEVELS},
    "reportingDescriptorRelationship": {"target!": "reportingDescriptorReference", "kinds": [str]},
    "reportingDescriptorReference": {"id": str, "index": int, "toolComponent": "toolComponentReference"},
    "multiformatMessageString": {"text!": str, "markdown": str},
    "message": {"text!": str},
    "invocation": {"executionSuccessful!": bool, "commandLine": str, "exitCode": int},
    "artifact": {"location": "artifactLocation", "hashes": ("map", str), "sourceLanguage": str},
    "artifactLocation": {"uri": str, "uriBaseId": str, "index": int},
    "result": {"message!": "message", "ruleId": str, "ruleIndex": int, "level": LEVELS,
               "kind": {"notApplicable", "pass", "fail", "review", "open", "informational"}, "locations": ["location"],
               "relatedLocations": ["location"], "partialFingerprints": ("map", str),
               "baselineState": {"new", "unchanged", "updated", "absent"}, "suppressions": ["suppression"],
               "taxa": ["reportingDescriptorReference"], "codeFlows": ["codeFlow"], "properties": "bag"},
    "suppression": {"kind!": {"inSource", "external"}, "justification": str, "status": {"accepted", "underReview", "rejected"}},
    "location": {"id": int, "message": "message", "physicalLocation": "physicalLocation", "logicalLocations": ["logicalLocation"]},
    "physicalLocation": {"artifactLocation!": "artifactLocation", "region": "region"},
    "logicalLocation": {"name": str, "fullyQualifiedName": str, "kind": str},
    "region": {"startLine!": int, "startColumn": int, "endLine": int, "endColumn": int},
    "codeFlow": {"threadFlows!": ["threadFlow"], "message": "message"},
    "threadFlow": {"locations!": ["threadFlowLocation"], "id": str},
    "threadFlowLocation": {"executionOrder": int, "nestingLevel": int, "importance": {"important", "essential", "unimportant"},
                           "kinds": [str], "location": "location", "state": ("map", "multiformatMessageString")},
}
# Arrays that must not be empty, and those whose items must differ.
NOT_EMPTY = {"threadFlows", "locations of threadFlow"}
UNIQUE = {"rules", "taxa", "artifacts", "relationships", "kinds", "suppressions", "relatedLocations", "taxonomies", "supportedTaxonomies"}


def check_type(value, wanted, where, problems):
    if isinstance(wanted, str):
        if wanted != "bag":
            check_object(value, wanted, where, problems)
        elif not isinstance(value, dict):
            problems.append("%s: no object" % where)
    elif isinstance(wanted, set):
        if value not in wanted:
            problems.append("%s: '%s' is none of %s" % (where, value, sorted(wanted)))
    elif isinstance(wanted, list):
        if not isinstance(value, list):
            problems.append("%s: no array" % where)
            return
        for number, item in enumerate(value):
            check_type(item, wanted[0], "%s[%d]" % (where, number), problems)
    elif isinstance(wanted, tuple):
        if not isinstance(value, dict):
            problems.append("%s: no object" % where)
            return
        for key, item in value.items():
            check_type(item, wanted[1], "%s.%s" % (where, key), problems)
    elif not isinstance(value, wanted) or wanted is int and isinstance(value, bool):
        problems.append("%s: no %s" % (where, wanted.__name__))


def check_object(value, name, where, problems):
    if not isinstance(value, dict):
        problems.append("%s: no object" % where)
        return
    known = {key.rstrip("!"): wanted for key, wanted in OBJECTS[name].items()}
    for key in OBJECTS[name]:
        if key.endswith("!") and key[:-1] not in value:
            problems.append("%s: '%s' is missing" % (where, key[:-1]))
    for key, item in value.items():
        if key not in known:
            problems.append("%s: %s has no property '%s'" % (where, name, key))
            continue
        check_type(item, known[key], "%s.%s" % (where, key), problems)
        if isinstance(item, list):
            if not item and (key in NOT_EMPTY or "%s of %s" % (key, name) in NOT_EMPTY):
                problems.append("%s.%s: is empty" % (where, key))
            texts = [json.dumps(part, sort_keys=True) for part in item]
            if key in UNIQUE and len(set(texts)) != len(texts):
                problems.append("%s.%s: an item twice" % (where, key))


def every(value, key):
    """All values of a key, at any depth."""
    if isinstance(value, dict):
        for name, item in value.items():
            if name == key:
                yield item
            yield from every(item, key)
    elif isinstance(value, list):
        for item in value:
            yield from every(item, key)


def check_references(run, problems):
    """Indices lead to what they name, places are places, steps are in order."""
    rules = run["tool"]["driver"].get("rules", [])
    weaknesses = run["taxonomies"][0]["taxa"] if run.get("taxonomies") else []
    bases = run.get("originalUriBaseIds", {})
    problems += ["originalUriBaseIds: %s does not end with /" % base["uri"] for base in bases.values() if not base["uri"].endswith("/")]
    for result in run.get("results", []):
        if rules[result["ruleIndex"]]["id"] != result["ruleId"]:
            problems.append("ruleIndex %d is not '%s'" % (result["ruleIndex"], result["ruleId"]))
        for flow in every(result, "threadFlows"):
            orders = [step["executionOrder"] for thread in flow for step in thread["locations"]]
            if orders != list(range(1, len(orders) + 1)):
                problems.append("steps out of order: %s" % orders)
    for reference in [t for taxa in every(run.get("results", []), "taxa") for t in taxa] + list(every(rules, "target")):
        if weaknesses[reference["index"]]["id"] != reference["id"]:
            problems.append("CWE-%s is not at index %d" % (reference["id"], reference["index"]))
    for place in every(run.get("results", []), "artifactLocation"):
        if run["artifacts"][place["index"]]["location"]["uri"] != place["uri"]:
            problems.append("artifact %d is not %s" % (place["index"], place["uri"]))
        if place.get("uriBaseId") and place["uriBaseId"] not in bases:
            problems.append("uriBaseId %s is not defined" % place["uriBaseId"])
        if urllib.parse.quote(urllib.parse.unquote(place["uri"]), safe="/:~") != place["uri"]:
            problems.append("'%s' is no URI" % place["uri"])
    for region in every(run, "region"):
        if region["startLine"] < 1 or region.get("endColumn", 2) <= region.get("startColumn", 1):
            problems.append("a region without extent: %s" % region)


def problems_of(text):
    """What is wrong with a SARIF file."""
    problems = []
    log = json.loads(text)
    check_object(log, "sarifLog", "log", problems)
    if not problems:
        for run in log["runs"]:
            check_references(run, problems)
    return problems


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        problems = problems_of(file.read())
    print("\n".join(problems) or "valid")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

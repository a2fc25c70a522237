#!/usr/bin/env python3
"""A report of `loci check` against the schema of SARIF 2.1.0 itself, as the npm package @microsoft/jest-sarif has it.

    test/sarif_schema.py [--loci PATH]

Skipped where npm, the package or Python's jsonschema cannot be had. A spoiled report must be refused.
"""
import argparse
import glob
import json
import os
import subprocess
import sys
import tarfile
import tempfile

import check_reports
import common

PACKAGE = "@microsoft/jest-sarif@1.0.0-beta.0"
SCHEMA = "package/lib/schemas/sarif-2.1.0-rtm.5.json"


def schema():
    """None: it cannot be had."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            subprocess.run(["npm", "pack", PACKAGE], cwd=folder, capture_output=True, timeout=60, check=True)
        except (OSError, subprocess.SubprocessError):
            return None
        with tarfile.open(glob.glob(os.path.join(folder, "*.tgz"))[0]) as archive:
            return json.load(archive.extractfile(SCHEMA))


def main():
    parser = argparse.ArgumentParser(description="Validates a SARIF report with the schema.")
    parser.add_argument("--loci", default=os.path.join(common.ROOT, "build", "loci"))
    arguments = parser.parse_args()
    try:
        import jsonschema
    except ImportError:
        print("skipped: SARIF against its schema: Python's jsonschema is missing (Debian: python3-jsonschema)")
        return 0
    rules = schema()
    if not rules:
        print("skipped: SARIF against its schema: %s cannot be had with npm" % PACKAGE)
        return 0
    validator = jsonschema.Draft4Validator(rules)
    with check_reports.checked(os.path.abspath(arguments.loci), "--sarif=out.sarif") as (folder, _):
        with open(os.path.join(folder, "out.sarif"), encoding="utf-8") as file:
            report = json.load(file)
    errors = ["%s: %s" % (list(error.path), error.message[:200]) for error in validator.iter_errors(report)]
    report["runs"][0]["results"][0]["level"] = "no such level"
    if validator.is_valid(report):
        errors.append("a spoiled report is taken for valid")
    print("\n".join(["FAILED SARIF against its schema", *errors]) if errors else "SARIF is valid by its schema")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())

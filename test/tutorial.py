"""doc/tutorial.md: every command on the page is run, in order and in one folder, and shows what the page says.

A block that begins with ```LANGUAGE NAME is a file. In a plain block a line `$ COMMAND` is run by a shell; each line below it
must occur in what the command prints. A command's status is 0 or 1 (bugs), or 3 where the run is not complete."""
import os
import re
import tempfile

import common

PAGE = os.path.join(common.ROOT, "doc", "tutorial.md")
BLOCK = re.compile(r"^```(\w*) ?(\S*)\n(.*?)^```$", re.M | re.S)


def steps(page):
    """('file', name, text) and ('command', command, expected lines), in the order of the page."""
    for language, name, text in BLOCK.findall(page):
        if name:
            yield "file", name, text
        if language:
            continue
        for part in re.split(r"^\$ ", text, flags=re.M)[1:]:
            command, *expected = part.splitlines()
            yield "command", command, expected


def run_page(loci):
    with open(PAGE, encoding="utf-8") as file:
        page = file.read()
    environment = dict(common.ENVIRONMENT, PATH=os.path.dirname(loci) + ":" + common.ENVIRONMENT["PATH"])
    commands = 0
    with tempfile.TemporaryDirectory() as folder:
        for kind, what, content in steps(page):
            if kind == "file":
                with open(os.path.join(folder, what), "w", encoding="utf-8") as file:
                    file.write(content)
                continue
            commands += 1
            result = common.run(["sh", "-c", what], cwd=folder, env=environment)
            shown = (result.out + result.err).decode(errors="replace")
            if result.status not in (0, 1, 3):
                return "%s: status %d\n%s" % (what, result.status, shown)
            missing = [line for line in content if line.strip() and line.strip() not in shown]
            if missing:
                return "%s: the page shows %r, but it prints\n%s" % (what, missing, shown)
    return None if commands > 10 else "the page has only %d commands" % commands


def tests(loci):
    """(name, function that returns what is wrong), for test/run.py."""
    yield "tutorial", lambda: run_page(loci)

#!/usr/bin/env python3
"""Bugs that Debian's patches fix: does loci check find them in the source without the patch, and are they gone with it?

    bench/patches.py [--loci PATH] [--fetch PROGRAM] [--work DIR] [--pattern REGEX] [--seconds N] [PACKAGE[:PATCH] ...]

Of each package the source is fetched (--fetch PACKAGE DIR unpacks it, test/debian-source by default) and each patch of
debian/patches whose name matches is taken back; the C files that it touches are checked as they are without it and with it.
What is said only without it is printed. Without packages those of KNOWN are shown, and each must be found and be gone:
status 1 if one is not.
"""
import argparse
import contextlib
import glob
import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field

HERE = os.path.dirname(os.path.abspath(__file__))


@dataclass
class Known:
    """A bug that is found without the patch and gone with it."""
    package: str
    patch: str
    kind: str
    function: str  # where it is said
    files: list
    flags: list = field(default_factory=list)
    headers: tuple = ()  # (folder, name): a folder that is installed under another name


KNOWN = [
    # The index is compared with its largest value only; a negative one writes before the array.
    Known("libcue", "CVE-2023-43641.patch", "member-overflow", "track_set_index", ["cd.c"]),
    # What was built of a text that is broken off is not freed.
    Known("yajl", "CVE-2023-33460.patch", "leak", "context_push",
          ["src/yajl_tree.c", "src/yajl.c", "src/yajl_parser.c", "src/yajl_lex.c", "src/yajl_buf.c", "src/yajl_alloc.c",
           "src/yajl_encode.c"], ["-I", "src", "--function=yajl_tree_parse", "--function-time=5"], ("src/api", "yajl")),
    # The end is written to a name that was freed because it is no UTF-8.
    Known("ntfs-3g", "0001-Fix_use-after-free_in_ntfs_uppercase_mbs.patch", "use-after-free", "ntfs_uppercase_mbs",
          ["libntfs-3g/unistr.c"],
          ["--function=ntfs_uppercase_mbs", "-I", "include/ntfs-3g", "-DHAVE_SYS_STAT_H", "-DHAVE_GETTIMEOFDAY",
           *("-DHAVE_%s_H" % name for name in ("STDIO STDLIB STRING ERRNO STDINT SYS_TYPES WCHAR LOCALE STDDEF STDARG INTTYPES TIME").split())]),
    # A line that begins with the character 0: its last one is before the array.
    Known("fig2dev", "42_CVE-2025-46398.patch", "out-of-bounds", "read_objects", ["fig2dev/read.c"],
          ["--function=read_objects", "--function-time=5"]),
    # Members that the old format does not have are compared.
    Known("fig2dev", "44_CVE-2025-46400.patch", "uninitialised", "read_arcobject", ["fig2dev/read1_3.c"],
          ["--function=read_arcobject"]),
    # More arguments are taken from the command line than there are.
    Known("pptpd", "cherry-pick.1.4.0-18-gd7b9552.fix-segfault-in-pptpctrl-argument-parser.patch", "null-dereference", "strlcpy",
          ["pptpctrl.c", "compat.c"], ["--function=main", "--function-time=5", '-DSBINDIR="/sbin"']),
]


def run(command, cwd=None, seconds=300):
    try:
        return subprocess.run(command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=seconds)
    except subprocess.TimeoutExpired:
        return None


def fetch(options, package):
    """The folder with the unpacked source, all patches applied."""
    folder = os.path.join(options.work, package)
    if not os.path.isdir(folder):
        os.makedirs(folder)
        result = run([options.fetch, package, folder], seconds=600)
        if result is None or result.returncode:
            return None
        trees = [d for d in glob.glob(folder + "/*/") if os.path.isdir(d + "debian")]
        if trees and os.path.exists(trees[0] + "configure"):
            run(["nice", "sh", "./configure", "--disable-dependency-tracking"], trees[0], 240)
    trees = [d for d in glob.glob(folder + "/*/") if os.path.isdir(d + "debian")]
    return trees[0] if trees else None


def flags_of(tree, file):
    """Where headers may be, as builds have it: the tree, the file's folder, and folders of that name."""
    folders = [".", os.path.dirname(file) or ".", os.path.dirname(os.path.dirname(file)) or ".", "include", "src", "lib", "source"]
    flags = []
    for folder in dict.fromkeys(folders):
        if os.path.isdir(os.path.join(tree, folder)):
            flags += ["-I", folder]
    if any(os.path.exists(os.path.join(tree, f, "config.h")) for f in folders):
        flags += ["-DHAVE_CONFIG_H"]
    return flags + ["-D_GNU_SOURCE"]


def findings(options, tree, files, flags):
    """{(kind, function): message}, or None: it does not compile."""
    seconds = [] if any(f.startswith("--function-time") for f in flags) else ["--function-time=%d" % options.seconds]
    command = [options.loci, "check", "--json", *seconds, *options.flag, *flags, *files]
    result = run(["nice", *command], tree, options.longest)
    if result is None:
        return {}
    at = result.stdout.find(b"{")
    if result.returncode not in (0, 1) or at < 0:
        return None
    try:
        report = json.loads(result.stdout[at:].decode(errors="replace"))
    except ValueError:
        return None
    return {(f["kind"], f.get("function", "")): "%s:%d: %s" % (f["file"], f["line"], f["message"]) for f in report["findings"]}


def touched(patch):
    """Every file that the patch changes."""
    with open(patch, errors="replace") as text:
        return list(dict.fromkeys(re.findall(r"^\+\+\+ [^/\s]+/(\S+)", text.read(), re.M)))


def sources(patch):
    """Those that are looked at."""
    return [name for name in touched(patch) if name.endswith(".c") and not re.search(r"test|example|fuzz", name)]


@contextlib.contextmanager
def taken_back(tree, patch):
    """The tree without the patch; says whether that is possible."""
    kept = {f: open(os.path.join(tree, f), "rb").read() for f in touched(patch) if os.path.exists(os.path.join(tree, f))}
    undone = run(["patch", "-R", "-p1", "-f", "--no-backup-if-mismatch", "-i", patch], tree, 60)
    yield undone is not None and not undone.returncode
    for name, text in kept.items():
        with open(os.path.join(tree, name), "wb") as out:
            out.write(text)


def show_known(options, known):
    """Found without the patch, and gone with it?"""
    tree = fetch(options, known.package)
    if not tree:
        print("%s: no source" % known.package, flush=True)
        return False
    flags = list(known.flags)
    if known.headers:
        installed = os.path.join(options.work, known.package + "-headers")
        shutil.copytree(os.path.join(tree, known.headers[0]), os.path.join(installed, known.headers[1]), dirs_exist_ok=True)
        flags += ["-I", installed]
    flags += flags_of(tree, known.files[0])
    patch = os.path.join(tree, "debian/patches", known.patch)
    after = findings(options, tree, known.files, flags)
    with taken_back(tree, patch) as is_back:
        before = findings(options, tree, known.files, flags) if is_back else None
    key = (known.kind, known.function)
    is_shown = before is not None and after is not None and key in before and key not in after
    print("%s: %s: %s" % (known.package, known.patch, "found, and gone with the patch" if is_shown else "NOT SHOWN"))
    if before and key in before:
        print("    %s in %s: %s" % (*key, before[key]), flush=True)
    return is_shown


def compare(options, tree, patch):
    """[(file, kind, function, message)] that are said only without the patch; None: it cannot be taken back or compiled."""
    files = [f for f in sources(patch) if os.path.exists(os.path.join(tree, f))]
    result, compiled = [], False
    for file in files[:4]:
        after = findings(options, tree, [file], flags_of(tree, file))
        if after is None:
            continue
        with taken_back(tree, patch) as is_back:
            before = findings(options, tree, [file], flags_of(tree, file)) if is_back else None
        if before is None:
            continue
        compiled = True
        result += [(file, kind, function, before[kind, function]) for kind, function in before if (kind, function) not in after]
    return result if compiled else None


def patches_of(options, tree, wanted):
    names = sorted(glob.glob(tree + "debian/patches/**/*", recursive=True))
    pattern = re.compile(wanted or options.pattern, re.I)
    return [n for n in names if os.path.isfile(n) and pattern.search(os.path.relpath(n, tree + "debian/patches"))]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--loci", default=os.path.join(HERE, "..", "build", "loci"))
    parser.add_argument("--fetch", default=os.path.join(HERE, "..", "test", "debian-source"))
    parser.add_argument("--work", default="/tmp/loci-patches")
    parser.add_argument("--pattern", default="cve")
    parser.add_argument("--seconds", type=int, default=3, help="for a function")
    parser.add_argument("--longest", type=int, default=900, help="for a file")
    parser.add_argument("--flag", action="append", default=[], help="of loci check")
    parser.add_argument("packages", nargs="*")
    options = parser.parse_args()
    options.loci = os.path.abspath(options.loci)
    if not options.packages:
        return 0 if all([show_known(options, known) for known in KNOWN]) else 1
    for name in options.packages:
        package, _, patch = name.partition(":")
        tree = fetch(options, package)
        if not tree:
            print("%s: no source" % package, flush=True)
            continue
        for path in patches_of(options, tree, patch):
            said = compare(options, tree, path)
            label = "%s: %s" % (package, os.path.relpath(path, tree + "debian/patches"))
            if said is None:
                print("%s: not compared" % label, flush=True)
                continue
            print("%s: %d said only without it" % (label, len(said)), flush=True)
            for file, kind, function, message in said:
                print("    %s in %s: %s" % (kind, function, message), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

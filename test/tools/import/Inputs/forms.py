# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Traces as text in all the forms that people have them in.

usage: forms.py make           writes forms/lackey.* and forms/din.*
       forms.py check MEMFACET imports each form: the counts of all are the same
"""

import bz2
import gzip
import os
import subprocess
import sys
import zipfile

LACKEY = """\
==4711== Lackey, an example Valgrind tool
==4711==
I  04016f20,3
 S 1ffefffe48,8
I  04016f23,5
 L 1ffefffe48,8
I  0401b310,4
 M 0421C7F0,4
I  0401b314,2
 L 04222cac,1
==4711== Counted 1 call to main()
I  0401b316,7
 S 04222cbf,2
"""
DIN = """\
2 400000
0 7fff5a8
1 7FFF5B0
2 0x400004
0 0x1000
1 1008
0 deadbeef00
"""
DINERO4 = """\
i 400000 4
r 7fff5a8 8
w 7FFF5B0 8
i 0x400004 0x4
r 0x1000 a
w 1008 10
m deadbeef00 1
"""
# Loads, stores, instructions, misses of L1.
WANTED = {"lackey": (2, 3, 5, 4), "din": (3, 2, 2, 3), "dinero4": (3, 2, 2, 3)}


def lines(text, change):
    return "".join(change(line) + "\n" for line in text.splitlines())


def is_access(line):
    return line and line[0] not in "=-"


def forms(text):
    """(what, text)."""
    yield "plain", text
    yield "crlf", text.replace("\n", "\r\n")
    yield "blank-behind", lines(text, lambda line: line + " ")
    yield "tab-behind", lines(text, lambda line: line + "\t")
    yield "blanks-before", lines(text, lambda line: "  " + line if is_access(line) else line)
    yield "no-blank-before", lines(text, str.strip)
    yield "comment-first", "# a comment\n" + text
    yield "comments-behind", lines(text, lambda line: line + " # said")
    yield "empty-lines", "\n" + lines(text, lambda line: line + "\n")
    yield "no-end", text.rstrip("\n")
    yield "byte-order-mark", "\ufeff" + text
    yield "long-comment", "# " + "x" * 10_000 + "\n" + text


def make():
    os.makedirs("forms", exist_ok=True)
    for name, text in [("lackey", LACKEY), ("din", DIN), ("dinero4", DINERO4)]:
        for title, changed in forms(text):
            with open(f"forms/{name}.{title}", "w", encoding="utf-8", newline="") as file:
                file.write(changed)
        with gzip.open(f"forms/{name}.gz", "wt") as file:
            file.write(text)
        with zipfile.ZipFile(f"forms/{name}.zip", "w", zipfile.ZIP_DEFLATED) as file:
            file.writestr("trace", text)
    superblocks = lines(LACKEY, lambda line: "SB 0401b314\n" + line if line[0] == "I" else line)
    with open("forms/lackey.superblocks", "w") as file:
        file.write(superblocks)
    with open("forms/din.words-behind", "w") as file:
        file.write(lines(DIN, lambda line: line + " 4 rest"))
    with bz2.open("some.bz2", "wt") as file:
        file.write(DIN)


def counts(memfacet, trace, **mode):
    subprocess.run([memfacet, "import", trace, "--cache", "L1=32K,8", "-o", "r.mfp"],
                   check=True, stderr=subprocess.DEVNULL, **mode)
    query = ("SELECT sum(loads), sum(stores), (SELECT sum(instructions) FROM threads), "
             "sum(l1_misses) FROM structures")
    out = subprocess.check_output([memfacet, "query", query, "r.mfp", "--csv"], text=True)
    return tuple(map(int, out.splitlines()[1].split(",")))


def check(memfacet):
    checked = 0
    for form in sorted(os.listdir("forms")):
        path, wanted = "forms/" + form, WANTED[form.split(".")[0]]
        assert counts(memfacet, path) == wanted, (form, counts(memfacet, path), wanted)
        if not form.endswith(".zip"):
            with open(path, "rb") as file:
                assert counts(memfacet, "-", stdin=file) == wanted, form
            cat = subprocess.Popen(["cat", path], stdout=subprocess.PIPE)
            assert counts(memfacet, "/dev/stdin", stdin=cat.stdout) == wanted, form
            cat.wait()
        checked += 1
    print(f"{checked} forms have the same counts")


if __name__ == "__main__":
    make() if sys.argv[1] == "make" else check(sys.argv[2])

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether `memfacet explain` knows the headings of all reports: those that are
written in the sources, and those that the given commands print.

usage: check-headings.py MEMFACET SOURCE-TREE FOLDER [COMMAND...]

A command is "report all.mfp", run in FOLDER.
"""

import os
import pathlib
import pty
import re
import subprocess
import sys

memfacet, tree, folder, *commands = sys.argv[1:]

# A heading that is made of other texts is found by running the report.
LITERAL = re.compile(
    r'(?:countColumn|forPeople|nameColumn|structureColumn)\(\s*"([^"]+)"'
    r'|\.Header = "([^"]+)"\s*,'
    r'|\{"([^"]+)", (?:TableColumn::)?Fit::'
)
BOLD = re.compile(r"^\033\[1m(.*)\033\[0m$")


def written():
    for path in sorted(pathlib.Path(tree, "tools/report").glob("*/*.cpp")):
        for match in LITERAL.finditer(path.read_text()):
            yield path.name, next(text for text in match.groups() if text)


def on_a_terminal(command):
    """What COMMAND prints where it may use bold letters."""
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(folder)
        os.environ.update(TERM="xterm", PAGER="", COLUMNS="900")
        os.environ.pop("NO_COLOR", None)
        os.execv(memfacet, [memfacet, *command.split()])
    output = b""
    while True:
        try:
            piece = os.read(terminal, 65536)
        except OSError:
            break
        if not piece:
            break
        output += piece
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0, (command, output)
    return output.decode(errors="replace").splitlines()


def printed():
    for command in commands:
        previous = ""
        for line in on_a_terminal(command):
            bold = BOLD.match(line)
            # Rows may be bold, too. A title has no columns.
            if bold and not previous:
                names = re.split(r" {2,}", bold[1].strip())
                if len(names) > 1:
                    yield from ((command, name) for name in names)
            previous = line


def is_explained(heading):
    outcome = subprocess.run([memfacet, "explain", heading], capture_output=True, check=False)
    return outcome.returncode == 0


headings = {}
for page, heading in [*written(), *printed()]:
    headings.setdefault(heading, page)
missing = [h for h in headings if not is_explained(h)]
for heading in missing:
    print(f"'{heading}' of {headings[heading]} has no row in ReportTerms.cpp")
print(f"{'some' if missing else 'all'} of more than {len(headings) // 50 * 50} headings are explained")
sys.exit(bool(missing))

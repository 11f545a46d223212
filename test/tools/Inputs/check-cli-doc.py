# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether docs/cli.md has every option of the pass and of programs, whether the
text between its generated blocks names options that exist, and whether each row
of a table of options stands there once.

usage: check-cli-doc.py CLI.md OPT PLUGIN PROGRAM

PROGRAM is instrumented: it prints the options that MEMFACET_OPTIONS takes.
"""

import os
import re
import subprocess
import sys

document, opt, plugin, program = sys.argv[1:]
OPTION = r"(?<![\w-])--[a-z][a-z-]*"
# `--memfacet-disable` is for the wrapper; the pass does not see it.
OF_THE_WRAPPER = {"disable"}
BLOCK = r"^<!-- options: (\S+) -->\n(.*?)^<!-- end -->\n"
# Of `memfacet` itself and of other tools.
FOREIGN = {"--help", "--version", "--check", "--tool", "--trace-mem", "--log-file", "--cache-sim"}


def output(*command, **variables):
    outcome = subprocess.run(
        command,
        env={**os.environ, **variables},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    return outcome.stdout


def compare(title, existing, documented):
    for name in sorted(existing - documented):
        yield f"{title}: {name} is not in {document}"
    for name in sorted(documented - existing):
        yield f"{title}: {document} has {name}, which does not exist"


def first_cells(text):
    return re.findall(r"^\| `([^`]*)`", text, flags=re.M)


def of_the_runtime(blocks):
    lines = output(program, MEMFACET_OPTIONS="help=1:record=0")
    existing = set(re.findall(r"^memfacet: ([a-z_]+)=", lines, flags=re.M))
    assert "record" in existing, lines
    documented = set(first_cells(blocks["MEMFACET_OPTIONS"]))
    yield from compare("MEMFACET_OPTIONS", existing, documented)


def of_the_pass(text):
    lines = output(opt, f"-load={plugin}", "--help-hidden")
    existing = set(re.findall(r"--memfacet-([a-z]+)", lines))
    assert "verify" in existing, lines
    documented = re.findall(r"^\| `--memfacet-(?:no-)?([a-z]+)", text, flags=re.M)
    documented = set(documented) - OF_THE_WRAPPER
    yield from compare("options of the pass", existing, documented)


def of_the_text(text, blocks):
    """What commands know, and the tables of the wrapper."""
    existing = set(re.findall(OPTION, " ".join(blocks.values()))) | FOREIGN
    existing |= set(re.findall(rf"^\| `({OPTION})", text.split("\n## ")[1], flags=re.M))
    for name in sorted(set(re.findall(OPTION, text)) - existing):
        yield f"{document} has {name}, which no command takes"


def repeated(blocks):
    """Rows of two commands; options of all reports may have a row of a command."""
    tables = [block for name, block in blocks.items() if name != "reports"]
    rows = [line for table in tables for line in table.splitlines()]
    rows = [line for line in rows if line.startswith("| `-")]
    for row in sorted({row for row in rows if rows.count(row) > 1}):
        yield f"{document} has twice: {row}"


page = open(document).read()
blocks = dict(re.findall(BLOCK, page, flags=re.M | re.S))
text = re.sub(BLOCK, "", page, flags=re.M | re.S)
found = [*of_the_runtime(blocks), *of_the_pass(text), *of_the_text(text, blocks)]
found += repeated(blocks)
print("\n".join(found) or "every option is documented")
sys.exit(1 if found else 0)

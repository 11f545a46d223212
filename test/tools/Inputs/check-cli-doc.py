"""Whether docs/cli.md has every option that exists, and no others.

usage: check-cli-doc.py CLI.md MEMFACET OPT PLUGIN PROGRAM

PROGRAM is instrumented: it prints the options that MEMFACET_OPTIONS takes.
"""

import os
import re
import subprocess
import sys

document, memfacet, opt, plugin, program = sys.argv[1:]
OPTION = r"(?<![\w-])--?[a-z][a-z-]*"


def output(*command, **variables):
    done = subprocess.run(
        command,
        env={**os.environ, **variables},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    return done.stdout


def sections():
    """Command -> text, of headings like "## memfacet report [FILE]"."""
    parts = re.split(r"^## memfacet[ -]([a-z-]+).*$", open(document).read(), flags=re.M)
    return dict(zip(parts[1::2], parts[2::2]))


def first_cells(text):
    """What the first column of the tables has in backquotes."""
    cells = re.findall(r"^\| (`[^|]*) \|", text, flags=re.M)
    return {word for cell in cells for word in re.findall(r"`([^`]*)`", cell)}


def helped(command):
    lines = re.findall(r"^ +(-.*)$", output(memfacet, command, "--help"), flags=re.M)
    assert lines, f"'memfacet {command} --help' lists no options"
    names = [re.match(rf"{OPTION}(?:,\s*{OPTION})*", line)[0] for line in lines]
    return {name for words in names for name in re.findall(OPTION, words)}


def compare(what, existing, documented):
    for name in sorted(existing - documented):
        yield f"{what}: {name} is not in {document}"
    for name in sorted(documented - existing):
        yield f"{what}: {document} has {name}, which does not exist"


def of_commands(text):
    overview = output(memfacet, "--help")
    commands = set(re.findall(r"^  ([a-z-]+)  ", overview, flags=re.M)) | {"collect"}
    listed = re.findall(r"^\| \[`memfacet ([a-z-]+)`\]", open(document).read(), re.M)
    yield from compare("commands", commands, set(listed))
    for command in sorted(commands):
        existing = helped(command) - {"-h", "--help"}
        quoted = " ".join(re.findall(r"`([^`]*)`", text[command]))
        tables = " ".join(first_cells(text[command]))
        # Prose may speak of options of other commands, tables do not.
        documented = set(re.findall(OPTION, quoted)) & existing
        documented |= set(re.findall(OPTION, tables))
        yield from compare(command, existing, documented)


def of_the_runtime(text):
    lines = output(program, MEMFACET_OPTIONS="help=1:record=0")
    existing = set(re.findall(r"^memfacet: ([a-z]+)=", lines, flags=re.M))
    assert "record" in existing, lines
    by_itself = text["record"].split("### Running a program by itself")[1]
    yield from compare("MEMFACET_OPTIONS", existing, first_cells(by_itself))


def of_the_pass(text):
    lines = output(opt, f"-load={plugin}", "--help-hidden")
    existing = set(re.findall(r"--memfacet-([a-z]+)", lines))
    assert "verify" in existing, lines
    cells = first_cells(text["clang"])
    documented = re.findall(r"--memfacet-(?:no-)?([a-z]+)", " ".join(cells))
    yield from compare("options of the pass", existing, set(documented))


text = sections()
found = [*of_commands(text), *of_the_runtime(text), *of_the_pass(text)]
print("\n".join(found) or "every option is documented")
sys.exit(1 if found else 0)

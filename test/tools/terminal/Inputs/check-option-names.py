# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether the name of an option means one thing in all commands.

usage: check-option-names.py MEMFACET [HELP...]

Reads what `memfacet COMMAND --help` prints for each command, and the files HELP, which
look alike. Two options of one name must have one description and one kind of value.
"""

import collections
import re
import subprocess
import sys

# Ideas that are worded for the command: each description has to say this.
SAME_IDEA = {
    "--again": r"run its program again and record ",
    "--all": r"show (all|the whole) ",
    "--by": r"\brow\b",
    "--core": r"^processor core to simulate( as well)?: alpha21264, ",
    "--csv": r"print .*as CSV$",
    "--dimensions": r"^project .*vectors to N dimensions",
    "--interval": r"^instructions per interval\b",
    "--json": r"print .*as JSON$",
    "--list": r"^list (the|all) ",
    "--metric": r"\bcount\b",
    "--output": r"^(profile|page|file|profile or trace) to write; ",
    "--plot": r"^draw .*, as on a terminal$",
    "--sarif": r"^write .*SARIF 2.1.0, for continuous integration, to FILE",
    "--simpoints": r"^write points, lines \"interval ",
    "--structure": r"^show .*these structures only$",
    "--svg": r"^write (a drawing|the picture .*) to FILE; ",
    "--thread": r"\bthread\b",
    "--trace": r"^write .* trace ",
    "--top": r"\bto show\b",
}
SAME_IDEA["-n"], SAME_IDEA["-o"] = SAME_IDEA["--top"], SAME_IDEA["--output"]

ROW = re.compile(r"^  ((?:-\w, )?--?[\w-]+.*)$")
NAMES = re.compile(r"^((?:-\w, )?--?[\w-]+)(.*)$")


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def options_of(text):
    """Names, value and description of each option of a help text."""
    rows = []
    for line in text.splitlines():
        if match := ROW.match(line):
            head, _, rest = match[1].partition("  ")
            rows.append([head, rest.strip()])
        elif rows and line.startswith(" " * 26):
            rows[-1][1] = f"{rows[-1][1]} {line.strip()}".strip()
        elif line.startswith("memfacet "):
            continue
    for head, words in rows:
        names = NAMES.match(head)
        # The default stands after the description.
        yield names[1].split(", "), names[2].strip(), re.sub(r" \[[^]]*\]+$", "", words)


def main():
    memfacet, *files = sys.argv[1:]
    commands = sorted(set(re.findall(
        r"^    memfacet ([a-z-]+)\b", output(memfacet, "options"), re.M)))
    helps = [(command, output(memfacet, command, "--help")) for command in commands]
    for name in files:
        with open(name, encoding="utf-8") as file:
            helps.append((name, file.read()))
    meanings = collections.defaultdict(lambda: collections.defaultdict(list))
    for command, text in helps:
        for names, value, words in options_of(text):
            for name in names:
                meanings[name][value, words].append(command)
    wrong = []
    for name, by_meaning in sorted(meanings.items()):
        if len({value for value, _ in by_meaning}) > 1 or (
            len(by_meaning) > 1
            and not all(re.search(SAME_IDEA.get(name, "$^"), w) for _, w in by_meaning)
        ):
            wrong.append(f"{name} has several meanings:")
            wrong += [f"  {', '.join(c)}: {v} {w}" for (v, w), c in by_meaning.items()]
    wrong += [f"{name} needs no row in SAME_IDEA" for name in SAME_IDEA if len(meanings[name]) < 2]
    print("\n".join(wrong))
    assert len(helps) > 25 and len(meanings) > 100, (len(helps), len(meanings))
    print("some names are wrong" if wrong else "each name has one meaning")
    return bool(wrong)


sys.exit(main())

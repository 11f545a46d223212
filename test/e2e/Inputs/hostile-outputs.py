# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Records a program whose names are hostile, runs every command of memfacet on
it, in all its forms, and says what is not harmless.

usage: hostile-outputs.py MEMFACET FOLDER SOURCE

FOLDER has the instrumented programs prog and counting.
"""

import csv
import importlib.util
import io
import json
import pathlib
import re
import shlex
import subprocess
import sys
import unicodedata
import xml.dom.minidom

FOLDER = pathlib.Path(__file__).parent
SPEC = importlib.util.spec_from_file_location("every", FOLDER / "every-command.py")
COMMANDS = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(COMMANDS)

ARGUMENTS = ["=1+1", "\x1b[31m<b>'", "a\nb", "--; DROP TABLE arguments"]
CACHES = ["--cache", "L1=8K,4;L2=64K,8"]
RECORDED = [
    ["--why", "--core", "inorder", "--curves", "--phases", "--blocks", "--interval", "20K",
     "--trace", "all.mft", "-o", "all.mfp", "--", "./prog", *ARGUMENTS],
    ["--interval", "20K", "-o", "blocks.mfp", "--", "./counting", *ARGUMENTS],
]
SIMULATED = [
    ["--communication=period=1", "-o", "pairs.mfp"],
    ["--sharing", "-o", "sharing.mfp"],
]
RUNS = [
    *(["record", *CACHES, *words] for words in RECORDED),
    *(["simulate", "all.mft", *CACHES, *words] for words in SIMULATED),
]

MORE = [
    *(f"export {form} all.mfp -o -" for form in ["callgrind", "folded", "chrome", "speedscope"]),
    "describe all.mfp '=1+cmd|'",
    "report 'no such\x1b[31m file\n.mfp'",
    "'\x1b[31mreport'",
    "report --\x1b[31mby",
    "explain '\x1b]0;x\x07'",
    "timeline all.mfp --structure '\x1b[31mred'",
    "query 'SELECT \x1b[31m' all.mfp",
]

NUMBER = re.compile(r"[+-]?[0-9][0-9.eE+_-]*%?$")


def bad_letters(text):
    """Controls, and letters that turn the direction of what follows."""
    return [
        c for c in text
        if (unicodedata.category(c) == "Cc" and c not in "\n\t")
        or c in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
    ]


def wrong_text(data):
    text = data.decode(errors="surrogateescape")
    if letters := bad_letters(text):
        return f"has {letters[:3]!r}"
    return None


def wrong_csv(data):
    if reason := wrong_text(data):
        return reason
    for row in csv.reader(io.StringIO(data.decode(errors="replace"))):
        for cell in row:
            if cell[:1] in ("=", "+", "-", "@", "\t", "\r") and not NUMBER.match(cell) \
                    and cell != "-":
                return f"has the formula {cell[:30]!r}"
    return None


def wrong_json(data):
    text = data.decode()  # strict: JSON is UTF-8
    json.loads(text)
    return wrong_text(data)


def wrong_svg(data):
    xml.dom.minidom.parseString(data)
    if b"<script" in data or b"<img" in data:
        return "has tags of a name"
    return wrong_text(data)


def wrong_callgrind(data):
    if reason := wrong_text(data):
        return reason
    if any(line.startswith(b"fn=owned") for line in data.splitlines()):
        return "a name makes a line"
    return None


def wrong_folded(data):
    if reason := wrong_text(data):
        return reason
    for line in data.decode(errors="replace").splitlines():
        if not re.fullmatch(r".+ [0-9]+", line):
            return f"has the line {line!r}"
    return None


def wrong_page(data):
    if any(word in data for word in (b"owned", b"\x1b", b"DROP TABLE")):
        return "has a name outside of its data"
    return None


def wrong_binary(_):
    return None


BY_SUFFIX = {
    ".json": wrong_json, ".sarif": wrong_json, ".csv": wrong_csv, ".svg": wrong_svg,
    ".html": wrong_page, ".mfp": wrong_binary, ".old": wrong_binary,
    ".png": wrong_binary, ".mft": wrong_binary,
}
BY_EXPORT = {
    "callgrind": wrong_callgrind, "folded": wrong_folded, "chrome": wrong_json,
    "speedscope": wrong_json, "json": wrong_json, "csv": wrong_csv, "sarif": wrong_json,
}


def checker(words):
    """For what a command prints."""
    if words[0] == "export" and "-" in words:
        return BY_EXPORT[words[1]]
    if "--json" in words:
        return wrong_json
    if "--csv" in words:
        return wrong_csv
    return wrong_text


class Finder:
    def __init__(self):
        self.found = 0

    def look(self, location, check, data):
        try:
            reason = check(data)
        except (ValueError, xml.parsers.expat.ExpatError) as error:
            reason = f"cannot be read: {error}"
        if reason:
            print(f"{location!r} {reason}")
            self.found += 1


def written(folder):
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}


def main(memfacet, folder, source):
    folder, finder = pathlib.Path(folder), Finder()
    for words in RUNS:
        outcome = COMMANDS.run(memfacet, words, folder)
        if outcome.returncode:
            sys.exit(f"{words[0]}: {outcome.stderr.decode(errors='replace')}")
        finder.look(shlex.join(words[:4]), wrong_text, outcome.stdout + outcome.stderr)
    places = {"SOURCE": source, "Squares": "'; DROP TABLE structure_rows; --"}
    commands = COMMANDS.COMMANDS
    for place, word in places.items():
        commands = [c.replace(place, shlex.quote(word)) for c in commands]
    for command in [*commands, *MORE]:
        words = shlex.split(command)
        previous = written(folder)
        outcome = COMMANDS.run(memfacet, words, folder)
        if outcome.returncode and command not in MORE:
            print(f"{command!r}: {outcome.stderr.decode(errors='replace')}")
            finder.found += 1
        if not outcome.returncode:
            finder.look(command, checker(words), outcome.stdout)
        finder.look(f"{command} says", wrong_text, outcome.stderr)
        for path, time in written(folder).items():
            if previous.get(path) == time:
                continue
            check = BY_SUFFIX.get(path.suffix, wrong_text)
            if words[0] == "export" and words[1] in BY_EXPORT:
                check = BY_EXPORT[words[1]]
            finder.look(f"{command} writes {path.name}", check, path.read_bytes())
    if list(folder.rglob("owned*")):
        print("a name was run by a shell")
        finder.found += 1
    count = len(commands) + len(MORE)
    print(f"{finder.found} are bad" if finder.found else f"{count} commands are harmless")


main(*sys.argv[1:])

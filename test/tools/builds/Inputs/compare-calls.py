# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs each call of a table with clang and with memfacet-clang.

usage: compare-calls.py CLANG MEMFACET_CLANG MEMFACET INPUTS WORK [WORD]

Exit codes, standard output, standard error and the kinds of files written must
be the same. A call that makes `prog` says whether it records: then 64 stores of
`cells` are in its profile. With WORD, only calls with this word are made.
"""

import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from calls_table import CALLS, Program  # noqa: E402
from recorded_cells import stores_of_cells  # noqa: E402

# The driver gives files that it deletes later random names.
RANDOM_NAME = re.compile(r"/tmp/(?:[\w-]+/)*([\w.]+?)-[0-9a-f]{6,}\.")
# An option that shows commands shows those of memfacet-clang.
SHOWN_COMMAND = re.compile(r'^ (?:"|\(in-process\)).*\n', re.M)

MAGIC = [
    (b"BC\xc0\xde", "bitcode"),
    (b"!<arch>", "archive"),
    (b"CPCH", "serialised AST"),
    (b"\x7fELF", "ELF"),
]


def kind_of(path):
    """What a file is, by its first bytes; of ELF files, which kind of."""
    with open(path, "rb") as file:
        head = file.read(18)
    for magic, kind in MAGIC:
        if head.startswith(magic):
            return f"ELF type {head[16]}" if kind == "ELF" else kind
    return "empty" if not head else "other"


def outcome(folder, inputs, command, environment):
    """Runs COMMAND in the empty folder HERE. What can be seen of it."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(inputs, folder)
    finished = subprocess.run(
        ["bash", "-o", "pipefail", "-ec", command],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        timeout=120,
    )
    previous = {p.relative_to(inputs) for p in inputs.rglob("*")}
    written = {
        str(p.relative_to(folder)): kind_of(p)
        for p in folder.rglob("*")
        if p.is_file() and p.relative_to(folder) not in previous
    }
    clean = {}
    for name, text in [("stdout", finished.stdout), ("stderr", finished.stderr)]:
        clean[name] = RANDOM_NAME.sub(r"/tmp/\1-*.", SHOWN_COMMAND.sub("", text))
    return {"exit code": finished.returncode, **clean, "files": written}


def check(call, tools, inputs, folder):
    """What is wrong with CALL, as lines."""
    clang, wrapper, memfacet = tools
    known = []
    for plain in [True, False]:
        environment = dict(os.environ)
        compiler = clang if plain else wrapper
        environment["CC"], environment["CXX"] = compiler, compiler + "++"
        if plain:
            environment["CXX"] = tools_cxx(clang)
        known.append(outcome(folder, inputs, call.command, environment))
    wrong = [
        f"{name}: clang {known[0][name]!r}, memfacet-clang {known[1][name]!r}"
        for name in known[0]
        if known[0][name] != known[1][name]
    ]
    if call.program is Program.NONE:
        if "prog" in known[1]["files"]:
            wrong.append("makes a program: the table must say whether it records")
        return wrong
    if wrong or "prog" not in known[1]["files"]:
        return wrong or ["makes no program: " + known[1]["stderr"]]
    if call.program is Program.RUNS:
        code = subprocess.run(["./prog"], cwd=folder, check=False).returncode
        return [] if code == 3 else [f"exit code of the program: {code}"]
    found = stores_of_cells(memfacet, folder, "./prog")
    return [] if found == (3, 64) else [f"exit code and stores: {found}"]


def tools_cxx(clang):
    """clang++-19 for clang-19."""
    path = pathlib.Path(clang)
    return str(path.with_name(path.name.replace("clang", "clang++", 1)))


def main():
    clang, wrapper, memfacet, inputs, work = sys.argv[1:6]
    selection = sys.argv[6] if len(sys.argv) > 6 else ""
    failed = 0
    calls = [c for c in CALLS if selection in c.command]

    def checked(number):
        folder = pathlib.Path(work) / str(number)
        tools = (clang, wrapper, memfacet)
        return check(calls[number], tools, pathlib.Path(inputs), folder)

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(checked, range(len(calls))))
    for call, wrong in zip(calls, results):
        failed += bool(wrong)
        for line in wrong:
            print(f"{call.command}\n    {line}")
    recorded = sum(c.program is Program.RECORDS for c in calls)
    print(f"{len(calls)} calls, {recorded} programs that record, {failed} differ")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

"""usage: check-queries.py PAGE [--pandas]

Runs each query of PAGE, in the folder of a profile memfacet.mfp, and prints what it
gives. With --pandas, the code below each query must give the same.
"""

import json
import math
import os
import re
import subprocess
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    blocks = re.findall(r"^```(sql|python)\n(.*?)^```$", file.read(), re.M | re.S)
start = blocks.pop(0)
assert start[0] == "python"


def rows_of(sql):
    command = [os.environ["MEMFACET"], "query", sql, "--json"]
    return [list(r.values()) for r in json.loads(subprocess.check_output(command))]


def same(a, b):
    if isinstance(a, str) or isinstance(b, str):
        return a == b
    return math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-3)


def check_pandas(names, sql, code, rows):
    exec(code, names)  # pylint: disable=exec-used
    answer = names["answer"].to_numpy().tolist()
    assert len(answer) == len(rows), (sql, rows, answer)
    for row, other in zip(rows, answer):
        assert len(row) == len(other) and all(map(same, row, other)), (sql, row, other)


def main():
    names = {}
    if "--pandas" in sys.argv:
        # The page calls memfacet by name.
        os.environ["PATH"] = os.path.dirname(os.environ["MEMFACET"]) + ":" + os.environ["PATH"]
        exec(start[1], names)  # pylint: disable=exec-used
    for (kind, sql), (other, code) in zip(blocks[::2], blocks[1::2]):
        assert (kind, other) == ("sql", "python"), (kind, other)
        rows = rows_of(sql)
        assert rows, sql
        print(json.dumps(rows))
        if names:
            check_pandas(names, sql, code, rows)
    print(len(blocks) // 2, "queries")


main()

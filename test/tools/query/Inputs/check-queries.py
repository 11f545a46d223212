# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""usage: check-queries.py PAGE [PANDAS-PAGE]

Runs each query of PAGE, in the folder of a profile memfacet.mfp, and prints what it
gives. PANDAS-PAGE has code for each query, in their order, which must give the same.
"""

import json
import math
import os
import re
import subprocess
import sys


def blocks_of(page, kind):
    with open(page, encoding="utf-8") as file:
        return re.findall(rf"^```{kind}\n(.*?)^```$", file.read(), re.M | re.S)


def rows_of(sql):
    command = [os.environ["MEMFACET"], "query", sql, "--json"]
    return [list(r.values()) for r in json.loads(subprocess.check_output(command))]


def equal(a, b):
    if isinstance(a, str) or isinstance(b, str):
        return a == b
    return math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-3)


def check_pandas(names, sql, code, rows):
    exec(code, names)  # pylint: disable=exec-used
    answer = names["answer"].to_numpy().tolist()
    assert len(answer) == len(rows), (sql, rows, answer)
    for row, other in zip(rows, answer):
        assert len(row) == len(other) and all(map(equal, row, other)), (sql, row, other)


def main():
    queries, codes, names = blocks_of(sys.argv[1], "sql"), [], {}
    if len(sys.argv) > 2:
        # The page calls memfacet by name.
        os.environ["PATH"] = os.path.dirname(os.environ["MEMFACET"]) + ":" + os.environ["PATH"]
        start, *codes = blocks_of(sys.argv[2], "python")
        assert len(codes) == len(queries), (len(codes), len(queries))
        exec(start, names)  # pylint: disable=exec-used
    for number, sql in enumerate(queries):
        rows = rows_of(sql)
        assert rows, sql
        print(json.dumps(rows))
        if codes:
            check_pandas(names, sql, codes[number], rows)
    print(len(queries), "queries")


main()

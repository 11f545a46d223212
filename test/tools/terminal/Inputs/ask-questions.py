# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the commands in the tables of a page, in their order: MEMFACET PAGE.

Prints each question and the answer; a command that fails ends it.
"""

import os
import pathlib
import re
import subprocess
import sys

memfacet, page = sys.argv[1], pathlib.Path(sys.argv[2]).read_text()
path = os.pathsep.join([str(pathlib.Path(memfacet).parent), os.environ["PATH"]])
rows = re.findall(r"^\| ([^|]*\?) \| `([^`]*)` \|", page, re.M)
for question, command in rows:
    print("==", question, flush=True)
    subprocess.run(command, shell=True, check=True, env={**os.environ, "PATH": path})
print(len(rows), "questions are answered")

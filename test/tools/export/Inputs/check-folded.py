# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""usage: check-folded.py PROFILE REPORT.json

Folded stacks of every metric add up to the totals of the report, and, by allocation, to
those of each structure.
"""

import os
import subprocess
import sys

from metrics import metrics_of
from reading import read_json

profile, report = sys.argv[1], read_json(sys.argv[2])


def stacks(metric, table):
    command = [os.environ["MEMFACET"], "export", "folded", profile, "-o", "-"]
    text = subprocess.check_output([*command, "--metric", metric, "--by", table], text=True)
    pairs = [line.rsplit(" ", 1) for line in text.splitlines()]
    return [(frames.split(";"), int(count)) for frames, count in pairs]


for metric, total in metrics_of(report["total"]).items():
    for table in ["allocation", "access"]:
        assert sum(count for _, count in stacks(metric, table)) == total, (metric, table)
    totals = {frames[-1]: count for frames, count in stacks(metric, "allocation")}
    for structure in report["structures"]:
        assert totals.get(structure["name"], 0) == metrics_of(structure)[metric], metric
    assert total > 0, metric

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether a sweep's models count what reports of each alone count.

usage: check-sweep.py SWEEP.json REPORT.json..."""

import json
import sys

from reading import read_json


def counts(row):
    """Its levels, as a sweep has them."""
    return [{key: level[key] for key in ("name", "accesses", "misses", "writebacks")}
            for level in row["levels"]]


sweep, *reports = [read_json(name) for name in sys.argv[1:]]
models = {model["spec"]: model for model in sweep["models"]}
assert len(models) == len(reports)
for report in reports:
    model = models[report["caches"]["spec"]]
    assert model["levels"] == counts(report["total"]), report["caches"]["spec"]
    wanted = {s["name"]: counts(s) for s in report["structures"]
              if s["accesses"]}
    assert {s["name"]: s["levels"] for s in model["structures"]} == wanted

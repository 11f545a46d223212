# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Points of intervals that end at markers, against the intervals of the whole.

usage: points_at_markers.py MEMFACET TRACE CSV POINTS

POINTS has the first line that says how to count intervals; CSV is what
`memfacet phases` says of all. Each point is warmed by all that comes before it,
so nothing is colder than it was.
"""

import csv
import json
import subprocess
import sys

CHOSEN = [0, 1, 44, 45, 46, 89]


def replayed(memfacet, trace, points):
    answer = subprocess.run(
        [memfacet, "simulate", trace, "--interval", "16K", "--points", points,
         "--warm", "1G", "--json"], check=True, capture_output=True)
    run = json.loads(answer.stdout)
    return run["points"][0]["instructions"], {
        m["name"]: m["estimate"] for m in run["metrics"]
        if m["name"].endswith("hit rate")}


memfacet, trace, table, points = sys.argv[1:]
with open(table, encoding="utf-8") as file:
    rows = {int(row["interval"]): row for row in csv.DictReader(file)}
with open(points, encoding="utf-8") as file:
    first = file.readline()
for interval in CHOSEN:
    with open(points + ".one", "w", encoding="utf-8") as file:
        file.write(f"{first}{interval} 0 0\n")
    instructions, rates = replayed(memfacet, trace, points + ".one")
    row = rows[interval]
    if instructions != int(row["instructions"]):
        sys.exit(f"interval {interval}: {instructions} instructions, not "
                 f"{row['instructions']}")
    for name, rate in rates.items():
        if f"{rate:.6g}" != row[name]:
            sys.exit(f"interval {interval}: {name} {rate}, not {row[name]}")
print(f"points {', '.join(map(str, CHOSEN))}: the same instructions and "
      "misses")

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The rows whose names are judged, and the judgements."""

import csv
import os
from dataclasses import asdict, dataclass

FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                    "judgements.csv")
FIELDS = ("program", "name", "type", "place", "share", "passes", "called",
          "evidence", "reason")
ROWS = 10
# Kinds of memory without a name in a program's source.
NAMELESS = ("library", "stack")


@dataclass
class Row:
    program: str
    name: str
    kind: str
    type: str
    place: str
    misses: int
    share: float  # of the program's L1 misses
    nameable: bool

    def key(self):
        return self.program, self.name, self.type, self.place


def nameable(row):
    if row["kind"] in NAMELESS and not row["named"]:
        return False
    return not (row["kind"] == "mapping" and row["file"] != "")


def place(row):
    """Returns a row's place, "FILE:LINE FUNCTION", without folders."""
    location = os.path.basename(row["file"])
    if location and row["line"]:
        location += f":{row['line']}"
    return " ".join(part for part in (location, row["function"]) if part)


def top(program, report):
    """Returns the rows with the most L1 misses; rows without misses are left out."""
    whole = report["total"]["levels"][0]["misses"]
    rows = []
    for row in report["structures"]:
        misses = row["levels"][0]["misses"]
        rows.append(Row(program, row["name"], row["kind"], row["type"],
                        place(row), misses, misses / max(whole, 1),
                        nameable(row)))
    rows = [row for row in rows if row.misses]
    return sorted(rows, key=lambda row: (-row.misses, row.name))[:ROWS]


def needed(row):
    return row.nameable


def read():
    """Returns the judgements by key: (passes, called)."""
    if not os.path.exists(FILE):
        return {}
    with open(FILE, newline="") as file:
        return {(line["program"], line["name"], line["type"], line["place"]):
                (line["passes"] == "yes", line["called"])
                for line in csv.DictReader(file)}


def write(path, rows):
    """Writes rows whose judgements are empty."""
    with open(path, "w", newline="") as file:
        out = csv.DictWriter(file, FIELDS, extrasaction="ignore",
                             lineterminator="\n")
        out.writeheader()
        for row in rows:
            line = asdict(row)
            line["share"] = f"{100 * row.share:.2f}"
            out.writerow(line)


def passing(rows, known):
    """Returns the share of the judged rows' misses whose names pass."""
    judged = [row for row in rows if row.nameable]
    whole = sum(row.misses for row in judged)
    good = sum(row.misses for row in judged
               if known.get(row.key(), (False,))[0])
    return good / whole if whole else 1.0


def quoted(text):
    return "`" + text.replace("|", "\\|") + "`" if text else "-"


def table(looked, known):
    lines = ["| program | language | ten rows | most misses | the source calls it "
             "| passes |", "|---" * 6 + "|"]
    for subject, rows in looked:
        first = next(row for row in rows if row.nameable)
        called = known.get(first.key(), (False, "?"))[1]
        lines.append(
            f"| {subject.package} | {subject.language} "
            f"| {100 * sum(row.share for row in rows):.1f} % "
            f"| {quoted(first.name)} {100 * first.share:.1f} % "
            f"| {called} | {100 * passing(rows, known):.1f} % |")
    return "\n".join(lines)


def summary(looked, known):
    shares = [passing(rows, known) for _, rows in looked]
    good = sum(share >= 0.95 for share in shares)
    mean = 100 * sum(shares) / max(len(shares), 1)
    return (f"{len(shares)} programs; names pass for {mean:.1f} % of L1 misses on "
            f"average, for at least 95 % in {good}")

"""Compares whole.json and windows.json (and *.pairs.json), of `memfacet
communication --json`: see test/e2e/threads/communication-windows.c."""

from reading import read_json


def misses(name):
    """Of what is passed on."""
    return sum(spot["expected"]["invalidated"]
               for spot in read_json(name)["hot_spots"]
               if spot["structure"] == "Passed" and spot["function"] == "sum")


whole, windows, everything = (misses(name + ".json")
                              for name in ("whole", "windows", "all"))
assert 0.9 * 32 * 4000 < whole < 1.1 * 32 * 4000, whole
assert 0.8 < everything / whole < 1.2, (whole, everything)
assert windows < 1.1 * whole, (whole, windows)
# A third of all accesses are far apart: the run sees them touched again.
runs = [read_json(name + ".pairs.json") for name in ("whole", "windows")]
never = [run["dangling"] / run["chosen"] for run in runs]
assert never[1] > never[0] + 0.1, never
units = [run["units"] for run in runs]
assert 0.8 < units[1] / units[0] < 1.2, units

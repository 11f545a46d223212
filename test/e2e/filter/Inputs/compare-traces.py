"""Records a complete and a filtered trace, and compares what is simulated.

usage: compare-traces.py MEMFACET FOLDER [--but KIND,...] [--sweep MODELS]
           MODEL... -- PROGRAM [ARGUMENT...]

Prints how many structures and places there are. Exit code 1 where one differs,
and which; --but as for compare-runs.py. A sweep is compared as a whole.
"""

import importlib
import os
import subprocess
import sys

runs = importlib.import_module("compare-runs")


def record(memfacet, trace, program, *how):
    subprocess.run(
        [memfacet, "record", *how, "--no-analysis", "--trace", trace, "--", *program],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )


def simulate(memfacet, trace, *how):
    done = subprocess.run(
        [memfacet, "simulate", trace, *how], capture_output=True, check=False, text=True
    )
    if done.returncode != 0:
        sys.exit(f"{trace}, {' '.join(how)}: {done.stderr}")
    return done.stdout


def main():
    words = sys.argv[1:]
    split = words.index("--")
    words, program = words[:split], words[split + 1 :]
    memfacet, folder, *models = words
    options = {"--but": "", "--sweep": ""}
    while models[0] in options:
        options[models[0]] = models[1]
        models = models[2:]
    os.makedirs(folder, exist_ok=True)
    traces = [os.path.join(folder, name) for name in ("filtered.mft", "complete.mft")]
    record(memfacet, traces[0], program, "--filtered")
    record(memfacet, traces[1], program)
    profiles = [trace + ".mfp" for trace in traces]
    wrong = []
    for model in models:
        for trace, profile in zip(traces, profiles):
            simulate(memfacet, trace, "--cache", model, "-o", profile)
        found = runs.compare(memfacet, *profiles, options["--but"].split(","))
        wrong += [f"{model}: {line}" for line in found]
    if options["--sweep"]:
        how = ("--cache", models[0], "--sweep", options["--sweep"], "--csv")
        ours, theirs = (simulate(memfacet, trace, *how) for trace in traces)
        if ours != theirs:
            lines = set(ours.splitlines()) ^ set(theirs.splitlines())
            wrong += [f"only in one sweep: {line}" for line in sorted(lines)]
    for line in wrong:
        print(line, file=sys.stderr)
    if wrong:
        return 1
    print(f"structures: {len(runs.table(memfacet, ['report'], profiles[0], '--all'))}, equal")
    print(f"places: {len(runs.sites(profiles[0]))}, equal")
    return 0


if __name__ == "__main__":
    sys.exit(main())

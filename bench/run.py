# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures the cost of MemFacet's modes, and of its peers, as ratios to the native
program.

All modes of a program run in turn, several rounds; a figure is the median over
the rounds. A mode is complete when its result is on disk. If there are fewer processors
than a program's threads plus one, its CPU time decides, else the wall time. The CPU
time, of all processes, is shown in a row of its own, too.
"""

import argparse
import json
import math
import os
import statistics
import subprocess
import sys

import modes as known_modes
import programs
from modes import BY_NAME, LIVE, MODES, PEER_GOAL, Place

# Runs in a separate process, as a child's peak memory starts with its parent's.
LAUNCHER = """
import os, sys, time
start = time.monotonic()
child = os.spawnvp(os.P_NOWAIT, sys.argv[1], sys.argv[1:])
_, status, usage = os.wait4(child, 0)
print(time.monotonic() - start, usage.ru_utime + usage.ru_stime,
      usage.ru_maxrss / 1024, os.waitstatus_to_exitcode(status),
      file=sys.__stderr__)
"""


def run(command, env=None):
    """Returns (wall seconds, CPU seconds of all processes, peak MiB of the largest)."""
    outcome = subprocess.run([sys.executable, "-I", "-S", "-c", LAUNCHER, *command],
                             env={**os.environ, **(env or {})}, text=True,
                             stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    *errors, figures = outcome.stderr.splitlines()
    wall, cpu, peak, code = map(float, figures.split())
    if code != 0:
        raise RuntimeError(f"{' '.join(command)} failed:\n" + "\n".join(errors))
    return wall, cpu, peak


def accesses(place):
    """Returns the accesses of the last profile, or None if there is none."""
    outcome = subprocess.run([place.tool(), "report", "--json",
                              place.file(".mfp")], capture_output=True)
    if outcome.returncode != 0:
        return None
    return json.loads(outcome.stdout)["total"]["accesses"]


def built(program, place, names, keep):
    """Returns (path, seconds, bytes of code) by build; with KEEP, existing builds are
    not made again."""
    build_list = place.file(".builds.json")
    builds = {}
    if keep and os.path.exists(build_list):
        with open(build_list) as file:
            builds = json.load(file)
    for name in names:
        if name not in builds:
            builds[name] = known_modes.build(program, place, name)
            with open(build_list, "w") as file:
                json.dump(builds, file)
    return {name: builds[name] for name in names}


def measure(program, place, rounds, chosen, keep):
    names = dict.fromkeys(mode.build for mode in chosen)
    builds = built(program, place, names, keep)
    samples = {mode.name: [] for mode in chosen}
    count = None
    for turn in range(rounds):
        for mode in chosen:
            print(f"bench: {program.name}: round {turn + 1} of {rounds}: "
                  f"{mode.name}", file=sys.stderr)
            path = builds[mode.build][0]
            words = [path, *program.arguments]
            samples[mode.name].append(run(*mode.command(place, words)))
            if mode.name in LIVE:
                count = accesses(place)
    result = {"threads": program.threads, "accesses": count,
              "builds": {name: {"cpu": spent, "code": size}
                         for name, (_, spent, size) in builds.items()},
              "modes": {}}
    for mode in chosen:
        wall, cpu, peak = (statistics.median(column)
                           for column in zip(*samples[mode.name]))
        row = {"wall": wall, "cpu": cpu, "peak_mib": peak}
        if mode.output and count:
            row["bytes_per_access"] = \
                os.path.getsize(place.file(mode.output)) / count
        result["modes"][mode.name] = row
    return result


def geomean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def times_native(result, name, key):
    return result["modes"][name][key] / result["modes"]["native"][key]


def ratio(result, name):
    """Returns the ratio that decides, and whether it is one of CPU time."""
    of_cpu = result["threads"] + 1 > len(os.sched_getaffinity(0))
    return times_native(result, name, "cpu" if of_cpu else "wall"), of_cpu


def limit_share(result, mode):
    """Returns the mode's wall time as a part of its limit."""
    times, seconds = mode.limit
    native = result["modes"]["native"]["wall"]
    return result["modes"][mode.name]["wall"] / (times * native + seconds)


def print_row(label, cells, width, goal):
    """Prints a row. CELLS: values, and whether they are CPU times."""
    values = [value for value, _ in cells]
    limits = " ".join(f"<= {g:g}" for g in goal)
    print(f"{label:16}" + "".join(
        f"{value:{width - 1}.2f}{'c' if cpu else ' '}"
        for value, cpu in cells) +
        f"{geomean(values):10.2f}{max(values):8.2f}  {limits}".rstrip())


def print_ratios(results, chosen):
    """Prints a row per mode, with a column per program."""
    names = list(results)
    width = max(14, *(len(n) + 2 for n in names))
    print("times native; c: CPU time, else wall time")
    print(f"{'mode':16}" + "".join(f"{n:>{width}}" for n in names) +
          f"{'geomean':>10}{'worst':>8}  goal")
    print(f"{'native, s':16}" + "".join(
        f"{results[n]['modes']['native']['wall']:{width}.2f}" for n in names))
    for mode in chosen:
        if mode.name == "native":
            continue
        print_row(mode.name, [ratio(results[n], mode.name) for n in names],
                  width, mode.goal)
        print_row("  CPU time", [(times_native(results[n], mode.name, "cpu"), True)
                                 for n in names], width, mode.cpu_goal)
        if mode.limit:
            print_row("  of the limit", [(limit_share(results[n], mode), False)
                                         for n in names], width, (1,))


def print_peer(results, chosen):
    """Prints how many times as long Cachegrind takes; the worst ratio is the
    smallest."""
    names = list(results)
    width = max(14, *(len(n) + 2 for n in names))
    known = [mode.name for mode in chosen]
    if "cachegrind" not in known or not set(LIVE) & set(known):
        return
    print("Cachegrind's time over that of")
    for live in filter(known.__contains__, LIVE):
        values = [ratio(results[n], "cachegrind")[0] / ratio(results[n], live)[0]
                  for n in names]
        goal = " ".join(f">= {g:g}" for g in PEER_GOAL if live == LIVE[0])
        print(f"{live:16}" + "".join(
            f"{value:{width - 1}.2f} " for value in values) +
            f"{geomean(values):10.2f}{min(values):8.2f}  {goal}".rstrip())


def print_rest(results, chosen):
    names = list(results)
    width = max(14, *(len(n) + 2 for n in names))

    def line(label, value):
        print(f"{label:28}" + "".join(f"{value(results[n]):>{width}}"
                                      for n in names))
    print()
    line("", lambda r: "")
    line("accesses, M", lambda r: f"{(r['accesses'] or 0) / 1e6:.0f}")
    for mode in chosen:
        get = lambda r, m=mode.name: r["modes"][m]
        line(f"{mode.name}: peak MiB", lambda r: f"{get(r)['peak_mib']:.0f}")
        if mode.output:
            line(f"{mode.name}: bytes per access",
                 lambda r: f"{get(r).get('bytes_per_access', 0):.2f}")
        if mode.name == "simulate":
            line("simulate: M accesses per CPU s",
                 lambda r: f"{(r['accesses'] or 0) / 1e6 / get(r)['cpu']:.0f}")
    for name in results[names[0]]["builds"]:
        native = lambda r: r["builds"]["native"]
        line(f"build {name}: time, code",
             lambda r: f"{r['builds'][name]['cpu'] / native(r)['cpu']:.2f} "
                       f"{r['builds'][name]['code'] / native(r)['code']:.2f}")


def options():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter,
        epilog="modes:\n" + "\n".join(f"  {m.name:14} {m.title}"
                                      for m in MODES))
    parser.add_argument("--build", default="build")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--keep-builds", action="store_true",
                        help="use the programs that an earlier run has built")
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("--modes", default=",".join(known_modes.ALWAYS),
                        help="a list, or 'all', or 'without': each idea left "
                             "out; 'native' is always measured")
    parser.add_argument("programs", nargs="*",
                        help="names, or groups: " + ", ".join(programs.GROUPS))
    chosen = parser.parse_args()
    groups = {"all": [m.name for m in MODES if not m.counterpart],
              "without": [n for m in MODES if m.counterpart
                          for n in (m.counterpart, m.name)]}
    names = groups.get(chosen.modes) or chosen.modes.split(",")
    for name in names:
        if name not in BY_NAME:
            parser.error(f"no mode '{name}': choose from {', '.join(BY_NAME)}")
    names += [BY_NAME[n].requirement for n in names if BY_NAME[n].requirement]
    chosen.modes = [m for m in MODES if m.name in names or m.name == "native"]
    return parser, chosen


def main():
    parser, chosen = options()
    work = os.path.join(os.path.abspath(chosen.build), "bench")
    os.makedirs(work, exist_ok=True)
    known = programs.all_programs(work)
    requests = [name for word in chosen.programs or ["bzip2", "lua", "own"]
                for name in programs.GROUPS.get(word, [word])]
    for name in requests:
        if name not in known:
            parser.error(f"no program '{name}': choose from "
                         f"{', '.join([*programs.GROUPS, *known])}")
    results = {}
    for name in dict.fromkeys(requests):
        program = known[name]()
        if not program:
            continue
        place = Place(name, work, os.path.join(os.path.abspath(chosen.build),
                                               "bin"))
        try:
            results[name] = measure(program, place, chosen.rounds,
                                    chosen.modes, chosen.keep_builds)
        except Exception as failure:  # includes failed builds
            print(f"bench: left out {name}: {failure}", file=sys.stderr)
    if not results:
        sys.exit("bench: no program could be measured")
    print_ratios(results, chosen.modes)
    print_peer(results, chosen.modes)
    print_rest(results, chosen.modes)
    if chosen.json:
        with open(chosen.json, "w") as file:
            json.dump(results, file, indent=2)


if __name__ == "__main__":
    main()

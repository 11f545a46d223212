# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Many threads, processes, signals, libraries."""

import json
import os
import shutil

from case import EXACT, PLAIN, case
from scene import MAIN, NotHere, demand, stores

WORK = 123457


def storm(scene, *arguments, **more):
    recorded = scene.compare("storms", *arguments, **more)
    if recorded.code == 77:
        raise NotHere("the machine refuses so many")
    report = scene.report()
    demand(report["loss"]["unknown_words"] == 0, f"loss: {report['loss']}")
    return report


def storm_exactly(scene, cells, *arguments, **more):
    report = storm(scene, *arguments, **more)
    counted = stores(report, "Cells")
    demand(counted == cells + WORK, f"{counted} stores, not {cells + WORK}; "
           f"{json.dumps(report['loss'])}")


@case("10,000 threads, one after the other", PLAIN, EXACT, bodies=MAIN,
      slow=10000)
def threads_in_sequence(scene, times):
    storm_exactly(scene, 0, "threads", str(times * 20 if times < 1000 else times))


@case("as many threads at once as the machine allows", PLAIN, EXACT,
      bodies=MAIN, slow=10000)
def threads_at_once(scene, times):
    storm_exactly(scene, 0, "threads-at-once",
                  str(times * 20 if times < 1000 else times))


@case("more threads at once than the shared memory has room for", PLAIN,
      "all but what the last threads do; the report says so", bodies=["select"])
def threads_beyond_room(scene, times):
    # 4096 chunks; each living thread holds one.
    loss = storm(scene, "threads-at-once", "4200")["loss"]
    demand(loss["lost_chunks"] > 0, f"nothing is said to be lost: {loss}")


@case("1,000 forks", PLAIN, "everything, in a profile for each process",
      bodies=["select", "alone"], slow=1000)
def forks(scene, times):
    storm_exactly(scene, 0, "forks", str(times))


@case("libraries loaded and unloaded, over and over", PLAIN, EXACT,
      bodies=["select", "complete", "trace", "alone"], slow=3000)
def libraries(scene, times):
    def library(flags):
        built = scene.tools.build("library", flags, ["-shared", "-fPIC"])
        shutil.copy(built, os.path.join(scene.folder, "library.so"))

    scene.expected_files.add("library.so")
    library(None)
    report = storm(scene, "libraries", str(times * 5), "./library.so",
                   follow_up=lambda: library(scene.flags))
    counted = stores(report, "Table")
    demand(counted == times * 500, f"{counted} stores in the library")


@case("a storm of signals: a timer of 200 µs whose handler is instrumented", PLAIN,
      EXACT, slow=20)
def signal_storm(scene, times):
    for _ in range(max(1, times // 10)):
        storm(scene, "timers", "200000")


@case("`siglongjmp` out of the handlers of a storm", PLAIN,
      "all but what was cut by the jump", slow=20)
def jump_storm(scene, times):
    for _ in range(max(1, times // 10)):
        storm(scene, "jumps", "30000")


@case("handlers that raise other signals", PLAIN, EXACT)
def nested_signals(scene, times):
    storm_exactly(scene, 20000 * 3, "nested")


@case("handlers that switch to what other handlers interrupted", PLAIN, EXACT)
def switching_handlers(scene, times):
    storm_exactly(scene, 3 * 500 * 20, "switches")


def stepped(scene, mode, cells):
    """A run with a signal after each instruction; stores to Cells are known."""
    scene.expected_files.add("signals")
    ended = scene.compare("stepped", mode)
    if ended.code == 77:
        raise NotHere("the processor takes no single steps")
    report = scene.report()
    demand(report["loss"]["unknown_words"] == 0, f"loss: {report['loss']}")
    with open(os.path.join(scene.folder, "signals"), encoding="ascii") as file:
        signals = int(file.read())
    demand(signals > 1000, f"only {signals} signals")
    for name, right in ("Cells", cells), ("Handled", signals):
        counted = stores(report, name)
        demand(counted == right, f"{counted} stores to {name}, not {right}")


@case("a signal after each instruction, whose handler is instrumented", PLAIN, EXACT)
def signal_at_every_instruction(scene, times):
    stepped(scene, "all", 5 * 20)


@case("a signal after each instruction of two threads that take locks", PLAIN, EXACT,
      bodies=["select", "complete", "alone"])
def signal_at_every_instruction_of_locks(scene, times):
    stepped(scene, "locks", 2 * 5)


@case("`siglongjmp` out of a handler after each instruction", PLAIN,
      "all but what was cut by the jump", bodies=MAIN, slow=1000)
def jump_at_every_instruction(scene, times):
    ended = scene.compare("stepped", "jumps", str(times * 5))
    if ended.code == 77:
        raise NotHere("the processor takes no single steps")
    loss = scene.report()["loss"]
    demand(loss["unknown_words"] == 0, f"loss: {loss}")

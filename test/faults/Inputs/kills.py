# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""SIGKILL, SIGSTOP: of the program, of the collector."""

import os
import platform
import random
import signal
import struct
import subprocess
import time

from case import PLAIN, case
from scene import (LIMIT, Ended, NotHere, collector_of, command_of, demand, lost,
                   marked, reap, row, stores, wait_for_all)

STEP = 1000  # stores of a step


def progress(scene):
    """Steps that each thread has done, as the program says itself."""
    try:
        with open(os.path.join(scene.folder, "progress"), "rb") as file:
            words = struct.unpack("512Q", file.read(4096))
    except (OSError, struct.error):
        return [0]
    return list(words[:16])


def program_of(process, path, seconds=10):
    """The process that runs the program of that path below record."""
    end = time.time() + seconds
    while time.time() < end and process.poll() is None:
        child = child_of(process, 0.1)
        if child and command_of(child).split(" ")[0] == path:
            return child
    return None


def child_of(process, seconds=10):
    """The only child of a process, quickly."""
    path = f"/proc/{process.pid}/task/{process.pid}/children"
    end = time.time() + seconds
    while time.time() < end:
        try:
            with open(path) as file:
                children = file.read().split()
        except OSError:
            return None
        if children:
            return int(children[0])
    return None


def steps_words(scene, steps, threads):
    return scene.record_words([scene.instrumented("steps"), str(steps), str(threads),
                               "progress"])


def normal_time(scene, steps, threads):
    """Seconds of a recorded run, to know when to strike."""
    begun = time.time()
    scene.run(steps_words(scene, steps, threads))
    return time.time() - begun


def check_killed(scene, ended, threads):
    """What was recorded is what the program says it has done."""
    if ended.code == 5:
        return "too late"
    demand(ended.code == (137 if scene.options is not None else -9),
           f"exit code {ended.code}: {ended.messages}")
    scene.expected_files |= {"progress"}
    scene.check_files()
    outcome = progress(scene)
    if not os.path.exists(scene.profile) and scene.body != "no-analysis":
        demand(sum(outcome) == 0, f"no profile after {sum(outcome)} steps: {ended.messages}")
        return "early"
    if scene.body == "no-analysis" and (
            ended.says("nothing was recorded") or not os.path.exists(scene.trace)):
        demand(sum(outcome) == 0, f"no trace after {sum(outcome)} steps: {ended.messages}")
        return "early"
    report = scene.report()
    counted = stores(report, "Cells")
    # A thread was in at most one step that it had not said.
    least = STEP * sum(outcome)
    demand(least <= counted <= least + STEP * threads,
           f"{counted} stores are recorded, {sum(outcome)} steps were done; "
           f"{ended.messages}")
    # Each step reads a global in a block without loops. A program that selects
    # counts the block by itself, before or after the read.
    read = (row(report, "Progress") or {"loads": 0})["loads"]
    demand(abs(read - sum(outcome)) <= threads,
           f"{read} loads are recorded, {sum(outcome)} steps were done; {ended.messages}")
    return "exact" if counted == least else "whole"


@case("SIGKILL of the program, at any moment", "dies of the signal",
      "all up to the block in which it was; a note says so", slow=1000)
def kill_program(scene, times):
    threads = 3
    steps = 300
    whole = normal_time(scene, steps, threads)
    kinds = {}
    for _ in range(times):
        scene.fresh()
        process = scene.begin(steps_words(scene, steps * 100, threads))
        target = process.pid if scene.options is None else child_of(process)
        time.sleep(random.random() * whole * 1.5)
        try:
            os.kill(target, signal.SIGKILL)
        except ProcessLookupError:
            pass
        kind = check_killed(scene, scene.end(process), threads)
        kinds[kind] = kinds.get(kind, 0) + 1
    demand(list(kinds) != ["too late"], "no kill was in time")
    return " ".join(f"{n} {k}" for k, n in sorted(kinds.items()))


def address_of(process, program, symbol):
    """Where a function of the runtime is in a process."""
    names = subprocess.run(["nm", program], capture_output=True, text=True,
                           check=True).stdout
    found = [line.split()[0] for line in names.splitlines()
             if line.endswith(" " + symbol)]
    demand(len(found) == 1, f"{len(found)} functions are called {symbol}")
    with open(f"/proc/{process}/maps") as file:
        begins = [int(line.split("-")[0], 16) for line in file
                  if line.rstrip().endswith(program)]
    return min(begins) + int(found[0], 16)


def wait_for_steps(scene, process):
    """The program has begun to work."""
    end = time.time() + LIMIT
    while time.time() < end and process.poll() is None and sum(progress(scene)) == 0:
        time.sleep(0.002)


@case("SIGKILL of the program while it tells its counts, at any instruction",
      "dies of the signal", "everything; a note says so", bodies=["select"], slow=1000)
def kill_while_telling(scene, times):
    if platform.machine() != "x86_64":
        raise NotHere("it steps through instructions of x86-64 only")
    stepper = scene.plain("stepper")
    # Where an interval ends, the counters that have changed are looked up, one by
    # one, and written: some 1500 instructions. At each of them, and at some after them.
    for number in range(times):
        scene.fresh()
        process = scene.begin(steps_words(scene, 100_000_000, 1))
        program = program_of(process, scene.instrumented("steps"))
        wait_for_steps(scene, process)
        address = address_of(program, scene.instrumented("steps"),
                             "_ZN8memfacet6counts9nextNotedERKNS0_10CountArrayEmRm")
        steps = 1_700 * number // times + random.randrange(100)
        outcome = subprocess.run([stepper, str(program), hex(address), "1", str(steps)],
                                 capture_output=True, text=True, timeout=LIMIT)
        if outcome.returncode == 2:
            scene.end(process)
            raise NotHere(outcome.stderr.strip())
        demand(outcome.returncode == 0, f"{outcome.stderr}")
        check_killed(scene, scene.end(process), 1)
    return f"{times} places"


def end_without_collector(scene, process, program):
    """The exit code of the program, and what it has written."""
    out, err = process.communicate(timeout=LIMIT)
    if scene.options is None:
        return process.returncode, out, err
    # record was the collector; the program came to this process.
    end = time.time() + LIMIT
    while time.time() < end:
        try:
            outcome, status = os.waitpid(program, os.WNOHANG)
        except ChildProcessError:
            return None, out, err
        if outcome:
            return os.waitstatus_to_exitcode(status), out, err
        time.sleep(0.002)
    demand(False, "the program does not end")


@case("SIGKILL of the collector, at any moment", PLAIN + ", with a line on stderr",
      "the trace up to its last whole frame; an earlier profile stays", bodies=["select", "trace", "no-analysis", "alone"],
      slow=1000)
def kill_collector(scene, times):
    threads, steps = 2, 3000
    arguments = [str(steps), str(threads), "progress"]
    plain = scene.run([scene.plain("steps"), *arguments])
    whole = normal_time(scene, steps, threads)
    kinds = {}
    for _ in range(times):
        scene.fresh()
        # An earlier profile, which must survive.
        scene.run(steps_words(scene, 1, 1))
        process = scene.begin(steps_words(scene, steps, threads))
        program = (process.pid if scene.options is None else
                   program_of(process, scene.instrumented("steps")))
        target = process.pid
        if scene.options is None:
            target = collector_of(process.mark)
        if program is None or target is None:
            process.communicate()
            kinds["too late"] = kinds.get("too late", 0) + 1
            continue
        time.sleep(random.random() * whole)
        os.kill(target, signal.SIGKILL)
        code, out, err = end_without_collector(scene, process, program)
        left = wait_for_all(process.mark)
        reap()
        demand(not left, f"processes are left: {[command_of(p) for p in left]}")
        demand(code in (plain.code, None), f"exit code {code}: {err}")
        demand(out == plain.out, f"stdout {out!r}: {err}")
        ended = Ended(code, out, err)
        demand(ended.err == plain.err, f"stderr {err!r}")
        kind = check_kept(scene, steps, threads, ended)
        kinds[kind] = kinds.get(kind, 0) + 1
    demand(list(kinds) != ["too late"], "no kill was in time")
    return " ".join(f"{n} {k}" for k, n in sorted(kinds.items()))


def is_whole(report, steps, threads):
    return stores(report, "Cells") == steps * STEP * threads


def check_kept(scene, steps, threads, ended):
    """What is there is the whole, or it is said that it is not."""
    kind, whole = "earlier profile", False
    if scene.body in ("trace", "no-analysis"):
        outcome = subprocess.run(
            [scene.tools.memfacet, "simulate", scene.trace, "-o", "kept.mfp"],
            cwd=scene.folder, capture_output=True, text=True, timeout=LIMIT)
        scene.expected_files.add("kept.mfp")
        saved = os.path.join(scene.folder, "kept.mfp")
        if outcome.returncode == 0:
            report = scene.report(saved)
            counted = stores(report, "Cells")
            demand(counted <= steps * STEP * threads, f"{counted} stores")
            whole = is_whole(report, steps, threads)
            demand(whole or lost(report), "a part of the trace is taken for the whole")
            kind = "part of the trace"
        else:
            demand("memfacet: " in outcome.stderr, f"simulate: {outcome.stderr}")
            kind = "no frame yet"
    if scene.body != "no-analysis":
        report = scene.report()
        # A collector that had not begun yet leaves nothing; the program has said
        # that it is gone, or has written a region file for another one.
        earlier = report["arguments"][0] == "1"
        demand(not earlier or
               "was cut off" in scene.report_said or
               scene.options is None and bool(ended.messages),
               "an earlier profile is taken for that of this run")
        whole = is_whole(report, steps, threads)
        demand(whole or earlier or lost(report),
               "a part of the run is taken for the whole")
    # If the program had ended before, record alone knew of it; report and simulate
    # have said it above.
    demand(whole or scene.options is not None or ended.admits() or
           ended.says("the collector is gone"), f"nothing is said: {ended.messages}")
    return "whole" if whole else kind


def wait_for_checkpoint(scene, process):
    """Whether the profile was written while the program ran."""
    end = time.time() + LIMIT
    while time.time() < end and process.poll() is None:
        if os.path.exists(scene.profile):
            return True
        time.sleep(0.005)
    return False


@case("SIGKILL of the collector after a checkpoint", PLAIN + ", with a line on stderr",
      "everything up to the checkpoint; a note says so",
      bodies=["select", "complete", "trace", "alone"], slow=20)
def kill_after_checkpoint(scene, times):
    threads, steps = 2, 5_000_000
    for _ in range(1 if times < 20 else times):
        scene.fresh()
        words = steps_words(scene, steps, threads)
        # The program has done something before the first one.
        env = {"MEMFACET_OPTIONS": "checkpoint=1"}
        if scene.options is not None:
            words[2:2] = ["--checkpoint", "1"]
        process = scene.begin(words, env=env)
        program = (process.pid if scene.options is None else
                   program_of(process, scene.instrumented("steps")))
        target = process.pid if scene.options is not None else \
            collector_of(process.mark)
        demand(wait_for_checkpoint(scene, process), "there is no checkpoint")
        time.sleep(random.random() * 0.2)
        os.kill(target, signal.SIGKILL)
        os.kill(program, signal.SIGKILL)
        process.communicate()
        demand(not wait_for_all(process.mark), "processes are left")
        reap()
        report = scene.report()
        demand(any("a checkpoint" in note for note in report["notes"]),
               f"no note tells of a checkpoint: {report['notes']}")
        demand(0 < stores(report, "Cells") < steps * STEP * threads,
               f"{stores(report, 'Cells')} stores")
        outcome = subprocess.run([scene.tools.memfacet, "check", scene.profile],
                                 capture_output=True, text=True, timeout=LIMIT)
        demand(outcome.returncode == 0, f"check: {outcome.stdout}{outcome.stderr}")


@case("SIGSTOP of the collector, SIGCONT later", "waits; then " + PLAIN,
      "everything", bodies=["select", "trace", "alone"])
def stop_collector(scene, times):
    threads, steps = 2, 2000
    arguments = [str(steps), str(threads), "progress"]
    plain = scene.run([scene.plain("steps"), *arguments])
    for _ in range(max(1, times // 10)):
        scene.fresh()
        process = scene.begin(steps_words(scene, steps, threads))
        target = process.pid
        if scene.options is None:
            target = collector_of(process.mark)
        elif program_of(process, scene.instrumented("steps")) is None:
            target = None
        demand(target, "there is no collector")
        time.sleep(random.random() * 0.1)
        os.kill(target, signal.SIGSTOP)
        time.sleep(0.5)
        os.kill(target, signal.SIGCONT)
        ended = scene.end(process)
        scene.must_be_same(plain, ended)
        counted = stores(scene.report(), "Cells")
        demand(counted == steps * threads * STEP, f"{counted} stores")


@case("a slow collector (one hundredth of a processor)", PLAIN + ", but slower",
      "everything", bodies=["select", "trace", "alone"])
def slow_collector(scene, times):
    threads, steps = 2, 1000
    arguments = [str(steps), str(threads), "progress"]
    plain = scene.run([scene.plain("steps"), *arguments])
    scene.fresh()
    process = scene.begin(steps_words(scene, steps, threads))
    target = process.pid if scene.options is not None else collector_of(process.mark)
    demand(target, "there is no collector")
    while process.poll() is None and target in marked(process.mark):
        try:
            os.kill(target, signal.SIGSTOP)
            time.sleep(0.03)
            os.kill(target, signal.SIGCONT)
            time.sleep(0.003)
        except ProcessLookupError:
            break
    ended = scene.end(process)
    scene.must_be_same(plain, ended)
    counted = stores(scene.report(), "Cells")
    demand(counted == steps * threads * STEP, f"{counted} stores")

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a program plainly and recorded, and compares what can be seen of it.

A scene is one case with one way to record (a body). It has a folder of its own,
in which nothing may be left but what was asked for.
"""

import ctypes
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import time
import uuid

FOLDER = os.path.dirname(os.path.abspath(__file__))
PROGRAMS = os.path.join(FOLDER, "programs")
LIMIT = int(os.environ.get("FAULT_LIMIT", "60"))  # seconds for one process
# Every process of a run has it in its environment, so that leftovers are found.
MARK = "FAULT_RUN"
PR_SET_CHILD_SUBREAPER = 36

# How a run is recorded: what the program is built with, what record gets.
# "alone": the program starts its collector by itself.
BODIES = {
    "select": ([], []),
    "complete": ([], ["--complete"]),
    "trace": ([], ["--trace", "run.mft"]),
    "no-analysis": ([], ["--trace", "run.mft", "--no-analysis"]),
    "alone": ([], None),
}
ALL = list(BODIES)
# The main ways, for cases that take long.
MAIN = ["select", "trace", "alone"]


class Failure(Exception):
    """Says what is not as it has to be."""


class NotHere(Exception):
    """Says what this machine does not allow."""


def demand(good, reason):
    if not good:
        raise Failure(reason)


def become_reaper():
    """Programs whose collector was killed come to this process."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


class Tools:
    def __init__(self, binary, clang, work):
        binary = os.path.abspath(binary)
        self.memfacet = os.path.join(binary, "memfacet")
        self.compilers = {"plain": clang,
                          "instrumented": os.path.join(binary, "memfacet-clang")}
        self.work = os.path.abspath(work)

    def build(self, name, flags=None, options=()):
        """The program of that name; plain without flags of the wrapper."""
        kind = "plain" if flags is None else "instrumented"
        flags = [*(flags or []), *options]
        key = "".join(f"_{f.strip('-')}" for f in flags if "/" not in f)
        path = os.path.join(self.work, "built", f"{name}.{kind}{key}")
        source = os.path.join(PROGRAMS, name + ".c")
        if os.path.exists(path) and os.path.getmtime(path) > os.path.getmtime(source):
            return path
        os.makedirs(os.path.dirname(path), exist_ok=True)
        subprocess.run([self.compilers[kind], *flags, "-O1", "-g", "-pthread",
                        "-Wno-everything", source, "-o", path + ".new"], check=True)
        os.rename(path + ".new", path)
        return path


class Ended:
    """What was seen of a process that ended."""

    def __init__(self, code, out, err):
        self.code, self.out = code, out
        lines = err.decode(errors="replace").splitlines(keepends=True)
        self.messages = [l.rstrip("\n") for l in lines if l.startswith("memfacet: ")]
        self.err = "".join(l for l in lines if not l.startswith("memfacet: "))

    def says(self, words):
        return any(words in line for line in self.messages)

    def admits(self):
        """Whether a line says that something is not recorded, or elsewhere."""
        return any(map(self.says, ("not recorded", "nothing was recorded",
                                   "recorded itself", "data loss",
                                   "cannot write", "writing /")))


def usual_code(code):
    """As a shell sees it, and as record passes it on."""
    return 128 - code if code < 0 else code


def environment(folder, more):
    result = {k: v for k, v in os.environ.items() if not k.startswith("MEMFACET")}
    result.update({MARK: uuid.uuid4().hex, "FAULT_FOLDER": folder, **more})
    return {k: v for k, v in result.items() if v is not None}


def marked(mark):
    """Processes that have the mark in their environment."""
    found = []
    for entry in os.listdir("/proc"):
        if not entry.isdigit() or int(entry) == os.getpid():
            continue
        try:
            with open(f"/proc/{entry}/environ", "rb") as file:
                if mark.encode() in file.read():
                    found.append(int(entry))
        except OSError:
            pass
    return found


def command_of(process):
    try:
        with open(f"/proc/{process}/cmdline", "rb") as file:
            return file.read().decode(errors="replace").replace("\0", " ").strip()
    except OSError:
        return ""


def collector_of(mark, seconds=10):
    """The collector that a program of this run has started."""
    end = time.time() + seconds
    while time.time() < end:
        for process in marked(mark):
            if command_of(process).startswith("memfacet collect"):
                return process
        time.sleep(0.001)
    return None


def wait_for_all(mark, seconds=20):
    """The processes of a run that do not end."""
    end = time.time() + seconds
    while True:
        left = marked(mark)
        if not left or time.time() > end:
            return left
        time.sleep(0.005)


def no_core():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Scene:
    def __init__(self, tools, case, body):
        self.tools, self.case, self.body = tools, case, body
        self.flags, self.options = BODIES[body]
        self.folder = os.path.join(tools.work, case, body)
        self.shared_before = set(os.listdir("/dev/shm"))
        self.expected_files = {"memfacet.mfp", "memfacet.mfp.old", "run.mft"}
        # A collector that dies leaves FILE.part.
        self.marks_may_stay = False
        self.fresh()

    def fresh(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(self.folder)

    @property
    def profile(self):
        return os.path.join(self.folder, "memfacet.mfp")

    @property
    def trace(self):
        return os.path.join(self.folder, "run.mft")

    def plain(self, name, options=()):
        return self.tools.build(name, None, options)

    def instrumented(self, name, options=()):
        return self.tools.build(name, self.flags, options)

    def record_words(self, inner):
        if self.options is None:
            return inner
        return [self.tools.memfacet, "record", *self.options, "--", *inner]

    def begin(self, words, env=(), limits=None, **more):
        """Starts a process; .mark says how to find what belongs to it."""
        full = environment(self.folder, dict(env))

        def prepare():
            no_core()
            if limits:
                limits()

        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE,
                   "stdin": subprocess.DEVNULL, **more}
        process = subprocess.Popen(words, env=full, preexec_fn=prepare,
                                   **{"cwd": self.folder, **streams})
        process.mark = full[MARK]
        return process

    def end(self, process):
        try:
            out, err = process.communicate(timeout=LIMIT)
        except subprocess.TimeoutExpired:
            stuck = [command_of(p) for p in marked(process.mark)]
            for p in marked(process.mark):
                try:
                    os.kill(p, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            process.communicate()
            raise Failure(f"still runs after {LIMIT} s: {stuck}") from None
        left = wait_for_all(process.mark)
        reap()
        demand(not left, f"processes are left: {[command_of(p) for p in left]}")
        return Ended(process.returncode, out or b"", err or b"")

    def run(self, words, **more):
        return self.end(self.begin(words, **more))

    def compare(self, name, *arguments, prefix=(), options=(), follow_up=None,
                look=None, **more):
        """Runs the program plainly and recorded; both must look the same.

        before: words in front of the program. after(plain): prepares the folder
        again for the recorded run. look(): what else of the folder must be same.
        """
        plain = self.run([*prefix, self.plain(name, options), *arguments], **more)
        known = look() if look else None
        self.fresh()
        if follow_up:
            follow_up()
        words = [*prefix, self.instrumented(name, options), *arguments]
        recorded = self.run(self.record_words(words), **more)
        self.must_be_same(plain, recorded)
        if look:
            second = look()
            demand(known == second, f"plain left {known!r}, recorded {second!r}")
        self.check_files()
        return recorded

    def must_be_same(self, plain, recorded):
        code = recorded.code
        wanted = plain.code if self.options is None else usual_code(plain.code)
        messages = " | ".join(recorded.messages)
        demand(code == wanted, f"exit code {code} instead of {wanted}; {messages}"
               f" {recorded.err[-300:]}")
        demand(recorded.out == plain.out, f"stdout {recorded.out[-200:]!r} instead "
               f"of {plain.out[-200:]!r}; {messages}")
        demand(recorded.err == plain.err, f"stderr {recorded.err[-300:]!r} instead "
               f"of {plain.err[-300:]!r}; {messages}")

    def check_files(self):
        names = set(os.listdir(self.folder))
        children = {f for f in names
                    if re.fullmatch(r"(memfacet|run)\.\d+(\.\d+)?\.(mfp|mft|region)", f)}
        left = names - self.expected_files - children
        if self.marks_may_stay:
            left = {f for f in left if not f.endswith(".part")}
        demand(not left, f"files are left: {sorted(left)}")
        shared = {f for f in set(os.listdir("/dev/shm")) - self.shared_before
                  if "memfacet" in f and "fuzz" not in f}  # others come and go
        demand(not shared, f"shared memory is left: {sorted(shared)}")

    def report(self, path=None):
        """What the profile says, as JSON; it must be readable."""
        path = path or self.profile
        if self.body == "no-analysis" and path == self.profile:
            outcome = subprocess.run(
                [self.tools.memfacet, "simulate", self.trace, "-o", self.profile],
                cwd=self.folder, capture_output=True, text=True, timeout=LIMIT)
            demand(outcome.returncode == 0, f"simulate: {outcome.stderr}")
        outcome = subprocess.run([self.tools.memfacet, "report", "--json", path],
                                 cwd=self.folder, capture_output=True, text=True,
                                 timeout=LIMIT)
        demand(outcome.returncode == 0, f"report: {outcome.stderr}")
        self.report_said = outcome.stderr
        return json.loads(outcome.stdout)

    def profiles(self):
        return sorted(os.path.join(self.folder, f) for f in os.listdir(self.folder)
                      if f.endswith(".mfp"))


def reap():
    """Ends of processes that came to this one."""
    ended = {}
    try:
        while True:
            process, status = os.waitpid(-1, os.WNOHANG)
            if process == 0:
                break
            ended[process] = status
    except ChildProcessError:
        pass
    return ended


def row(report, name):
    """A structure's row in a report; None if it is not there."""
    rows = [r for r in report["structures"] if r["name"] == name]
    demand(len(rows) <= 1, f"{len(rows)} rows are called {name}")
    return rows[0] if rows else None


def stores(report, name):
    found = row(report, name)
    return found["stores"] if found else 0


def lost(report):
    """Whether the report says that something is missing."""
    loss = report["loss"]
    return any(v for v in loss.values() if v) or bool(report["notes"])

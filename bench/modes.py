# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The modes that are measured: how a program is built and run for each."""

import os
import subprocess
from dataclasses import dataclass, field

SOURCE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CACHE = "L1=32K,8;L2=1M,8;L3=32M,16;line=64"
CACHES = ["--I1=32768,8,64", "--D1=32768,8,64", "--LL=33554432,16,64"]


@dataclass
class Mode:
    """A row of the result."""
    name: str
    build: str                 # of BUILDS
    title: str                  # for --help and the legend
    command: object            # (place, program's command) -> (command, env)
    goal: tuple = ()           # geomean, worst; of docs/evaluation/performance.md
    cpu_goal: tuple = ()       # the same, of CPU time
    limit: tuple = ()          # of a run's wall time: times native, plus seconds
    output: str = None         # a file whose size per access is printed
    requirement: str = None          # the mode that must have run before
    peer: bool = False
    counterpart: str = None        # the mode that has one more optimisation


@dataclass
class Place:
    """The files of one program, and the folder of the tools."""
    name: str
    folder: str
    bin: str

    def file(self, suffix):
        return os.path.join(self.folder, self.name + suffix)

    def tool(self, name="memfacet"):
        return os.path.join(self.bin, name)


@dataclass
class Build:
    """A compiler with options; `ours`: memfacet-clang, else clang."""
    instrumented: bool = False
    flags: list = field(default_factory=list)
    stub: str = None  # C source that is compiled plainly and linked


BUILDS = {
    "native": Build(flags=["-g"]),
    "recording": Build(instrumented=True, flags=["-g", "--memfacet-no-select"]),
    "selecting": Build(instrumented=True, flags=["-g"]),
    "counting": Build(instrumented=True, flags=["-g", "--count-blocks"]),
    "mapped": Build(instrumented=True, flags=["-g", "--block-map"]),
    "unelided": Build(instrumented=True, flags=["-g", "--memfacet-no-select",
                                                "--memfacet-no-elide"]),
    "loopless": Build(instrumented=True, flags=["-g", "--memfacet-no-select",
                                                "--memfacet-no-loops"]),
    "pathless": Build(instrumented=True, flags=["-g", "--memfacet-no-select",
                                                "--memfacet-no-paths"]),
    "uncarried": Build(instrumented=True, flags=["-g", "--memfacet-no-select",
                                                 "--memfacet-no-carry"]),
    "counting-each": Build(instrumented=True, flags=["-g", "--count-blocks",
                                                     "--memfacet-count-each"]),
    "valgrind": Build(flags=["-gdwarf-4"]),
    "tsan": Build(flags=["-g", "-fsanitize=thread"]),
    "traced": Build(flags=["-g", "-fsanitize-coverage=bb,trace-loads,"
                           "trace-stores"], stub="coverage_stub.c"),
}


def record(*options):
    def command(place, words):
        return ([place.tool(), "record", "--cache", CACHE, "-o",
                 place.file(".mfp"), *options, "--", *words], None)
    return command


def trace():
    return lambda place, words: (
        [place.tool(), "record", "--no-analysis", "--trace",
         place.file(".mft"), "--", *words], None)


def analysed(command, suffix):
    """Returns how COMMAND records a program, and shows what it found at once."""
    return lambda place, words: (
        [place.tool(), command, place.file(suffix), "--cache", CACHE, "--",
         *words], None)


def simulate():
    return lambda place, _: (
        [place.tool(), "simulate", place.file(".mft"), "--cache", CACHE,
         "-o", place.file(".again.mfp")], None)


def valgrind(tool, *options):
    return lambda _, words: (["valgrind", f"--tool={tool}", *options, *words],
                             None)


def plain(**environment):
    return lambda _, words: (words, environment)


MODES = [
    Mode("native", "native", "the program, -O2", plain()),
    Mode("capture", "recording", "events produced and discarded",
         plain(MEMFACET_OPTIONS="discard=1"), (1.3, 2)),
    Mode("select", "selecting", "the selecting program alone",
         plain(MEMFACET_OPTIONS="select=1:discard=1")),
    Mode("live", "selecting", "the profile, three levels, of chosen lines",
         record(), (2, 4), cpu_goal=(2.6, 5)),
    Mode("live-64", "selecting", "the same, of one line in 64",
         record("--lines", "1/64"), (1.5, 2.5)),
    Mode("live-exact", "selecting", "the same, of all lines",
         record("--exact"), (12,)),
    Mode("live-complete", "selecting", "the profile, every access recorded",
         record("--complete")),
    Mode("trace", "recording", "the complete trace on disk", trace(),
         (3,), output=".mft"),
    Mode("simulate", "recording", "the profile from that trace", simulate(),
         requirement="trace"),
    Mode("advise", "selecting", "changed layouts, tried on a new trace",
         analysed("advise", ".advise.mft"), limit=(10, 2)),
    Mode("false-sharing", "selecting", "lines that threads share, recorded anew",
         analysed("false-sharing", ".sharing.mfp"), limit=(10, 2)),
    Mode("blocks", "counting", "exact block vectors", record(), (1.15,)),
    Mode("sample-blocks", "mapped", "sampled block vectors",
         record("--sample-blocks"), (1.03,)),
    Mode("unelided", "unelided", "every address recorded",
         plain(MEMFACET_OPTIONS="discard=1"), counterpart="capture"),
    Mode("pathless", "pathless", "a record for each run",
         plain(MEMFACET_OPTIONS="discard=1"), counterpart="capture"),
    Mode("loopless", "loopless", "a record for each iteration of a loop",
         plain(MEMFACET_OPTIONS="discard=1"), counterpart="capture"),
    Mode("uncarried", "uncarried", "the cursor in memory only",
         plain(MEMFACET_OPTIONS="discard=1"), counterpart="capture"),
    Mode("live-loopless", "loopless", "a record for each iteration",
         record(), counterpart="live-complete"),
    Mode("live-pathless", "pathless", "a record for each run", record(),
         counterpart="live-complete"),
    Mode("blocks-each", "counting-each", "a counter for each block", record(),
         counterpart="blocks"),
    Mode("cachegrind", "valgrind", "Cachegrind, caches simulated",
         valgrind("cachegrind", "--cache-sim=yes", *CACHES,
                  "--cachegrind-out-file=/dev/null"), peer=True),
    Mode("callgrind", "valgrind", "Callgrind, caches simulated",
         valgrind("callgrind", "--cache-sim=yes", *CACHES,
                  "--callgrind-out-file=/dev/null"), peer=True),
    Mode("dhat", "valgrind", "DHAT",
         valgrind("dhat", "--dhat-out-file=/dev/null"), peer=True),
    Mode("exp-bbv", "valgrind", "Valgrind's block vectors",
         valgrind("exp-bbv", "--bb-out-file=/dev/null"), peer=True),
    Mode("tsan", "tsan", "ThreadSanitizer", plain(), peer=True),
    Mode("callbacks", "traced", "an empty callback per load and store",
         plain(), peer=True),
]
BY_NAME = {mode.name: mode for mode in MODES}
ALWAYS = ["native", "capture", "select", "live", "live-64", "live-exact",
          "live-complete", "trace", "simulate", "blocks", "sample-blocks",
          "cachegrind"]
# Modes that make the profile, and the goal for Cachegrind's time as a multiple
# of the first one's: geomean, worst.
LIVE = ["live", "live-64", "live-exact", "live-complete"]
PEER_GOAL = (10, 4)


def build(program, place, name):
    """Compiles the program; returns (path, seconds of CPU time, bytes of code)."""
    recipe = BUILDS[name]
    path = place.file("." + name)
    extra = []
    if recipe.stub:
        extra = [place.file(".stub.o")]
        subprocess.run(["clang-19", "-O2", "-c",
                        os.path.join(SOURCE, "bench", recipe.stub), "-o",
                        extra[0]], check=True)

    def compiler(plus):
        if recipe.instrumented:
            return [place.tool(f"memfacet-clang{plus}"), "-w", *recipe.flags]
        return [f"clang{plus}-19", "-w", *recipe.flags]

    start = os.times()
    if hasattr(program, "subject"):
        path = program.build(path, [compiler(plus) + extra
                                    for plus in ("", "++")])
    else:
        subprocess.run([*compiler("++" if program.cxx else ""), "-O2",
                        *program.flags, *program.sources, *extra, "-o", path,
                        *program.libraries], check=True)
    end = os.times()
    spent = (end.children_user - start.children_user +
             end.children_system - start.children_system)
    sizes = subprocess.run(["size", path], capture_output=True, text=True,
                           check=True).stdout.splitlines()[1]
    return path, spent, code_bytes(path) or int(sizes.split()[0])


def code_bytes(path):
    """Returns the size of the sections that hold code."""
    out = subprocess.run(["size", "-A", "-d", path], capture_output=True,
                         text=True, check=True).stdout
    return sum(int(line.split()[1]) for line in out.splitlines()
               if line.startswith(".text"))

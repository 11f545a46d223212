# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The programs of the benchmarks, and how each is built and called."""

import os
import subprocess
import sys
from dataclasses import dataclass, field

import packages

SOURCE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BZIP2 = ["blocksort", "compress", "decompress", "bzlib", "crctable", "huffman",
         "randtable", "bzip2"]


@dataclass
class Program:
    name: str
    sources: list
    arguments: list
    cxx: bool = False
    flags: list = field(default_factory=list)
    libraries: list = field(default_factory=list)
    threads: int = 1


def example(name, suffix, arguments, **more):
    folder = os.path.join(SOURCE, "examples", name)
    files = sorted(f for f in os.listdir(folder) if f.endswith(suffix))
    return Program(name, [os.path.join(folder, f) for f in files], arguments,
                   **more)


def write_sample(path, megabytes):
    """Writes text-like bytes that compress about as well as source code."""
    words = [b"node", b"arc", b"cost", b"flow", b"->", b" = ", b";\n", b"if (",
             b") {\n", b"}\n", b"  ", b"for (int i = 0; i < ", b"return "]
    state, out, size = 12345, [], 0
    while size < megabytes << 20:
        state = (state * 1103515245 + 12345) % (1 << 31)
        word = words[(state >> 16) % len(words)]
        if (state >> 8) % 5 == 0:
            word = str(state).encode()
        out.append(word)
        size += len(word)
    with open(path, "wb") as file:
        file.write(b"".join(out))


def sample(work):
    path = os.path.join(work, "sample")
    if not os.path.exists(path):
        write_sample(path, 4)
    return path


def bzip2(work):
    """Returns bzip2 from Debian's source package, or None if it cannot be fetched."""
    folder = os.path.join(work, "source")
    fetch = os.path.join(SOURCE, "scripts", "fetch-source")
    if subprocess.run([fetch, "bzip2", folder]).returncode != 0:
        print("bench: skipped bzip2: its source could not be fetched",
              file=sys.stderr)
        return None
    sources = [os.path.join(folder, "bzip2", f + ".c") for f in BZIP2]
    return Program("bzip2", sources, ["-kc", sample(work)],
                   flags=["-D_FILE_OFFSET_BITS=64"])


def stencil(threads):
    program = example("stencil", ".cpp",
                      ["--size", "500", "--steps", "40", "--threads",
                       str(threads)], cxx=True,
                      flags=["-std=c++20", "-pthread"])
    program.name, program.threads = f"stencil-{threads}", threads
    return program


def examples():
    """Returns the bundled single-threaded examples, at sizes that take about a
    second."""
    return [
        example("mincost", ".c", ["--size", "6000"]),
        example("orders", ".cpp", ["--size", "400000"], cxx=True,
                flags=["-std=c++20"]),
    ]


def kernel(name, arguments=(), called=None, **more):
    """Returns the program of one file of bench/kernels; with default arguments, it
    takes 0.3 to 0.6 s."""
    path = os.path.join(SOURCE, "bench", "kernels", name)
    stem, suffix = os.path.splitext(name)
    cxx = suffix == ".cpp"
    flags = more.pop("flags", []) + (["-std=c++20"] if cxx else [])
    return Program(called or stem, [path], list(arguments), cxx=cxx, flags=flags,
                   libraries=["-lm"], **more)


def kernels():
    """Returns small programs with different uses of memory."""
    def ranks(threads):
        return kernel("page-rank.c", [str(threads)], f"page-rank-{threads}",
                      flags=["-fopenmp"], threads=threads)
    return [
        kernel("list-walk.c"), kernel("chained-hash.c"),
        kernel("spanning-tree.c"), kernel("ordered-map.cpp"),
        kernel("templates.cpp"), kernel("hydro.c"), kernel("matrix-product.c"),
        kernel("transform.c"), kernel("sort-records.c"), kernel("tokenizer.cpp"),
        kernel("watched-literals.cpp"), kernel("bytecode.c"),
        kernel("bytecode.c", called="bytecode-goto", flags=["-DCOMPUTED_GOTO"]),
        ranks(1), ranks(2), ranks(4),
    ]


def unseen():
    """Returns small programs that are only measured: MemFacet was not tuned for
    them."""
    def threaded(name):
        stem = os.path.splitext(name)[0]
        return [kernel(name, [str(threads)], f"{stem}-{threads}",
                       flags=["-fopenmp"], threads=threads)
                for threads in (1, 2)]
    return [
        kernel("barnes-hut.c"), kernel("clinics.c"), kernel("bipartite.c"),
        kernel("inverted-index.cpp"), kernel("elements.cpp"),
        kernel("multigrid.c"), kernel("factorize.c"), kernel("radix-sort.c"),
        kernel("forth.c"), kernel("four-in-a-row.c"), kernel("reachability.c"),
        *threaded("sparse-solver.c"), *threaded("ocean.c"),
    ]


def with_one_thread():
    """Returns the examples with threads, run with one thread: private caches of several
    threads cannot be compared with a single cache."""
    return [
        example("stencil", ".cpp",
                ["--size", "500", "--steps", "50", "--threads", "1"], cxx=True,
                flags=["-std=c++20", "-pthread"]),
        example("omp-histogram", ".c", ["--size", "4000000"],
                flags=["-fopenmp"]),
    ]


def all_programs(work):
    known = {"bzip2": lambda: bzip2(work)}
    threaded = [stencil(1), stencil(2), stencil(4)]
    for program in examples() + threaded + kernels() + unseen():
        known[program.name] = lambda program=program: program
    for name in packages.ALL:
        known[name] = lambda name=name: packages.package(name, work,
                                                         sample(work))
    return known


# Names for groups of programs.
GROUPS = {"own": ["mincost", "orders", "stencil-1", "stencil-2", "stencil-4"],
          "public": ["bzip2", *packages.SINGLE],
          "threaded": ["stencil-2", "stencil-4", "page-rank-2", "page-rank-4",
                       *packages.THREADED],
          "kernels": [k.name for k in kernels() if k.threads == 1],
          "unseen": [k.name for k in unseen()] + [*packages.UNSEEN]}

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Recomputes the attribution of a plain log and compares it with the report.

usage: oracle.py LOG REPORT.json --llvm FOLDER
                 --instrumented PATH[,PATH...] [--wrapper NAME]...
                 [--container CLASS]...

The log (Inputs/oracle/plain-log.c) and the report are of the same run of a
program that was built with --memfacet-plain-log. Members of a container's class
name nothing: who calls them does. What a pool hands out is what the program says
of it (plainHandedOut), an object of its own within the pool's block. From addresses of the
allocator, return addresses and the symbols of the object files, this finds the
owner of every access anew. A heap structure is told by the place in the source
that names it, a global by its symbol. Accesses, loads, stores, objects and bytes
must all be equal.
"""

import argparse
import os
import re
import sys

from oracle_memory import Memory, Object, segments, symbols
from oracle_names import Symbolizer, asking_object, base_name, naming_frame
from report import Report
from reading import read_lines


class Sum:
    def __init__(self):
        self.loads = self.stores = self.objects = self.bytes = 0

    def values(self):
        return (self.loads + self.stores, self.loads, self.stores, self.objects,
                self.bytes)


class Oracle:
    def __init__(self, options):
        self.options = options
        self.memory = Memory()
        self.sums = {}
        self.objects = []  # (bias, path, [(low, high)])
        self.released = {}  # by thread: what realloc may keep
        self.locals = []  # (distance from the thread pointer, size, owner)
        self.symbolizer = Symbolizer(options.llvm)

    def sum(self, owner):
        return self.sums.setdefault(owner, Sum())

    def object(self, bias, path):
        if not os.path.exists(path):
            return  # linux-vdso
        loaded, local = segments(self.options.readelf, path)
        ranges = [(bias + low, bias + low + size) for low, size in loaded]
        self.objects.append((bias, path, ranges))
        part = path in self.options.instrumented
        name = ("literals",) if part else ("library", os.path.basename(path))
        for low, high in ranges:
            low, high = low & -4096, -(-high // 4096) * 4096
            self.memory.add_range(Object(low, high - low, name, Memory.IMAGE))
        if not part:
            return
        for value, size, kind, symbol in symbols(self.options.readelf, path):
            owner = ("global", self.plain(symbol))
            if "@" in symbol:
                continue  # a copy of a library's variable
            if kind == "OBJECT":
                self.memory.add(Object(bias + value, size, owner, Memory.GLOBAL))
            else:
                image = -(-local[0] // local[1]) * local[1]
                self.locals.append((value - image, size, owner))

    @staticmethod
    def plain(symbol):
        """As the source has it, without namespaces and classes."""
        return base_name(re.sub(r"\.\d+$", "", symbol).rsplit(".", 1)[-1])

    def place(self, address):
        """(path, address in the file) of the call that returns to ADDRESS."""
        for bias, path, ranges in self.objects:
            if any(low <= address < high for low, high in ranges):
                return path, address - 1 - bias
        return None

    def heap_owner(self, frames):
        places = [place for place in map(self.place, frames) if place]
        chain = [f for place in places for f in self.symbolizer.frames(*place)]
        naming = naming_frame(chain, self.options.instrumented,
                              self.options.wrapper, self.options.container)
        if not naming:
            path = asking_object(chain)
            if not path or path in self.options.instrumented:
                return ("library",)
            return ("library", os.path.basename(path))
        column = naming.column if self.options.columns else 0
        return ("heap", os.path.basename(naming.file), naming.line, column)

    def allocated(self, thread, address, size, old, frames):
        owner = self.heap_owner(frames)
        size = max(size, 1)
        previous = self.released.pop(thread, None) if old else None
        new, added = True, size
        if previous and previous.low == old:
            saved = previous.high - previous.low
            # What grows belongs to who made it grow, unless that is a library.
            if size <= saved or owner[0] == "library":
                owner = previous.owner
            if owner == previous.owner:
                new, added = False, max(size - saved, 0)
        self.count(owner, new, added)
        self.released_block(address)
        self.memory.add(Object(address, size, owner, Memory.HEAP))

    def count(self, owner, objects, size):
        self.sum(owner).objects += objects
        self.sum(owner).bytes += size

    def released_block(self, address):
        """With what was handed out of it."""
        item = self.memory.remove(Memory.HEAP, address)
        for low in self.memory.inner(Memory.PIECE, item) if item else ():
            self.memory.remove(Memory.PIECE, low)
        return item

    def handed_out(self, address, size, frames):
        owner = self.heap_owner(frames)
        self.count(owner, 1, size)
        self.memory.remove(Memory.PIECE, address)
        self.memory.add(Object(address, size, owner, Memory.PIECE))

    def thread(self, thread, pointer, low, high):
        self.memory.drop_range(Memory.STACK, low, high)
        self.memory.add_range(Object(low, high - low, ("stack",),
                                     Memory.STACK))
        for distance, size, owner in self.locals:
            start = (pointer + distance) % (1 << 64)
            self.memory.remove(Memory.THREAD_LOCAL, start)
            self.memory.add(Object(start, size, owner, Memory.THREAD_LOCAL))

    def access(self, address, kind):
        owner = self.memory.owner(address) or ("unattributed",)
        if kind == 0:
            self.sum(owner).loads += 1
        else:
            self.sum(owner).stores += 1

    def line(self, kind, words):
        if kind == "A":
            return self.access(words[1], words[3])
        if kind == "M":
            return self.allocated(*words[:4], words[4:])
        if kind == "H":
            return self.handed_out(*words[1:3], words[4:])
        if kind == "B":
            self.memory.remove(Memory.PIECE, words[1])
        elif kind in "RF":
            item = self.released_block(words[1])
            if kind == "R" and item:
                self.released[words[0]] = item
        elif kind == "T":
            self.thread(*words)
        elif kind in "PU":
            self.memory.drop_range(Memory.MAPPING, words[1], words[2])
            if kind == "P":
                self.memory.add_range(
                    Object(words[1], words[2] - words[1], ("mapping",),
                           Memory.MAPPING))

    def prepare(self, lines):
        for line in lines:
            if line.startswith("O "):
                _, _, bias, path = line.split(" ", 3)
                self.object(int(bias, 16), path)
        places = set()
        for line in lines:
            if line.startswith(("M ", "H ")):
                for word in line.split()[5:]:
                    places.add(self.place(int(word, 16)))
        self.symbolizer.look_up(places - {None})

    def run(self, lines):
        self.prepare(lines)
        for line in lines:
            if not line.startswith("O "):
                words = line.split()
                self.line(words[0], [int(word, 16) for word in words[1:]])


def reported(report, columns):
    """The same sums from the report's rows."""
    sums = {}
    for row in report.structures:
        owner = owner_of(row, columns)
        found = sums.setdefault(owner, [0] * 5)
        counts = (row.accesses, row.loads, row.stores, row.objects, row.bytes)
        for position, count in enumerate(counts):
            found[position] += count
    return {owner: tuple(values) for owner, values in sums.items()}


def owner_of(row, columns):
    if row.kind == "heap":
        column = 0
        if columns:
            column = int(re.search(r"\(at \d+:(\d+)", row.name)[1])
        return ("heap", os.path.basename(row.file), row.line, column)
    if row.kind in ("global", "thread-local"):
        return ("global", row.name.rsplit("::", 1)[-1])
    # The log does not know frames: a stack is whole, named locals included.
    if row.kind in ("stack", "local"):
        return ("stack",)
    if row.kind == "library":
        name = row.name[len("[library "):-1]
        return ("library", name) if name else ("library",)
    return (row.kind,)


def compare(expected, actual):
    """Only sums of memory that is accessed or allocated must be there; of
    globals and the like the log knows accesses only."""
    wrong = 0
    for owner in sorted(set(expected) | set(actual), key=str):
        result = expected.get(owner, (0,) * 5)
        reference = actual.get(owner, (0,) * 5)
        if owner[0] != "heap" and owner != ("library",):
            result, reference = result[:3], reference[:3]
        if result != reference:
            wrong += 1
            print(f"{owner}: the oracle has {result}, the report {reference}")
    return wrong


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("log")
    parser.add_argument("report")
    parser.add_argument("--llvm", required=True, help="folder of llvm-symbolizer")
    parser.add_argument("--instrumented", required=True)
    parser.add_argument("--wrapper", action="append", default=[])
    parser.add_argument("--container", action="append", default=[])
    parser.add_argument("--columns", action="store_true",
                        help="the report was made with --context")
    options = parser.parse_args()
    options.instrumented = [
        os.path.realpath(path) for path in options.instrumented.split(",")
    ]
    options.readelf = os.path.join(options.llvm, "llvm-readelf")
    return options


options = parse()
lines = read_lines(options.log)
oracle = Oracle(options)
oracle.run(lines)
expected = {owner: s.values() for owner, s in oracle.sums.items()}
actual = reported(Report(options.report), options.columns)
wrong = compare(expected, actual)
accesses = sum(values[0] for values in expected.values())
heap = sum(1 for owner in expected if owner[0] == "heap")
print(f"{accesses} accesses, {heap} heap structures, {wrong} differences")
sys.exit(1 if wrong or accesses == 0 else 0)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A slow cache simulator that is obviously right: docs/internals/cache-model.md as a
program, one thread, plain lists in order of recency.
"""


def parse_size(text):
    unit = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}.get(text[-1])
    return int(text[:-1]) * unit if unit else int(text)


class Level:
    def __init__(self, name, bytes, ways, line):
        lines = bytes // line
        self.name = name
        self.ways = lines if ways == "full" else int(ways)
        # Each set: lines, most recently used first.
        self.sets = [[] for _ in range(lines // self.ways)]
        # Line -> the structure that wrote it last.
        self.dirty = {}

    def set_of(self, line):
        return self.sets[line % len(self.sets)]

    def holds(self, line):
        return line in self.set_of(line)

    def look_up(self, line):
        lines = self.set_of(line)
        if line not in lines:
            return False
        lines.remove(line)
        lines.insert(0, line)
        return True

    def take(self, line):
        """Returns the victim, or None."""
        lines = self.set_of(line)
        lines.insert(0, line)
        return lines.pop() if len(lines) > self.ways else None


class Counts:
    def __init__(self, levels):
        self.loads = 0
        self.stores = 0
        self.accesses = [0] * levels
        self.misses = [0] * levels
        self.writebacks = [0] * levels


class Caches:
    """From a spec such as L1=32K,8;L2=1M,8;line=64."""

    def __init__(self, spec):
        parts = dict(part.split("=") for part in spec.split(";"))
        self.line = parse_size(parts.pop("line", "64"))
        self.levels = []
        for name, text in parts.items():
            size, ways = text.split(",")[:2]
            self.levels.append(Level(name, parse_size(size), ways, self.line))
        self.counts = {}

    def counts_of(self, owner):
        return self.counts.setdefault(owner, Counts(len(self.levels)))

    def access(self, owner, address, size, is_store):
        counts = self.counts_of(owner)
        if is_store:
            counts.stores += 1
        else:
            counts.loads += 1
        first = address // self.line
        last = (address + size - 1) // self.line
        for line in range(first, last + 1):
            self.touch(owner, line)
            if is_store:
                self.levels[0].dirty[line] = owner

    def touch(self, owner, line):
        counts = self.counts_of(owner)
        missed = []
        for number, level in enumerate(self.levels):
            counts.accesses[number] += 1
            if level.look_up(line):
                break
            counts.misses[number] += 1
            missed.append(number)
        for number in missed:
            victim = self.levels[number].take(line)
            if victim is not None:
                self.evict(number, victim)

    def evict(self, number, line):
        writer = self.levels[number].dirty.pop(line, None)
        if writer is None:
            return
        self.counts_of(writer).writebacks[number] += 1
        for outer in self.levels[number + 1 :]:
            if outer.holds(line):
                outer.dirty[line] = writer
                return

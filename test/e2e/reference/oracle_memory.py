# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Who owns which bytes, in the slowest way that is still bearable: a dictionary
from page to the objects that lie on it, looked through for every access.
"""

import subprocess

PAGE = 1 << 12


class Object:
    def __init__(self, low, size, owner, rank):
        self.low = low
        self.high = low + size
        self.owner = owner
        self.rank = rank  # the least wins where objects overlap

    def pages(self):
        return range(self.low // PAGE, (self.high - 1) // PAGE + 1)


class Memory:
    # Small objects by page; large ranges in a list.
    PIECE, HEAP, THREAD_LOCAL, GLOBAL, STACK, MAPPING, IMAGE = range(7)

    def __init__(self):
        self.pages = {}
        self.by_address = {}
        self.ranges = []

    def add(self, item):
        if item.high <= item.low:
            return
        self.by_address[(item.rank, item.low)] = item
        for page in item.pages():
            self.pages.setdefault(page, []).append(item)

    def remove(self, rank, low):
        item = self.by_address.pop((rank, low), None)
        if item:
            for page in item.pages():
                self.pages[page].remove(item)
        return item

    def inner(self, rank, block):
        """The objects of this rank in BLOCK."""
        return {item.low: item for page in block.pages()
                for item in self.pages.get(page, ())
                if item.rank == rank and block.low <= item.low < block.high}

    def add_range(self, item):
        self.ranges.insert(0, item)  # the newest first

    def drop_range(self, rank, low, high):
        """Ends what a range of this rank covers, in part or whole."""
        left = []
        for item in self.ranges:
            if item.rank != rank or item.high <= low or high <= item.low:
                left.append(item)
                continue
            if item.low < low:
                left.append(Object(item.low, low - item.low, item.owner, rank))
            if high < item.high:
                left.append(Object(high, item.high - high, item.owner, rank))
        self.ranges = left

    def owner(self, address):
        best = None
        for item in self.pages.get(address // PAGE, ()):
            if item.low <= address < item.high:
                if best is None or item.rank < best.rank:
                    best = item
        if best:
            return best.owner
        for item in self.ranges:
            if item.low <= address < item.high:
                if best is None or item.rank < best.rank:
                    best = item
        return best.owner if best else None


def symbols(readelf, path):
    """(value, size, kind, name) of the objects that a file defines."""
    text = subprocess.run(
        [readelf, "-sW", "--demangle", path], capture_output=True, text=True, check=True
    ).stdout
    found, known = [], set()
    for line in text.split("\n"):
        words = line.split(maxsplit=7)
        if len(words) < 8 or words[3] not in ("OBJECT", "TLS"):
            continue
        if words[6] in ("UND", "ABS"):
            continue
        size = int(words[2], 0)
        key = (int(words[1], 16), size, words[3], words[7])
        if size and key not in known:
            known.add(key)
            found.append(key)
    return found


def segments(readelf, path):
    """[(address, bytes)] of what is loaded, and of the thread-local image its
    bytes and alignment."""
    text = subprocess.run(
        [readelf, "-lW", path], capture_output=True, text=True, check=True
    ).stdout
    loaded, local = [], (0, 1)
    for line in text.split("\n"):
        words = line.split()
        if words[:1] == ["LOAD"]:
            loaded.append((int(words[2], 16), int(words[5], 16)))
        elif words[:1] == ["TLS"]:
            local = (int(words[5], 16), int(words[-1], 16))
    return loaded, local

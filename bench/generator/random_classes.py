# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes random C++ programs, which end, do the same in each run and have no undefined
behaviour.

A program has parts, each a group of declarations and a function `unsigned part(unsigned
n)`; main calls them in a random order and prints their results. The threads' results
are the same in any order.
"""

import random

from random_language import Language
from random_library import Library
from random_objects import Objects
from random_system import System
from random_threads import Threads

HEAD = """#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <complex>
#include <condition_variable>
#include <coroutine>
#include <csetjmp>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <immintrin.h>
#include <list>
#include <map>
#include <memory>
#include <memory_resource>
#include <mutex>
#include <new>
#include <numeric>
#include <optional>
#include <ranges>
#include <set>
#include <shared_mutex>
#include <span>
#include <stdexcept>
#include <string>
#include <sys/mman.h>
#include <sys/wait.h>
#include <thread>
#include <tuple>
#include <ucontext.h>
#include <unistd.h>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

static unsigned sum;
static void mix(unsigned v) { sum = (sum ^ v) * 2654435761u + (sum >> 13); }
static unsigned next(unsigned &state) {
  return state = state * 1664525u + 1013904223u;
}
"""


class Maker(Language, Library, Objects, System, Threads):
    """Makes programs. Parts are methods whose names begin with "part_"; each returns
    text with a function `part`."""

    def __init__(self, seed):
        self.r = random.Random(seed)

    def chance(self, of_one):
        return self.r.random() < of_one

    def number(self, low, high):
        return self.r.randint(low, high)

    def choice(self, *choices):
        return self.r.choice(choices)

    def rounds(self, most, function):
        """Returns a part that calls FUNCTION a few times."""
        return f"""unsigned part(unsigned N) {{
  unsigned Sum = 0;
  for (unsigned Round = 0; Round != {self.number(1, most)}u; ++Round)
    Sum += {function}(N + Round);
  return Sum;
}}
"""

    def program(self):
        kinds = sorted(word for word in dir(self) if word.startswith("part_"))
        chosen = self.r.sample(kinds, self.number(2, 5))
        texts, calls = [], []
        for number, kind in enumerate(chosen):
            space = f"part{number}"
            body = getattr(self, kind)()
            texts.append(f"namespace {space} {{ // {kind[5:]}\n{body}}}\n")
            calls += [f"  mix({space}::part({self.number(1, 60)}u));"
                      for _ in range(self.number(1, 3))]
        self.r.shuffle(calls)
        main = "int main() {\n" + "\n".join(calls) + \
            '\n  std::printf("%u\\n", sum);\n  return int(sum & 63u);\n}\n'
        return HEAD + "\n" + "\n".join(texts) + "\n" + main


def random_cxx_program(seed):
    """Returns the text of a program, which needs -std=c++20 and -pthread."""
    return Maker(seed).program()

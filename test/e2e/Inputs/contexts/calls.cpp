// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calls.h"
#include "memfacet/Entry.h"
#include "memfacet/Events.h"
#include <cstdio>
#include <cstdlib>

using namespace memfacet;

extern "C" __thread uint64_t __memfacet_depth
    __attribute__((tls_model("initial-exec")));
extern "C" __thread const Allocation *__memfacet_contexts[ContextSlots]
    __attribute__((tls_model("initial-exec")));

Calls InProgress;
static long Checks;

static unsigned lineOf(const Allocation &Entry) {
  auto Location = reinterpret_cast<const char *>(&Entry.Location) + Entry.Location;
  return reinterpret_cast<const SourceLocation *>(Location)->Line;
}

void check() {
  ++Checks;
  if (int(__memfacet_depth) != InProgress.Count) {
    std::printf("at line %d: depth %d, %d calls\n",
                InProgress.Lines[InProgress.Count - 1], int(__memfacet_depth),
                InProgress.Count);
    std::exit(1);
  }
  for (int I = 1; I <= int(MaxContexts) && I <= InProgress.Count; ++I) {
    int Number = InProgress.Count - I;
    if (Number < InProgress.Known)
      break;
    unsigned Line = lineOf(*__memfacet_contexts[Number % ContextSlots]);
    // 0: of two calls that the compiler has made one.
    if (Line == 0 || int(Line) == InProgress.Lines[Number])
      continue;
    std::printf("call %d of %d: line %u, not %d\n", Number, InProgress.Count,
                Line, InProgress.Lines[Number]);
    std::exit(1);
  }
}

long checks() { return Checks; }

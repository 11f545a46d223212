// Calls on one line have their own names without columns, too.
//
// RUN: for How in "" -gno-column-info; do \
// RUN:   %memfacet-clangxx -std=c++20 -O2 -g $How %s -o %t && \
// RUN:   %memfacet record -o %t.mfp -- %t && \
// RUN:   %expect %t.mfp 'objects("L.Entries (nodes)") == 1500' \
// RUN:     'objects("Input") == 1' 'objects("First") == 1' \
// RUN:     'objects("Second") == 1' || { echo "$How"; exit 1; }; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdlib>
#include <list>
#include <optional>
#include <vector>

struct Log {
  std::optional<std::list<long>> Entries;
};

// clang-format off
int main(int Count, char **) {
  Log L; L.Entries.emplace(); std::vector<long> Input(500, 3);
  for (int Round = 0; Round < 3; ++Round) for (long &V : Input) { V += Round; L.Entries->push_back(V); }
  auto *volatile First = (long *)malloc(8 * Count); auto *volatile Second = (int *)calloc(4, Count);
  *First = *Second = Count; long Sum = *First + *Second;
  free(First); free(Second); return Sum == 2 * Count && L.Entries->size() == 1500 ? 0 : 1;
}
// clang-format on

// Any debug information does: none, lines only, split, compressed, of another
// version, with names that have no arguments of templates. The compiler does
// not crash; what has types, has the same names, types and roles as with -g.
//
// RUN: rm -rf %t && mkdir %t
// RUN: for How in -g0 -g1 -gline-tables-only -gline-directives-only \
// RUN:     -gmlt:-fdebug-info-for-profiling; do \
// RUN:   %memfacet-clangxx -std=c++20 -O2 $(echo $How | tr : ' ') %s -o %t/prog && \
// RUN:   %memfacet record -o %t/prog.mfp -- %t/prog && \
// RUN:   %memfacet check %t/prog.mfp || { echo "$How"; exit 1; }; \
// RUN: done
// RUN: for How in -g -gsimple-template-names -gdwarf-4 -g3 -gsplit-dwarf -gz \
// RUN:     -gno-column-info -fdebug-types-section -fstandalone-debug \
// RUN:     -gsimple-template-names:-gdwarf-4:-fdebug-types-section; do \
// RUN:   (cd %t && %memfacet-clangxx -std=c++20 -O0 -g $(echo $How | tr : ' ') %s -o prog) && \
// RUN:   %memfacet record -o %t/prog.mfp -- %t/prog && \
// RUN:   %memfacet query "SELECT name, kind, type, objects, loads, stores FROM structures \
// RUN:     WHERE kind != 'library' ORDER BY 1, 2, 3, 4, 5, 6" %t/prog.mfp --csv > %t/rows && \
// RUN:   { test -e %t/expected || cp %t/rows %t/expected; } && \
// RUN:   diff %t/expected %t/rows || { echo "$How"; exit 1; }; \
// RUN: done
// RUN: %expect %t/prog.mfp 'objects("Shared (object and control block)") == 1' \
// RUN:   'objects("Table (nodes)") == 3' 'type("Odds") == "Odd<(Color)1, true, 4UL, \x27x\x27, int *const, void (*)(int)>"' \
// RUN:   'type("Cells") == "Pool<Node>"'
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <list>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

struct Node {
  long Value;
  Node *Next;
};
enum Color { Red, Green };

template <class T> struct Pool {
  T *Elements = nullptr;
  T *take(int N) { return Elements = new T[N]; }
};
template <Color C, bool B, unsigned long N, char D, class... Ts> struct Odd {
  long Cells[N];
  Node *Owned = nullptr;
  void fill() { Owned = new Node{1, nullptr}; }
};

static std::map<std::string, std::vector<int>> Table;
static std::unordered_map<int, std::list<Node>> Lists;

int main(int Count, char **) {
  auto Shared = std::make_shared<Node>();
  auto Nodes = std::make_unique<Node[]>(4);
  auto Strings = std::make_shared<std::vector<std::string>>();
  auto *Cells = new Pool<Node>;
  Cells->take(Count)[0].Value = 1;
  auto *Odds = new Odd<Green, true, 4, 'x', int *const, void (*)(int)>;
  Odds->fill();
  Odds->Cells[Count] = 1;
  for (const char *Key : {"a", "b", "a string that does not fit into itself"})
    Table[Key].push_back(Count);
  for (int I = 0; I < 5; ++I)
    Lists[I].push_back({I, nullptr});
  Strings->push_back("another string that does not fit");
  Shared->Value = Nodes[2].Value = Count;
  long Sum = Shared->Value + Nodes[2].Value + (*Strings)[0].size();
  delete[] Cells->Elements;
  delete Cells;
  delete Odds->Owned;
  delete Odds;
  return Sum < 0;
}

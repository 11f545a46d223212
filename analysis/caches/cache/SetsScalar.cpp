//===- SetsScalar.cpp - searches way by way -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/cache/MruLoops.h"
#include "analysis/caches/cache/NarrowSets.h"

namespace memfacet::caches {
namespace {

struct ScalarSearch {
  static constexpr bool WholeVectors = false;

  template <unsigned Vectors>
  static Touch touch(CacheWord *Set, uint32_t Ways, WordChange First,
                     CacheWord W) {
    Set[0] = First(Set[0]);
    CacheWord Carried = W;
    for (uint32_t I = 0; I != Ways; ++I) {
      CacheWord Current = Set[I];
      Set[I] = Carried;
      if (sameLine(Current, W)) {
        if (!isDirty(W))
          Set[0] = Current;
        return {true, EmptyWord};
      }
      Carried = Current;
    }
    return {false, Carried};
  }

  template <unsigned Vectors>
  static CacheWord *find(CacheWord *Set, uint32_t Ways, CacheWord W) {
    for (uint32_t I = 0; I != Ways; ++I)
      if (sameLine(Set[I], W))
        return Set + I;
    return nullptr;
  }
};

} // namespace

std::unique_ptr<LevelStore> makeScalarSets(uint64_t Sets, uint32_t Ways) {
  return makeNarrowSets<ScalarSearch>(Sets, Ways);
}
std::unique_ptr<MruLines> makeMruLinesScalar(const MruShape &S) {
  return std::make_unique<MruLoops<ScalarSearch>>(S);
}

} // namespace memfacet::caches

//===- MergeMappings.cpp - mappings of several processes ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/merge/MergeMappings.h"
#include <algorithm>

namespace memfacet::result {

void addMappings(const MappingTable &T, const RunNumbers &N, uint32_t FirstRank,
                 MappingTable &Sum) {
  for (MappingUse U : T.Uses) {
    U.Structure = N.structure(U.Structure), U.Process += FirstRank;
    Sum.Uses.push_back(U);
  }
  for (MappingLine L : T.Lines) {
    L.Structure = N.structure(L.Structure), L.Process += FirstRank;
    Sum.Lines.push_back(L);
  }
}

void sortMappings(MappingTable &T) {
  std::ranges::sort(T.Uses, {}, [](const MappingUse &U) {
    return std::tuple(U.Structure.Value, U.Process);
  });
  std::ranges::sort(T.Lines, {}, [](const MappingLine &L) {
    return std::tuple(L.Structure.Value, L.Process, L.Line);
  });
}

} // namespace memfacet::result

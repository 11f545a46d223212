//===- RandomSharing.h - random tables of sharing ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_TEST_SUPPORT_RANDOM_RANDOMSHARING_H
#define MEMFACET_TEST_SUPPORT_RANDOM_RANDOMSHARING_H

#include "analysis/result/profile/SharingTable.h"
#include "test/support/Wings.h"
#include <random>

namespace memfacet::test {

/// Returns the sharing of a profile with \p Structures structures, at least
/// one.
template <typename Number, typename Text>
SharingTable randomSharingTable(std::mt19937_64 &Random, uint32_t Structures,
                                Number number, Text text) {
  SharingTable S;
  S.Map = Random() % 2 ? "threads" : "0,1|2,3", S.Ranges = Random() % 2;
  auto Structure = [&] { return StructureId(uint32_t(Random() % Structures)); };
  auto Vertex = [&] { return uint32_t(Random() % S.Vertices.size()); };
  for (size_t I = 0, End = 1 + Random() % 4; I != End; ++I)
    S.Sites.push_back({text(), text(), uint32_t(number()), uint32_t(number()),
                       AccessKind(Random() % 3)});
  for (size_t I = 0, End = 1 + Random() % 6; I != End; ++I)
    S.Vertices.push_back({uint32_t(Random() % S.Sites.size()), Structure(),
                          uint32_t(Random()), number(), number(), number(),
                          number(), number(), number(), number(), number(),
                          number()});
  for (uint32_t Source = 0; Source != S.Vertices.size(); ++Source)
    for (uint32_t Target = 0; Target != S.Vertices.size(); ++Target)
      if (Random() % 4 == 0)
        S.Edges.push_back(
            {Source, Target, number(), number(), number(), number()});
  for (uint32_t I = 0; I != Structures; ++I)
    if (Random() % 2)
      S.Classes.push_back({StructureId(I), SharingClass(Random() % 6), number(),
                           number(), number(), number()});
  for (size_t I = Random() % 3; I != 0; --I) {
    S.Locks.push_back({Structure(), number(), uint32_t(Random() % 9),
                       uint32_t(Random()), uint32_t(Random()), number(),
                       Random() % 2 ? uint32_t(Random() % S.Sites.size())
                                    : LockHandOver::NoSite});
    S.Fights.push_back({Vertex(), Vertex(), number(), number(),
                        uint32_t(Random() % 64), uint32_t(Random() % 64),
                        number(), number()});
    S.Paddings.push_back({Structure(), PaddingKind(Random() % 3), number(),
                          number(), number(), number(), number(), number(),
                          number()});
  }
  return S;
}

} // namespace memfacet::test

#endif

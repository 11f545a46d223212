//===- TouchSplitTest.cpp - accesses become touches -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/cache/TouchSplit.h"
#include "test/support/Test.h"
#include <random>

namespace {

struct Touches {
  std::vector<CacheWord> Words;
  std::vector<uint32_t> Sites;
  bool operator==(const Touches &) const = default;
};

Touches listOf(const SelectedTouches &T) {
  TouchSpan All = T.all();
  return {{All.Words, All.Words + All.Count},
          {All.Sites, All.Sites + All.Count}};
}

/// One by one.
Touches expected(const OwnedAccesses &All, ResidueSet Lines) {
  Touches Result;
  for (size_t I = 0; I != All.Count; ++I) {
    uint64_t Line = All.Address[I] / SelectLineBytes;
    if (!hasResidue(Lines, Line))
      continue;
    CacheWord Word = cleanWord(Line);
    Word |= All.Info[I].write() ? writerBits(StructureId(All.Owners[I]))
                                : CacheWord(All.Owners[I]) << 1;
    Result.Words.push_back(Word);
    Result.Sites.push_back(All.Info[I].site());
  }
  return Result;
}

TEST(TouchSplit, EachGoesWhereItsLineBelongs) {
  std::mt19937_64 Random(11);
  for (SearchKind Kind : {SearchKind::Scalar, SearchKind::Best})
    for (size_t Count : {0, 1, 7, 8, 9, 300})
      for (uint8_t Bits = 1; Bits <= MostSelectBits; ++Bits) {
        std::vector<uint64_t> Address;
        std::vector<AccessInfo> Info;
        std::vector<uint32_t> Owners;
        for (size_t I = 0; I != Count; ++I) {
          Address.push_back(Random() & AddressMask);
          Info.emplace_back(uint32_t(Random()), 1 + Random() % 64,
                            Random() & 1);
          Owners.push_back(Random() % MaxStructures);
        }
        OwnedAccesses All = {Address.data(), Info.data(), Owners.data(), Count};
        for (const TouchedLines &Lines :
             {TouchedLines{AllResidues, 0}, TouchedLines{0, AllResidues},
              TouchedLines{chosenLines(Bits), visitedLines(Bits, 1)}}) {
          SelectedTouches Chosen, Visited;
          for (int Time = 0; Time != 2; ++Time) {
            Chosen.makeRoom(Count);
            Visited.makeRoom(Count);
            bestTouchSplit(Kind)(All, Lines, Chosen, Visited);
          }
          auto Twice = [](Touches T) {
            T.Words.insert(T.Words.end(), T.Words.begin(), T.Words.end());
            T.Sites.insert(T.Sites.end(), T.Sites.begin(), T.Sites.end());
            return T;
          };
          EXPECT_EQ(listOf(Chosen), Twice(expected(All, Lines.Chosen)));
          EXPECT_EQ(listOf(Visited), Twice(expected(All, Lines.Visited)));
        }
      }
}

} // namespace

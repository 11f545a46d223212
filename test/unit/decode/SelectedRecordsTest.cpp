//===- SelectedRecordsTest.cpp - accesses of a selecting program ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/decode/SelectedRecords.h"
#include "test/support/Test.h"
#include <random>

namespace {

constexpr uint32_t Rows = 50, Begin = 0xfffffe00; // beyond the end of 32 bits

struct Records {
  std::vector<uint64_t> Words;
  std::vector<AccessInfo> Infos;
  std::mt19937_64 Random{7};

  Records() {
    for (uint32_t Row = 0; Row != Rows; ++Row)
      Infos.emplace_back(1000 + Row, 0, Row % 3 == 0);
  }
  void add(SelectedKind Kind, uint32_t Half, uint32_t Value) {
    SelectedRecord R =
        selectedRecord(Kind, Random() & SelectedAddressMask, Half, Value);
    Words.insert(Words.end(), R.Words, R.Words + SelectedWords);
  }
  void addAccess() {
    add(SelectedKind::Access, Begin + uint32_t(Random() % Rows * sizeof(Site)),
        uint32_t(1 + Random() % 64) | (Random() % 4 ? 0 : ContinuedBit));
  }
  /// How many are expanded, which are as they should be.
  size_t expand(SelectedExpansion *Expand, size_t Most) const {
    std::vector<uint64_t> Address(Most);
    std::vector<AccessInfo> Info(Most);
    SelectedSites Sites = {Begin, Rows * sizeof(Site), Infos.data()};
    size_t Count =
        Expand(Words.data(), Most, Sites, Address.data(), Info.data());
    for (size_t I = 0; I != Count; ++I) {
      uint64_t Second = Words[2 * I + 1];
      uint32_t Row = (selectedSiteHalf(Second) - Begin) / sizeof(Site);
      EXPECT_EQ(Address[I], selectedAddress(Words[2 * I]));
      EXPECT_EQ(Info[I].site(), 1000 + Row);
      EXPECT_EQ(Info[I].write(), Row % 3 == 0);
      EXPECT_EQ(Info[I].size(), selectedValue(Second) & ~ContinuedBit);
      EXPECT_EQ(Info[I].isContinued(),
                (selectedValue(Second) & ContinuedBit) != 0);
    }
    return Count;
  }
};

TEST(SelectedRecords, AreExpandedUpToOneThatIsNoAccess) {
  for (bool Scalar : {false, true})
    for (size_t Count : {0, 1, 7, 8, 9, 40})
      for (int Case = 0; Case != 7; ++Case) {
        Records R;
        for (size_t I = 0; I != Count; ++I)
          R.addAccess();
        uint32_t Known = Begin + 3 * sizeof(Site);
        switch (Case) {
        case 0:
          R.add(SelectedKind::Mark, Known, 8);
          break;
        case 1:
          R.add(SelectedKind::Access, Known, 0);
          break;
        case 2:
          R.add(SelectedKind::Access, Known, UINT32_MAX);
          break;
        case 3:
          R.add(SelectedKind::Access, Begin - 1, 8);
          break;
        case 4:
          R.add(SelectedKind::Access, uint32_t(Begin + Rows * sizeof(Site)), 8);
          break;
        case 5:
          R.addAccess();
          R.Words.end()[-2] |= uint64_t(1) << 63;
          break;
        case 6:
          R.add(SelectedKind::Access, Known, ContinuedBit);
          break;
        }
        for (size_t I = 0; I != 20; ++I)
          R.addAccess();
        SelectedExpansion *Expand = bestSelectedExpansion(Scalar);
        EXPECT_EQ(R.expand(Expand, Count + 21), Count);
        EXPECT_EQ(R.expand(Expand, Count), Count);
        EXPECT_EQ(R.expand(Expand, Count / 2), Count / 2);
      }
}

TEST(SelectedRecords, OfTheGreatestSizeAreAccesses) {
  Records R;
  for (int I = 0; I != 8; ++I)
    R.add(SelectedKind::Access, Begin,
          uint32_t(AccessInfo::MaxSize) | (I % 2 ? 0 : ContinuedBit));
  EXPECT_EQ(R.expand(bestSelectedExpansion(false), 8), 8u);
  EXPECT_EQ(R.expand(bestSelectedExpansion(true), 8), 8u);
}

} // namespace

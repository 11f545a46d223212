//===- WindowClassesTest.cpp - conflicts of the first level, in windows ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/counts/WindowClasses.h"
#include "test/support/Test.h"
#include <list>
#include <random>

namespace {

using Lines = std::vector<uint64_t>;

/// The misses that are certain after a window begins, found slowly: the set has
/// seen as many lines as it has ways, and the window as many as the cache has.
struct SlowWindow {
  uint64_t Sets, Ways;
  Lines Used = {}; ///< in order
  uint64_t Conflicts = 0, CapacityMisses = 0;

  /// Returns the number of lines that \p Wants were used since \p Line was; all
  /// of them if it was not.
  template <typename Wanted>
  std::pair<size_t, bool> since(uint64_t Line, Wanted Wants) const {
    std::set<uint64_t> OtherLines;
    for (size_t I = Used.size(); I-- != 0;) {
      if (Used[I] == Line)
        return {OtherLines.size(), true};
      if (Wants(Used[I]))
        OtherLines.insert(Used[I]);
    }
    return {OtherLines.size(), false};
  }
  void touch(uint64_t Line) {
    auto InSet = [&](uint64_t Other) { return Other % Sets == Line % Sets; };
    auto Any = [](uint64_t) { return true; };
    const auto [InTheSet, Found] = since(Line, InSet);
    const auto [InAll, FoundInAll] = since(Line, Any);
    const size_t All = std::set(Used.begin(), Used.end()).size();
    if (InTheSet >= Ways && All >= Sets * Ways)
      (Found && InAll < Sets * Ways ? Conflicts : CapacityMisses) += 1;
    Used.push_back(Line);
  }
};

/// A first level of 64 sets and 2 ways, in windows.
struct Windows {
  WindowClasses Classes{*parseCacheModel("L1=8K,2")};
  AccessBatch B;

  void add(uint64_t Slot, const Lines &L, uint32_t Structure = 5) {
    B.clear();
    B.Slot = Slot;
    for (uint64_t Line : L)
      B.addInside(64 * Line, AccessInfo(0, 8, false));
    const std::vector<uint32_t> Owners(L.size(), Structure);
    Classes.add({B, 0, B.Count}, Owners.data());
  }
  /// Returns the misses of a class in all windows.
  double sumOf(MissClass C, uint32_t Structure = 5) const {
    double Sum = 0;
    if (const MissClusters *All = Classes.find(Structure))
      for (const auto &ByClass : *All)
        Sum += ByClass[size_t(C)];
    return Sum;
  }
};

TEST(WindowClasses, AreThoseOfASlowSearch) {
  std::mt19937_64 Random(7);
  for (int Try = 0; Try != 20; ++Try) {
    Windows W;
    SlowWindow Slow{64, 2};
    Lines L;
    const uint64_t Range = 140 + Random() % 200;
    for (int I = 0; I != 1000; ++I)
      L.push_back(Random() % Range * (Random() % 4 ? 1 : 2));
    W.add(3, L);
    for (uint64_t Line : L)
      Slow.touch(Line);
    EXPECT_GT(Slow.Conflicts, 0u);
    EXPECT_EQ(W.sumOf(MissClass::Conflict), double(Slow.Conflicts));
    EXPECT_EQ(W.sumOf(MissClass::Capacity), double(Slow.CapacityMisses));
  }
}

TEST(WindowClasses, NothingIsCertainBeforeAsManyLinesAsTheLevelHas) {
  Windows W;
  Lines L;
  for (uint64_t I = 0; I != 127; ++I)
    L.push_back(I % 3 * 64);
  W.add(3, L);
  EXPECT_EQ(W.Classes.find(5), nullptr);
}

// 300 lines in turn. Each window begins empty, and later ones weigh more.
TEST(WindowClasses, WindowsWeighAsMuchAsTheyStandFor) {
  Lines L;
  for (uint64_t I = 0; I != 428; ++I)
    L.push_back(I % 300);
  Windows W;
  W.add(3, L);
  EXPECT_EQ(W.sumOf(MissClass::Capacity), 300);
  W.add(64, L);
  EXPECT_EQ(W.sumOf(MissClass::Capacity), 300 + 16 * 300);
  EXPECT_EQ(W.sumOf(MissClass::Conflict), 0);
}

TEST(WindowClasses, AWindowMayComeInParts) {
  Lines All;
  std::mt19937_64 Random(1);
  for (int I = 0; I != 1000; ++I)
    All.push_back(Random() % 300);
  Windows Whole, Parts;
  Whole.add(3, All);
  Parts.add(3, Lines(All.begin(), All.begin() + 400));
  Parts.add(3, Lines(All.begin() + 400, All.end()));
  for (MissClass C : {MissClass::Conflict, MissClass::Capacity})
    EXPECT_EQ(Whole.sumOf(C), Parts.sumOf(C));
}

TEST(WindowClasses, ForgottenMissesDoNotCount) {
  Lines L;
  for (uint64_t I = 0; I != 428; ++I)
    L.push_back(I % 300);
  Windows W;
  W.add(3, L);
  W.Classes.forgetCounts();
  EXPECT_EQ(W.Classes.find(5), nullptr);
  EXPECT_EQ(W.Classes.sets()[0], SetCounts());
}

} // namespace

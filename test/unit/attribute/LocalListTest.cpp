//===- LocalListTest.cpp - disjoint ranges in order -----------------------===//

#include "analysis/attribute/LocalList.h"
#include "test/support/Test.h"

namespace {

TEST(LocalList, IsWhatAMapSays) {
  std::mt19937_64 Random(5);
  LocalList List;
  std::map<uint64_t, uint64_t> Slow; // from low to high
  for (int Step = 0; Step != 5000; ++Step) {
    uint64_t Low = 0x1000 + Random() % 0x400, High = Low + 1 + Random() % 40;
    size_t Begin = List.firstBelow(High), End = Begin;
    while (End != List.size() && List[End].High > Low)
      ++End;
    size_t Gone = std::erase_if(
        Slow, [&](auto &L) { return L.first < High && Low < L.second; });
    ASSERT_EQ(End - Begin, Gone);
    if (Random() % 4) {
      List.replace(Begin, End, {Low, High, StructureId(1)});
      Slow[Low] = High;
    } else {
      List.erase(Begin, End);
    }
    ASSERT_EQ(List.size(), Slow.size());
    size_t I = List.size();
    for (auto [From, To] : Slow) {
      ASSERT_EQ(List[--I].Low, From);
      ASSERT_EQ(List[I].High, To);
    }
    uint64_t At = 0x1000 + Random() % 0x400;
    auto Above = Slow.upper_bound(At);
    bool Inside = Above != Slow.begin() && At < std::prev(Above)->second;
    ASSERT_EQ(List.find(At) != nullptr, Inside);
  }
}

} // namespace

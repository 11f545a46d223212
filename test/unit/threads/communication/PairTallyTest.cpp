//===- PairTallyTest.cpp - tables against plain maps ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/communication/PairTally.h"
#include "analysis/support/KeyNumbers.h"
#include "test/support/Test.h"

namespace {

/// What PairTally counts, with a look in a map for each.
class SlowTally {
public:
  void first(uint64_t Number, const PairAccess &A) {
    if (Open.emplace(Number, A).second)
      begin(A);
  }
  void second(uint64_t Number, const PairAccess &A) {
    PairAccess Known = A;
    if (auto Found = Open.find(Number); Found != Open.end()) {
      add(Found->second, A);
      Known.PreviousThread = Found->second.Thread;
      Open.erase(Found);
      begin(Repeats[Number] = Known);
    } else if (auto Found = Repeats.find(Number); Found != Repeats.end()) {
      Known.PreviousThread = Found->second.Thread;
      add(Found->second, Known);
      Repeats.erase(Found);
    }
  }
  PairSample sample() const {
    PairSample S;
    std::set<uint32_t> Sites;
    std::map<Vertex, uint32_t> Places;
    for (const auto &[V, Row] : Vertices) {
      if (Sites.insert(std::get<0>(V)).second)
        S.Sites.push_back({"", "", std::get<0>(V), 0, AccessKind::Load, {}});
      Places[V] = uint32_t(S.Vertices.size());
      S.Vertices.push_back(Row);
      S.Vertices.back().Site = uint32_t(S.Sites.size() - 1);
    }
    for (const auto *Left : {&Open, &Repeats})
      for (const auto &[Number, A] : *Left)
        ++S.Vertices[Places[vertex(A)]].Dangling;
    for (const auto &[Ends, C] : Pairs) {
      S.Pairs.push_back(C);
      S.Pairs.back().First = Places[Ends.first];
      S.Pairs.back().Second = Places[Ends.second];
    }
    return S;
  }

private:
  using Vertex = std::tuple<uint32_t, uint32_t, uint32_t, uint32_t>;
  static Vertex vertex(const PairAccess &A) {
    return {A.Site.Value, A.Structure.Value, A.Thread, A.PreviousThread};
  }
  PairVertex &at(const PairAccess &A) {
    PairVertex &V = Vertices[vertex(A)];
    V.Structure = A.Structure;
    V.Thread = A.Thread;
    V.PreviousThread = A.PreviousThread;
    V.Bytes |= A.bytesOfLines();
    return V;
  }
  void begin(const PairAccess &A) { ++at(A).Firsts; }
  void add(const PairAccess &First, const PairAccess &Second) {
    at(Second);
    PairCount &C = Pairs[{vertex(First), vertex(Second)}];
    ++C.Pairs;
    C.Overlapping += First.overlaps(Second);
    uint64_t Distance =
        Second.AllUnits < First.AllUnits ? 0 : Second.AllUnits - First.AllUnits;
    C.Distances.resize(
        std::max<size_t>(C.Distances.size(), distanceOctave(Distance) + 1));
    ++C.Distances[distanceOctave(Distance)];
  }

  std::map<uint64_t, PairAccess> Open, Repeats;
  std::map<Vertex, PairVertex> Vertices;
  std::map<std::pair<Vertex, Vertex>, PairCount> Pairs;
};

PairAccess madeUp(std::mt19937_64 &Random, uint64_t Time) {
  uint64_t Address = 4096 + Random() % 256, Bytes = 1 + Random() % 80;
  return {SiteId(uint32_t(Random() % 40)),
          StructureId(uint32_t(Random() % 7)),
          uint32_t(Random() % 3),
          Address,
          Bytes,
          Time,
          Time + Random() % 100};
}

void expectSame(const PairTally &Fast, const SlowTally &Slow) {
  PairSample A, B = Slow.sample();
  Fast.fill(A, [](SiteId Id) {
    return PairSite{"", "", Id.Value, 0, AccessKind::Load, {}};
  });
  EXPECT_EQ(A.Sites, B.Sites);
  EXPECT_EQ(A.Vertices, B.Vertices);
  EXPECT_EQ(A.Pairs, B.Pairs);
}

TEST(PairTally, CountsWhatMapsCount) {
  for (uint64_t Seed = 1; Seed != 6; ++Seed) {
    std::mt19937_64 Random(Seed);
    PairTally Fast;
    SlowTally Slow;
    std::vector<uint64_t> Numbers;
    uint64_t Number = 0;
    for (uint64_t Time = 0; Time != 20000; ++Time) {
      PairAccess A = madeUp(Random, Time * 20);
      // Some come again when they have ended, or begun, already.
      if (Random() % 3 == 0) {
        Numbers.push_back(++Number);
        Fast.addFirst(Number, A), Slow.first(Number, A);
      } else if (!Numbers.empty()) {
        size_t Back =
            Random() % std::min<size_t>(Numbers.size(), 1 + Time % 3000);
        uint64_t N = Numbers[Numbers.size() - 1 - Back];
        Fast.addSecond(N, A), Slow.second(N, A);
      }
      if (Time % 5000 == 0)
        expectSame(Fast, Slow);
    }
    expectSame(Fast, Slow);
  }
}

TEST(OpenWatches, HoldsWhatAMapHolds) {
  std::mt19937_64 Random(3);
  OpenWatches<uint64_t> Fast;
  std::map<uint64_t, uint64_t> Slow;
  for (uint64_t I = 0; I != 50000; ++I) {
    // In order, and now and then far away.
    uint64_t Number = Random() % 8 ? 1 + I / 2 : 1 + Random() % 40000;
    EXPECT_EQ(Fast.add(Number, I), Slow.emplace(Number, I).second);
    uint64_t Other = 1 + (I + Random() % 600) % 40000;
    uint64_t *Found = Fast.find(Other);
    auto Entry = Slow.find(Other);
    ASSERT_EQ(Found != nullptr, Entry != Slow.end());
    if (!Found)
      continue;
    EXPECT_EQ(*Found, Entry->second);
    Fast.remove(Other);
    Slow.erase(Entry);
  }
  std::map<uint64_t, uint64_t> Rest;
  Fast.forEach([&](uint64_t Number, uint64_t V) { Rest[Number] = V; });
  EXPECT_EQ(Rest, Slow);
}

struct SameForAll {
  uint64_t operator()(uint32_t) const { return 7; }
};

TEST(KeyNumbers, AreGivenInOrderOfAppearance) {
  KeyNumbers<uint32_t, SameForAll> Numbers;
  for (uint32_t Round = 0; Round != 2; ++Round)
    for (uint32_t I = 0; I != 200; ++I)
      EXPECT_EQ(Numbers[1000 - I], I);
  ASSERT_EQ(Numbers.size(), 200u);
  EXPECT_EQ(Numbers.key(3), 997u);
  EXPECT_EQ(Numbers.sorted().front(), 199u);
  EXPECT_EQ(Numbers.sorted().back(), 0u);
}

} // namespace

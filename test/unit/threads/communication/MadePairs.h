//===- MadePairs.h - sampled pairs of made-up streams -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_TEST_UNIT_THREADS_COMMUNICATION_MADEPAIRS_H
#define MEMFACET_TEST_UNIT_THREADS_COMMUNICATION_MADEPAIRS_H

#include "analysis/threads/communication/PairSampler.h"
#include "analysis/threads/communication/PairTally.h"
#include "test/support/Test.h"

namespace memfacet::test {

/// An access to 8 bytes; its site is a number that says its kind as well.
struct MadeAccess {
  uint32_t Site, Thread;
  uint64_t Address;
  bool Write;
  uint32_t Structure = 0;
};

/// Samples a stream as an analysis of a trace does.
class MadePairs {
public:
  explicit MadePairs(const ReusePlan &Plan) : Plan(Plan), Sampler(Plan) {}

  void access(const MadeAccess &A) {
    if (A.Write)
      Writers.insert(A.Site);
    auto End = [&](uint64_t Units, uint64_t All) {
      return PairAccess{SiteId(A.Site),
                        StructureId(A.Structure),
                        A.Thread,
                        A.Address,
                        8,
                        Units,
                        All};
    };
    Sampler.access(
        A.Thread, A.Address, 8,
        [&](uint64_t Number, uint64_t Units, uint64_t All) {
          Tally.addFirst(Number, End(Units, All));
        },
        [&](uint64_t Number, uint64_t Units, uint64_t All) {
          Tally.addSecond(Number, End(Units, All));
        });
  }
  void access(const std::vector<MadeAccess> &Stream) {
    for (const MadeAccess &A : Stream)
      access(A);
  }

  PairSample sample() const {
    PairSample S;
    S.Period = Plan.Period, S.Seed = Plan.Seed;
    Tally.fill(S, [&](SiteId Id) {
      return PairSite{"f.c",
                      "f",
                      Id.Value,
                      0,
                      Writers.contains(Id.Value) ? AccessKind::Store
                                                 : AccessKind::Load,
                      {}};
    });
    for (const auto &[Thread, Clock] : Sampler.clocks())
      S.Threads.push_back({Thread, Clock.Units, 0});
    return S;
  }

private:
  ReusePlan Plan;
  PairSampler Sampler;
  PairTally Tally;
  std::set<uint32_t> Writers;
};

/// Four threads read and write lines in loops of several sites.
inline std::vector<MadeAccess> turns(uint64_t Seed, int Turns) {
  std::mt19937_64 Random(Seed);
  std::vector<MadeAccess> Stream;
  for (int Turn = 0; Turn != Turns; ++Turn) {
    auto Thread = uint32_t(Random() % 4);
    auto Loop = uint32_t(Random() % 5);
    for (uint64_t Line = 0; Line != 12; ++Line) {
      Stream.push_back(
          {10 * Loop, Thread, (100 * Loop + Line) * 64, false, Loop});
      if (Loop != 0)
        Stream.push_back(
            {10 * Loop + 1, Thread, (100 * Loop + Line) * 64, Loop != 4, Loop});
    }
  }
  return Stream;
}

} // namespace memfacet::test

#endif

//===- CountingObserver.h - sums of what observers receive ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_TEST_SUPPORT_COUNTINGOBSERVER_H
#define MEMFACET_TEST_SUPPORT_COUNTINGOBSERVER_H

#include "analysis/measure/observers/Observers.h"
#include "test/support/Test.h"

namespace memfacet::test {

/// Counts accesses one by one, and expects the same counts in the profile.
class CountingObserver final : public AccessObserver {
public:
  static MakeObserver make() {
    return [](const ObserverContext &) {
      return std::make_unique<CountingObserver>();
    };
  }

  void accesses(const OwnedPart &P) override {
    for (size_t I = P.Part.Begin; Counting && I != P.Part.End; ++I) {
      ASSERT_LT(P.Owners[I], P.Structures);
      ++Accesses[P.Owners[I]];
      Loads[P.Owners[I]] += !P.Part.Batch.Info[I].write();
    }
  }
  void count(bool Wanted) override { Counting = Wanted; }
  void forgetCounts() override {
    Accesses.clear();
    Loads.clear();
  }
  void fill(Profile &P) override {
    for (uint32_t S = 0; S != P.Structures.size(); ++S) {
      EXPECT_EQ(Accesses[S], P.Structures[S].Total.Accesses)
          << P.Structures[S].Name;
      EXPECT_EQ(Loads[S], P.Structures[S].Total.Loads) << P.Structures[S].Name;
    }
  }

private:
  std::map<uint32_t, uint64_t> Accesses, Loads; ///< by structure
  bool Counting = true;
};

} // namespace memfacet::test

#endif

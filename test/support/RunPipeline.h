//===- RunPipeline.h - a program without loops on a core ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_TEST_SUPPORT_RUNPIPELINE_H
#define MEMFACET_TEST_SUPPORT_RUNPIPELINE_H

#include "test/support/ReferenceCore.h"

namespace memfacet::test {

class RunPipeline final : private StallSink {
public:
  RunPipeline(const CoreModel &Model, unsigned Levels, uint32_t LineBytes,
              const std::vector<CoreStep> &Program)
      : Times(Model, Levels, LineBytes, *this) {
    std::vector<CoreValue> Results;
    for (const CoreStep &S : Program) {
      CoreValue Last;
      for (size_t P : S.Inputs)
        if (Results[P].Ready > Last.Ready)
          Last = Results[P];
      Results.push_back(
          Times.execute({S.Class, Last, S.Accesses, S.Mispredicted}));
    }
  }

  uint64_t cycles() const { return Times.cycles(); }
  uint64_t busy() const { return Times.busyCycles(); }
  const StallTable &stalls() const { return Stalls; }

private:
  void stalled(const Blame &Charged, uint64_t Cycles) override {
    Stalls[{Charged.Structure, Charged.Site}] += Cycles;
  }

  StallTable Stalls;
  Pipeline Times;
};

} // namespace memfacet::test

#endif

//===- RunCycles.cpp - how long a run takes that never misses -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/core/RunCycles.h"
#include "analysis/core/CoreThread.h"
#include "memfacet/Check.h"

namespace memfacet::core {

static const CoreModel &usualCore() {
  static const CoreModel Model = [] {
    Expected<CoreModel> M = parseCoreModel("zen4");
    MEMFACET_CHECK(bool(M), "the preset exists");
    return std::move(*M);
  }();
  return Model;
}

/// Returns an access for each site of \p Run's operations, to a line of its own
/// that is in the first level.
static std::vector<CoreAccess> hits(const decode::RunCode &Run) {
  constexpr uint64_t LineBytes = 64;
  std::vector<CoreAccess> Accesses;
  for (const decode::RunOperation &O : Run.Operations)
    for (uint32_t I = 0; I != O.Sites; ++I) {
      CoreAccess A;
      A.Address = LineBytes * (1 + Accesses.size());
      A.Size = 1;
      A.Write = O.Class == OperationClass::Store;
      A.Origin.Site = Run.FirstSite + O.FirstSite + I;
      Accesses.push_back(A);
    }
  return Accesses;
}

double cyclesOf(const decode::RunCode &Run) {
  constexpr unsigned Warming = 16, Executions = 32;
  constexpr uint32_t LineBytes = 64;
  const CoreModel &Model = usualCore();
  CoreThread Thread(Model, unsigned(Model.Levels.size()), LineBytes);
  std::vector<CoreAccess> Accesses = hits(Run);
  auto Execute = [&](unsigned Times) {
    for (unsigned I = 0; I != Times; ++I)
      Thread.execute(Run, Accesses, /*Next=*/nullptr, /*Interval=*/0);
    return Thread.counts().Cycles;
  };
  uint64_t Begin = Execute(Warming);
  return double(Execute(Executions) - Begin) / Executions;
}

} // namespace memfacet::core

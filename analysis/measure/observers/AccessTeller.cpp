//===- AccessTeller.cpp - the accesses of a run, one by one ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/observers/AccessTeller.h"
#include "analysis/caches/cache/CacheWord.h"
#include "analysis/decode/Modules.h"

namespace memfacet::measure {

namespace {

class AccessTeller final : public AccessObserver {
public:
  AccessTeller(const decode::ModuleSet &Modules, AccessListener &To)
      : Modules(Modules), To(To) {}

  bool wantsRuns() const override { return true; }
  void accesses(const OwnedPart &P) override {
    const decode::AccessBatch &B = P.Part.Of;
    auto Run = P.Runs.begin();
    auto BeginRuns = [&](size_t Until) {
      for (; Run != P.Runs.end() && Run->At <= Until; ++Run)
        To.run(B.Thread, Run->Row, Modules.runInstructions(Run->Row));
    };
    for (size_t I = P.Part.Begin; I != P.Part.End; ++I) {
      BeginRuns(I);
      decode::AccessInfo Info = B.Info[I];
      To.access({B.Thread, P.Owners[I], Info.site(),
                 B.Address[I] & caches::AddressMask, Info.size(),
                 Info.write()});
    }
    BeginRuns(P.Part.End);
  }
  void event(const decode::Event &E) override {
    if (E.Kind == EventKind::ThreadEnd)
      To.threadEnded(E.Thread);
  }
  void count(bool Wanted) override { To.count(Wanted); }
  void forgetCounts() override { To.forget(); }
  void fill(result::Profile &) override {}

private:
  const decode::ModuleSet &Modules;
  AccessListener &To;
};

} // namespace

MakeObserver tellAccesses(AccessListener &To) {
  return [&To](const ObserverContext &Context) {
    return std::make_unique<AccessTeller>(Context.Modules, To);
  };
}

} // namespace memfacet::measure

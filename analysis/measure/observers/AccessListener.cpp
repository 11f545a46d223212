//===- AccessListener.cpp - the accesses of a run, one by one -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/observers/AccessListener.h"
#include "analysis/caches/cache/CacheWord.h"
#include "analysis/decode/Modules.h"
#include "analysis/measure/observers/Observers.h"

namespace memfacet::measure {

namespace {

class ListenerObserver final : public AccessObserver {
public:
  ListenerObserver(const decode::ModuleSet &Modules, AccessListener &Listener)
      : Modules(Modules), Listener(Listener) {}

  bool wantsRuns() const override { return true; }
  void accesses(const OwnedPart &P) override {
    const decode::AccessBatch &B = P.Part.Batch;
    auto Run = P.Runs.begin();
    auto BeginRuns = [&](size_t Index) {
      for (; Run != P.Runs.end() && Run->Position <= Index; ++Run)
        Listener.run(B.Thread, Run->Row, Modules.runInstructions(Run->Row));
    };
    for (size_t I = P.Part.Begin; I != P.Part.End; ++I) {
      BeginRuns(I);
      decode::AccessInfo Info = B.Info[I];
      Listener.access({B.Thread, P.Owners[I], Info.site(),
                       B.Address[I] & caches::AddressMask, Info.size(),
                       Info.write()});
    }
    BeginRuns(P.Part.End);
  }
  void event(const decode::Event &E) override {
    if (E.Kind == EventKind::ThreadEnd)
      Listener.threadEnded(E.Thread);
  }
  void count(bool Wanted) override { Listener.count(Wanted); }
  void forgetCounts() override { Listener.forget(); }
  void fill(result::Profile &) override {}

private:
  const decode::ModuleSet &Modules;
  AccessListener &Listener;
};

} // namespace

MakeObserver observeAccesses(AccessListener &Listener) {
  return [&Listener](const ObserverContext &Context) {
    return std::make_unique<ListenerObserver>(Context.Modules, Listener);
  };
}

} // namespace memfacet::measure

//===- BlockObserver.cpp - block vectors of a recorded program ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/observers/Analyses.h"
#include "analysis/measure/observers/BlockStore.h"
#include "analysis/measure/observers/MakeObservers.h"
#include "analysis/measure/observers/Observers.h"

namespace memfacet::measure {

namespace {

class BlockObserver final : public AccessObserver {
public:
  explicit BlockObserver(const ObserverContext &Context)
      : Store(Context.Modules) {}

  bool wantsRuns() const override { return true; }
  void accesses(const OwnedPart &P) override;
  void event(const decode::Event &E) override;
  void count(bool Wanted) override { Counting = Wanted; }
  void forgetCounts() override {
    Store.forget();
    Intervals.clear();
  }
  void fill(result::Profile &P) override;

private:
  BlockStore Store;
  std::unordered_map<uint64_t, uint32_t> ByRow;
  std::map<uint32_t, uint32_t> Intervals; ///< the open interval, by thread
  bool Counting = true;
};

void BlockObserver::accesses(const OwnedPart &P) {
  if (!Counting || P.Runs.empty())
    return;
  uint32_t Thread = P.Part.Batch.Thread.Value;
  uint32_t Interval = P.Part.Batch.Interval.Value;
  auto [It, New] = Intervals.try_emplace(Thread, Interval);
  if (It->second != Interval)
    Store.endInterval(Thread, It->second);
  It->second = Interval;
  for (const decode::ExecutedRun &R : P.Runs) {
    auto [Known, NewRow] = ByRow.try_emplace(R.Row);
    if (NewRow)
      Known->second = Store.numberAt(R.Row);
    if (Known->second != BlockStore::None)
      Store.add(Thread, Known->second, 1);
  }
}

void BlockObserver::event(const decode::Event &E) {
  if (E.Kind == EventKind::Module || E.Kind == EventKind::TableData ||
      E.Kind == EventKind::ModuleUnload)
    ByRow.clear();
  if (E.Kind == EventKind::TableData)
    Store.addModule(E.Argument);
  if (auto It = Intervals.find(E.Thread.Value);
      E.Kind == EventKind::ThreadEnd && It != Intervals.end()) {
    Store.endInterval(E.Thread.Value, It->second);
    Store.threadEnded(E.Thread.Value);
  }
}

void BlockObserver::fill(result::Profile &P) {
  P.Vectors = {};
  P.Vectors.Source = result::BlockSource::Recorded;
  Store.fill(P.Vectors, [&](uint32_t Thread) { return Intervals[Thread]; });
}

} // namespace

void observeBlocks(CollectOptions &Options) {
  if (Options.Analysis.BlockVectors)
    return;
  Options.Analysis.BlockVectors = true;
  Options.Analysis.Observers.push_back([](const ObserverContext &Context) {
    return std::make_unique<BlockObserver>(Context);
  });
}

Status addBlocks(const std::string &, CollectOptions &Options) {
  observeBlocks(Options);
  return {};
}

} // namespace memfacet::measure

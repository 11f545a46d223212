//===- Analyses.cpp - what programs write, into each analysis -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/observers/Analyses.h"
#include "analysis/decode/Decoder.h"
#include "analysis/measure/observers/MakeObservers.h"
#include "analysis/measure/pipeline/Analysis.h"
#include "test/fuzz/Records.h"
#include "test/fuzz/Targets.h"

namespace memfacet::fuzz {

namespace {

void addAll(CollectOptions &Options) {
  observeBlocks(Options);
  Options.Analysis.Observers.push_back(observeSharing(SharingPlan()));
  use(addPhases("all", Options));
  Options.Analysis.Observers.push_back(makeCurveObserver(CurveMode::Exact));
}

void addCore(CollectOptions &Options) {
  Options.Analysis.Outcomes = true;
  Options.Analysis.Observers.push_back(
      observeCore({*parseCoreModel("inorder")}));
  Options.Analysis.Observers.push_back(makeCurveObserver(CurveMode::Sampled));
}

/// Bits of the first byte choose what is asked for.
struct Choice {
  explicit Choice(uint8_t Bits) {
    Interval = Bits & 1 ? 10 : 1000;
    Caches = Bits & 2 ? "L1=1K,2;L2=4K,4" : "L1=512,1";
    Options.Analysis.MissCauses = Bits & 4;
    if (Bits & 8)
      addAll(Options);
    if (Bits & 16)
      addCore(Options);
    if (Bits & 32)
      Options.Analysis.Observers.push_back(observeCommunication({}, ""));
  }
  uint64_t Interval;
  const char *Caches;
  CollectOptions Options;
};

/// Passes everything on, but of a long access only the beginning: it is
/// followed line by line, and one input would take minutes.
class ShortAccesses final : public BatchSink {
public:
  explicit ShortAccesses(BatchSink &Sink) : Sink(Sink) {}

  void batch(const AccessBatch &B) override { Sink.batch(B); }
  std::unique_ptr<AccessBatch> take(std::unique_ptr<AccessBatch> B) override {
    constexpr uint32_t Most = 4096;
    for (size_t I = 0; I != B->Count; ++I)
      if (AccessInfo A = B->Info[I]; A.size() > Most)
        B->Info[I] = {A.site(), Most, A.write()};
    return Sink.take(std::move(B));
  }
  void event(const Event &E) override { Sink.event(E); }
  void executed(ThreadId Thread, IntervalId Interval,
                std::span<const SiteExecutions> Sites) override {
    Sink.executed(Thread, Interval, Sites);
  }
  void counted(ThreadId Thread, IntervalId Interval,
               std::span<const SiteExecutions> Sites) override {
    Sink.counted(Thread, Interval, Sites);
  }
  SiteRanges *ranges() override { return Sink.ranges(); }
  bool wantsRuns() override { return Sink.wantsRuns(); }
  void skipping(bool Skips) override { Sink.skipping(Skips); }
  void settle() override { Sink.settle(); }
  bool wantsSync() override { return Sink.wantsSync(); }

private:
  BatchSink &Sink;
};

/// Makes a profile of segments, in one thread.
class IntoProfile final : public SegmentSink {
public:
  explicit IntoProfile(const Choice &C)
      : Pipeline(*parseCacheModel(C.Caches), Modules,
                 {.Decoding = {.Intervals = {C.Interval}},
                  .MissCauses = C.Options.Analysis.MissCauses,
                  .Outcomes = C.Options.Analysis.Outcomes,
                  .Observers = C.Options.Analysis.Observers}),
        Short(Pipeline), Records(Builder, Short,
                                 {.Intervals = {C.Interval},
                                  .LongestRange = 1 << 14,
                                  .Selected = Pipeline.checkSelected()}) {}

  Status segment(const Segment &S) override { return Records.segment(S); }
  void finish() {
    Records.finish();
    if (Records.selects())
      Pipeline.selects(Records.ending());
    use(Pipeline.finish(Records.loss(), {}));
  }

  ModuleSet Modules;
  ModuleBuilder Builder{Modules};
  Analysis Pipeline;
  ShortAccesses Short;
  Decoder Records;
};

} // namespace

/// The highest bit of the first byte: tables come without their events.
void fuzzAnalyses(std::string_view Bytes) {
  Feed In(Bytes);
  auto Bits = In.take<uint8_t>();
  Choice C(Bits);
  IntoProfile Target(C);
  if (Bits & 128)
    feedTables(In, Target, Target.Builder);
  else
    segments(In, Target);
  Target.finish();
}

} // namespace memfacet::fuzz

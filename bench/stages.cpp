//===- bench/stages.cpp - the cost of each stage of the analysis ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// usage: memfacet-bench-stages TRACE [CACHE] [ROUNDS] [brief]
//
// Reads the segments of a trace into memory (the first GiB) and measures, in
// turn, the expansion alone and the whole analysis on one thread, with and
// without what makes them fast. Prints the minimum of the rounds; each round
// runs all stages.
//
//===----------------------------------------------------------------------===//

#include "analysis/caches/model/CacheModel.h"
#include "analysis/decode/Decoder.h"
#include "analysis/decode/ModuleBuilder.h"
#include "analysis/measure/pipeline/Analysis.h"
#include "analysis/words/trace/TraceReader.h"
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

using namespace memfacet;

namespace {

struct StoredTrace final : words::SegmentSink {
  static constexpr size_t MaxWords = size_t(1) << 27;
  struct Piece {
    ThreadId Thread;
    std::vector<uint64_t> Words;
  };
  std::vector<Piece> Pieces;
  size_t Words = 0;

  Status segment(const words::Segment &S) override {
    if (Words >= MaxWords)
      return Error{"enough"};
    Words += S.Words.size();
    Pieces.push_back({S.Thread, {S.Words.begin(), S.Words.end()}});
    return {};
  }
};

struct CountOnly final : decode::BatchSink {
  uint64_t Accesses = 0;
  void batch(const decode::AccessBatch &B) override { Accesses += B.Count; }
  void event(const decode::Event &) override {}
};

/// Hides from the expansion what sites access, so that all owners are looked
/// up.
struct RangeHider final : decode::BatchSink {
  explicit RangeHider(decode::BatchSink &Inner) : Inner(Inner) {}
  void batch(const decode::AccessBatch &B) override { Inner.batch(B); }
  void event(const decode::Event &E) override { Inner.event(E); }
  void executed(ThreadId Thread, IntervalId Interval,
                std::span<const decode::SiteExecutions> Sites) override {
    Inner.executed(Thread, Interval, Sites);
  }
  decode::SiteRanges *ranges() override { return &NoRanges; }
  decode::BatchSink &Inner;
  decode::SiteRanges NoRanges; ///< no address is expected
};

using Replay = std::function<void(const StoredTrace &Trace)>;

/// A row of the result.
struct Stage {
  const char *Name;
  Replay Run;
  double Seconds = 1e9;
};

void replay(const StoredTrace &Trace, decode::BatchSink &Sink,
            decode::ModuleBuilder &Builder,
            const decode::DecoderOptions &Options = {}) {
  decode::Decoder Records(Builder, Sink, Options);
  for (const StoredTrace::Piece &P : Trace.Pieces)
    (void)Records.segment({P.Thread, P.Words});
  Records.finish();
}

Replay expansion(bool Scalar, uint64_t &Accesses) {
  return [=, &Accesses](const StoredTrace &Trace) {
    decode::ModuleSet Modules;
    decode::ModuleBuilder Builder(Modules);
    CountOnly Sink;
    replay(Trace, Sink, Builder, {.Scalar = Scalar});
    Accesses = Sink.Accesses;
  };
}

struct DisabledParts {
  bool Vectors = false, Ranges = false;
  caches::SearchKind Search = caches::SearchKind::Best;
};

Replay whole(const caches::CacheModel &Model, DisabledParts Disabled) {
  return [=](const StoredTrace &Trace) {
    decode::ModuleSet Modules;
    decode::ModuleBuilder Builder(Modules);
    measure::Analysis Sink(Model, Modules, {.Search = Disabled.Search});
    RangeHider Blind(Sink);
    decode::BatchSink &Input =
        Disabled.Ranges ? static_cast<decode::BatchSink &>(Blind) : Sink;
    replay(Trace, Input, Builder, {.Scalar = Disabled.Vectors});
  };
}

double secondsOf(const Replay &Run, const StoredTrace &Trace) {
  auto Start = std::chrono::steady_clock::now();
  Run(Trace);
  std::chrono::duration<double> Elapsed =
      std::chrono::steady_clock::now() - Start;
  return Elapsed.count();
}

} // namespace

int main(int Count, char **Arguments) {
  if (Count < 2) {
    std::fprintf(stderr, "usage: %s TRACE [CACHE] [ROUNDS]\n", Arguments[0]);
    return 2;
  }
  auto Opened = words::TraceReader::open(Arguments[1]);
  auto Model = caches::parseCacheModel(
      Count > 2 ? Arguments[2] : "L1=32K,8;L2=1M,8;L3=32M,16;line=64");
  unsigned Rounds = Count > 3 ? unsigned(std::atoi(Arguments[3])) : 3;
  if (!Opened || !Model) {
    std::fprintf(stderr, "cannot read the trace or the cache\n");
    return 1;
  }
  StoredTrace Trace;
  (void)(*Opened)->replay(Trace);
  uint64_t Accesses = 0;
  Stage Stages[] = {
      {"expansion", expansion(false, Accesses)},
      {"expansion, no vectors", expansion(true, Accesses)},
      {"whole analysis", whole(*Model, {})},
      {"  expansion without vectors", whole(*Model, {.Vectors = true})},
      {"  sites' objects not known", whole(*Model, {.Ranges = true})},
      {"  caches without vectors",
       whole(*Model, {.Search = caches::SearchKind::Scalar})},
  };
  if (Count > 4) {
    for (unsigned Round = 0; Round != Rounds; ++Round)
      for (Stage *S : {&Stages[0], &Stages[2]})
        S->Seconds = std::min(S->Seconds, secondsOf(S->Run, Trace));
    Rounds = 0;
  }
  for (unsigned Round = 0; Round != Rounds; ++Round)
    for (Stage &S : Stages)
      S.Seconds = std::min(S.Seconds, secondsOf(S.Run, Trace));
  std::printf("%.1f M words, %.1f M accesses\n", double(Trace.Words) / 1e6,
              double(Accesses) / 1e6);
  for (const Stage &S : Stages)
    std::printf("%-28s %7.3f s %7.2f ns/access %7.1f M accesses/s\n", S.Name,
                S.Seconds, S.Seconds * 1e9 / double(Accesses),
                double(Accesses) / S.Seconds / 1e6);
}

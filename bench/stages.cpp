//===- bench/stages.cpp - what each stage of the analysis costs -----------===//
//
// usage: memfacet-bench-stages TRACE [CACHE] [ROUNDS]
//
// Holds a trace's segments in memory (the first GiB) and times, in turn, the
// expansion alone and the whole analysis on one thread. Minimum of the rounds.
//
//===----------------------------------------------------------------------===//

#include "analysis/cache/CacheModel.h"
#include "analysis/decode/Decoder.h"
#include "analysis/decode/ModuleBuilder.h"
#include "analysis/pipeline/Analysis.h"
#include "analysis/stream/TraceReader.h"
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

using namespace memfacet;

namespace {

struct Kept final : SegmentSink {
  static constexpr size_t MaxWords = size_t(1) << 27;
  struct Piece {
    ThreadId Thread;
    std::vector<uint64_t> Words;
  };
  std::vector<Piece> Pieces;
  size_t Words = 0;

  Status segment(const Segment &S) override {
    if (Words >= MaxWords)
      return Error{"enough"};
    Words += S.Words.size();
    Pieces.push_back({S.Thread, {S.Words.begin(), S.Words.end()}});
    return {};
  }
};

struct CountOnly final : BatchSink {
  uint64_t Accesses = 0;
  void batch(const AccessBatch &B) override { Accesses += B.Count; }
  void event(const Event &) override {}
};

void replay(const Kept &Trace, BatchSink &Sink, ModuleBuilder &Builder) {
  Decoder Records(Builder, Sink, {});
  for (const Kept::Piece &P : Trace.Pieces)
    (void)Records.segment({P.Thread, P.Words});
  Records.finish();
}

double fastest(unsigned Rounds, const std::function<void()> &Run) {
  double Best = 1e9;
  for (unsigned I = 0; I != Rounds; ++I) {
    auto Start = std::chrono::steady_clock::now();
    Run();
    std::chrono::duration<double> Took =
        std::chrono::steady_clock::now() - Start;
    Best = std::min(Best, Took.count());
  }
  return Best;
}

} // namespace

int main(int Count, char **Arguments) {
  if (Count < 2) {
    std::fprintf(stderr, "usage: %s TRACE [CACHE] [ROUNDS]\n", Arguments[0]);
    return 2;
  }
  auto Opened = TraceReader::open(Arguments[1]);
  auto Model = parseCacheModel(
      Count > 2 ? Arguments[2] : "L1=32K,8;L2=1M,8;L3=32M,16;line=64");
  unsigned Rounds = Count > 3 ? unsigned(std::atoi(Arguments[3])) : 3;
  if (!Opened || !Model) {
    std::fprintf(stderr, "cannot read the trace or the cache\n");
    return 1;
  }
  Kept Trace;
  (void)(*Opened)->replay(Trace);
  uint64_t Accesses = 0;
  auto Report = [&](const char *Stage, double Seconds) {
    std::printf("%-22s %7.3f s %7.2f ns/access %7.1f M accesses/s\n", Stage,
                Seconds, Seconds * 1e9 / double(Accesses),
                double(Accesses) / Seconds / 1e6);
  };
  double Expansion = fastest(Rounds, [&] {
    ModuleSet Modules;
    ModuleBuilder Builder(Modules);
    CountOnly Sink;
    replay(Trace, Sink, Builder);
    Accesses = Sink.Accesses;
  });
  std::printf("%.1f M words, %.1f M accesses\n", double(Trace.Words) / 1e6,
              double(Accesses) / 1e6);
  Report("expansion", Expansion);
  double Whole = fastest(Rounds, [&] {
    ModuleSet Modules;
    ModuleBuilder Builder(Modules);
    Analysis Sink(*Model, Modules, {});
    replay(Trace, Sink, Builder);
  });
  Report("whole analysis", Whole);
}

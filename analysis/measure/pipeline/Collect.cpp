//===- Collect.cpp - from an event stream to a profile --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/pipeline/Collect.h"
#include "analysis/decode/Decoder.h"
#include "analysis/decode/ModuleBuilder.h"
#include "analysis/decode/Verifier.h"
#include "analysis/measure/pipeline/Analysis.h"
#include "analysis/measure/pipeline/BatchQueue.h"
#include "analysis/measure/pipeline/Checkpoints.h"
#include "analysis/measure/pipeline/KeptTrace.h"
#include "analysis/result/store/ProfileFile.h"
#include "analysis/support/Heap.h"
#include "analysis/words/stream/LiveStream.h"
#include "analysis/words/stream/RegionFile.h"
#include "analysis/words/trace/TraceReader.h"
#include <future>
#include <unistd.h>

namespace memfacet::measure {

namespace {

/// Returns the options of the analysis in a pipeline. Intervals that are chosen
/// are not merged.
AnalysisOptions analysisOptions(const CollectOptions &Options,
                                StageScheduler &Scheduler, bool LendsStreams) {
  AnalysisOptions Result = Options.Analysis;
  Result.Scheduler = &Scheduler;
  Result.LendsStreams = LendsStreams;
  if (Options.Intervals)
    Result.StreamBytes = 0;
  return Result;
}

decode::WantedIntervals wantedParts(const CollectOptions &Options) {
  if (!Options.Intervals && Options.Sample)
    return decode::WantedIntervals(*Options.Sample);
  return decode::WantedIntervals(
      Options.Intervals.value_or(std::vector<decode::IntervalRange>()),
      Options.OtherThreads,
      Options.Analysis.Decoding.Intervals.AtStalls
          ? Options.Analysis.Decoding.Intervals.Length
          : UINT64_MAX);
}

/// Decodes and analyses segments; keeps them in a trace where one is wanted.
class Pipeline final : public StreamWork {
public:
  /// \p Replayed: the path of the trace that the stream is read from; empty:
  /// none. \p LendsStreams: as in AnalysisOptions.
  explicit Pipeline(const CollectOptions &Options, std::string Replayed = {},
                    bool LendsStreams = false)
      : Options(Options), Replayed(std::move(Replayed)),
        Scheduler(StageScheduler::usefulThreads()), Builder(Modules),
        Batches(Options.Caches, Modules,
                analysisOptions(Options, Scheduler, LendsStreams)),
        Wanted(wantedParts(Options)), Queue(Scheduler, Batches),
        Records(Builder, Queue, decoderOptions()) {}

  Status openTrace() override {
    return Options.TracePath.empty() ? Status() : Trace.open(Options, Builder);
  }

  Status segment(const words::Segment &S) override {
    if (Options.WordsRead)
      Options.WordsRead->fetch_add(S.Words.size(), std::memory_order_relaxed);
    Trace.segment(S);
    return Records.segment(S);
  }

  const words::RecordLength &lengths() const override { return Builder; }
  words::TraceSize traceSize() const override { return Trace.size(); }
  const decode::Decoder::PassedTotals &passed() const {
    return Records.passed();
  }

  Expected<result::Profile> finish(words::DataLoss Loss) override {
    Records.finish();
    Queue.settle();
    if (Records.selects())
      Batches.selects(Records.ending());
    Loss.UnknownWords += Records.loss().UnknownWords;
    Loss.CutRecords += Records.loss().CutRecords;
    std::vector<std::string> Notes = Options.Notes;
    if (!IsCopy)
      if (Status Written = Trace.finish(Loss); !Written)
        Notes.push_back("the trace is not complete: " +
                        Written.error().Message);
    return Batches.finish(Loss, std::move(Notes));
  }

  bool split(const std::function<bool()> &Fork) override {
    Queue.settle();
    IsCopy = Scheduler.split(Fork);
    if (IsCopy)
      Batches.programGoesOn();
    return IsCopy;
  }

private:
  decode::DecoderOptions decoderOptions() {
    decode::DecoderOptions Result = Options.Analysis.Decoding;
    bool OnlyParts = Options.Intervals || Options.Sample;
    Result.Wanted = OnlyParts ? &Wanted : nullptr;
    Result.Selected = checkSelected();
    return Result;
  }

  /// Returns an error if a stream of accesses to chosen lines is not enough for
  /// what is asked for.
  Status checkSelected() const {
    if (!Replayed.empty())
      return makeError("trace '{}' has accesses to chosen lines only, and no "
                       "command reads that; record it again with --trace",
                       Replayed);
    return Batches.checkSelected();
  }

  const CollectOptions Options;
  const std::string Replayed;
  StageScheduler Scheduler;
  decode::ModuleSet Modules;
  decode::ModuleBuilder Builder;
  Analysis Batches;
  decode::WantedIntervals Wanted;
  BatchQueue Queue; ///< in front of Batches
  decode::Decoder Records;
  KeptTrace Trace;
  bool IsCopy = false; ///< of the process that writes the trace
};

std::unique_ptr<StreamWork> workFor(const CollectOptions &Options,
                                    bool LendsStreams) {
  if (Options.Analyse)
    return std::make_unique<Pipeline>(Options, "", LendsStreams);
  return makeTraceWork(Options);
}

} // namespace

struct Collector::Impl {
  Impl(words::Region R, const CollectOptions &Options)
      : Memory(std::move(R)), Path(Options.Analyse ? Options.ProfilePath : ""),
        Levels(Options.Caches.Levels.size()),
        Work(workFor(Options, /*LendsStreams=*/true)),
        Stream(Memory, Work->lengths(), *Work,
               [this](const words::DataLoss &Loss) { return finish(Loss); }),
        Written(Path.empty() ? 0 : Options.CheckpointSeconds) {
    Stream.whenMerged([this] { checkpoint(); });
  }

  /// Starts a process that writes the results so far, while this one continues.
  void checkpoint() {
    if (!Written.due())
      return;
    pid_t Writer = -1;
    bool IsCopy = Work->split([&] { return (Writer = fork()) == 0; });
    if (!IsCopy)
      return Written.began(Writer);
    Checkpoints::beCopy();
    _exit(writeCheckpoint() ? 0 : 1);
  }

  Status writeCheckpoint() {
    Expected<result::Profile> Snapshot = Work->finish(Stream.loss());
    if (!Snapshot)
      return Snapshot.error();
    Snapshot->Notes.push_back(Written.note());
    Expected<result::ProfileDraft> File =
        result::ProfileDraft::create(Path, Levels);
    return File ? File->write(*Snapshot, OldProfile) : File.error();
  }

  Status finish(const words::DataLoss &Loss) {
    // A checkpoint must not replace the file that is written below.
    if (Written.await())
      OldProfile = result::ExistingFile::Replace;
    std::future<Expected<result::ProfileDraft>> Draft;
    if (!Path.empty())
      Draft = std::async(std::launch::async, result::ProfileDraft::create, Path,
                         Levels);
    Expected<result::Profile> Finished = Work->finish(Loss);
    if (!Finished)
      return Finished.error();
    Result = std::move(*Finished);
    if (Path.empty())
      return {};
    Expected<result::ProfileDraft> File = Draft.get();
    if (!File)
      return File.error();
    Status Wrote = File->write(Result, OldProfile);
    // A second finish must not push the earlier run's profile out of .old.
    if (Wrote)
      OldProfile = result::ExistingFile::Replace;
    return Wrote;
  }

  words::Region Memory;
  std::string Path;
  size_t Levels; ///< of the profile's caches
  result::ExistingFile OldProfile = result::ExistingFile::KeepAsOld;
  std::unique_ptr<StreamWork> Work;
  words::LiveStream Stream;
  Checkpoints Written;
  result::Profile Result; ///< fetches streams from Work
};

Collector::Collector(std::unique_ptr<Impl> Self) : Self(std::move(Self)) {}
Collector::Collector(Collector &&) noexcept = default;
Collector::~Collector() = default;

Expected<Collector> Collector::create(words::Region R,
                                      const CollectOptions &Options) {
  useOneHeap();
  auto Self = std::make_unique<Impl>(std::move(R), Options);
  if (Status Opened = Self->Work->openTrace(); !Opened)
    return Opened.error();
  return Collector(std::move(Self));
}

void Collector::attach() { Self->Stream.attach(); }
Status Collector::run(uint32_t Process) { return Self->Stream.run(Process); }
bool Collector::claimed() const { return Self->Stream.claimed(); }
const result::Profile &Collector::profile() const { return Self->Result; }
words::TraceSize Collector::traceSize() const {
  return Self->Work->traceSize();
}

Expected<result::Profile> collectFile(const std::string &Path,
                                      const CollectOptions &Options) {
  Expected<words::RegionFile> File = words::RegionFile::open(Path);
  if (!File)
    return File.error();
  std::unique_ptr<StreamWork> Work = workFor(Options, /*LendsStreams=*/false);
  if (Status Opened = Work->openTrace(); !Opened)
    return Opened.error();
  if (Status Read = File->replay(Work->lengths(), *Work); !Read)
    return Read.error();
  return Work->finish(File->loss());
}

Expected<ReplayedTrace> replayTrace(const std::string &Path,
                                    const CollectOptions &Options) {
  Expected<std::unique_ptr<words::TraceReader>> Trace =
      words::TraceReader::open(Path);
  if (!Trace)
    return Trace.error();
  Pipeline Work(Options, Path);
  if (Status Read = (*Trace)->replay(Work, Options.Stop); !Read)
    return Read.error();
  Expected<result::Profile> P = Work.finish((*Trace)->loss());
  if (!P)
    return P.error();
  auto [Expanded, Skipped] = Work.passed();
  return ReplayedTrace{std::move(*P), Expanded, Expanded + Skipped};
}

namespace {
/// Passes the beginning of a stream on.
class BeginningFilter final : public words::SegmentSink {
public:
  /// \p Stop: as in CollectOptions.
  BeginningFilter(words::SegmentSink &Next, uint64_t MostWords,
                  const std::atomic<bool> *Stop)
      : Next(Next), Stop(Stop), MostWords(MostWords) {}

  Status segment(const words::Segment &S) override {
    if (IsOver)
      return {}; // of the last frame
    WordCount += S.Words.size();
    if (WordCount >= MostWords || (Stop && *Stop))
      IsOver = true;
    return Next.segment(S);
  }
  uint64_t words() const { return WordCount; }
  /// Returns whether no more is wanted.
  const std::atomic<bool> &over() const { return IsOver; }

private:
  words::SegmentSink &Next;
  const std::atomic<bool> *Stop;
  uint64_t MostWords, WordCount = 0;
  std::atomic<bool> IsOver = false;
};
} // namespace

Expected<uint64_t> measureTrace(const std::string &Path,
                                const CollectOptions &Options,
                                uint64_t MostWords) {
  Expected<std::unique_ptr<words::TraceReader>> Trace =
      words::TraceReader::open(Path);
  if (!Trace)
    return Trace.error();
  CollectOptions Unsimulated = Options;
  Unsimulated.Sample = {Options.Analysis.Decoding.Intervals.Length, 0};
  Pipeline Work(Unsimulated, Path);
  BeginningFilter Beginning(Work, MostWords, Options.Stop);
  if (Status Read = (*Trace)->replay(Beginning, &Beginning.over()); !Read)
    return Read.error();
  if (Expected<result::Profile> P = Work.finish((*Trace)->loss()); !P)
    return P.error();
  double Measured = double(Work.passed().Skipped + Work.passed().Expanded);
  uint64_t All = words::TraceReader::wordsOf(Path).value_or(0);
  bool IsWhole = All <= Beginning.words() || (Options.Stop && *Options.Stop);
  return uint64_t(IsWhole ? Measured
                          : Measured * double(All) / double(Beginning.words()));
}

Expected<result::Profile> simulateTrace(const std::string &Path,
                                        const CollectOptions &Options) {
  Expected<ReplayedTrace> R = replayTrace(Path, Options);
  if (!R)
    return R.error();
  return std::move(R->Counts);
}

namespace {
/// Ignores all batches: for expansion without analysis.
struct NoBatches final : decode::BatchSink {
  void batch(const decode::AccessBatch &) override {}
  void event(const decode::Event &) override {}
};
} // namespace

Expected<Verification> verifyTrace(const std::string &Path) {
  Expected<std::unique_ptr<words::TraceReader>> Trace =
      words::TraceReader::open(Path);
  if (!Trace)
    return Trace.error();
  decode::ModuleSet Modules;
  decode::ModuleBuilder Builder(Modules);
  NoBatches Ignore;
  decode::Verifier Check;
  decode::DecoderOptions Options;
  Options.Verify = &Check;
  decode::Decoder Records(Builder, Ignore, Options);
  if (Status Read = (*Trace)->replay(Records); !Read)
    return Read.error();
  Verification Result;
  Result.Compared = Check.compared();
  Result.Mismatches = Check.mismatches();
  Result.Loss = (*Trace)->loss();
  Result.Loss.UnknownWords += Records.loss().UnknownWords;
  if (const auto &M = Check.first()) {
    std::vector<decode::Place> Places =
        Modules.places(Modules.site(SiteId(M->Site)).LocationAddress);
    Result.First = fmt::format(
        "site {} of block {:#x} ({}): recorded {:#x}, expanded {:#x}", M->Site,
        M->BlockAddress,
        Places.empty() ? std::string("no place")
                       : fmt::format("{}:{}", Places[0].File, Places[0].Line),
        M->Recorded, M->Expanded);
  }
  return Result;
}

} // namespace memfacet::measure

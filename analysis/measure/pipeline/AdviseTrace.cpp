//===- AdviseTrace.cpp - from a trace to suggestions ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/pipeline/AdviseTrace.h"
#include "analysis/advise/Advice.h"
#include "analysis/measure/pipeline/AdvisePasses.h"
#include "analysis/measure/pipeline/SavedError.h"
#include "analysis/words/trace/TraceReader.h"
#include <memory>
#include <set>

namespace memfacet::measure {

namespace {

bool isStopped(const AdviseOptions &Options) {
  return Options.Collect.Stop && *Options.Collect.Stop;
}

/// Returns the part of the trace at \p Path that the last pass has read; 0:
/// not known.
double readShare(const std::string &Path, const AdviseOptions &Options) {
  uint64_t All = words::TraceReader::wordsOf(Path).value_or(0);
  return All && Options.Collect.WordsRead
             ? double(*Options.Collect.WordsRead) / double(All)
             : 0;
}

/// Returns the sample that \p Options allow of a run of \p Instructions.
decode::ClockSample sampleOfWhole(uint64_t Instructions,
                                  const AdviseOptions &Options) {
  return {Options.Collect.Analysis.Decoding.Intervals.Length,
          double(Options.MostInstructions) / double(Instructions)};
}

/// Returns whether \p R is of much less than \p Options allow, as the beginning
/// of the trace was not like the rest.
bool isSmall(const ReplayedTrace &R, const AdviseOptions &Options) {
  constexpr uint64_t LeastPart = 4;
  return R.Simulated < R.Whole &&
         R.Simulated * LeastPart < Options.MostInstructions;
}

/// Returns the sample of the trace that \p Options allow; nothing if it is so
/// short that all of it is simulated.
Expected<std::optional<decode::ClockSample>>
sampleOf(const std::string &Path, const AdviseOptions &Options) {
  // Few words do not stand for many instructions.
  constexpr uint64_t FewWords = 1'000'000;
  std::optional<uint64_t> Words = words::TraceReader::wordsOf(Path);
  bool IsShort = Words && *Words <= FewWords;
  if (Options.MostInstructions == 0 || IsShort)
    return std::optional<decode::ClockSample>();
  beginPass(Options, fmt::format("measuring '{}'", Path));
  Expected<uint64_t> All =
      measureTrace(Path, Options.Collect, Options.MostMeasured);
  if (!All)
    return All.error();
  if (isStopped(Options))
    return makeError("stopped while '{}' was measured: nothing is known of its "
                     "misses yet",
                     Path);
  if (*All <= Options.MostInstructions)
    return std::optional<decode::ClockSample>();
  return std::optional(sampleOfWhole(*All, Options));
}

/// Returns \p M without misses that the simulation of \p C does not count.
advise::MissTotals comparable(advise::MissTotals M,
                              const advise::Candidate &C) {
  if (C.Kind != advise::AdviceKind::HugePages)
    M.Pages = 0;
  return M;
}

/// Returns the structures that \p C changes.
std::vector<StructureId> changedBy(const advise::Candidate &C) {
  std::vector<StructureId> Result;
  for (const advise::JoinedArray &J : C.Joined)
    Result.push_back(J.Structure);
  if (Result.empty())
    Result.push_back(C.Structure);
  return Result;
}

/// One candidate of the second pass.
struct Trial {
  explicit Trial(const advise::Candidate &C, const AdviseOptions &Options,
                 bool SeveralThreads, bool IsPart)
      : Change(C) {
    if (C.Kind != advise::AdviceKind::Prefetch)
      Changed = std::make_unique<advise::Replay>(
          Options.Collect.Caches, &C,
          advise::ReplayOptions{.Sharing = SeveralThreads,
                                .Pages =
                                    C.Kind == advise::AdviceKind::HugePages,
                                .IsPart = IsPart});
  }

  const advise::Candidate &Change;
  std::unique_ptr<advise::Replay> Changed; ///< null: nothing is simulated
};

/// Returns the sum of \p MissesOf over the structures that \p C changes.
advise::MissTotals
changedMisses(const advise::Candidate &C,
              const std::function<advise::MissTotals(StructureId)> &MissesOf) {
  advise::MissTotals Sum;
  for (StructureId Id : changedBy(C))
    Sum += MissesOf(Id);
  return comparable(std::move(Sum), C);
}

/// Returns the misses of what \p C changes, as \p R counted them.
advise::MissTotals changedMisses(const advise::Candidate &C,
                                 advise::Replay &R) {
  return changedMisses(C, [&](StructureId Id) { return R.missesOf(Id); });
}

/// Sets what is left of the misses of \p S if those are hidden that follow
/// links. The misses before, like those, are of the whole run.
void hideLinked(advise::Suggestion &S, const advise::Evidence &E) {
  const auto &Linked = E.Structures[S.Change.Structure.Value].Linked;
  S.StructureAfter = advise::withoutLinked(S.StructureBefore, Linked);
  S.ProgramAfter = advise::withoutLinked(S.ProgramBefore, Linked);
}

/// Returns the cycles of the misses that \p R counted in each interval, those
/// that the simulation of \p C counts.
std::vector<double> cyclesByInterval(const advise::Candidate &C,
                                     advise::Replay &R) {
  std::vector<double> Result;
  for (advise::MissTotals &M : R.intervalMisses())
    Result.push_back(advise::cyclesOf(comparable(std::move(M), C)));
  return Result;
}

/// Returns what \p T saves, compared with what \p Unchanged counted of the same
/// accesses: \p Share of the run.
advise::Suggestion suggestion(const Trial &T, advise::Replay &Unchanged,
                              const advise::Evidence &E, double Share) {
  const advise::Candidate &C = T.Change;
  advise::Suggestion S;
  S.Change = C;
  S.StructureBefore = changedMisses(C, Unchanged);
  S.ProgramBefore = comparable(Unchanged.totalMisses(), C);
  if (T.Changed) {
    S.StructureAfter = changedMisses(C, *T.Changed);
    S.ProgramAfter = T.Changed->totalMisses();
    S.Error = savedError(cyclesByInterval(C, Unchanged),
                         cyclesByInterval(C, *T.Changed), Share);
  } else {
    hideLinked(S, E);
  }
  return S;
}

/// Keeps of \p All, of which the beginning of the trace was simulated, those
/// whose structure missed there, as suggestions for the whole.
void estimateWhole(std::vector<advise::Suggestion> &All,
                   const advise::Evidence &E, advise::Advice &Result) {
  constexpr uint64_t LeastMisses = 100;
  std::vector<advise::Suggestion> Tried;
  for (advise::Suggestion &S : All) {
    if (S.StructureBefore.Levels[0] + S.StructureBefore.Sharing < LeastMisses) {
      Result.Untried.push_back(std::move(S.Change));
      continue;
    }
    advise::MissTotals Structure = changedMisses(S.Change, [&](StructureId Id) {
      return E.Structures[Id.Value].Misses;
    });
    advise::MissTotals Program = comparable(E.All, S.Change);
    if (S.Change.Kind == advise::AdviceKind::Prefetch) {
      // Nothing was simulated of it, so nothing is in proportion to the part.
      S.StructureBefore = Structure;
      S.ProgramBefore = Program;
      hideLinked(S, E);
      Tried.push_back(std::move(S));
    } else {
      Tried.push_back(advise::ofWhole(std::move(S), Structure, Program));
    }
  }
  All = std::move(Tried);
}

/// Replays what the first pass kept into \p Sinks.
void replayStore(const std::string &Path, const AdviseOptions &Options,
                 const advise::BlockStore &Store,
                 std::vector<advise::ReplaySink *> Sinks) {
  uint64_t Words = words::TraceReader::wordsOf(Path).value_or(0);
  advise::ReplayScheduler Scheduler(std::move(Sinks), Options.Threads);
  size_t Replayed = 0;
  for (const advise::ReplayBlock &B : Store.blocks()) {
    if (isStopped(Options))
      break;
    Scheduler.block() = B;
    Scheduler.handOn();
    ++Replayed;
    if (Options.Collect.WordsRead)
      *Options.Collect.WordsRead = uint64_t(double(Words) * double(Replayed) /
                                            double(Store.blocks().size()));
  }
  Scheduler.settle();
}

/// The second pass: simulates the candidates, and the unchanged program next to
/// them.
Status tryAll(const TracePart &Part, const AdviseOptions &Options,
              const advise::BlockStore &Store, const advise::Evidence &E,
              const advise::CandidateList &Candidates, advise::Advice &Result) {
  if (Candidates.empty())
    return {};
  beginPass(Options, fmt::format("trying {} changes, the most promising: {}",
                                 Candidates.size(), Candidates[0].Action));
  std::vector<Trial> Trials;
  bool IsPart = Part.Sample.has_value();
  advise::Replay Unchanged(Options.Collect.Caches, nullptr,
                           {.Sharing = true, .Pages = true, .IsPart = IsPart});
  std::vector<advise::ReplaySink *> Sinks = {&Unchanged};
  std::set<uint32_t> Structures;
  for (const advise::Candidate &C : Candidates) {
    const Trial &T = Trials.emplace_back(C, Options, E.SeveralThreads, IsPart);
    if (T.Changed) {
      Sinks.push_back(T.Changed.get());
      for (StructureId Id : changedBy(C))
        Structures.insert(Id.Value);
    }
  }
  auto Ignore = [](const result::Profile &, const decode::ModuleSet &) {};
  if (Store.complete())
    replayStore(Part.Path, Options, Store, Sinks);
  else if (Expected<ReplayedTrace> Read =
               replay(Part, Options, Sinks, &Structures, Ignore);
           !Read)
    return Read.error();
  double Factor = 1 / Result.Share;
  if (IsPart)
    Unchanged.estimateWhole(Factor);
  std::vector<advise::Suggestion> All;
  for (const Trial &T : Trials) {
    if (T.Changed && IsPart)
      T.Changed->estimateWhole(Factor);
    All.push_back(suggestion(T, Unchanged, E, Result.Share));
  }
  Result.ReadShare = isStopped(Options) ? readShare(Part.Path, Options) : 1;
  if (Result.ReadShare < 1) {
    Result.Stopped = advise::StoppedPass::Trials;
    estimateWhole(All, E, Result);
  } else
    Result.Program = Unchanged.totalMisses();
  Result.Tried = All.size();
  Result.Suggestions = advise::ranked(std::move(All), Result.BaseProfile);
  return {};
}

} // namespace

Expected<advise::Advice> adviseTrace(const std::string &Path,
                                     const AdviseOptions &Options) {
  const caches::CacheModel &Caches = Options.Collect.Caches;
  if (!Caches.isPlain())
    return makeError("changed layouts are tried on plain caches only (LRU, "
                     "write-back, private or shared), not on '{}'; write for "
                     "example --cache zen4",
                     Caches.spec());
  Expected<std::optional<decode::ClockSample>> Sample = sampleOf(Path, Options);
  if (!Sample)
    return Sample.error();
  TracePart Part = {Path, *Sample};
  advise::Advice Result;
  advise::Evidence E;
  advise::BlockStore Store(Options.MostKept);
  Expected<ReplayedTrace> R = collectEvidence(Part, Options, Store, E);
  if (R && isSmall(*R, Options) && !isStopped(Options)) {
    Part.Sample = sampleOfWhole(R->Whole, Options);
    Store = advise::BlockStore(Options.MostKept);
    R = collectEvidence(Part, Options, Store, E);
  }
  if (!R)
    return R.error();
  Result.Share = 1 / factorOf(*R);
  Result.BaseProfile = std::move(R->Counts);
  if (Options.GiveTitles)
    Options.GiveTitles(Result.BaseProfile);
  Result.Program = E.All;
  Result.SeveralThreads = E.SeveralThreads;
  advise::CandidateList Candidates =
      advise::findCandidates(Result.BaseProfile, E);
  Result.Found = Candidates.size();
  if (Candidates.size() > Options.MostTried)
    Candidates.resize(Options.MostTried);
  if (isStopped(Options)) {
    Result.Stopped = advise::StoppedPass::Evidence;
    Result.ReadShare = readShare(Path, Options);
    Result.Untried = std::move(Candidates);
  } else if (Status Tried = tryAll(Part, Options, Store, E, Candidates, Result);
             !Tried)
    return Tried.error();
  return Result;
}

} // namespace memfacet::measure

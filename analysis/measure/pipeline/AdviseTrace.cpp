//===- AdviseTrace.cpp - from a trace to suggestions ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/pipeline/AdviseTrace.h"
#include "analysis/advise/Advice.h"
#include "analysis/measure/pipeline/AdvisePasses.h"
#include "analysis/measure/pipeline/AdviseTrials.h"
#include "analysis/words/trace/TraceReader.h"
#include <set>

namespace memfacet::measure {

namespace {

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
  // The most words that are read to see how long the trace is.
  constexpr uint64_t MostMeasured = 64'000'000;
  std::optional<uint64_t> Words = words::TraceReader::wordsOf(Path);
  bool IsShort = Words && *Words <= FewWords;
  if (Options.MostInstructions == 0 || IsShort)
    return std::optional<decode::ClockSample>();
  beginPass(Options, fmt::format("measuring '{}'", Path));
  Expected<uint64_t> All = measureTrace(Path, Options.Collect, MostMeasured);
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

/// The second pass: simulates the candidates, and the unchanged program next to
/// them.
Status tryAll(const TracePart &Part, const AdviseOptions &Options,
              const advise::BlockStore &Store, const advise::Evidence &E,
              const advise::CandidateList &Candidates, advise::Advice &Result) {
  if (Candidates.empty())
    return {};
  beginTrials(Options, Candidates);
  bool IsPart = Part.Sample.has_value();
  AdviseTrials Trials(Candidates, Options.Collect.Caches, E.SeveralThreads,
                      IsPart);
  std::set<uint32_t> Structures = Trials.structures();
  auto Ignore = [](const result::Profile &, const decode::ModuleSet &) {};
  if (Store.complete()) {
    uint64_t Words = words::TraceReader::wordsOf(Part.Path).value_or(0);
    replayBlocks(Store.blocks(), Options, Words, Trials.sinks());
  } else if (Expected<ReplayedTrace> Read =
                 replay(Part, Options, Trials.sinks(), &Structures, Ignore);
             !Read) {
    return Read.error();
  }
  std::vector<advise::Suggestion> All = Trials.suggestions(E, Result.Share);
  Result.Tried = All.size();
  Result.ReadShare = isStopped(Options) ? readShare(Part.Path, Options) : 1;
  if (Result.ReadShare < 1) {
    Result.Stopped = advise::StoppedPass::Trials;
    All = ofWhole(std::move(All), E, Result.Untried);
    Result.Tried = All.size();
  } else
    Result.Program = Trials.programMisses();
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

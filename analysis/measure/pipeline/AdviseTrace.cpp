//===- AdviseTrace.cpp - from a trace to suggestions ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/pipeline/AdviseTrace.h"
#include "analysis/advise/Advice.h"
#include "analysis/measure/observers/Observers.h"
#include "analysis/measure/observers/ReplayObserver.h"
#include "analysis/words/trace/TraceReader.h"
#include <algorithm>
#include <map>
#include <memory>
#include <set>

namespace memfacet::measure {

namespace {

/// Returns whether objects of \p S can be moved.
bool canMove(const result::Structure &S) {
  return S.Kind == result::StructureKind::Heap ||
         S.Kind == result::StructureKind::Global;
}

/// The trace, and the part of it that is simulated.
struct TracePart {
  const std::string &Path;
  std::optional<decode::ClockSample> Sample; ///< nothing: all of it
};

void beginPass(const AdviseOptions &Options, const std::string &Task) {
  if (Options.BeginPass)
    Options.BeginPass(Task);
}

bool isStopped(const AdviseOptions &Options) {
  return Options.Collect.Stop && *Options.Collect.Stop;
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
  CollectOptions Collect = Options.Collect;
  decode::ClockSample Sample = {Collect.Decoding.IntervalInstructions, 0};
  Collect.Sample = Sample;
  Expected<ReplayedTrace> All = replayTrace(Path, Collect);
  if (!All)
    return All.error();
  if (All->Whole <= Options.MostInstructions)
    return std::optional<decode::ClockSample>();
  Sample.Share = double(Options.MostInstructions) / double(All->Whole);
  return std::optional(Sample);
}

/// Returns by what a count of the simulated part is multiplied to get that of
/// the whole.
double factorOf(const ReplayedTrace &R) {
  return R.Simulated == 0 || R.Simulated == R.Whole
             ? 1
             : double(R.Whole) / double(R.Simulated);
}

/// Replays one trace into some sinks. Objects of \p OnlyStructures are
/// followed; null: of all structures that can be moved.
Expected<ReplayedTrace> replay(const TracePart &Part,
                               const AdviseOptions &Options,
                               std::vector<advise::ReplaySink *> Sinks,
                               const std::set<uint32_t> *OnlyStructures,
                               const ReplayObserver::AtEnd &End) {
  advise::ReplayScheduler Scheduler(std::move(Sinks), Options.Threads);
  CollectOptions Collect = Options.Collect;
  Collect.ProfilePath.clear();
  Collect.TracePath.clear();
  Collect.Sample = Part.Sample;
  Collect.Analysis.Observers = {[&](const ObserverContext &Context) {
    const owners::Attributor &Memory = Context.Memory;
    auto Wanted = [&Memory, OnlyStructures](StructureId S) {
      return OnlyStructures
                 ? OnlyStructures->contains(S.Value)
                 : canMove(Memory.structures().structures()[S.Value]);
    };
    return std::make_unique<ReplayObserver>(Context, Scheduler, Wanted, End);
  }};
  return replayTrace(Part.Path, Collect);
}

/// Returns the accesses that the code makes to a member at another place in the
/// element than the place that was accessed.
uint64_t misplacedAccesses(const result::Structure &S,
                           const advise::StructureEvidence &Evidence,
                           const decode::ModuleSet &Modules) {
  uint64_t Misplaced = 0;
  for (const auto &[Site, Place] : Evidence.Sites) {
    const decode::SiteInfo &Info = Modules.site(SiteId(Site));
    if (!Info.Type.empty() && Info.Type == S.Type && Info.Bytes != 0 &&
        Info.TypeOffset != Place.Offset)
      Misplaced += Place.Accesses;
  }
  return Misplaced;
}

/// Returns the accesses of each block of code, by the block's number.
std::map<uint32_t, uint64_t> accessesOfBlocks(const result::Profile &P) {
  std::map<uint32_t, uint64_t> Result;
  for (const result::CodeSite &Site : P.Sites)
    if (Site.Field.Bytes != 0)
      Result[Site.Field.Block] += Site.Accesses;
  return Result;
}

/// Returns the part of a miss of level \p Level that the work of one step hides
/// which takes \p Cycles. A link is known one step ahead, not earlier.
double hiddenPart(double Cycles, size_t Level, size_t Levels) {
  double Wait = 0;
  for (size_t L = 0; L <= Level; ++L)
    Wait += advise::missCycles(L, Levels);
  return std::min(1.0, Cycles / Wait);
}

/// Adds those misses of a site that follow links and that a prefetch hides, in
/// proportion to its steps. A step takes a cycle for each instruction, and
/// there are as many for an access as in all that was simulated.
void addLinked(const ReplayedTrace &R, advise::Evidence &E) {
  const result::Profile &P = R.Counts;
  std::map<uint32_t, uint64_t> Blocks = accessesOfBlocks(P);
  double PerAccess =
      double(R.Simulated) / double(std::max<uint64_t>(P.total().Accesses, 1));
  for (const result::SiteCounts &C : P.BySite) {
    uint64_t Steps = C.Steps.all(),
             Links = C.Steps.steps(result::StepKind::Linked);
    if (Links == 0 || C.Structure.Value >= E.Structures.size())
      continue;
    advise::StructureEvidence &S = E.Structures[C.Structure.Value];
    const result::CodeSite &Site = P.Sites[C.Site];
    auto Block = Blocks.find(Site.Field.Block);
    double InStep = Block == Blocks.end()
                        ? 1
                        : double(Block->second) /
                              double(std::max<uint64_t>(Site.Accesses, 1));
    S.LinkBlocks.insert(Site.Field.Block);
    S.Linked.resize(C.Misses.size());
    for (size_t L = 0; L != C.Misses.size(); ++L)
      S.Linked[L] += uint64_t(
          double(C.Misses[L]) * factorOf(R) * double(Links) / double(Steps) *
          hiddenPart(InStep * PerAccess, L, S.Linked.size()));
  }
}

/// The first pass: collects evidence.
Expected<ReplayedTrace> collectEvidence(const TracePart &Part,
                                        const AdviseOptions &Options,
                                        advise::Evidence &E) {
  beginPass(Options, fmt::format("looking at '{}'", Part.Path));
  const caches::CacheModel &Model = Options.Collect.Caches;
  advise::EvidenceCounter Counter(Model.LineBytes);
  bool IsPart = Part.Sample.has_value();
  advise::Replay Unchanged(Model, nullptr,
                           {.Sharing = true, .Pages = true, .IsPart = IsPart});
  advise::Replay Associative(advise::withoutConflicts(Model), nullptr,
                             {.IsPart = IsPart});
  auto End = [&](const result::Profile &P, const decode::ModuleSet &Modules) {
    E.Structures = Counter.finish();
    E.Structures.resize(P.Structures.size());
    E.SeveralThreads = P.Threads.size() > 1;
    for (uint32_t Id = 0; Id != E.Structures.size(); ++Id) {
      advise::StructureEvidence &S = E.Structures[Id];
      S.Misaligned = misplacedAccesses(P.Structures[Id], S, Modules);
      S.Sites.clear();
    }
  };
  Expected<ReplayedTrace> R =
      replay(Part, Options, {&Counter, &Unchanged, &Associative}, nullptr, End);
  if (!R)
    return R;
  Unchanged.estimateWhole(factorOf(*R));
  Associative.estimateWhole(factorOf(*R));
  E.All = Unchanged.totalMisses();
  for (uint32_t Id = 0; Id != E.Structures.size(); ++Id) {
    advise::StructureEvidence &S = E.Structures[Id];
    S.Misses = Unchanged.missesOf(StructureId(Id));
    uint64_t Least = Associative.missesOf(StructureId(Id)).Levels[0];
    S.Conflicts = S.Misses.Levels[0] - std::min(Least, S.Misses.Levels[0]);
  }
  addLinked(*R, E);
  return R;
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

/// Returns the misses of what \p C changes, as \p R counted them.
advise::MissTotals changedMisses(const advise::Candidate &C,
                                 advise::Replay &R) {
  advise::MissTotals Sum;
  for (StructureId Id : changedBy(C))
    Sum += R.missesOf(Id);
  return comparable(std::move(Sum), C);
}

/// Returns what \p T saves, compared with what \p Unchanged counted of the same
/// accesses.
advise::Suggestion suggestion(const Trial &T, advise::Replay &Unchanged,
                              const advise::Evidence &E) {
  const advise::Candidate &C = T.Change;
  advise::Suggestion S{C,  changedMisses(C, Unchanged),
                       {}, comparable(Unchanged.totalMisses(), C),
                       {}, 0,
                       {}};
  if (T.Changed) {
    S.StructureAfter = changedMisses(C, *T.Changed);
    S.ProgramAfter = T.Changed->totalMisses();
  } else {
    const auto &Linked = E.Structures[C.Structure.Value].Linked;
    S.StructureAfter = advise::withoutLinked(S.StructureBefore, Linked);
    S.ProgramAfter = advise::withoutLinked(S.ProgramBefore, Linked);
  }
  return S;
}

/// The second pass: simulates the candidates, and the unchanged program next to
/// them.
Status tryAll(const TracePart &Part, const AdviseOptions &Options,
              const advise::Evidence &E,
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
  Expected<ReplayedTrace> Read =
      replay(Part, Options, Sinks, &Structures, Ignore);
  if (!Read)
    return Read.error();
  Unchanged.estimateWhole(factorOf(*Read));
  std::vector<advise::Suggestion> All;
  for (const Trial &T : Trials) {
    if (T.Changed)
      T.Changed->estimateWhole(factorOf(*Read));
    All.push_back(suggestion(T, Unchanged, E));
  }
  Result.Suggestions = advise::ranked(std::move(All), Result.BaseProfile);
  Result.Program = Unchanged.totalMisses();
  Result.Tried = Candidates.size();
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
  Expected<ReplayedTrace> R = collectEvidence(Part, Options, E);
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
  if (isStopped(Options))
    Result.Untried = std::move(Candidates);
  else if (Status Tried = tryAll(Part, Options, E, Candidates, Result); !Tried)
    return Tried.error();
  Result.IsStopped = isStopped(Options);
  return Result;
}

} // namespace memfacet::measure

//===- AdviseTrace.cpp - from a trace to suggestions ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/pipeline/AdviseTrace.h"
#include "analysis/advise/Advice.h"
#include "analysis/measure/observers/Observers.h"
#include "analysis/measure/observers/ReplayObserver.h"
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

/// Replays one trace into some sinks. Objects of \p OnlyStructures are
/// followed; null: of all structures that can be moved.
Expected<result::Profile> replay(const std::string &Path,
                                 const AdviseOptions &Options,
                                 std::vector<advise::ReplaySink *> Sinks,
                                 const std::set<uint32_t> *OnlyStructures,
                                 const ReplayObserver::AtEnd &End) {
  advise::ReplayScheduler Scheduler(std::move(Sinks), Options.Threads);
  CollectOptions Collect = Options.Collect;
  Collect.ProfilePath.clear();
  Collect.TracePath.clear();
  Collect.Analysis.Observers = {[&](const ObserverContext &Context) {
    const owners::Attributor &Memory = Context.Memory;
    auto Wanted = [&Memory, OnlyStructures](StructureId S) {
      return OnlyStructures
                 ? OnlyStructures->contains(S.Value)
                 : canMove(Memory.structures().structures()[S.Value]);
    };
    return std::make_unique<ReplayObserver>(Context, Scheduler, Wanted, End);
  }};
  return simulateTrace(Path, Collect);
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
/// there are as many for an access as in the whole program.
void addLinked(const result::Profile &P, advise::Evidence &E) {
  std::map<uint32_t, uint64_t> Blocks = accessesOfBlocks(P);
  double PerAccess = double(P.Instructions) /
                     double(std::max<uint64_t>(P.total().Accesses, 1));
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
      S.Linked[L] +=
          uint64_t(double(C.Misses[L]) * double(Links) / double(Steps) *
                   hiddenPart(InStep * PerAccess, L, S.Linked.size()));
  }
}

/// The first pass: collects evidence.
Expected<result::Profile> collectEvidence(const std::string &Path,
                                          const AdviseOptions &Options,
                                          advise::Evidence &E) {
  const caches::CacheModel &Model = Options.Collect.Caches;
  advise::EvidenceCounter Counter(Model.LineBytes);
  advise::Replay Unchanged(Model, nullptr, {.Sharing = true, .Pages = true});
  advise::Replay Associative(advise::withoutConflicts(Model), nullptr, {});
  auto End = [&](const result::Profile &P, const decode::ModuleSet &Modules) {
    E.Structures = Counter.finish();
    E.Structures.resize(P.Structures.size());
    E.All = Unchanged.totalMisses();
    E.SeveralThreads = P.Threads.size() > 1;
    for (uint32_t Id = 0; Id != E.Structures.size(); ++Id) {
      advise::StructureEvidence &S = E.Structures[Id];
      S.Misses = Unchanged.missesOf(StructureId(Id));
      uint64_t Least = Associative.missesOf(StructureId(Id)).Levels[0];
      S.Conflicts = S.Misses.Levels[0] - std::min(Least, S.Misses.Levels[0]);
      S.Misaligned = misplacedAccesses(P.Structures[Id], S, Modules);
      S.Sites.clear();
    }
    addLinked(P, E);
  };
  return replay(Path, Options, {&Counter, &Unchanged, &Associative}, nullptr,
                End);
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

/// Returns the sum of \p MissesOf(structure) over what \p C changes.
template <typename Misses>
advise::MissTotals sumOf(const advise::Candidate &C, Misses MissesOf) {
  advise::MissTotals Sum;
  for (StructureId Id : changedBy(C))
    Sum += MissesOf(Id);
  return Sum;
}

/// The second pass: simulates the candidates.
Expected<std::vector<advise::Suggestion>>
tryAll(const std::string &Path, const AdviseOptions &Options,
       const advise::Evidence &E, const advise::CandidateList &Candidates) {
  std::vector<advise::Suggestion> Result;
  std::vector<std::unique_ptr<advise::Replay>> Replays;
  std::vector<advise::ReplaySink *> Sinks;
  std::set<uint32_t> Structures;
  for (const advise::Candidate &C : Candidates) {
    advise::MissTotals Before =
        sumOf(C, [&](StructureId Id) { return E.Structures[Id.Value].Misses; });
    advise::Suggestion S{
        C, comparable(Before, C), {}, comparable(E.All, C), {}, 0, {}};
    std::unique_ptr<advise::Replay> Trial;
    if (C.Kind != advise::AdviceKind::Prefetch) {
      Trial = std::make_unique<advise::Replay>(
          Options.Collect.Caches, &C,
          advise::ReplayOptions{E.SeveralThreads,
                                C.Kind == advise::AdviceKind::HugePages});
      Sinks.push_back(Trial.get());
      for (StructureId Id : changedBy(C))
        Structures.insert(Id.Value);
    }
    Replays.push_back(std::move(Trial));
    Result.push_back(std::move(S));
  }
  auto Ignore = [](const result::Profile &, const decode::ModuleSet &) {};
  if (!Sinks.empty())
    if (Expected<result::Profile> Read =
            replay(Path, Options, Sinks, &Structures, Ignore);
        !Read)
      return Read.error();
  for (size_t I = 0; I != Result.size(); ++I) {
    advise::Suggestion &S = Result[I];
    const auto &Linked = E.Structures[S.Change.Structure.Value].Linked;
    S.StructureAfter =
        Replays[I]
            ? sumOf(S.Change,
                    [&](StructureId Id) { return Replays[I]->missesOf(Id); })
            : advise::withoutLinked(S.StructureBefore, Linked);
    S.ProgramAfter = Replays[I]
                         ? Replays[I]->totalMisses()
                         : advise::withoutLinked(S.ProgramBefore, Linked);
  }
  return Result;
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
  advise::Advice Result;
  advise::Evidence E;
  Expected<result::Profile> P = collectEvidence(Path, Options, E);
  if (!P)
    return P.error();
  Result.BaseProfile = std::move(*P);
  if (Options.GiveTitles)
    Options.GiveTitles(Result.BaseProfile);
  Result.Program = E.All;
  Result.SeveralThreads = E.SeveralThreads;
  advise::CandidateList Candidates =
      advise::findCandidates(Result.BaseProfile, E);
  Result.Found = Candidates.size();
  if (Candidates.size() > Options.MostTried)
    Candidates.resize(Options.MostTried);
  Result.Tried = Candidates.size();
  Expected<std::vector<advise::Suggestion>> Tried =
      tryAll(Path, Options, E, Candidates);
  if (!Tried)
    return Tried.error();
  Result.Suggestions = advise::ranked(std::move(*Tried), Result.BaseProfile);
  return Result;
}

} // namespace memfacet::measure

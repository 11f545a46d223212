//===- AdviseEvidence.cpp - the first pass over a trace -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/advise/Advice.h"
#include "analysis/measure/pipeline/AdvisePasses.h"
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

namespace memfacet::measure {

void beginPass(const AdviseOptions &Options, const std::string &Task) {
  if (Options.Collect.WordsRead)
    *Options.Collect.WordsRead = 0;
  if (Options.BeginPass)
    Options.BeginPass(Task);
}

void beginTrials(const AdviseOptions &Options,
                 const advise::CandidateList &Candidates) {
  beginPass(Options, fmt::format("trying {} changes, the most promising: {}",
                                 Candidates.size(), Candidates[0].Action));
}

bool isStopped(const AdviseOptions &Options) {
  return Options.Collect.Stop && *Options.Collect.Stop;
}

void replayBlocks(const std::vector<advise::ReplayBlock> &Blocks,
                  const AdviseOptions &Options, uint64_t Words,
                  std::vector<advise::ReplaySink *> Sinks) {
  advise::ReplayScheduler Scheduler(std::move(Sinks), Options.Threads);
  size_t Replayed = 0;
  for (const advise::ReplayBlock &B : Blocks) {
    if (isStopped(Options))
      break;
    Scheduler.block() = B;
    Scheduler.handOn();
    ++Replayed;
    if (Options.Collect.WordsRead)
      *Options.Collect.WordsRead =
          uint64_t(double(Words) * double(Replayed) / double(Blocks.size()));
  }
  Scheduler.settle();
}

double factorOf(const ReplayedTrace &R) {
  return R.Simulated == 0 || R.Simulated == R.Whole
             ? 1
             : double(R.Whole) / double(R.Simulated);
}

bool canMove(const result::Structure &S) {
  return S.Kind == result::StructureKind::Heap ||
         S.Kind == result::StructureKind::Global;
}

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

namespace {

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

/// Misses of a structure in the part that was simulated, by level.
struct LinkedMisses {
  std::vector<double> Hidden;
  std::vector<uint64_t> All;
};

/// Multiplies the visits of \p S, which were counted in a part of the run.
void estimateVisits(advise::StructureEvidence &S, double Factor) {
  auto Estimate = [&](uint64_t &Count) {
    Count = uint64_t(std::llround(double(Count) * Factor));
  };
  for (auto &[Mask, Count] : S.Visits)
    Estimate(Count);
  Estimate(S.VisitLines);
}

} // namespace

void addLinked(const result::Profile &P, uint64_t Instructions,
               advise::Evidence &E) {
  std::map<uint32_t, uint64_t> Blocks = accessesOfBlocks(P);
  double PerAccess =
      double(Instructions) / double(std::max<uint64_t>(P.total().Accesses, 1));
  std::map<uint32_t, LinkedMisses> ByStructure;
  for (const result::SiteCounts &C : P.BySite) {
    LinkedMisses &M = ByStructure[C.Structure.Value];
    M.Hidden.resize(C.Misses.size());
    M.All.resize(C.Misses.size());
    for (size_t L = 0; L != C.Misses.size(); ++L)
      M.All[L] += C.Misses[L];
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
    for (size_t L = 0; L != C.Misses.size(); ++L)
      M.Hidden[L] += double(C.Misses[L]) * double(Links) / double(Steps) *
                     hiddenPart(InStep * PerAccess, L, C.Misses.size());
  }
  for (auto &[Id, M] : ByStructure)
    if (Id < E.Structures.size() && !E.Structures[Id].LinkBlocks.empty())
      E.Structures[Id].estimateLinked(M.Hidden, M.All);
}

EvidencePass::EvidencePass(const caches::CacheModel &Model, bool IsPart)
    : Counter(Model.LineBytes),
      Unchanged(Model, nullptr,
                {.Sharing = true, .Pages = true, .IsPart = IsPart}),
      Associative(advise::withoutConflicts(Model), nullptr,
                  {.IsPart = IsPart}) {}

void EvidencePass::finish(const result::Profile &P,
                          const decode::ModuleSet &Modules,
                          advise::Evidence &E) {
  E.Structures = Counter.finish();
  E.Structures.resize(P.Structures.size());
  E.SeveralThreads = P.Threads.size() > 1;
  for (uint32_t Id = 0; Id != E.Structures.size(); ++Id) {
    advise::StructureEvidence &S = E.Structures[Id];
    S.Misaligned = misplacedAccesses(P.Structures[Id], S, Modules);
    S.Sites.clear();
  }
}

void EvidencePass::estimate(double Factor, advise::Evidence &E) {
  Unchanged.estimateWhole(Factor);
  Associative.estimateWhole(Factor);
  E.All = Unchanged.totalMisses();
  for (uint32_t Id = 0; Id != E.Structures.size(); ++Id) {
    advise::StructureEvidence &S = E.Structures[Id];
    estimateVisits(S, Factor);
    S.Misses = Unchanged.missesOf(StructureId(Id));
    uint64_t Least = Associative.missesOf(StructureId(Id)).Levels[0];
    S.Conflicts = S.Misses.Levels[0] - std::min(Least, S.Misses.Levels[0]);
  }
}

Expected<ReplayedTrace> collectEvidence(const TracePart &Part,
                                        const AdviseOptions &Options,
                                        advise::BlockStore &Store,
                                        advise::Evidence &E) {
  beginPass(Options, fmt::format("looking at '{}'", Part.Path));
  EvidencePass Pass(Options.Collect.Caches, Part.Sample.has_value());
  auto End = [&](const result::Profile &P, const decode::ModuleSet &Modules) {
    Pass.finish(P, Modules, E);
  };
  std::vector<advise::ReplaySink *> Sinks = Pass.sinks();
  Sinks.push_back(&Store);
  Expected<ReplayedTrace> R = replay(Part, Options, Sinks, nullptr, End);
  if (!R)
    return R;
  Pass.estimate(factorOf(*R), E);
  addLinked(R->Counts, R->Simulated, E);
  return R;
}

} // namespace memfacet::measure

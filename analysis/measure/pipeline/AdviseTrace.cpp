//===- AdviseTrace.cpp - from a trace to suggestions ----------------------===//

#include "analysis/measure/pipeline/AdviseTrace.h"
#include "analysis/measure/observers/ReplayObserver.h"
#include <memory>
#include <set>

namespace memfacet {

namespace {

/// Whether objects of \p S can be moved.
bool canMove(const Structure &S) {
  return S.Kind == StructureKind::Heap || S.Kind == StructureKind::Global;
}

/// Replays one trace into some sinks.
Expected<Profile> replay(const std::string &Path, const AdviseOptions &Options,
                         std::vector<ReplaySink *> Sinks,
                         const std::set<uint32_t> *Only,
                         const ReplayObserver::AtEnd &End) {
  ReplayScheduler Scheduler(std::move(Sinks), Options.Threads);
  CollectOptions Collect = Options.Collect;
  Collect.ProfilePath.clear();
  Collect.TracePath.clear();
  Collect.Observers = {[&](const ObserverContext &Context) {
    const Attributor &Memory = Context.Memory;
    auto Wanted = [&Memory, Only](StructureId S) {
      return Only ? Only->contains(S.Value)
                  : canMove(Memory.structures().structures()[S.Value]);
    };
    return std::make_unique<ReplayObserver>(Context, Scheduler, Wanted, End);
  }};
  return simulateTrace(Path, Collect);
}

/// Accesses of which the code says that they are of a member at another place
/// in the element than where they were.
uint64_t offBeat(const Structure &S, const StructureEvidence &Seen,
                 const ModuleSet &Modules) {
  uint64_t Off = 0;
  for (const auto &[Site, At] : Seen.Sites) {
    const SiteInfo &Info = Modules.site(SiteId(Site));
    if (!Info.Type.empty() && Info.Type == S.Type && Info.Bytes != 0 &&
        Info.TypeOffset != At.Offset)
      Off += At.Accesses;
  }
  return Off;
}

/// What follows links, of the misses of a site, as its steps tell.
void addLinked(const Profile &P, Evidence &E) {
  for (const SiteCounts &C : P.BySite) {
    uint64_t Steps = C.Steps.all();
    if (Steps == 0 || C.Structure.Value >= E.Structures.size())
      continue;
    std::vector<uint64_t> &To = E.Structures[C.Structure.Value].Linked;
    To.resize(C.Misses.size());
    for (size_t L = 0; L != C.Misses.size(); ++L)
      To[L] += uint64_t(double(C.Misses[L]) *
                        double(C.Steps.of(StepKind::Linked)) / double(Steps));
  }
}

/// The first pass.
Expected<Profile> look(const std::string &Path, const AdviseOptions &Options,
                       Evidence &E) {
  const CacheModel &Model = Options.Collect.Caches;
  EvidenceCounter Counter(Model.LineBytes);
  Replay AsItIs(Model, nullptr, {.Sharing = true, .Pages = true});
  Replay Associative(withoutConflicts(Model), nullptr, {});
  auto End = [&](const Profile &P, const ModuleSet &Modules) {
    E.Structures = Counter.finish();
    E.Structures.resize(P.Structures.size());
    E.All = AsItIs.ofAll();
    E.SeveralThreads = P.Threads.size() > 1;
    for (uint32_t Id = 0; Id != E.Structures.size(); ++Id) {
      StructureEvidence &S = E.Structures[Id];
      S.Now = AsItIs.of(StructureId(Id));
      uint64_t Least = Associative.of(StructureId(Id)).Levels[0];
      S.Conflicts = S.Now.Levels[0] - std::min(Least, S.Now.Levels[0]);
      S.OffBeat = offBeat(P.Structures[Id], S, Modules);
      S.Sites.clear();
    }
    addLinked(P, E);
  };
  return replay(Path, Options, {&Counter, &AsItIs, &Associative}, nullptr, End);
}

/// Without what was not simulated for the other side.
Missed comparable(Missed M, const Candidate &C) {
  if (C.Kind != AdviceKind::HugePages)
    M.Pages = 0;
  return M;
}

/// The second pass.
Expected<std::vector<Suggestion>> tryAll(const std::string &Path,
                                         const AdviseOptions &Options,
                                         const Evidence &E,
                                         const CandidateList &Candidates) {
  std::vector<Suggestion> Result;
  std::vector<std::unique_ptr<Replay>> Replays;
  std::vector<ReplaySink *> Sinks;
  std::set<uint32_t> Structures;
  for (const Candidate &C : Candidates) {
    Suggestion S{C,
                 comparable(E.Structures[C.Structure.Value].Now, C),
                 {},
                 comparable(E.All, C),
                 {}};
    std::unique_ptr<Replay> Trial;
    if (C.Kind != AdviceKind::Prefetch) {
      Trial = std::make_unique<Replay>(
          Options.Collect.Caches, &C,
          ReplayOptions{E.SeveralThreads, C.Kind == AdviceKind::HugePages});
      Sinks.push_back(Trial.get());
      Structures.insert(C.Structure.Value);
    }
    Replays.push_back(std::move(Trial));
    Result.push_back(std::move(S));
  }
  auto Ignore = [](const Profile &, const ModuleSet &) {};
  if (!Sinks.empty())
    if (Expected<Profile> Read =
            replay(Path, Options, Sinks, &Structures, Ignore);
        !Read)
      return Read.error();
  for (size_t I = 0; I != Result.size(); ++I) {
    Suggestion &S = Result[I];
    const auto &Linked = E.Structures[S.What.Structure.Value].Linked;
    S.StructureAfter = Replays[I] ? Replays[I]->of(S.What.Structure)
                                  : withoutLinked(S.StructureBefore, Linked);
    S.ProgramAfter = Replays[I] ? Replays[I]->ofAll()
                                : withoutLinked(S.ProgramBefore, Linked);
  }
  return Result;
}

} // namespace

Expected<Advice> adviseTrace(const std::string &Path,
                             const AdviseOptions &Options) {
  const CacheModel &Caches = Options.Collect.Caches;
  if (!Caches.isPlain())
    return makeError("changed layouts are tried on plain caches only (LRU, "
                     "write-back, private or shared), not on '{}'; write for "
                     "example --cache zen4",
                     Caches.spec());
  Advice Result;
  Evidence E;
  Expected<Profile> P = look(Path, Options, E);
  if (!P)
    return P.error();
  Result.Of = std::move(*P);
  if (Options.GiveTitles)
    Options.GiveTitles(Result.Of);
  Result.Program = E.All;
  Result.SeveralThreads = E.SeveralThreads;
  CandidateList Candidates = findCandidates(Result.Of, E);
  Result.Found = Candidates.size();
  if (Candidates.size() > Options.MostTried)
    Candidates.resize(Options.MostTried);
  Result.Tried = Candidates.size();
  Expected<std::vector<Suggestion>> Tried =
      tryAll(Path, Options, E, Candidates);
  if (!Tried)
    return Tried.error();
  Result.Suggestions = ranked(std::move(*Tried));
  return Result;
}

} // namespace memfacet

//===- MergeProfiles.cpp - one profile of those of several processes ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/merge/MergeProfiles.h"
#include "analysis/result/merge/MergeMappings.h"
#include "analysis/result/merge/MergeMemory.h"
#include "analysis/result/merge/MergeStreams.h"
#include "analysis/result/store/CoarserStreams.h"
#include "analysis/support/Version.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <bit>
#include <fmt/ranges.h>
#include <set>
#include <tuple>

namespace memfacet::result {

namespace {

/// Returns what \p P has that cannot be summed.
std::vector<std::string> extrasOf(const Profile &P) {
  std::vector<std::string> Extras;
  auto Add = [&](bool Has, const char *Name) {
    if (Has)
      Extras.emplace_back(Name);
  };
  Add(!P.Curves.Curves.empty(), "miss curves");
  Add(!P.Vectors.empty(), "block vectors");
  Add(!P.Signatures.empty(), "signatures of intervals");
  Add(!P.Pairs.empty(), "sampled pairs");
  Add(!P.Sharing.Vertices.empty(), "sharing of threads");
  Add(!P.SharingHints.empty(), "lines that threads may share");
  Add(!P.Memory.HotSets.empty(), "hot sets");
  Add(!P.Memory.Occupancy.empty(), "occupancy");
  Add(!P.Core.Scenarios.empty(), "perfect caches");
  return Extras;
}

/// Returns one more than the greatest number of a thread.
uint32_t threadCount(const Profile &P) {
  uint32_t Count = 1;
  for (const ThreadRow &T : P.Threads)
    Count = std::max(Count, T.Thread + 1);
  for (const ThreadCounts &C : P.ByThread)
    Count = std::max(Count, C.Thread + 1);
  for (const Stream &S : P.Streams.All)
    if (S.Thread != Stream::Process)
      Count = std::max(Count, S.Thread + 1);
  return Count;
}

void addSteps(AccessSteps &Sum, const AccessSteps &Steps) {
  Sum.Sampled += Steps.Sampled;
  for (size_t I = 0; I != StepKinds; ++I)
    Sum.Steps[I] += Steps.Steps[I];
  for (const Stride &S : Steps.Strides) {
    auto Found =
        std::ranges::lower_bound(Sum.Strides, S.Bytes, {}, &Stride::Bytes);
    if (Found == Sum.Strides.end() || Found->Bytes != S.Bytes)
      Found = Sum.Strides.insert(Found, {S.Bytes, 0});
    Found->Steps += S.Steps;
  }
}

void addLoss(words::DataLoss &Sum, const words::DataLoss &L,
             const std::string &Label) {
  Sum.LostChunks += L.LostChunks;
  Sum.UnknownWords += L.UnknownWords;
  Sum.LostOrderNumbers += L.LostOrderNumbers;
  Sum.CutRecords += L.CutRecords;
  if (L.Truncated && !Sum.Truncated)
    Sum.TruncatedWhy = fmt::format("rank {}: {}", Label, L.TruncatedWhy);
  Sum.Truncated |= L.Truncated;
}

} // namespace

struct ProfileMerger::Impl {
  Profile Sum;
  SameThings Things{Sum};
  StreamMerger Streams;
  std::map<std::pair<uint32_t, uint32_t>, SiteCounts> BySite;
  std::map<std::tuple<std::string, uint32_t, uint32_t, std::string>, uint64_t>
      BlindSpots;
  MemoryMerger Memory;
  std::set<std::string> Labels, LeftOut;
  /// Doubts, and the ranks that have each.
  std::vector<std::pair<std::string, std::vector<std::string>>> Notes;
  std::string FirstLabel;
  std::vector<std::string> OtherPrograms;
  size_t Runs = 0, OtherArguments = 0;
  uint32_t Threads = 0; ///< numbers in use
  bool HasCore = true;

  Status check(const Profile &P, const std::string &Label) const;
  Status fitIntervals(Profile &P);
  Status addRanks(const Profile &P, const std::string &Label, uint32_t First);
  void addHead(const Profile &P, const std::string &Label);
  void addThreads(const Profile &P, const RunNumbers &N);
  void addSites(const Profile &P, const RunNumbers &N);
  void addLines(const Profile &P, const RunNumbers &N);
  void addCore(const Profile &P, const RunNumbers &N);
  void finishCore();
  void finishNotes();
};

/// Returns how often the shorter intervals of two profiles must be doubled to
/// be as long as the others, or nothing if they never are.
static std::optional<unsigned> doublings(const Profile &A, const Profile &B) {
  auto [Less, More] =
      std::minmax(A.IntervalInstructions, B.IntervalInstructions);
  if (Less == 0 || More % Less != 0 || !std::has_single_bit(More / Less))
    return {};
  return unsigned(std::countr_zero(More / Less));
}

/// Gives all runs the longest intervals of all: long runs have longer ones.
Status ProfileMerger::Impl::fitIntervals(Profile &P) {
  if (Runs == 0 || P.IntervalInstructions == Sum.IntervalInstructions)
    return {};
  unsigned Shift = *doublings(P, Sum);
  if (P.IntervalInstructions > Sum.IntervalInstructions) {
    Sum.IntervalInstructions = P.IntervalInstructions;
    return Streams.coarsen(Shift);
  }
  Expected<StreamSet> Coarser = coarserStreams(P.Streams, Shift);
  if (!Coarser)
    return Coarser.error();
  P.Streams = std::move(*Coarser);
  P.IntervalInstructions = Sum.IntervalInstructions;
  return {};
}

Status ProfileMerger::Impl::check(const Profile &P,
                                  const std::string &Label) const {
  if (Runs == 0)
    return {};
  if (P.Caches.spec() != Sum.Caches.spec() ||
      P.Caches.Partitions != Sum.Caches.Partitions)
    return makeError("'{}' has the caches {}, '{}' has {}; record all with one "
                     "--cache",
                     FirstLabel, Sum.Caches.spec(), Label, P.Caches.spec());
  if (P.IntervalInstructions != Sum.IntervalInstructions &&
      (!doublings(P, Sum) || !P.Core.empty() || !Sum.Core.empty()))
    return makeError("'{}' has intervals of {} instructions, '{}' of {}; "
                     "record all with one --interval",
                     FirstLabel, Sum.IntervalInstructions, Label,
                     P.IntervalInstructions);
  return {};
}

Status ProfileMerger::Impl::addRanks(const Profile &P, const std::string &Label,
                                     uint32_t First) {
  std::vector<Rank> New = P.Ranks;
  if (New.empty())
    New.push_back({Label, 0, P.ProcessId});
  for (Rank &R : New) {
    R.FirstThread += First;
    if (!Labels.insert(R.Label).second)
      return makeError("two ranks are called '{}'; call them otherwise with "
                       "--rank-names",
                       R.Label);
    Sum.Ranks.push_back(R);
  }
  return {};
}

void ProfileMerger::Impl::addHead(const Profile &P, const std::string &Label) {
  if (Runs == 0) {
    FirstLabel = Label;
    Sum.Program = P.Program, Sum.Arguments = P.Arguments;
    Sum.ToolVersion = toolVersion();
    Sum.Caches = P.Caches;
    Sum.IntervalInstructions = P.IntervalInstructions;
    Sum.HasSiteAccesses = Sum.HasDescriptions = true;
    Sum.Core.Name = P.Core.Name, Sum.Core.Spec = P.Core.Spec;
  } else if (P.Program != Sum.Program) {
    if (std::ranges::find(OtherPrograms, P.Program) == OtherPrograms.end())
      OtherPrograms.push_back(P.Program);
  } else if (P.Arguments != Sum.Arguments) {
    ++OtherArguments;
  }
  bool IsTimed = P.ComputationCycles != 0 &&
                 (Sum.Instructions == 0 || Sum.ComputationCycles != 0);
  Sum.ComputationCycles =
      IsTimed ? Sum.ComputationCycles + P.ComputationCycles : 0;
  Sum.Instructions += P.Instructions;
  Sum.HasSiteAccesses &= P.HasSiteAccesses;
  Sum.HasDescriptions &= P.HasDescriptions;
  HasCore &= !P.Core.empty() && P.Core.Spec == Sum.Core.Spec;
  addLoss(Sum.Loss, P.Loss, Label);
  for (std::string &Extra : extrasOf(P))
    LeftOut.insert(std::move(Extra));
  for (const std::string &Note : P.Notes) {
    auto Found =
        std::ranges::find(Notes, Note, [](auto &N) { return N.first; });
    if (Found == Notes.end())
      Found = Notes.insert(Found, {Note, {}});
    Found->second.push_back(Label);
  }
}

void ProfileMerger::Impl::addThreads(const Profile &P, const RunNumbers &N) {
  for (ThreadRow T : P.Threads) {
    T.Thread += N.FirstThread, T.Parent += N.FirstThread;
    Sum.Threads.push_back(T);
  }
  for (ThreadCounts C : P.ByThread) {
    C.Thread += N.FirstThread;
    C.Structure = N.structure(C.Structure);
    Sum.ByThread.push_back(std::move(C));
  }
  for (Marker M : P.Markers) {
    M.Thread += N.FirstThread;
    Sum.Markers.push_back(std::move(M));
  }
}

void ProfileMerger::Impl::addSites(const Profile &P, const RunNumbers &N) {
  for (const SiteCounts &C : P.BySite) {
    SiteCounts &Row = BySite[{N.Sites[C.Site], N.structure(C.Structure).Value}];
    Row.Misses.resize(P.Caches.Levels.size());
    for (size_t L = 0; L != C.Misses.size(); ++L)
      Row.Misses[L] += C.Misses[L];
    Row.Accesses += C.Accesses;
    addSteps(Row.Steps, C.Steps);
  }
  for (const BlindSpot &S : P.BlindSpots)
    BlindSpots[{S.File, S.Line, S.Column, S.Function}] += S.Executions;
}

/// Adds 95 % intervals of misses. That of a sum is at most as wide as all
/// together. If all lines were simulated, it is the count.
void ProfileMerger::Impl::addLines(const Profile &P, const RunNumbers &N) {
  LineSample &Lines = Sum.Lines;
  auto Rank = [](const LineSample &L) {
    return std::pair(!L.empty(), L.Stretches.size());
  };
  if (Rank(P.Lines) > Rank(Lines))
    Lines.Stretches = P.Lines.Stretches;
  Lines.Total.resize(P.Caches.Levels.size());
  auto Add = [&](std::vector<MissInterval> &Intervals, const Counts &C,
                 const std::vector<MissInterval> *Known) {
    Intervals.resize(P.Caches.Levels.size());
    for (size_t L = 0; L != std::min(Intervals.size(), C.Levels.size()); ++L) {
      uint64_t Misses = C.Levels[L].Misses;
      Intervals[L].Low += Known ? (*Known)[L].Low : Misses;
      Intervals[L].High += Known ? (*Known)[L].High : Misses;
    }
  };
  bool HasLines = !P.Lines.empty();
  Add(Lines.Total, P.total(), HasLines ? &P.Lines.Total : nullptr);
  Lines.ByStructure.resize(Sum.Structures.size());
  for (size_t Id = 0; Id != P.Structures.size(); ++Id) {
    uint32_t Number = N.Structures[Id];
    Add(Lines.ByStructure[Number], P.Structures[Id].Total,
        HasLines ? &P.Lines.ByStructure[Id] : nullptr);
  }
}

void ProfileMerger::Impl::addCore(const Profile &P, const RunNumbers &N) {
  for (CoreThreadTimes T : P.Core.Threads) {
    T.Thread += N.FirstThread;
    Sum.Core.Threads.push_back(T);
  }
  for (CoreStalls S : P.Core.Stalls) {
    S.Thread += N.FirstThread;
    S.Structure = N.structure(S.Structure);
    if (S.Site != CoreStalls::NoSite)
      S.Site = N.Sites[S.Site];
    Sum.Core.Stalls.push_back(S);
  }
  for (CoreInterval I : P.Core.Intervals) {
    I.Thread += N.FirstThread;
    Sum.Core.Intervals.push_back(I);
  }
}

/// Sorts rows by their key and adds up those with the same key: sites and
/// structures have other numbers in the sum, and two of a run may be one there.
void ProfileMerger::Impl::finishCore() {
  auto Key = [](const CoreStalls &S) {
    return std::tuple(S.Thread, S.Site, S.Structure.Value);
  };
  std::vector<CoreStalls> All = std::move(Sum.Core.Stalls);
  std::ranges::sort(All, {}, Key);
  Sum.Core.Stalls.clear();
  for (const CoreStalls &S : All)
    if (!Sum.Core.Stalls.empty() && Key(Sum.Core.Stalls.back()) == Key(S))
      Sum.Core.Stalls.back().Cycles += S.Cycles;
    else
      Sum.Core.Stalls.push_back(S);
}

/// Adds what a reader must know of the sum.
void ProfileMerger::Impl::finishNotes() {
  for (auto &[Note, RankLabels] : Notes)
    Sum.Notes.push_back(
        RankLabels.size() == Runs
            ? Note
            : fmt::format("{} {}: {}",
                          RankLabels.size() == 1 ? "rank" : "ranks",
                          fmt::join(RankLabels, ", "), Note));
  if (!OtherPrograms.empty())
    Sum.Notes.push_back(fmt::format("some ranks are of other programs: {}",
                                    fmt::join(OtherPrograms, ", ")));
  if (OtherArguments)
    Sum.Notes.push_back(
        fmt::format("{} of {} runs had other arguments than the first, rank {}",
                    OtherArguments, Runs, FirstLabel));
  if (!LeftOut.empty())
    Sum.Notes.push_back(
        fmt::format("not in a merged profile, see those of the ranks: {}",
                    fmt::join(LeftOut, ", ")));
}

ProfileMerger::ProfileMerger() : Self(std::make_unique<Impl>()) {}
ProfileMerger::ProfileMerger(ProfileMerger &&) noexcept = default;
ProfileMerger::~ProfileMerger() = default;

Status ProfileMerger::add(Profile P, const std::string &Label) {
  Impl &I = *Self;
  if (Status S = I.check(P, Label); !S)
    return S;
  if (Status S = I.fitIntervals(P); !S)
    return makeError("rank {}: {}", Label, S.error().Message);
  uint32_t First = I.Threads;
  auto FirstRank = uint32_t(I.Sum.Ranks.size());
  if (Status S = I.addRanks(P, Label, First); !S)
    return S;
  I.addHead(P, Label);
  RunNumbers N = I.Things.add(P, First);
  I.addThreads(P, N);
  I.addSites(P, N);
  I.addLines(P, N);
  addMappings(P.Mappings, N, FirstRank, I.Sum.Mappings);
  I.Memory.add(P, N.Structures);
  I.addCore(P, N);
  if (Status S = I.Streams.add(P, N); !S)
    return makeError("rank {}: {}", Label, S.error().Message);
  I.Threads += threadCount(P);
  ++I.Runs;
  return {};
}

Expected<Profile> ProfileMerger::finish() {
  Impl &I = *Self;
  Profile &P = I.Sum;
  MEMFACET_CHECK(I.Runs != 0, "a sum has a part");
  for (auto &[Key, C] : I.BySite) {
    C.Site = Key.first, C.Structure = StructureId(Key.second);
    P.BySite.push_back(std::move(C));
  }
  for (const auto &[Place, Executions] : I.BlindSpots) {
    const auto &[File, Line, Column, Function] = Place;
    P.BlindSpots.push_back({File, Function, Line, Column, Executions});
  }
  if (P.Lines.empty())
    P.Lines = {P.Lines.Stretches, {}, {}}; // all intervals are exact counts
  I.Memory.finish(P);
  if (!I.Memory.hasCauses() && I.Memory.hasSomeCauses())
    I.LeftOut.insert("causes of misses, which some ranks do not have");
  if (!I.HasCore && !P.Core.Threads.empty())
    I.LeftOut.insert("the simulated core, which is not that of all ranks");
  if (!I.HasCore)
    P.Core = {};
  I.finishCore();
  sortMappings(P.Mappings);
  if (!P.HasDescriptions) {
    for (Structure &S : P.Structures)
      S.Lives = {};
    for (SiteCounts &C : P.BySite)
      C.Steps = {};
  }
  Expected<StreamSet> Streams = I.Streams.finish(I.HasCore);
  if (!Streams)
    return Streams.error();
  P.Streams = std::move(*Streams);
  I.finishNotes();
  return std::move(P);
}

} // namespace memfacet::result

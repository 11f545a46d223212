//===- SharingModel.cpp - shared lines, by structure and thread -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/communication/FollowedSpots.h"
#include "memfacet/Check.h"
#include "memfacet/Events.h"
#include "tools/report/threads/SharingReport.h"
#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace memfacet::report {

void SharingTotals::add(const result::SharingVertex &V) {
  Units += V.Units, Cold += V.Cold;
  True += V.True, False += V.False, Certain += V.Certain;
  Coarse += V.Coarse, Fine += V.Fine;
  Invalidations += V.Invalidations, Upgrades += V.Upgrades;
}

uint64_t SharingTotals::low() const {
  if (Interval)
    return Interval->first;
  return Ranges ? std::min({misses(), Coarse, Fine}) : misses();
}

uint64_t SharingTotals::high() const {
  if (Interval)
    return Interval->second;
  return Ranges ? std::max({misses(), Coarse, Fine}) : misses();
}

const char *lockKindName(uint32_t Kind) {
  switch (SyncKind(Kind)) {
  case SyncKind::Mutex:
    return "mutex";
  case SyncKind::ReadLock:
    return "read lock";
  case SyncKind::WriteLock:
    return "write lock";
  case SyncKind::TeamLock:
    return "OpenMP lock";
  default:
    return "lock";
  }
}

namespace {

bool isNamed(const SharingOptions &Options, StructureId Id) {
  return Options.Named.empty() || std::ranges::count(Options.Named, Id) != 0;
}

result::SharingClass mainClass(const SharingRow &R) {
  auto Weight = [&](const result::SharingClassCount &C) {
    return R.Total.misses() ? C.True + C.False : C.Units;
  };
  auto Most = std::ranges::max_element(R.Classes, {}, Weight);
  return result::SharingClass(Most - R.Classes.begin());
}

/// Returns the interval of the misses of \p L in this run.
std::pair<uint64_t, uint64_t> intervalOf(const result::SharingTable &S,
                                         const LostLines &L) {
  auto It = std::ranges::find(S.Estimates, L.Structure,
                              &result::SharingEstimate::Structure);
  if (It != S.Estimates.end())
    return {It->Low, It->High};
  return {L.FalseInRun.Low, L.FalseInRun.High};
}

/// Returns the most misses of structures of which no followed line has moved.
uint64_t mostUnseen(const std::vector<LostLines> &Lost) {
  uint64_t Most = 0;
  for (const LostLines &L : Lost)
    if (L.True + L.False == 0)
      Most += L.FalseInRun.High;
  return Most;
}

/// Returns the interval of all misses.
std::pair<uint64_t, uint64_t> intervalOfAll(const result::SharingTable &S) {
  auto [Low, High] = threads::followedInterval(S);
  return {uint64_t(std::llround(Low)), uint64_t(std::llround(High))};
}

LostRange anyRunOf(const LostLines &L) {
  LostRange Sum = L.TrueSharing;
  return Sum += L.FalseSharing;
}

void addStructures(const result::Profile &P, const SharingOptions &Options,
                   SharingModel &M) {
  const result::SharingTable &S = P.Sharing;
  std::map<uint32_t, SharingRow> Rows;
  std::vector<LostLines> Lost = lostLines(P);
  M.Total.Ranges = S.Ranges && !S.Followed;
  for (const result::SharingVertex &V : S.Vertices) {
    M.Total.add(V);
    if (isNamed(Options, V.Structure))
      Rows[V.Structure.Value].Total.add(V);
  }
  if (S.Followed) {
    M.Total.Units = P.total().Accesses;
    M.Total.Interval = intervalOfAll(S);
    M.Total.Interval->second += mostUnseen(Lost);
    for (const LostLines &L : Lost)
      M.Total.AnyRun += anyRunOf(L);
  }
  // What only the sample says has a row, too.
  for (const LostLines &L : Lost)
    if (S.Followed && L.Hint && isNamed(Options, L.Structure))
      Rows[L.Structure.Value];
  for (const result::SharingClassCount &C : S.Classes)
    if (auto It = Rows.find(C.Structure.Value); It != Rows.end())
      It->second.Classes[size_t(C.Class)] = C;
  for (auto &[Id, R] : Rows) {
    MEMFACET_CHECK(Id < Lost.size(), "lostLines returns all structures");
    R.Structure = StructureId(Id);
    if (S.Followed) {
      R.Total.Units = P.Structures[Id].Total.Accesses;
      R.Total.Interval = intervalOf(S, Lost[Id]);
      R.Total.AnyRun = anyRunOf(Lost[Id]);
    }
    R.Total.Ranges = M.Total.Ranges;
    bool IsOnlySampled = R.Total.misses() == 0 && Lost[Id].Hint;
    R.Class =
        IsOnlySampled ? result::SharingClass::FalselyShared : mainClass(R);
    M.Structures.push_back(R);
  }
  std::ranges::stable_sort(M.Structures, std::greater(),
                           [](const SharingRow &R) {
                             return std::pair(R.Total.misses(), R.Total.Units);
                           });
}

using EndKey = std::tuple<std::string, uint32_t, uint32_t, std::string,
                          AccessKind, uint32_t, uint32_t>;

EndKey keyOf(const result::SharingTable &S, const result::SharingVertex &V) {
  const result::PairSite &Site = S.Sites[V.Site];
  return {Site.File, Site.Line, Site.Column,      Site.Function,
          Site.Kind, V.Thread,  V.Structure.Value};
}

void addEdges(const result::SharingTable &S, const SharingOptions &Options,
              SharingModel &M) {
  std::map<std::pair<EndKey, EndKey>, size_t> Rows;
  for (const result::SharingEdge &E : S.Edges) {
    const result::SharingVertex &Writer = S.Vertices[E.Source],
                                &Victim = S.Vertices[E.Target];
    if (!isNamed(Options, Writer.Structure) &&
        !isNamed(Options, Victim.Structure))
      continue;
    auto [It, New] =
        Rows.try_emplace({keyOf(S, Writer), keyOf(S, Victim)}, M.Edges.size());
    if (New)
      M.Edges.push_back({endOf(S, Writer), endOf(S, Victim)});
    SharingEdgeRow &R = M.Edges[It->second];
    R.Cold += E.Cold, R.True += E.True, R.False += E.False;
    R.Bytes += E.Bytes;
  }
  std::ranges::stable_sort(
      M.Edges, std::greater(),
      [](const SharingEdgeRow &R) { return std::pair(R.lines(), R.Bytes); });
}

void addMatrix(const result::SharingTable &S, SharingModel &M) {
  for (const result::SharingVertex &V : S.Vertices)
    M.Threads.push_back(V.Thread);
  std::ranges::sort(M.Threads);
  M.Threads.erase(std::ranges::unique(M.Threads).begin(), M.Threads.end());
  M.Lines.assign(M.Threads.size(), std::vector<uint64_t>(M.Threads.size()));
  M.Bytes = M.Lines;
  auto Place = [&](uint32_t Vertex) {
    auto Found = std::ranges::lower_bound(M.Threads, S.Vertices[Vertex].Thread);
    MEMFACET_CHECK(Found != M.Threads.end(), "each vertex has a thread");
    return size_t(Found - M.Threads.begin());
  };
  for (const result::SharingEdge &E : S.Edges) {
    M.Lines[Place(E.Source)][Place(E.Target)] += E.Cold + E.True + E.False;
    M.Bytes[Place(E.Source)][Place(E.Target)] += E.Bytes;
  }
}

/// Adds the locks. Each kind of taking a lock has a row of its own.
void addLocks(const result::SharingTable &S, const SharingOptions &Options,
              SharingModel &M) {
  using Key = std::tuple<uint32_t, uint64_t, uint32_t>;
  std::map<Key, SharingLockRow> Rows;
  std::map<Key, std::map<std::pair<uint32_t, uint32_t>, uint64_t>> HandOvers;
  std::map<Key, std::map<uint32_t, SharingLockPlace>> Places;
  for (const result::LockHandOver &L : S.Locks) {
    if (!isNamed(Options, L.Structure))
      continue;
    Key Lock(L.Structure.Value, L.Offset, L.Kind);
    SharingLockRow &R = Rows[Lock];
    R.Structure = L.Structure, R.Offset = L.Offset, R.Kind = L.Kind;
    uint64_t Handed = L.Giver == L.Taker ? 0 : L.Count;
    R.Acquired += L.Count, R.HandedOver += Handed;
    if (Handed)
      HandOvers[Lock][{L.Giver, L.Taker}] += Handed;
    if (L.Site != result::LockHandOver::NoSite) {
      SharingLockPlace &Place = Places[Lock][L.Site];
      Place.Site = S.Sites[L.Site];
      Place.Acquired += L.Count, Place.HandedOver += Handed;
    }
  }
  for (auto &[Lock, R] : Rows) {
    uint64_t Most = 0;
    for (const auto &[Pair, Count] : HandOvers[Lock])
      if (Count > Most)
        Most = Count, R.Giver = Pair.first, R.Taker = Pair.second;
    for (const auto &[Site, Place] : Places[Lock])
      R.Places.push_back(Place);
    std::ranges::stable_sort(R.Places, std::greater(),
                             [](const SharingLockPlace &P) {
                               return std::pair(P.HandedOver, P.Acquired);
                             });
    M.Locks.push_back(R);
  }
  std::ranges::stable_sort(M.Locks, std::greater(),
                           [](const SharingLockRow &R) {
                             return std::pair(R.HandedOver, R.Acquired);
                           });
}

} // namespace

ThreadSite endOf(const result::SharingTable &S,
                 const result::SharingVertex &V) {
  return {S.Sites[V.Site], V.Structure, V.Thread};
}

SharingModel sharingModel(const result::Profile &P,
                          const SharingOptions &Options) {
  SharingModel M;
  addStructures(P, Options, M);
  addEdges(P.Sharing, Options, M);
  addMatrix(P.Sharing, M);
  addLocks(P.Sharing, Options, M);
  return M;
}

} // namespace memfacet::report

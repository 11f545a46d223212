//===- SharingRows.cpp - what happens between threads, as rows ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/store/ProfileRows.h"
#include <algorithm>

namespace memfacet::result {
namespace {

void storePairs(RowWriter &W, const PairSample &S) {
  if (!S.empty())
    W.add(tables::PairSamples, S);
  W.list(tables::PairSites, S.Sites);
  for (size_t I = 0; I != S.Sites.size(); ++I)
    if (const FieldAccess &F = S.Sites[I].Field; F.Record != NoRecord)
      W.add(tables::PairFields, F, I);
  W.list(tables::PairVertices, S.Vertices);
  for (size_t I = 0; I != S.Vertices.size(); ++I) {
    const PairVertex &V = S.Vertices[I];
    if (V.PreviousThread != UnknownThread)
      W.add(tables::PairBefore, V, I);
    if (V.Bytes)
      W.add(tables::PairBytes, V, I);
  }
  W.list(tables::Pairs, S.Pairs);
  for (size_t I = 0; I != S.Pairs.size(); ++I) {
    const PairCount &C = S.Pairs[I];
    if (C.Overlapping)
      W.add(tables::PairOverlaps, C, I);
    for (size_t O = 0; O != C.Distances.size(); ++O)
      if (C.Distances[O])
        W.add(tables::PairDistances, C.Distances[O], I, O);
  }
  W.all(tables::PairThreads, S.Threads);
}

void loadPairs(RowReader &R, const Profile &P, PairSample &S) {
  R.one(tables::PairSamples, S, [](const PairSample &S) { return !S.empty(); });
  R.list(tables::PairSites, S.Sites);
  R.list(tables::PairVertices, S.Vertices,
         [&](const PairVertex &V) { return V.Site < S.Sites.size(); });
  R.list(tables::Pairs, S.Pairs, [&](const PairCount &C) {
    return C.First < S.Vertices.size() && C.Second < S.Vertices.size();
  });
  R.into(tables::PairDistances, [&](uint64_t Pair, uint64_t Octave) {
    PairCount *C = R.at(S.Pairs, Pair);
    if (!C || Octave >= DistanceOctaves)
      return static_cast<uint64_t *>(nullptr);
    C->Distances.resize(Octave + 1);
    return &C->Distances[Octave];
  });
  R.all(tables::PairThreads, S.Threads);
  R.into(
      tables::PairFields,
      [&](uint64_t Site) {
        PairSite *Target = R.at(S.Sites, Site);
        return Target ? &Target->Field : nullptr;
      },
      [&](const FieldAccess &F) { return F.Record < P.Records.size(); });
  R.inside(tables::PairBefore, S.Vertices);
  R.inside(tables::PairBytes, S.Vertices);
  R.inside(tables::PairOverlaps, S.Pairs);
}

/// Stores ranks and parts of a simulation.
void storeRanks(RowWriter &W, const Profile &P) {
  W.list(tables::Ranks, P.Ranks);
  if (P.Shard.empty())
    return;
  W.add(tables::Shard, P.Shard);
  W.all(tables::ShardModels, P.Shard.Models);
  W.all(tables::ShardCounts, P.Shard.Counts);
  W.all(tables::ShardWarmths, P.Shard.Warmth);
  W.all(tables::ShardCycle, P.Shard.Cycles);
}

void loadRanks(RowReader &R, Profile &P) {
  R.list(tables::Ranks, P.Ranks, [&](const Rank &Each) {
    return &Each == P.Ranks.data() ? Each.FirstThread == 0
                                   : (&Each)[-1].FirstThread < Each.FirstThread;
  });
  R.one(tables::Shard, P.Shard,
        [](const ShardPart &S) { return !S.empty() && S.Number < S.Count; });
  R.all(tables::ShardModels, P.Shard.Models);
  R.all(tables::ShardCounts, P.Shard.Counts);
  R.all(tables::ShardWarmths, P.Shard.Warmth);
  R.all(tables::ShardCycle, P.Shard.Cycles);
}

} // namespace

void storeSharing(RowWriter &W, const Profile &P) {
  storePairs(W, P.Pairs);
  const SharingTable &S = P.Sharing;
  if (!S.empty())
    W.add(tables::Sharing, S);
  W.list(tables::SharingSites, S.Sites);
  W.list(tables::SharingVertices, S.Vertices);
  W.all(tables::SharingEdges, S.Edges);
  W.all(tables::SharingClasses, S.Classes);
  W.list(tables::SharingLocks, S.Locks);
  for (size_t I = 0; I != S.Locks.size(); ++I)
    if (S.Locks[I].Site != LockHandOver::NoSite)
      W.add(tables::SharingLockSites, S.Locks[I], I);
  W.list(tables::SharingFights, S.Fights);
  W.list(tables::SharingPaddings, S.Paddings);
  if (S.Followed)
    W.add(tables::SharingOrder, S);
  W.all(tables::SharingEstimates, S.Estimates);
  W.all(tables::SharingHints, P.SharingHints);
  W.all(tables::MappingUses, P.Mappings.Uses);
  W.all(tables::MappingLines, P.Mappings.Lines);
  storeRanks(W, P);
}

void loadSharing(RowReader &R, Profile &P) {
  loadPairs(R, P, P.Pairs);
  SharingTable &S = P.Sharing;
  R.one(tables::Sharing, S, [](const SharingTable &S) { return !S.empty(); });
  R.list(tables::SharingSites, S.Sites);
  R.list(tables::SharingVertices, S.Vertices,
         [&](const SharingVertex &V) { return V.Site < S.Sites.size(); });
  R.all(tables::SharingEdges, S.Edges, [&](const SharingEdge &E) {
    return E.Source < S.Vertices.size() && E.Target < S.Vertices.size();
  });
  R.all(tables::SharingClasses, S.Classes);
  // The file has them sorted by the names of the classes.
  std::ranges::sort(S.Classes, {}, [](const SharingClassCount &C) {
    return std::pair(C.Structure, C.Class);
  });
  R.list(tables::SharingLocks, S.Locks);
  R.inside(tables::SharingLockSites, S.Locks,
           [&](const LockHandOver &L) { return L.Site < S.Sites.size(); });
  R.list(tables::SharingFights, S.Fights, [&](const SharingFight &F) {
    return F.Writer < S.Vertices.size() && F.Victim < S.Vertices.size();
  });
  R.list(tables::SharingPaddings, S.Paddings);
  R.one(tables::SharingOrder, S,
        [](const SharingTable &S) { return S.Followed; });
  R.all(tables::SharingEstimates, S.Estimates);
  R.all(tables::SharingHints, P.SharingHints);
  R.all(tables::MappingUses, P.Mappings.Uses);
  R.all(tables::MappingLines, P.Mappings.Lines);
  loadRanks(R, P);
}

} // namespace memfacet::result

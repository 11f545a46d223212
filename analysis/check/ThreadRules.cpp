//===- ThreadRules.cpp - invariants of what happens between threads -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/check/Invariants.h"
#include <map>
#include <numeric>

namespace memfacet::check {

void checkPairDistances(const ProfileFacts &F, Comparisons &V) {
  for (size_t I = 0; I != F.P.Pairs.Pairs.size(); ++I) {
    const result::PairCount &C = F.P.Pairs.Pairs[I];
    V.equal(
        std::accumulate(C.Distances.begin(), C.Distances.end(), uint64_t(0)),
        C.Pairs, "pairs of row {} by distance", I);
  }
}

void checkPairFirsts(const ProfileFacts &F, Comparisons &V) {
  const result::PairSample &S = F.P.Pairs;
  std::vector<uint64_t> Begun(S.Vertices.size());
  for (const result::PairCount &C : S.Pairs)
    Begun[C.First] += C.Pairs;
  for (size_t I = 0; I != Begun.size(); ++I)
    V.equal(Begun[I] + S.Vertices[I].Dangling, S.Vertices[I].Firsts,
            "pairs that begin at vertex {}, and dangling choices", I);
}

void checkPairOverlaps(const ProfileFacts &F, Comparisons &V) {
  for (size_t I = 0; I != F.P.Pairs.Pairs.size(); ++I)
    V.atMost(F.P.Pairs.Pairs[I].Overlapping, F.P.Pairs.Pairs[I].Pairs,
             "overlapping pairs of row {}", I);
}

void checkPairUnits(const ProfileFacts &F, Comparisons &V) {
  std::map<uint32_t, uint64_t> Firsts;
  for (const result::PairVertex &Each : F.P.Pairs.Vertices)
    Firsts[Each.Thread] += Each.Firsts;
  // A choice in two lines begins two pairs, and each may go on in a chain.
  constexpr uint64_t PerUnit = 4;
  for (const result::PairThread &T : F.P.Pairs.Threads)
    V.atMost(Firsts[T.Thread], PerUnit * (T.Units + T.Missed),
             "choices of thread {}", T.Thread);
}

void checkSharingEdges(const ProfileFacts &F, Comparisons &V) {
  const result::SharingTable &S = F.P.Sharing;
  std::vector<result::SharingEdge> Sums(S.Vertices.size());
  for (const result::SharingEdge &E : S.Edges) {
    Sums[E.Target].Cold += E.Cold;
    Sums[E.Target].True += E.True;
    Sums[E.Target].False += E.False;
  }
  for (size_t I = 0; I != Sums.size(); ++I) {
    V.equal(Sums[I].True, S.Vertices[I].True,
            "misses of true sharing that lead to vertex {}", I);
    V.equal(Sums[I].False, S.Vertices[I].False,
            "misses of false sharing that lead to vertex {}", I);
    V.atMost(Sums[I].Cold, S.Vertices[I].Cold,
             "cold misses that lead to vertex {}", I);
  }
}

void checkSharingBounds(const ProfileFacts &F, Comparisons &V) {
  const result::SharingTable &S = F.P.Sharing;
  for (size_t I = 0; I != S.Vertices.size(); ++I) {
    const result::SharingVertex &Each = S.Vertices[I];
    V.atMost(Each.Certain, Each.misses(), "certain misses of vertex {}", I);
    if (S.Followed)
      continue;
    // An access in two lines is one unit.
    V.atMost(Each.Cold + Each.misses(), 2 * Each.Units, "misses of vertex {}",
             I);
  }
}

void checkSharingClasses(const ProfileFacts &F, Comparisons &V) {
  const result::SharingTable &S = F.P.Sharing;
  if (S.empty())
    return;
  struct Sum {
    uint64_t Units = 0, True = 0, False = 0;
  };
  std::map<uint32_t, std::pair<Sum, Sum>> All;
  for (const result::SharingVertex &Each : S.Vertices) {
    Sum &Entry = All[Each.Structure.Value].first;
    Entry.Units += Each.Units, Entry.True += Each.True,
        Entry.False += Each.False;
  }
  for (const result::SharingClassCount &C : S.Classes) {
    Sum &Entry = All[C.Structure.Value].second;
    Entry.Units += C.Units, Entry.True += C.True, Entry.False += C.False;
  }
  for (const auto &[Id, Both] : All) {
    const auto &[Places, Classes] = Both;
    CountedName Name = F.name(StructureId(Id));
    V.equal(Classes.Units, Places.Units, "accesses by class of {}", Name);
    V.equal(Classes.True, Places.True, "misses of true sharing by class of {}",
            Name);
    V.equal(Classes.False, Places.False,
            "misses of false sharing by class of {}", Name);
  }
}

void checkSharingFights(const ProfileFacts &F, Comparisons &V) {
  const result::SharingTable &S = F.P.Sharing;
  if (S.empty())
    return;
  std::vector<uint64_t> Sums(S.Vertices.size());
  for (const result::SharingFight &Each : S.Fights) {
    Sums[Each.Victim] += Each.Misses;
    V.atMost(Each.Certain, Each.Misses, "certain misses that vertex {} causes",
             Each.Writer);
  }
  for (size_t I = 0; I != Sums.size(); ++I)
    V.equal(Sums[I], S.Vertices[I].False,
            "misses of vertex {} by what was written", I);
}

void checkSharingPaddings(const ProfileFacts &F, Comparisons &V) {
  for (const result::SharingPadding &P : F.P.Sharing.Paddings) {
    V.atMost(P.MissesBefore, P.AllBefore, "misses of {} before padding",
             F.name(P.Structure));
    V.atMost(P.MissesAfter, P.AllAfter, "misses of {} after padding",
             F.name(P.Structure));
  }
}

void checkSharingHints(const ProfileFacts &F, Comparisons &V) {
  for (const result::SharingHint &H : F.P.SharingHints) {
    V.atMost(H.Contested, H.Sampled, "contested accesses of {}",
             F.name(H.Structure));
    V.atMost(H.Threads, F.Threads.size(), "threads that share {}",
             F.name(H.Structure));
  }
}

void checkMappingLines(const ProfileFacts &F, Comparisons &V) {
  const result::MappingTable &T = F.P.Mappings;
  std::map<std::pair<uint32_t, uint32_t>, uint64_t> Sampled;
  for (const result::MappingLine &L : T.Lines) {
    Sampled[{L.Structure.Value, L.Process}] += L.Accesses;
    V.atMost(L.Writes, L.Accesses, "writes to line {} of {}", L.Line,
             F.name(L.Structure));
    V.expect((L.Written & ~L.Bytes) == 0,
             "bytes of line {} of {} are written and not accessed", L.Line,
             F.name(L.Structure));
  }
  for (const result::MappingUse &U : T.Uses) {
    V.equal(Sampled[{U.Structure.Value, U.Process}], U.Sampled,
            "sampled accesses to lines of {}", F.name(U.Structure));
    V.atMost(U.Stores, U.Accesses, "stores to {}", F.name(U.Structure));
  }
}

void checkSharingThreads(const ProfileFacts &F, Comparisons &V) {
  auto Known = [&](uint32_t Thread, const char *What) {
    V.expect(F.hasThread(Thread), "{} of thread {}, which is not there", What,
             Thread);
  };
  for (const result::PairVertex &Each : F.P.Pairs.Vertices)
    Known(Each.Thread, "pairs");
  for (const result::PairThread &T : F.P.Pairs.Threads)
    Known(T.Thread, "units");
  for (const result::SharingVertex &Each : F.P.Sharing.Vertices)
    Known(Each.Thread, "accesses");
  for (const result::LockHandOver &L : F.P.Sharing.Locks) {
    Known(L.Giver, "a lock");
    Known(L.Taker, "a lock");
  }
}

void checkRanks(const ProfileFacts &F, Comparisons &V) {
  std::set<std::string> Labels;
  for (size_t I = 0; I != F.P.Ranks.size(); ++I) {
    const result::Rank &R = F.P.Ranks[I];
    V.expect(Labels.insert(R.Label).second, "two ranks are called '{}'",
             R.Label);
    V.expect(F.hasThread(R.FirstThread),
             "rank '{}' begins at thread {}, which is not there", R.Label,
             R.FirstThread);
    V.expect(I == 0 ? R.FirstThread == 0
                    : F.P.Ranks[I - 1].FirstThread < R.FirstThread,
             "rank '{}' begins at thread {}", R.Label, R.FirstThread);
  }
}

void checkShard(const ProfileFacts &F, Comparisons &V) {
  const result::ShardPart &S = F.P.Shard;
  if (S.empty())
    return;
  V.expect(S.Number < S.Count, "part {} of {}", S.Number, S.Count);
  V.atMost(S.Simulated, S.Whole, "instructions that were simulated");
  std::set<uint32_t> Models;
  for (const result::ShardModel &M : S.Models)
    V.expect(Models.insert(M.Number).second && caches::parseCacheModel(M.Spec),
             "model {} '{}'", M.Number, M.Spec);
  for (const result::ShardCount &C : S.Counts)
    V.expect(Models.contains(C.Model), "counts of model {}, which is not there",
             C.Model);
}

void checkShardCounts(const ProfileFacts &F, Comparisons &V) {
  for (const result::ShardCount &C : F.P.Shard.Counts)
    V.atMost(C.Misses, C.Accesses, "misses of {} in level {} of model {}",
             F.name(C.Structure), C.Level, C.Model);
}

void checkShardWarmth(const ProfileFacts &F, Comparisons &V) {
  const std::vector<result::ShardWarmth> &All = F.P.Shard.Warmth;
  for (size_t I = 0; I != All.size(); ++I) {
    const result::ShardWarmth &W = All[I];
    V.expect(W.Level < F.P.Caches.Levels.size(),
             "touches of level {} in interval {} of thread {}", W.Level,
             W.Interval, W.Thread);
    if (W.Level == 0)
      continue;
    const result::ShardWarmth None, &Previous = I == 0 ? None : All[I - 1];
    bool Inner = Previous.Thread == W.Thread &&
                 Previous.Interval == W.Interval &&
                 Previous.Level + 1 == W.Level;
    V.equal(W.Hits + W.Misses + W.Open,
            Inner ? Previous.Misses + Previous.Open : 0,
            "touches of level {} in interval {} of thread {}", W.Level,
            W.Interval, W.Thread);
  }
}

} // namespace memfacet::check

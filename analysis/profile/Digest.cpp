//===- Digest.cpp - a check value over everything in a profile ------------===//

#include "analysis/profile/Digest.h"
#include "analysis/support/Hash.h"
#include <string_view>

namespace memfacet {
namespace {

class Hash {
public:
  void add(uint64_t Value) { State = chainBits(State, Value); }
  void add(std::string_view Text) {
    add(Text.size());
    for (char C : Text)
      add(uint64_t(uint8_t(C)));
  }
  void add(const Counts &C) {
    add(C.Accesses), add(C.Loads), add(C.Stores);
    // Levels without counts need not be there.
    for (size_t I = 0; I != C.Levels.size(); ++I) {
      const LevelCounts &L = C.Levels[I];
      if (L != LevelCounts())
        add(I), add(L.Accesses), add(L.Misses), add(L.Writebacks);
    }
  }
  uint64_t value() const { return State; }

private:
  uint64_t State = 0x4d46; // any but 0
};

void addCaches(Hash &H, const CacheModel &M) {
  H.add(M.Name), H.add(M.Source), H.add(M.LineBytes);
  H.add(M.Levels.size());
  for (const CacheLevel &L : M.Levels)
    H.add(L.Name), H.add(L.Bytes), H.add(L.Ways), H.add(L.Shared);
  // What only later versions know.
  if (!M.isPlain() || M.PageBytes != CacheModel().PageBytes)
    H.add(M.spec());
  for (const WayPartition &W : M.Partitions)
    H.add(W.Structure), H.add(W.Ways), H.add(W.Level);
}

void addDetail(Hash &H, const MemoryCounters &C, const CacheModel &Caches) {
  for (size_t L = 0; L != Caches.Levels.size(); ++L) {
    const LevelDetail &D = C.Levels[L];
    for (uint64_t Misses : D.ByClass)
      H.add(Misses);
    H.add(D.Prefetches), H.add(D.PrefetchesUsed), H.add(D.VictimHits);
  }
  for (size_t T = 0; T != Caches.Tlbs.size(); ++T)
    H.add(C.Tlbs[T].Accesses), H.add(C.Tlbs[T].Misses);
  H.add(C.MemoryReads), H.add(C.MemoryWrites), H.add(C.Interventions);
  H.add(C.Invalidations), H.add(C.Upgrades), H.add(C.SharedWritebacks);
}

/// Profiles before version 5 have none, and the same value as ever.
void addMemory(Hash &H, const Profile &P) {
  const MemoryDetail &M = P.Memory;
  if (!M.Known)
    return;
  for (const MemoryCounters &C : M.ByStructure)
    addDetail(H, C, P.Caches);
  for (const EvictionRow &E : M.Evictions) {
    H.add(E.Level), H.add(E.Victim), H.add(E.Evictor);
    H.add(E.Counts.Evictions), H.add(E.Counts.Premature);
  }
  for (const HotSet &S : M.HotSets)
    H.add(S.Level), H.add(S.Set), H.add(S.Counts.Misses),
        H.add(S.Counts.Conflicts);
  for (const SetSpread &S : M.Spreads)
    H.add(S.Level), H.add(S.Missed), H.add(S.Sum.Misses),
        H.add(S.Sum.Conflicts), H.add(S.HottestMisses);
  H.add(M.OccupancyPeriod);
  for (const OccupancyRow &O : M.Occupancy)
    H.add(O.Sample), H.add(O.Level), H.add(O.Structure), H.add(O.Lines);
}

void addStructure(Hash &H, const Structure &S) {
  H.add(uint64_t(S.Kind)), H.add(S.Name), H.add(S.Named), H.add(S.Type);
  H.add(S.File), H.add(S.Line), H.add(S.Function), H.add(S.ElementBytes);
  H.add(S.Bytes), H.add(S.PeakBytes), H.add(S.Objects), H.add(S.Total);
}

/// Earlier versions have none, and a check value without them.
void addSites(Hash &H, const Profile &P) {
  if (P.Sites.empty())
    return;
  H.add(P.Sites.size());
  for (const CodeSite &S : P.Sites) {
    H.add(S.File), H.add(S.Function), H.add(S.Line), H.add(S.Column);
    H.add(S.Write), H.add(S.Accesses), H.add(S.Touches);
  }
  H.add(P.BySite.size());
  for (const SiteCounts &C : P.BySite) {
    H.add(C.Site), H.add(C.Structure.Value);
    for (uint64_t Misses : C.Misses)
      H.add(Misses);
    if (P.HasSiteAccesses)
      H.add(C.Accesses);
  }
}

void addRecord(Hash &H, const RecordType &R) {
  H.add(R.Name), H.add(R.Bytes);
  for (const RecordMember &M : R.Members) {
    H.add(M.Name), H.add(M.Type), H.add(M.BitOffset), H.add(M.Bits);
    H.add(M.Count), H.add(M.StrideBits);
  }
  for (const RecordPart &Part : R.Parts)
    H.add(Part.Type), H.add(Part.BitOffset), H.add(Part.Bits);
}

/// Profiles before version 3 have none, and the same value as ever.
void addFields(Hash &H, const Profile &P) {
  for (const RecordType &R : P.Records)
    addRecord(H, R);
  for (size_t Id = 0; Id != P.Structures.size(); ++Id)
    if (uint32_t Record = P.Structures[Id].Record; Record != NoRecord)
      H.add(Id), H.add(Record);
  for (size_t Id = 0; Id != P.Sites.size(); ++Id)
    if (const FieldAccess &F = P.Sites[Id].Field; F.Record != NoRecord) {
      H.add(Id), H.add(F.Record), H.add(F.Offset);
      H.add(F.Bytes), H.add(F.Block);
    }
}

/// Profiles before version 4 have none, and the same value as ever.
void addDescriptions(Hash &H, const Profile &P) {
  if (!P.HasDescriptions)
    return;
  for (size_t Id = 0; Id != P.Structures.size(); ++Id)
    if (const ObjectLives &L = P.Structures[Id].Lives; L != ObjectLives()) {
      H.add(Id), H.add(L.PeakObjects), H.add(L.Timed), H.add(L.AtEnd);
      H.add(L.Instructions), H.add(L.Followed), H.add(L.Brief);
      H.add(L.Longest);
    }
  for (const SiteCounts &C : P.BySite)
    if (C.Steps.Sampled) {
      H.add(C.Site), H.add(C.Structure.Value), H.add(C.Steps.Sampled);
      for (uint64_t Steps : C.Steps.Steps)
        H.add(Steps);
      for (const Stride &S : C.Steps.Strides)
        H.add(uint64_t(S.Bytes)), H.add(S.Steps);
    }
}

/// Profiles without them have the same value as ever.
void addCurves(Hash &H, const MissCurves &M) {
  for (const CurveTotal &T : M.Totals)
    H.add(uint64_t(T.Scope)), H.add(T.Samples), H.add(T.ErrorPpm);
  for (const MissCurve &C : M.Curves) {
    H.add(uint64_t(C.Scope)), H.add(C.Structure.Value), H.add(C.Compulsory);
    H.add(C.Samples), H.add(C.ErrorPpm), H.add(C.Reuses.size());
    for (uint64_t Touches : C.Reuses)
      H.add(Touches);
  }
}

/// Nothing where nobody asked for a core.
void addCore(Hash &H, const CoreTimes &C) {
  if (C.empty())
    return;
  H.add(C.Name), H.add(C.Spec);
  for (const CoreThreadTimes &T : C.Threads) {
    H.add(T.Thread), H.add(T.Instructions), H.add(T.Operations);
    H.add(T.Cycles), H.add(T.Busy), H.add(T.Computation), H.add(T.Branches);
    H.add(T.Start), H.add(T.Predictions), H.add(T.Mispredictions);
  }
  for (const CoreStalls &S : C.Stalls)
    H.add(S.Thread), H.add(S.Site), H.add(S.Structure.Value), H.add(S.Cycles);
  for (const CoreInterval &I : C.Intervals)
    H.add(I.Thread), H.add(I.Interval), H.add(I.Cycles);
  for (const CoreScenario &S : C.Scenarios) {
    H.add(S.Cycles), H.add(S.Perfect.size());
    for (StructureId Id : S.Perfect)
      H.add(Id.Value);
  }
}

void addPairSite(Hash &H, const PairSite &Site) {
  H.add(Site.File), H.add(Site.Function), H.add(Site.Line);
  H.add(Site.Column), H.add(uint64_t(Site.Kind));
  if (Site.Field.Record != NoRecord) {
    H.add(Site.Field.Record), H.add(Site.Field.Offset);
    H.add(Site.Field.Bytes);
  }
}

/// Nothing where nobody asked for pairs. What versions before 9 did not know
/// adds nothing.
void addPairs(Hash &H, const PairSample &S) {
  if (S.empty())
    return;
  H.add(S.Period), H.add(S.Seed);
  for (const PairSite &Site : S.Sites)
    addPairSite(H, Site);
  for (const PairVertex &V : S.Vertices) {
    H.add(V.Site), H.add(V.Structure.Value), H.add(V.Thread);
    H.add(V.Firsts), H.add(V.Dangling);
    if (V.Before != UnknownBefore)
      H.add(V.Before);
    if (V.Bytes)
      H.add(V.Bytes);
  }
  for (const PairCount &C : S.Pairs) {
    H.add(C.First), H.add(C.Second), H.add(C.Pairs);
    if (C.Overlapping)
      H.add(C.Overlapping);
    H.add(C.Distances.size());
    for (uint64_t Pairs : C.Distances)
      H.add(Pairs);
  }
  for (const PairThread &T : S.Threads)
    H.add(T.Thread), H.add(T.Units), H.add(T.Missed);
}

/// Nothing where nobody asked for it.
void addSharing(Hash &H, const SharingTable &S) {
  if (S.empty())
    return;
  H.add(S.Map), H.add(S.Ranges);
  for (const PairSite &Site : S.Sites)
    addPairSite(H, Site);
  for (const SharingVertex &V : S.Vertices)
    for (uint64_t N :
         {uint64_t(V.Site), uint64_t(V.Structure.Value), uint64_t(V.Thread),
          V.Units, V.Cold, V.True, V.False, V.Certain, V.Coarse, V.Fine,
          V.Invalidations, V.Upgrades})
      H.add(N);
  for (const SharingEdge &E : S.Edges)
    for (uint64_t N :
         {uint64_t(E.From), uint64_t(E.To), E.Cold, E.True, E.False, E.Bytes})
      H.add(N);
}

void addSharingParts(Hash &H, const SharingTable &S) {
  auto Add = [&](std::initializer_list<uint64_t> Numbers) {
    for (uint64_t N : Numbers)
      H.add(N);
  };
  for (const SharingClassCount &C : S.Classes)
    Add({C.Structure.Value, uint64_t(C.Class), C.Lines, C.Units, C.True,
         C.False});
  for (const LockHandOver &L : S.Locks) {
    Add({L.Structure.Value, L.Offset, L.Kind, L.From, L.To, L.Count});
    if (L.Site != LockHandOver::NoSite)
      Add({L.Site});
  }
  for (const SharingFight &F : S.Fights)
    Add({F.Writer, F.Victim, F.WriterOffset, F.VictimOffset, F.WriterByte,
         F.VictimByte, F.Misses, F.Certain});
  for (const SharingPadding &P : S.Paddings)
    Add({P.Structure.Value, uint64_t(P.Kind), P.Stride, P.Before, P.After,
         P.AllBefore, P.AllAfter, P.ColdBefore, P.ColdAfter});
}

void addErrors(Hash &H, const SampledErrors &E) {
  H.add(E.Accesses.SharePpm), H.add(E.Accesses.CountPpm);
  for (const SampledError &M : E.Misses)
    H.add(M.SharePpm), H.add(M.CountPpm);
}

/// Nothing where all was recorded.
void addSampled(Hash &H, const SampledRun &S) {
  if (!S.Known)
    return;
  H.add(S.Windows), H.add(S.Words), H.add(S.Recorded), H.add(S.Measured);
  H.add(S.Accesses);
  addErrors(H, S.Total);
  for (const SampledErrors &E : S.ByStructure)
    addErrors(H, E);
}

/// Nothing where there are none.
void addBlocks(Hash &H, const BlockVectors &V) {
  if (V.empty())
    return;
  H.add(uint64_t(V.Source)), H.add(V.Period), H.add(V.Samples);
  H.add(V.Outside), H.add(V.Lost), H.add(V.Blocks.size());
  for (const CodeBlock &B : V.Blocks) {
    H.add(B.Number), H.add(B.Id), H.add(B.Function), H.add(B.File);
    H.add(B.Line), H.add(B.Size);
    if (B.Loop != 0)
      H.add(B.Loop);
    if (!B.Symbol.empty())
      H.add(B.Symbol), H.add(B.Object);
  }
  for (const BlockInterval &I : V.Intervals)
    H.add(I.Thread), H.add(I.Interval), H.add(I.Length), H.add(I.Packed);
}

/// Nothing where there are none. The bytes have a check value of their own,
/// so that they need not be read here.
void addStreams(Hash &H, const StreamSet &Streams) {
  for (const Stream &S : Streams.All) {
    H.add(S.Thread), H.add(S.Structure.Value), H.add(uint32_t(S.Of));
    H.add(S.Intervals), H.add(S.Total), H.add(S.Bytes), H.add(S.Check);
  }
}

/// Nothing where nobody asked for them. Bytes as with streams.
void addSignatures(Hash &H, const IntervalSignatures &S) {
  if (S.empty())
    return;
  const SignatureShape &Shape = S.Shape;
  H.add(Shape.Modulo), H.add(Shape.Rows), H.add(Shape.Columns);
  H.add(Shape.Bins), H.add(Shape.SamplePeriod), H.add(Shape.ReuseLines);
  H.add(Shape.MissLevel), H.add(uint64_t(Shape.Cut));
  for (const IntervalPlace &I : S.Places) {
    H.add(I.Thread), H.add(I.Interval), H.add(I.Start), H.add(I.Instructions);
    H.add(I.ProcessBegin), H.add(I.ProcessEnd);
    H.add(I.TimeBegin), H.add(I.TimeEnd);
  }
  for (const SignatureVector &V : S.Vectors) {
    H.add(uint32_t(V.Kind)), H.add(V.Thread), H.add(V.Interval);
    H.add(V.Bytes), H.add(V.Check);
  }
  for (const MissSite &M : S.MissSites)
    H.add(M.Thread), H.add(M.Interval), H.add(M.Site), H.add(M.Misses);
}

void addLoss(Hash &H, const DataLoss &L) {
  H.add(L.LostChunks), H.add(L.UnknownWords), H.add(L.LostOrderNumbers);
  H.add(L.CutRecords), H.add(L.Truncated), H.add(L.TruncatedWhy);
}

void addTexts(Hash &H, const std::vector<std::string> &Texts) {
  H.add(Texts.size());
  for (const std::string &T : Texts)
    H.add(T);
}

} // namespace

uint64_t digest(const Profile &P,
                std::span<const IntervalCounts> OldIntervals) {
  Hash H;
  H.add(P.Program), H.add(P.ProcessId), H.add(P.ToolVersion);
  H.add(P.Instructions), H.add(P.IntervalInstructions);
  addTexts(H, P.Arguments);
  addCaches(H, P.Caches);
  H.add(P.Structures.size());
  for (const Structure &S : P.Structures)
    addStructure(H, S);
  H.add(P.Threads.size());
  for (const ThreadRow &T : P.Threads)
    H.add(T.Thread), H.add(T.Parent), H.add(T.Instructions);
  H.add(P.ByThread.size());
  for (const ThreadCounts &C : P.ByThread)
    H.add(C.Thread), H.add(C.Structure.Value), H.add(C.Total);
  H.add(OldIntervals.size());
  for (const IntervalCounts &C : OldIntervals) {
    H.add(C.Thread), H.add(C.Structure.Value), H.add(C.Interval);
    H.add(C.Total);
  }
  addSites(H, P);
  addFields(H, P);
  addDescriptions(H, P);
  addMemory(H, P);
  addCore(H, P.Core);
  addLoss(H, P.Loss);
  addTexts(H, P.Notes);
  // Profiles of version 1 have none, and the same value as ever.
  for (const Marker &M : P.Markers)
    H.add(uint64_t(M.Kind)), H.add(M.Thread), H.add(M.Instructions),
        H.add(M.Name);
  for (const BlindSpot &S : P.BlindSpots)
    H.add(S.File), H.add(S.Function), H.add(S.Line), H.add(S.Column),
        H.add(S.Executions);
  addCurves(H, P.Curves);
  addSampled(H, P.Sampled);
  addBlocks(H, P.Vectors);
  addPairs(H, P.Pairs);
  addStreams(H, P.Streams);
  addSignatures(H, P.Signatures);
  addSharing(H, P.Sharing);
  addSharingParts(H, P.Sharing);
  return H.value();
}

} // namespace memfacet

//===- Digest.cpp - a check value over everything in a profile ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The values of earlier versions must not change. So what a version has added
// to the schema adds nothing here where a profile does not have it.
//
//===----------------------------------------------------------------------===//

#include "analysis/result/store/Digest.h"
#include "analysis/result/store/Schema.h"
#include "analysis/support/Hash.h"

namespace memfacet::result {
namespace {

class Hash {
public:
  template <typename T> void add(const T &Value) {
    auto Word = stored(Value);
    if constexpr (std::same_as<decltype(Word), uint64_t>)
      State = chainBits(State, Word);
    else
      addText(Word);
  }
  void addText(std::string_view Text) {
    add(Text.size());
    for (char C : Text)
      add(uint8_t(C));
  }
  /// Adds the members of \p R that are columns of \p T, without bytes that stay
  /// in the file: these have check values of their own.
  template <typename Row, size_t Outer>
  void row(const StoredTable<Row, Outer> &T, const Row &R) {
    members(T, &R);
  }
  template <typename Row, size_t Outer>
  void rows(const StoredTable<Row, Outer> &T, const std::vector<Row> &Rows) {
    for (const Row &R : Rows)
      row(T, R);
  }
  template <typename... Ts> void each(const Ts &...Values) {
    (add(Values), ...);
  }
  /// Adds the counts of levels. Levels without counts may be missing.
  void levels(const Counts &C) {
    for (size_t I = 0; I != C.Levels.size(); ++I)
      if (const LevelCounts &L = C.Levels[I]; L != LevelCounts())
        each(I, L.Accesses, L.Misses, L.Writebacks);
  }
  /// Adds a list, with its length.
  template <typename T> void list(const std::vector<T> &Values) {
    add(Values.size());
    for (const T &V : Values)
      add(V);
  }
  uint64_t value() const { return State; }

private:
  void members(const TableDefinition &T, const void *Row) {
    for (const StoredColumn &C : T.Columns)
      if (C.InRow) {
        MemberValue Value = C.value(Row);
        if (Value.Text)
          addText(*Value.Text);
        else
          add(Value.Number);
      }
  }

  uint64_t State = 0x4d46; // any but 0
};

void addCaches(Hash &H, const caches::CacheModel &M) {
  H.each(M.Name, M.Source, M.LineBytes, M.Levels.size());
  H.rows(tables::CacheLevels, M.Levels);
  // Only later versions know what follows.
  if (!M.isPlain() || M.PageBytes != caches::CacheModel().PageBytes)
    H.add(M.spec());
  H.rows(tables::WayPartitions, M.Partitions);
}

void addCounts(Hash &H, const Profile &P,
               std::span<const IntervalCounts> OldIntervals) {
  H.add(P.Structures.size());
  for (const Structure &S : P.Structures) {
    H.row(tables::Structures, S);
    H.levels(S.Total);
  }
  H.add(P.Threads.size());
  H.rows(tables::Threads, P.Threads);
  H.add(P.ByThread.size());
  for (const ThreadCounts &C : P.ByThread) {
    H.row(tables::ThreadCounts, C);
    H.levels(C.Total);
  }
  H.add(OldIntervals.size());
  for (const IntervalCounts &C : OldIntervals) {
    H.each(C.Thread, C.Structure, C.Interval, C.Total.Accesses, C.Total.Loads,
           C.Total.Stores);
    H.levels(C.Total);
  }
}

void addSites(Hash &H, const Profile &P) {
  if (P.Sites.empty())
    return;
  H.add(P.Sites.size());
  for (const CodeSite &S : P.Sites)
    H.each(S.File, S.Function, S.Line, S.Column, S.Write, S.Accesses,
           S.Touches);
  H.add(P.BySite.size());
  for (const SiteCounts &C : P.BySite) {
    H.each(C.Site, C.Structure);
    for (uint64_t Misses : C.Misses)
      H.add(Misses);
    if (P.HasSiteAccesses)
      H.add(C.Accesses);
  }
}

void addFields(Hash &H, const Profile &P) {
  for (const RecordType &R : P.Records) {
    H.row(tables::Records, R);
    H.rows(tables::RecordMembers, R.Members);
    H.rows(tables::RecordParts, R.Parts);
  }
  for (size_t Id = 0; Id != P.Structures.size(); ++Id)
    if (uint32_t Record = P.Structures[Id].Record; Record != NoRecord)
      H.each(Id, Record);
  for (size_t Id = 0; Id != P.Sites.size(); ++Id)
    if (const FieldAccess &F = P.Sites[Id].Field; F != FieldAccess())
      H.each(Id, F.Record, F.Offset, F.Bytes, F.Block);
  for (size_t Id = 0; Id != P.Sites.size(); ++Id)
    if (uint32_t Used = P.Sites[Id].Field.Used; Used != 0)
      H.each(Id, Used);
}

void addDescriptions(Hash &H, const Profile &P) {
  if (!P.HasDescriptions)
    return;
  for (size_t Id = 0; Id != P.Structures.size(); ++Id)
    if (const ObjectLives &L = P.Structures[Id].Lives; L != ObjectLives()) {
      H.add(Id);
      H.row(tables::StructureLives, L);
    }
  for (const SiteCounts &C : P.BySite)
    if (C.Steps.Sampled) {
      H.each(C.Site, C.Structure);
      H.row(tables::SiteSteps, C.Steps);
      H.rows(tables::SiteStrides, C.Steps.Strides);
      if (C.Steps.steps(StepKind::Search))
        H.row(tables::SiteSearches, C.Steps);
    }
}

void addMemory(Hash &H, const Profile &P) {
  const MemoryDetail &M = P.Memory;
  if (!M.Known) {
    if (!M.Evictions.empty())
      H.rows(tables::Evictions, M.Evictions);
    return;
  }
  for (const caches::MemoryCounters &C : M.ByStructure) {
    for (size_t L = 0; L != P.Caches.Levels.size(); ++L) {
      H.row(tables::MemoryLevels, C.Levels[L]);
      if (C.Levels[L].ClassError != 0)
        H.row(tables::ClassErrors, C.Levels[L]);
    }
    for (size_t T = 0; T != P.Caches.Tlbs.size(); ++T)
      H.row(tables::MemoryTlbs, C.Tlbs[T]);
    H.row(tables::MemoryTraffic, C);
  }
  H.rows(tables::Evictions, M.Evictions);
  H.rows(tables::HotSets, M.HotSets);
  H.rows(tables::SetSpreads, M.Spreads);
  H.add(M.OccupancyPeriod);
  H.rows(tables::Occupancy, M.Occupancy);
}

void addIntervals(Hash &H, const CurveIntervals &Intervals) {
  for (const MissInterval &I : Intervals)
    H.each(I.Low, I.High);
}

void addCurves(Hash &H, const MissCurves &M, const OldCurveErrors &Old) {
  auto ErrorOf = [](const std::vector<uint64_t> &Errors, size_t I) {
    return I < Errors.size() ? Errors[I] : 0;
  };
  std::vector<CurveTotalRow> Totals;
  for (size_t I = 0; I != M.Totals.size(); ++I)
    Totals.push_back(
        {M.Totals[I].Scope, M.Totals[I].Samples, ErrorOf(Old.Totals, I)});
  H.rows(tables::CurveTotals, Totals);
  for (const CurveTotal &T : M.Totals)
    addIntervals(H, T.Intervals);
  for (size_t I = 0; I != M.Curves.size(); ++I) {
    const MissCurve &C = M.Curves[I];
    H.each(C.Scope, C.Structure, C.Compulsory, C.Samples,
           ErrorOf(Old.Curves, I));
    H.list(C.Reuses);
    addIntervals(H, C.Intervals);
  }
}

void addCore(Hash &H, const CoreTimes &C) {
  if (C.empty())
    return;
  H.row(tables::CoreModel, C);
  H.rows(tables::CoreThreads, C.Threads);
  H.rows(tables::CoreStalls, C.Stalls);
  H.rows(tables::CoreIntervals, C.Intervals);
  for (const CoreScenario &S : C.Scenarios) {
    H.add(S.Cycles);
    H.list(S.Perfect);
  }
}

void addLines(Hash &H, const LineSample &L) {
  if (!L.selected())
    return;
  H.rows(tables::LineStretches, L.Stretches);
  H.rows(tables::MissTotals, L.Total);
  for (const std::vector<MissInterval> &Intervals : L.ByStructure)
    H.rows(tables::MissIntervals, Intervals);
}

void addBlocks(Hash &H, const BlockVectors &V) {
  if (V.empty())
    return;
  H.row(tables::BlockSources, V);
  H.add(V.Blocks.size());
  for (const CodeBlock &B : V.Blocks) {
    H.row(tables::Blocks, B);
    if (B.Loop != 0)
      H.add(B.Loop);
    if (!B.Symbol.empty())
      H.each(B.Symbol, B.Object);
  }
  H.rows(tables::BlockVectors, V.Intervals);
}

void addSites(Hash &H, const std::vector<PairSite> &Sites) {
  for (const PairSite &S : Sites) {
    H.each(S.File, S.Function, S.Line, S.Column, S.Kind);
    if (S.Field.Record != NoRecord)
      H.row(tables::PairFields, S.Field);
  }
}

void addPairs(Hash &H, const PairSample &S) {
  if (S.empty())
    return;
  H.row(tables::PairSamples, S);
  addSites(H, S.Sites);
  for (const PairVertex &V : S.Vertices) {
    H.row(tables::PairVertices, V);
    if (V.PreviousThread != UnknownThread)
      H.add(V.PreviousThread);
    if (V.Bytes)
      H.add(V.Bytes);
  }
  for (const PairCount &C : S.Pairs) {
    H.row(tables::Pairs, C);
    if (C.Overlapping)
      H.add(C.Overlapping);
    H.list(C.Distances);
  }
  H.rows(tables::PairThreads, S.Threads);
}

void addSharing(Hash &H, const SharingTable &S) {
  if (S.empty())
    return;
  H.row(tables::Sharing, S);
  addSites(H, S.Sites);
  H.rows(tables::SharingVertices, S.Vertices);
  H.rows(tables::SharingEdges, S.Edges);
}

void addSharingParts(Hash &H, const SharingTable &S) {
  H.rows(tables::SharingClasses, S.Classes);
  for (const LockHandOver &L : S.Locks) {
    H.row(tables::SharingLocks, L);
    if (L.Site != LockHandOver::NoSite)
      H.add(L.Site);
  }
  H.rows(tables::SharingFights, S.Fights);
  H.rows(tables::SharingPaddings, S.Paddings);
  if (S.Followed)
    H.row(tables::SharingOrder, S);
  H.rows(tables::SharingEstimates, S.Estimates);
}

void addSignatures(Hash &H, const IntervalSignatures &S) {
  if (S.empty())
    return;
  H.row(tables::SignatureShapes, S.Shape);
  H.rows(tables::IntervalPlaces, S.Places);
  H.rows(tables::Signatures, S.Vectors);
  H.rows(tables::MissSites, S.MissSites);
}

void addRanks(Hash &H, const Profile &P) {
  H.rows(tables::Ranks, P.Ranks);
  if (P.Shard.empty())
    return;
  H.row(tables::Shard, P.Shard);
  H.rows(tables::ShardModels, P.Shard.Models);
  H.rows(tables::ShardCounts, P.Shard.Counts);
  H.rows(tables::ShardWarmths, P.Shard.Warmth);
  H.rows(tables::ShardCycle, P.Shard.Cycles);
}

} // namespace

uint64_t digest(const Profile &P, std::span<const IntervalCounts> OldIntervals,
                const OldCurveErrors &OldErrors) {
  Hash H;
  H.each(P.Program, P.ProcessId, P.ToolVersion, P.Instructions,
         P.IntervalInstructions);
  if (P.ComputationCycles != 0)
    H.each(P.ComputationCycles);
  H.list(P.Arguments);
  addCaches(H, P.Caches);
  addCounts(H, P, OldIntervals);
  addSites(H, P);
  addFields(H, P);
  addDescriptions(H, P);
  addMemory(H, P);
  addCore(H, P.Core);
  H.row(tables::Loss, P.Loss);
  H.list(P.Notes);
  H.rows(tables::Markers, P.Markers);
  for (const BlindSpot &S : P.BlindSpots)
    H.each(S.File, S.Function, S.Line, S.Column, S.Executions);
  addCurves(H, P.Curves, OldErrors);
  addLines(H, P.Lines);
  addBlocks(H, P.Vectors);
  addPairs(H, P.Pairs);
  H.rows(tables::Streams, P.Streams.All);
  addSignatures(H, P.Signatures);
  addSharing(H, P.Sharing);
  addSharingParts(H, P.Sharing);
  H.rows(tables::SharingHints, P.SharingHints);
  H.rows(tables::MappingUses, P.Mappings.Uses);
  H.rows(tables::MappingLines, P.Mappings.Lines);
  addRanks(H, P);
  return H.value();
}

} // namespace memfacet::result

//===- RandomProfile.h - profiles with anything in them -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_TEST_SUPPORT_RANDOM_RANDOMPROFILE_H
#define MEMFACET_TEST_SUPPORT_RANDOM_RANDOMPROFILE_H

#include "analysis/result/profile/Profile.h"
#include "analysis/result/store/StreamStore.h"
#include "test/support/Wings.h"
#include "test/support/random/RandomCurves.h"
#include "test/support/random/RandomSharing.h"
#include "test/support/random/RandomValues.h"
#include <algorithm>

namespace memfacet::test {

/// Makes profiles as consistent as writeProfile needs: sorted, and structures
/// exist.
class RandomProfile : RandomValues {
public:
  explicit RandomProfile(uint64_t Seed) : RandomValues(Seed) {}

  Profile make() {
    Profile P;
    P.Program = text();
    P.Arguments = texts();
    P.ProcessId = Random();
    P.ToolVersion = text();
    const char *Specs[] = {"L1=1K,2", "L1=1K,2;L2=2K,2,shared;line=128",
                           "L1=1K,2;L2=2K,2;L3=4K,full;line=16",
                           ("L1=1K,4,plru,next:2;L2=2K,2,inclusive,victim:3;"
                            "tlb=8,2;tlb=64,full;page=8K;coherence=mesi")};
    P.Caches = *parseCacheModel(Specs[Random() % 4]);
    if (Random() % 2)
      P.Caches.Partitions.push_back({text(), 1, "L1"});
    P.Caches.Name = text(), P.Caches.Source = text();
    P.Instructions = number(), P.IntervalInstructions = number();
    P.Structures.resize(Random() % 6);
    for (Structure &S : P.Structures)
      S = structure(P.Caches.Levels.size());
    for (uint32_t T = 0, End = Random() % 4; T != End; ++T)
      P.Threads.push_back({T * 3, uint32_t(Random()), number()});
    addCounts(P);
    addSites(P);
    addRecords(P);
    addDescriptions(P);
    if (Random() % 2)
      addMemory(P);
    addCurves(P);
    addCore(P);
    addLines(P);
    addBlocks(P);
    addPairs(P);
    addSignatures(P);
    addSharing(P);
    P.Loss = {number(), number(),          number(),
              number(), Random() % 2 != 0, text()};
    P.Notes = texts();
    for (size_t I = 0, End = Random() % 4; I != End; ++I)
      P.Markers.push_back(
          {MarkerKind(Random() % 3), uint32_t(Random()), number(), text()});
    for (size_t I = 0, End = Random() % 4; I != End; ++I)
      P.BlindSpots.push_back(
          {text(), text(), uint32_t(number()), uint32_t(number()), number()});
    addRanks(P);
    return P;
  }

private:
  void addCounts(Profile &P) {
    size_t Levels = P.Caches.Levels.size();
    for (uint32_t Thread : {0u, 3u, ~0u})
      for (uint32_t S = 0; S != P.Structures.size(); ++S) {
        if (Random() % 3 == 0)
          continue;
        P.ByThread.push_back({Thread, StructureId(S), counts(Levels)});
      }
    addStreams(P, countedMeasures(Levels));
    addStreams(P, {Measure::Instructions});
    addStreams(P, {Measure::Cycles, Measure::Stalls});
    P.Streams.sort();
  }

  void addStreams(Profile &P, const std::vector<Measure> &Measures) {
    StreamStore Store(Measures);
    StreamStore::Moment Position;
    uint32_t Threads = 1 + Random() % 3;
    std::map<uint32_t, uint32_t> Intervals;
    for (size_t I = 0, End = Random() % 40; I != End; ++I) {
      Position.Thread = uint32_t(Random() % Threads) * 3;
      Position.Interval = Intervals[Position.Thread] += Random() % 3;
      Position.Process =
          Threads == 1 ? Position.Interval : Position.Process + Random() % 2;
      StructureId Id;
      if (!P.Structures.empty() && Random() % 4 != 0)
        Id = StructureId(uint32_t(Random() % P.Structures.size()));
      uint64_t *Values = Store.at(Position, Id);
      for (size_t C = 0; C != Measures.size(); ++C)
        Values[C] += Random() % 2 * number();
    }
    Store.fill(P.Streams);
  }

  void addSites(Profile &P) {
    P.Sites.resize(Random() % 5);
    for (CodeSite &S : P.Sites)
      S = {text(),
           text(),
           uint32_t(Random()),
           uint32_t(Random()),
           Random() % 2 != 0,
           number(),
           number()};
    for (uint32_t Site = 0; Site != P.Sites.size(); ++Site)
      for (uint32_t S = 0; S != P.Structures.size(); ++S) {
        if (Random() % 2)
          continue;
        SiteCounts C{Site, StructureId(S), {}, Random() % 2 * number()};
        for (size_t L = 0; L != P.Caches.Levels.size(); ++L)
          C.Misses.push_back(number());
        // Rows without counts are not stored.
        C.Accesses += C.Misses.empty() || C.Misses[0] == 0;
        P.BySite.push_back(std::move(C));
      }
    P.HasSiteAccesses = true;
  }

  void addRecords(Profile &P) {
    P.Records.resize(Random() % 3);
    for (RecordType &R : P.Records) {
      R.Name = text(), R.Bytes = number();
      for (size_t I = 0, End = Random() % 4; I != End; ++I)
        R.Members.push_back(
            {text(), text(), number(), number(), number(), number()});
      for (size_t I = 0, End = Random() % 3; I != End; ++I)
        R.Parts.push_back({text(), number(), number()});
    }
    if (P.Records.empty())
      return;
    auto Any = [&] { return uint32_t(Random() % P.Records.size()); };
    for (Structure &S : P.Structures)
      if (Random() % 2)
        S.Record = Any();
    for (CodeSite &S : P.Sites)
      if (Random() % 2)
        S.Field = {Any(), uint32_t(Random()), number(), uint32_t(Random()),
                   Random() % 2 ? 0 : uint32_t(Random() % 65536)};
  }

  void addMemory(Profile &P) {
    MemoryDetail &M = P.Memory;
    M.Known = true;
    M.OccupancyPeriod = number();
    for (uint32_t Id = 0; Id != P.Structures.size(); ++Id)
      M.ByStructure.push_back(detail(P, P.Structures[Id]));
    for (uint32_t L = 0; L != P.Caches.Levels.size(); ++L) {
      M.HotSets.push_back({L, number(), {number(), number()}});
      M.Spreads.push_back({L, number(), {number(), number()}, number()});
      for (uint32_t A = 0; A != P.Structures.size(); ++A)
        M.Evictions.push_back({L, A, A / 2, {number(), number()}});
    }
    for (uint32_t Id = 0; Id != P.Structures.size(); ++Id)
      M.Occupancy.push_back({Id / 2, 0, Id, number()});
  }

  MemoryCounters detail(const Profile &P, const Structure &S) {
    MemoryCounters C;
    for (size_t L = 0; L != P.Caches.Levels.size(); ++L) {
      const LevelCounts &Plain = S.Total.Levels[L];
      C.Levels[L] = {
          Plain.Accesses,   Plain.Misses,
          Plain.Writebacks, {number(), number(), number(), number(), number()},
          number(),         number(),
          number(),         uint32_t(number() % 1'000'000)};
    }
    for (size_t T = 0; T != P.Caches.Tlbs.size(); ++T)
      C.Tlbs[T] = {number(), number()};
    C.Interventions = number(), C.Invalidations = number();
    C.Upgrades = number(), C.SharedWritebacks = number();
    C.MemoryReads = number(), C.MemoryWrites = number();
    return C;
  }

  void addDescriptions(Profile &P) {
    for (Structure &S : P.Structures)
      if (Random() % 2)
        S.Lives = {number(), number(), number(), number(),
                   number(), number(), number()};
    for (SiteCounts &C : P.BySite) {
      if (Random() % 2)
        continue;
      C.Steps.Sampled = 1 + Random() % 1000;
      for (uint64_t &Steps : C.Steps.Steps)
        Steps = number();
      int64_t Bytes = -int64_t(number() >> 2);
      for (size_t I = 0, End = Random() % 4; I != End; ++I)
        C.Steps.Strides.push_back({Bytes += 1 + Random() % 100, number()});
    }
    P.HasDescriptions = true;
  }

  void addCurves(Profile &P) {
    if (Random() % 3 != 0)
      P.Curves = randomCurves(Random, uint32_t(P.Structures.size()),
                              [this] { return number(); });
  }

  void addCore(Profile &P) {
    if (Random() % 3 == 0)
      return;
    P.Core.Name = text(), P.Core.Spec = "x" + text();
    for (uint32_t Thread : {0u, 2u, ~0u}) {
      P.Core.Threads.push_back({Thread, number(), number(), number(), number(),
                                number(), number(), number(), number(),
                                number()});
      for (uint32_t Site = 0; Site <= P.Sites.size(); ++Site)
        for (uint32_t S = 0; S != P.Structures.size(); ++S)
          if (Random() % 3 == 0)
            P.Core.Stalls.push_back(
                {Thread, Site == P.Sites.size() ? CoreStalls::NoSite : Site,
                 StructureId(S), number()});
      P.Core.Intervals.push_back({Thread, uint32_t(Random() % 5), number()});
    }
    P.Core.Scenarios.resize(Random() % 4);
    for (CoreScenario &Scenario : P.Core.Scenarios) {
      Scenario.Cycles = number();
      for (uint32_t S = uint32_t(P.Structures.size()); S-- != 0;)
        if (Random() % 2)
          Scenario.Perfect.push_back(StructureId(S));
    }
  }

  std::vector<MissInterval> intervals(const Profile &P) {
    std::vector<MissInterval> All;
    for (size_t L = 0; L != P.Caches.Levels.size(); ++L)
      All.push_back({number(), number()});
    return All;
  }

  void addLines(Profile &P) {
    for (uint32_t Bits = 0, End = Random() % 4; Bits != End; ++Bits)
      P.Lines.Stretches.push_back({number(), Bits});
    if (P.Lines.empty())
      return;
    P.Lines.Total = intervals(P);
    for (size_t S = 0; S != P.Structures.size(); ++S)
      P.Lines.ByStructure.push_back(intervals(P));
  }

  void addBlocks(Profile &P) {
    if (Random() % 3 == 0)
      return;
    BlockVectors &V = P.Vectors;
    V.Source = BlockSource(1 + Random() % 3);
    V.Period = number(), V.Samples = number(), V.OutsideSamples = number();
    V.Lost = number();
    uint32_t Number = 0;
    for (size_t I = 0, End = Random() % 6; I != End; ++I)
      V.Blocks.push_back({Number += 1 + uint32_t(Random() % 9),
                          uint32_t(Random()), text(), text(),
                          uint32_t(number()), uint32_t(number()),
                          uint32_t(Random() % 3), text(), ""});
    for (CodeBlock &B : V.Blocks)
      B.Object = B.Symbol.empty() ? "" : text();
    for (uint32_t Thread : {0u, 7u, ~0u})
      for (uint32_t I = 0, End = uint32_t(Random() % 4); I != End; ++I) {
        std::vector<BlockCount> Counts;
        for (uint32_t B = 0; B != V.Blocks.size(); ++B)
          if (Random() % 2)
            Counts.push_back({B, number()});
        V.Intervals.push_back({Thread, I * 3, number(), packCounts(Counts)});
      }
  }

  void addPairs(Profile &P) {
    if (P.Structures.empty() || Random() % 3 == 0)
      return;
    PairSample &S = P.Pairs;
    S.Period = 1 + number() / 2, S.Seed = number();
    for (size_t I = 0, End = 1 + Random() % 4; I != End; ++I)
      S.Sites.push_back(
          {text(), text(), uint32_t(number()), uint32_t(number()),
           AccessKind(Random() % 3),
           P.Records.empty() || Random() % 2
               ? FieldAccess()
               : FieldAccess{uint32_t(Random() % P.Records.size()),
                             uint32_t(Random() % 100), number()}});
    for (size_t I = 0, End = 1 + Random() % 6; I != End; ++I)
      S.Vertices.push_back(
          {uint32_t(Random() % S.Sites.size()),
           StructureId(uint32_t(Random() % P.Structures.size())),
           uint32_t(Random()), number(), number(),
           Random() % 2 ? UnknownThread : uint32_t(Random() % 5), number()});
    for (size_t I = 0, End = Random() % 6; I != End; ++I) {
      PairCount C = {uint32_t(Random() % S.Vertices.size()),
                     uint32_t(Random() % S.Vertices.size()),
                     number(),
                     number(),
                     {}};
      for (size_t O = 0, Octaves = Random() % 65; O != Octaves; ++O)
        C.Distances.push_back(Random() % 2 ? number() : 0);
      if (!C.Distances.empty())
        C.Distances.back() = 1;
      S.Pairs.push_back(std::move(C));
    }
    for (uint32_t Thread : {0u, 9u})
      S.Threads.push_back({Thread, number(), number()});
  }

  void addSharing(Profile &P) {
    if (!P.Structures.empty() && Random() % 3 != 0)
      P.Sharing = randomSharingTable(
          Random, uint32_t(P.Structures.size()), [&] { return number(); },
          [&] { return text(); });
    for (uint32_t Id = 0; Id != P.Structures.size(); ++Id)
      if (Random() % 3 == 0)
        P.SharingHints.push_back(
            {StructureId(Id), number(), number(), number(), number()});
    for (uint32_t Id = 0; Id < P.Structures.size(); Id += 2)
      addMapping(P, StructureId(Id));
  }

  void addMapping(Profile &P, StructureId Structure) {
    for (uint32_t Process = 0; Process != 2; ++Process) {
      P.Mappings.Uses.push_back(
          {Structure, Process, number(), number(), number()});
      for (uint64_t Line = Random() % 3; Line < 9; Line += 1 + Random() % 5)
        P.Mappings.Lines.push_back(
            {Structure, Process, Line, number(), number(), Random(), Random()});
    }
  }

  void addRanks(Profile &P) {
    for (uint32_t I = 0, End = uint32_t(Random() % 4); I != End; ++I)
      P.Ranks.push_back({text(), I * 5, number()});
    if (Random() % 2)
      return;
    ShardPart &S = P.Shard;
    S.Number = uint32_t(Random() % 3), S.Count = 3;
    S.Job = text(), S.Simulated = number(), S.Whole = number();
    for (uint32_t I = 0, End = uint32_t(Random() % 3); I != End; ++I) {
      S.Models.push_back({I * 3, text(), text()});
      for (uint32_t Id = 0; Id < P.Structures.size(); Id += 2)
        S.Counts.push_back(
            {I * 3, StructureId(Id), 1, number(), number(), number()});
    }
    for (uint32_t I = 0, End = uint32_t(Random() % 3); I != End; ++I) {
      S.Warmth.push_back({3, I * 7, 0, number(), number(), number()});
      S.Warmth.push_back({3, I * 7, 1, number(), number(), number()});
      S.Cycles.push_back({3, I * 7, number(), number()});
    }
  }

  void addSignatures(Profile &P) {
    if (Random() % 3 == 0)
      return;
    IntervalSignatures &S = P.Signatures;
    S.Shape = {uint64_t(1) << Random() % 30, 1 + uint32_t(Random() % 500),
               1 + uint32_t(Random() % 50),  1 + uint32_t(Random() % 500),
               1 + uint32_t(Random() % 500), 1u << Random() % 8,
               uint16_t(Random() % 3),       IntervalCut(Random() % 4)};
    for (uint32_t Thread : {0u, 7u, ~0u})
      for (uint32_t I = 0, End = 1 + uint32_t(Random() % 4); I != End; ++I) {
        uint64_t Begin = number() / 2;
        S.Places.push_back({Thread, I * 3, number(), number(), Begin,
                            Begin + number() / 2, number(), number()});
        for (uint32_t Site = 0; Site < P.Sites.size(); Site += 2)
          S.MissSites.push_back({Thread, I * 3, Site, number()});
        S.MissSites.push_back({Thread, I * 3, MissSite::Others, number()});
      }
    std::ranges::sort(S.MissSites, {}, rankInInterval);
    for (SignatureKind Kind : AllSignatures)
      for (const IntervalPlace &Place : S.Places) {
        if (Random() % 4 == 0)
          continue;
        std::vector<BlockCount> Counts;
        for (uint32_t D = 0; D != 40; ++D)
          if (Random() % 3 == 0)
            Counts.push_back({D * 1000, 1 + number() / 2});
        S.Vectors.push_back({Kind, Place.Thread, Place.Interval});
        setCounts(S.Vectors.back(), packCounts(Counts));
      }
  }
};

} // namespace memfacet::test

#endif

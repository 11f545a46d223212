//===- CountRules.cpp - invariants of structures, threads and sites -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/check/Invariants.h"
#include <algorithm>

namespace memfacet::check {

namespace {

/// Calls \p Visit(counts, name of what they are of) for each structure.
template <typename Visitor>
void forStructures(const ProfileFacts &F, Visitor Visit) {
  for (uint32_t Id = 0; Id != F.P.Structures.size(); ++Id)
    Visit(F.P.Structures[Id].Total, F.name(StructureId(Id)));
}
/// Calls \p Visit for each structure in a thread, too.
template <typename Visitor>
void forCounts(const ProfileFacts &F, Visitor Visit) {
  forStructures(F, Visit);
  for (const result::ThreadCounts &C : F.P.ByThread)
    Visit(C.Total, F.name(C.Structure, C.Thread));
}

/// Returns whether the sites have all accesses.
bool hasSites(const ProfileFacts &F) {
  return F.P.HasSiteAccesses && !F.P.Sites.empty() && !F.isInexact();
}

/// Returns the misses of all sites in each structure, by level.
std::vector<std::vector<uint64_t>> siteMisses(const ProfileFacts &F) {
  std::vector<std::vector<uint64_t>> Sums(F.P.Structures.size(),
                                          std::vector<uint64_t>(F.Levels));
  for (const result::SiteCounts &C : F.P.BySite)
    for (size_t L = 0; L != C.Misses.size(); ++L)
      Sums[C.Structure.Value][L] += C.Misses[L];
  return Sums;
}

} // namespace

void checkFixedStructures(const ProfileFacts &F, Comparisons &V) {
  constexpr result::StructureKind Fixed[] = {
      result::StructureKind::Library, result::StructureKind::Unattributed};
  const std::vector<result::Structure> &All = F.P.Structures;
  if (F.isImported() || F.P.Vectors.Source == result::BlockSource::Sampled)
    return;
  V.expect(All.size() >= std::size(Fixed), "{} structures", All.size());
  for (size_t Id = 0; Id != std::min(All.size(), std::size(Fixed)); ++Id)
    V.expect(All[Id].Kind == Fixed[Id], "structure {} is of kind {}", Id,
             result::structureKindName(All[Id].Kind));
}

void checkLoadsAndStores(const ProfileFacts &F, Comparisons &V) {
  forCounts(F, [&](const result::Counts &C, const CountedName &Name) {
    V.equal(C.Loads + C.Stores, C.Accesses, "loads and stores of {}", Name);
  });
}

void checkHits(const ProfileFacts &F, Comparisons &V) {
  // Where a program selects its accesses, one is recorded before it is counted:
  // a signal that ends a thread may come in between.
  uint64_t Ended = F.isComplete() ? 0 : F.Threads.size();
  // Misses of the first level are reported at once, and hits later, if at all.
  size_t First = F.hasMissingHits() || F.isSelected() ? F.firstFollowing() : 0;
  forStructures(F, [&](const result::Counts &C, const CountedName &Name) {
    for (size_t L = First; L < C.Levels.size(); ++L)
      V.atMost(C.Levels[L].Misses, C.Levels[L].Accesses + Ended,
               "{} misses of {}", F.level(L), Name);
  });
}

void checkLevelChain(const ProfileFacts &F, Comparisons &V) {
  if (!F.P.Caches.isPlain())
    return;
  forCounts(F, [&](const result::Counts &C, const CountedName &Name) {
    for (size_t L = 1; L < C.Levels.size(); ++L)
      V.equal(C.Levels[L].Accesses, C.Levels[L - 1].Misses, "{} accesses of {}",
              F.level(L), Name);
  });
}

void checkTouches(const ProfileFacts &F, Comparisons &V) {
  forStructures(F, [&](const result::Counts &C, const CountedName &Name) {
    if (!C.Levels.empty())
      V.atMost(C.Accesses, C.Levels[0].Accesses, "accesses of {}", Name);
  });
}

void checkWritebacks(const ProfileFacts &F, Comparisons &V) {
  if (!F.P.Caches.isPlain())
    return;
  for (size_t L = 0; L != F.Total.Levels.size(); ++L)
    V.atMost(F.Total.Levels[L].Writebacks, F.Total.Levels[L].Misses,
             "write-backs of {}", F.level(L));
}

void checkThreadSums(const ProfileFacts &F, Comparisons &V) {
  if (F.P.ByThread.empty())
    return;
  std::vector<result::Counts> Sums(F.P.Structures.size());
  for (result::Counts &C : Sums)
    C.Levels.resize(F.Levels);
  for (const result::ThreadCounts &C : F.P.ByThread)
    Sums[C.Structure.Value] += C.Total;
  for (uint32_t Id = 0; Id != Sums.size(); ++Id) {
    const result::Counts &Sum = Sums[Id], &Whole = F.P.Structures[Id].Total;
    CountedName Name = F.name(StructureId(Id));
    V.equal(Sum.Loads, Whole.Loads, "loads of all threads in {}", Name);
    V.equal(Sum.Stores, Whole.Stores, "stores of all threads in {}", Name);
    for (size_t L = 0; L != F.Levels; ++L) {
      const result::LevelCounts &Found = Sum.Levels[L],
                                &Wanted = Whole.Levels[L];
      V.equal(Found.Accesses, Wanted.Accesses,
              "{} accesses of all threads in {}", F.level(L), Name);
      V.equal(Found.Misses, Wanted.Misses, "{} misses of all threads in {}",
              F.level(L), Name);
      V.equal(Found.Writebacks, Wanted.Writebacks,
              "{} write-backs of all threads in {}", F.level(L), Name);
    }
  }
}

void checkThreadInstructions(const ProfileFacts &F, Comparisons &V) {
  if (F.P.Threads.empty())
    return;
  uint64_t Sum = 0;
  for (const result::ThreadRow &T : F.P.Threads)
    Sum += T.Instructions;
  V.equal(Sum, F.P.Instructions, "instructions of all threads");
}

void checkThreadsKnown(const ProfileFacts &F, Comparisons &V) {
  auto Known = [&](uint32_t Thread, const char *What) {
    V.expect(F.hasThread(Thread), "{} of thread {}, which is not there", What,
             Thread);
  };
  for (const result::ThreadCounts &C : F.P.ByThread)
    Known(C.Thread, "counts");
  for (const result::Stream &S : F.P.Streams.All)
    if (S.Thread != result::Stream::Process)
      Known(S.Thread, "a stream");
  for (const result::Marker &M : F.P.Markers)
    Known(M.Thread, "a marker");
  for (const result::CoreThreadTimes &T : F.P.Core.Threads)
    Known(T.Thread, "cycles");
  for (const result::IntervalPlace &I : F.P.Signatures.Places)
    Known(I.Thread, "an interval");
  if (F.P.Vectors.Source != result::BlockSource::Sampled)
    for (const result::BlockInterval &I : F.P.Vectors.Intervals)
      Known(I.Thread, "a block vector");
  for (const result::Rank &R : F.P.Ranks)
    Known(R.FirstThread, "a rank");
}

void checkParents(const ProfileFacts &F, Comparisons &V) {
  for (const result::ThreadRow &T : F.P.Threads)
    V.expect(F.hasThread(T.Parent),
             "thread {} was started by thread {}, which is not there", T.Thread,
             T.Parent);
}

void checkSizes(const ProfileFacts &F, Comparisons &V) {
  for (uint32_t Id = 0; Id != F.P.Structures.size(); ++Id) {
    const result::Structure &S = F.P.Structures[Id];
    V.atMost(S.PeakBytes, S.Bytes, "bytes at once of {}",
             F.name(StructureId(Id)));
    V.expect(S.Objects != 0 || S.Bytes == 0, "{} has {} bytes and no objects",
             F.name(StructureId(Id)), S.Bytes);
  }
}

void checkLives(const ProfileFacts &F, Comparisons &V) {
  for (uint32_t Id = 0; Id != F.P.Structures.size(); ++Id) {
    const result::Structure &S = F.P.Structures[Id];
    const result::ObjectLives &L = S.Lives;
    if (L == result::ObjectLives())
      continue;
    CountedName Name = F.name(StructureId(Id));
    V.atMost(L.PeakObjects, S.Objects, "objects at once of {}", Name);
    V.atMost(L.Timed, S.Objects, "timed objects of {}", Name);
    V.atMost(L.AtEnd, L.Timed, "objects at the end of {}", Name);
    // Where there are very many objects, some are followed and stand for all.
    V.expect(L.Followed == 0 || L.Timed != 0, "{} followed objects of {}",
             L.Followed, Name);
    V.atMost(L.Brief, L.Followed, "brief objects of {}", Name);
    V.atMost(L.Longest, L.Instructions, "the longest life of {}", Name);
  }
}

void checkSiteAccesses(const ProfileFacts &F, Comparisons &V) {
  if (!hasSites(F))
    return;
  std::vector<uint64_t> Sums(F.P.Sites.size());
  for (const result::SiteCounts &C : F.P.BySite)
    Sums[C.Site] += C.Accesses;
  for (size_t I = 0; I != Sums.size(); ++I)
    V.equal(Sums[I], F.P.Sites[I].Accesses,
            "accesses of site {} in all structures", I);
}

void checkSiteStructures(const ProfileFacts &F, Comparisons &V) {
  if (!hasSites(F) || !F.isComplete())
    return;
  std::vector<uint64_t> Sums(F.P.Structures.size());
  for (const result::SiteCounts &C : F.P.BySite)
    Sums[C.Structure.Value] += C.Accesses;
  for (uint32_t Id = 0; Id != Sums.size(); ++Id)
    V.equal(Sums[Id], F.P.Structures[Id].Total.Accesses,
            "accesses of all sites in {}", F.name(StructureId(Id)));
}

void checkSiteMisses(const ProfileFacts &F, Comparisons &V) {
  if (!hasSites(F))
    return;
  auto Sums = siteMisses(F);
  for (uint32_t Id = 0; Id != Sums.size(); ++Id)
    for (size_t L = 0; L != F.Levels; ++L)
      V.equal(Sums[Id][L], F.P.Structures[Id].Total.Levels[L].Misses,
              "{} misses of all sites in {}", F.level(L),
              F.name(StructureId(Id)));
}

void checkSiteTouches(const ProfileFacts &F, Comparisons &V) {
  if (!hasSites(F) || F.Levels == 0)
    return;
  uint64_t Sum = 0;
  for (size_t I = 0; I != F.P.Sites.size(); ++I) {
    const result::CodeSite &S = F.P.Sites[I];
    Sum += S.Touches;
    V.atMost(S.Accesses, S.Touches, "accesses of site {}", I);
  }
  V.equal(Sum, F.Total.Levels[0].Accesses, "touches of all sites");
}

void checkSiteBounds(const ProfileFacts &F, Comparisons &V) {
  if (!hasSites(F) || !F.P.Caches.isPlain())
    return;
  std::vector<uint64_t> First(F.P.Sites.size());
  for (const result::SiteCounts &C : F.P.BySite) {
    for (size_t L = F.firstFollowing(); L < C.Misses.size(); ++L)
      V.atMost(C.Misses[L], C.Misses[L - 1], "{} misses of site {} in {}",
               F.level(L), C.Site, F.name(C.Structure));
    if (!C.Misses.empty())
      First[C.Site] += C.Misses[0];
  }
  for (size_t I = 0; I != First.size() && !F.isSelected(); ++I)
    V.atMost(First[I], F.P.Sites[I].Touches, "misses of site {}", I);
}

void checkLineIntervals(const ProfileFacts &F, Comparisons &V) {
  const result::LineSample &Lines = F.P.Lines;
  auto Compare = [&](const result::Counts &C,
                     const std::vector<result::MissInterval> &Intervals,
                     const auto &Name) {
    V.equal(Intervals.size(), F.Levels, "intervals of {}", Name);
    for (size_t L = 0; L != std::min(Intervals.size(), C.Levels.size()); ++L) {
      V.atMost(Intervals[L].Low, C.Levels[L].Misses, "least {} misses of {}",
               F.level(L), Name);
      V.atMost(C.Levels[L].Misses, Intervals[L].High, "{} misses of {}",
               F.level(L), Name);
    }
  };
  if (Lines.empty())
    return;
  V.equal(Lines.ByStructure.size(), F.P.Structures.size(), "intervals");
  Compare(F.Total, Lines.Total, "all structures");
  for (uint32_t Id = 0; Id != Lines.ByStructure.size(); ++Id)
    Compare(F.P.Structures[Id].Total, Lines.ByStructure[Id],
            F.name(StructureId(Id)));
}

void checkStretches(const ProfileFacts &F, Comparisons &V) {
  const std::vector<result::LineStretch> &All = F.P.Lines.Stretches;
  for (size_t I = 1; I < All.size(); ++I) {
    V.atMost(All[I - 1].Instructions, All[I].Instructions,
             "beginning of stretch {}", I - 1);
    V.expect(All[I - 1].Bits < All[I].Bits || !F.P.Ranks.empty(),
             "{} bits in stretch {}, {} before", All[I].Bits, I,
             All[I - 1].Bits);
  }
}

void checkSteps(const ProfileFacts &F, Comparisons &V) {
  for (const result::SiteCounts &C : F.P.BySite) {
    const result::AccessSteps &S = C.Steps;
    if (S.Sampled == 0 && S.Strides.empty())
      continue;
    V.atMost(S.all(), S.Sampled, "steps of site {} in {}", C.Site,
             F.name(C.Structure));
    uint64_t Strided = 0;
    for (const result::Stride &Each : S.Strides)
      Strided += Each.Steps;
    V.atMost(Strided, S.steps(result::StepKind::Strided),
             "steps by strides of site {} in {}", C.Site, F.name(C.Structure));
  }
}

void checkMembers(const ProfileFacts &F, Comparisons &V) {
  constexpr uint64_t BitsPerByte = 8;
  for (const result::RecordType &R : F.P.Records) {
    uint64_t Bits = R.Bytes * BitsPerByte;
    for (const result::RecordMember &M : R.Members)
      V.atMost(M.BitOffset + M.Bits +
                   (M.Count > 1 ? (M.Count - 1) * M.StrideBits : 0),
               Bits, "end of member '{}' of '{}' in bits", M.Name, R.Name);
    for (const result::RecordPart &Part : R.Parts)
      V.atMost(Part.BitOffset + Part.Bits, Bits,
               "end of part '{}' of '{}' in bits", Part.Type, R.Name);
  }
}

void checkFieldSites(const ProfileFacts &F, Comparisons &V) {
  for (size_t I = 0; I != F.P.Sites.size(); ++I) {
    const result::FieldAccess &Field = F.P.Sites[I].Field;
    if (Field.Record >= F.P.Records.size())
      continue;
    const result::RecordType &R = F.P.Records[Field.Record];
    V.atMost(Field.Offset, R.Bytes, "offset of site {} in '{}'", I, R.Name);
  }
}

void checkMarkers(const ProfileFacts &F, Comparisons &V) {
  std::map<uint32_t, uint64_t> Last;
  for (size_t I = 0; I != F.P.Markers.size(); ++I) {
    const result::Marker &M = F.P.Markers[I];
    V.expect(M.Instructions >= Last[M.Thread],
             "marker {} of thread {} at {} comes after one at {}", I, M.Thread,
             M.Instructions, Last[M.Thread]);
    Last[M.Thread] = M.Instructions;
  }
}

void checkLoss(const ProfileFacts &F, Comparisons &V) {
  const words::DataLoss &L = F.P.Loss;
  V.expect(L.Truncated == !L.TruncatedWhy.empty(),
           "{} trace that is cut because of '{}'",
           L.Truncated ? "a cut" : "a whole", L.TruncatedWhy);
}

void checkCacheModelRule(const ProfileFacts &F, Comparisons &V) {
  Expected<caches::CacheModel> Model =
      caches::parseCacheModel(F.P.Caches.spec());
  V.expect(bool(Model), "caches '{}'", F.P.Caches.spec());
  if (!Model)
    return;
  V.expect(Model->Levels == F.P.Caches.Levels &&
               Model->LineBytes == F.P.Caches.LineBytes,
           "the levels are not those of '{}'", F.P.Caches.spec());
}

} // namespace memfacet::check

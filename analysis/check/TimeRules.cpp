//===- TimeRules.cpp - invariants of counts over time and of intervals ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/check/Invariants.h"
#include <algorithm>
#include <tuple>

namespace memfacet::check {

namespace {

using Key = std::tuple<uint32_t, uint32_t, result::Measure>;

/// A count of a structure, and what it is called.
struct NamedCount {
  result::Measure Kind;
  uint64_t Count;
  std::string Name;
};
std::vector<NamedCount> namedCounts(const ProfileFacts &F,
                                    const result::Counts &C) {
  std::vector<NamedCount> All = {
      {result::Measure::Accesses, C.Accesses, "accesses"},
      {result::Measure::Stores, C.Stores, "stores"}};
  for (size_t L = 0; L != C.Levels.size(); ++L) {
    const result::LevelCounts &Level = C.Levels[L];
    All.push_back({result::levelMeasure(L, result::LevelMeasure::Accesses),
                   Level.Accesses, F.level(L) + " accesses"});
    All.push_back({result::levelMeasure(L, result::LevelMeasure::Misses),
                   Level.Misses, F.level(L) + " misses"});
    All.push_back({result::levelMeasure(L, result::LevelMeasure::Writebacks),
                   Level.Writebacks, F.level(L) + " write-backs"});
  }
  return All;
}

bool isCounted(const result::Stream &S) {
  return result::intervalsOf(S.Kind) == result::Measure::Intervals &&
         S.Kind != result::Measure::Intervals;
}
bool isOfThread(const result::Stream &S) {
  return S.Thread != result::Stream::Process;
}

bool hasWholeStreams(const ProfileFacts &F) {
  return !F.P.Streams.empty() && F.P.Shard.empty();
}

uint64_t totalOf(const ProfileFacts &F, uint32_t Thread, StructureId Id,
                 result::Measure Kind) {
  const result::Stream *S = F.P.Streams.find(Thread, Id, Kind);
  return S ? S->Total : 0;
}

/// Calls \p Visit for the places of each thread, from the first interval on.
template <typename Visitor>
void forThreads(const std::vector<result::IntervalPlace> &Places,
                Visitor Visit) {
  for (size_t Begin = 0, End = 0; Begin != Places.size(); Begin = End) {
    while (End != Places.size() && Places[End].Thread == Places[Begin].Thread)
      ++End;
    Visit(std::span(Places).subspan(Begin, End - Begin));
  }
}

} // namespace

void checkStreamSums(const ProfileFacts &F, Comparisons &V) {
  if (!hasWholeStreams(F))
    return;
  std::map<std::pair<uint32_t, result::Measure>, uint64_t> Sums;
  for (const result::Stream &S : F.P.Streams.All)
    if (isOfThread(S) && isCounted(S) && S.Structure.valid())
      Sums[{S.Structure.Value, S.Kind}] += S.Total;
  for (uint32_t Id = 0; Id != F.P.Structures.size(); ++Id)
    for (const NamedCount &C : namedCounts(F, F.P.Structures[Id].Total)) {
      auto It = Sums.find({Id, C.Kind});
      V.equal(It == Sums.end() ? 0 : It->second, C.Count, "{} of {} over time",
              C.Name, F.name(StructureId(Id)));
    }
}

void checkStreamThreads(const ProfileFacts &F, Comparisons &V) {
  if (!hasWholeStreams(F))
    return;
  for (const result::ThreadCounts &T : F.P.ByThread)
    for (const NamedCount &C : namedCounts(F, T.Total))
      V.equal(totalOf(F, T.Thread, T.Structure, C.Kind), C.Count,
              "{} of {} in thread {} over time", C.Name, F.name(T.Structure),
              T.Thread);
}

void checkStreamWhole(const ProfileFacts &F, Comparisons &V) {
  std::map<std::pair<uint32_t, result::Measure>, std::pair<uint64_t, uint64_t>>
      Sums;
  for (const result::Stream &S : F.P.Streams.All)
    if (isCounted(S) || S.Kind == result::Measure::Stalls) {
      auto &[Whole, Sum] = Sums[{S.Thread, S.Kind}];
      (S.Structure.valid() ? Sum : Whole) += S.Total;
    }
  for (const auto &[SumKey, Both] : Sums)
    V.equal(Both.first, Both.second,
            "the sum of measure {} of thread {} over time",
            uint32_t(SumKey.second), SumKey.first);
}

void checkStreamProcess(const ProfileFacts &F, Comparisons &V) {
  std::map<std::pair<uint32_t, result::Measure>, std::pair<uint64_t, uint64_t>>
      Sums;
  std::set<result::Measure> HasProcess;
  for (const result::Stream &S : F.P.Streams.All) {
    if (S.Kind == result::intervalsOf(S.Kind))
      continue; // intervals are another number on another clock
    auto &[Process, Threads] = Sums[{S.Structure.Value, S.Kind}];
    (isOfThread(S) ? Threads : Process) += S.Total;
    if (!isOfThread(S))
      HasProcess.insert(result::intervalsOf(S.Kind));
  }
  for (const auto &[SumKey, Both] : Sums)
    if (HasProcess.contains(result::intervalsOf(SumKey.second)))
      V.equal(Both.first, Both.second, "measure {} of {} of the process",
              uint32_t(SumKey.second), F.name(StructureId(SumKey.first)));
}

void checkStreamInstructions(const ProfileFacts &F, Comparisons &V) {
  if (!hasWholeStreams(F) || F.isImported())
    return;
  for (const result::ThreadRow &T : F.P.Threads)
    V.equal(totalOf(F, T.Thread, StructureId(), result::Measure::Instructions),
            T.Instructions, "instructions of thread {} over time", T.Thread);
}

void checkStreamBytes(const ProfileFacts &F, Comparisons &V) {
  for (const result::Stream &S : F.P.Streams.All) {
    if (!F.reads(S))
      break; // they are sorted by thread
    Expected<ProfileFacts::Values> Values =
        F.values(S.Thread, S.Structure, S.Kind);
    V.expect(bool(Values), "measure {} of {} in thread {}: {}",
             uint32_t(S.Kind), F.name(S.Structure), S.Thread,
             Values ? "" : Values.error().Message);
    if (!Values || S.Kind == result::intervalsOf(S.Kind))
      continue;
    uint64_t Sum = 0;
    for (auto [Interval, Value] : *Values)
      Sum += Value;
    V.equal(Sum, S.Total, "the values of measure {} of {} in thread {}",
            uint32_t(S.Kind), F.name(S.Structure), S.Thread);
    V.atMost(Values->empty() ? 0 : Values->rbegin()->first + 1, S.Intervals,
             "the last interval of measure {} of {} in thread {}",
             uint32_t(S.Kind), F.name(S.Structure), S.Thread);
  }
}

void checkIntervalSums(const ProfileFacts &F, Comparisons &V) {
  std::map<std::pair<uint32_t, result::Measure>,
           std::map<uint32_t, std::pair<uint64_t, uint64_t>>>
      Sums;
  for (const result::Stream &S : F.P.Streams.All) {
    if (!isCounted(S) || !F.reads(S))
      continue;
    Expected<ProfileFacts::Values> Values =
        F.values(S.Thread, S.Structure, S.Kind);
    if (!Values)
      return; // stream-bytes says so
    auto &Intervals = Sums[{S.Thread, S.Kind}];
    for (auto [Interval, Value] : *Values)
      (S.Structure.valid() ? Intervals[Interval].second
                           : Intervals[Interval].first) += Value;
  }
  for (const auto &[SumKey, Intervals] : Sums)
    for (const auto &[Interval, Both] : Intervals)
      V.equal(Both.second, Both.first,
              "measure {} of the structures in interval {} of thread {}",
              uint32_t(SumKey.second), Interval, SumKey.first);
}

void checkIntervalHits(const ProfileFacts &F, Comparisons &V) {
  if (!F.isComplete())
    return;
  for (const result::Stream &S : F.P.Streams.All)
    for (size_t L = 0; L != F.Levels; ++L) {
      if (S.Kind != result::levelMeasure(L, result::LevelMeasure::Misses) ||
          !F.reads(S))
        continue;
      auto Misses = F.values(S.Thread, S.Structure, S.Kind);
      auto Accesses =
          F.values(S.Thread, S.Structure,
                   result::levelMeasure(L, result::LevelMeasure::Accesses));
      if (!Misses || !Accesses)
        return; // stream-bytes says so
      for (auto [Interval, Value] : *Misses)
        V.atMost(Value, (*Accesses)[Interval],
                 "{} misses of {} in interval {} of thread {}", F.level(L),
                 F.name(S.Structure), Interval, S.Thread);
    }
}

void checkIntervalTiles(const ProfileFacts &F, Comparisons &V) {
  if (!hasWholeStreams(F) || F.P.hasInterest() ||
      F.P.IntervalInstructions == 0 || !F.P.Ranks.empty())
    return;
  // A record that begins in an interval belongs to it as a whole.
  constexpr uint64_t LongestRecord = 1 << 16;
  for (const result::ThreadRow &T : F.P.Threads) {
    if (!F.readsThread(T.Thread) || F.P.hasCutIntervals(T.Thread))
      continue;
    auto Values =
        F.values(T.Thread, StructureId(), result::Measure::Instructions);
    if (!Values)
      return; // stream-bytes says so
    uint64_t Executed = 0;
    for (auto [Interval, Value] : *Values) {
      uint64_t Begin = Interval * F.P.IntervalInstructions;
      V.expect(Executed >= Begin &&
                   Executed < Begin + F.P.IntervalInstructions + LongestRecord,
               "interval {} of thread {} begins after {} instructions, not "
               "{}",
               Interval, T.Thread, Executed, Begin);
      Executed += Value;
    }
  }
}

void checkPlaces(const ProfileFacts &F, Comparisons &V) {
  forThreads(F.P.Signatures.Places,
             [&](std::span<const result::IntervalPlace> Places) {
               uint64_t End = 0;
               for (const result::IntervalPlace &I : Places) {
                 V.equal(I.Start, End, "start of interval {} of thread {}",
                         I.Interval, I.Thread);
                 End = I.Start + I.Instructions;
               }
               if (F.P.hasInterest())
                 return;
               for (const result::ThreadRow &T : F.P.Threads)
                 if (T.Thread == Places[0].Thread)
                   V.equal(End, T.Instructions,
                           "end of the last interval of thread {}", T.Thread);
             });
}

void checkPlaceTimes(const ProfileFacts &F, Comparisons &V) {
  for (const result::IntervalPlace &I : F.P.Signatures.Places) {
    V.atMost(I.TimeBegin, I.TimeEnd, "begin of interval {} of thread {}",
             I.Interval, I.Thread);
    V.atMost(I.ProcessBegin + I.Instructions, I.ProcessEnd,
             "begin and instructions of interval {} of thread {}", I.Interval,
             I.Thread);
    if (!F.P.hasInterest())
      V.atMost(I.ProcessEnd, F.P.Instructions,
               "end of interval {} of thread {}", I.Interval, I.Thread);
  }
}

void checkSignatures(const ProfileFacts &F, Comparisons &V) {
  const result::IntervalSignatures &S = F.P.Signatures;
  std::set<std::pair<uint32_t, uint32_t>> Known;
  for (const result::IntervalPlace &I : S.Places)
    Known.insert({I.Thread, I.Interval});
  for (result::SignatureKind Kind : result::AllSignatures) {
    if (!S.has(Kind))
      continue;
    auto Vectors = S.vectors(Kind);
    V.expect(bool(Vectors), "{}: {}", result::signatureName(Kind),
             Vectors ? "" : Vectors.error().Message);
    if (!Vectors)
      continue;
    for (const result::SignatureVector &Each : *Vectors)
      V.expect(Known.contains({Each.Thread, Each.Interval}),
               "{} of interval {} of thread {}, which is not there",
               result::signatureName(Kind), Each.Interval, Each.Thread);
  }
}

void checkMissSites(const ProfileFacts &F, Comparisons &V) {
  const result::IntervalSignatures &S = F.P.Signatures;
  if (S.Shape.MissLevel >= F.Levels)
    return;
  std::map<uint32_t, std::map<uint32_t, uint64_t>> Sums;
  for (const result::MissSite &M : S.MissSites)
    Sums[M.Thread][M.Interval] += M.Misses;
  for (const auto &[Thread, Intervals] : Sums) {
    if (!F.readsThread(Thread))
      continue;
    auto Misses = F.values(
        Thread, StructureId(),
        result::levelMeasure(S.Shape.MissLevel, result::LevelMeasure::Misses));
    if (!Misses)
      return; // stream-bytes says so
    for (auto [Interval, Sum] : Intervals)
      V.equal(Sum, (*Misses)[Interval],
              "misses by site in interval {} of thread {}", Interval, Thread);
  }
}

void checkVectorSums(const ProfileFacts &F, Comparisons &V) {
  const result::BlockVectors &B = F.P.Vectors;
  if (B.Source == result::BlockSource::Sampled)
    return;
  for (const result::BlockInterval &I : B.Intervals) {
    auto Counts = result::unpackCounts(I.Packed, B.Blocks.size());
    V.expect(Counts.has_value(), "interval {} of thread {} is not readable",
             I.Interval, I.Thread);
    if (!Counts)
      continue;
    uint64_t Sum = 0;
    for (const result::BlockCount &C : *Counts)
      Sum += C.Count * B.Blocks[C.Block].Size;
    V.equal(Sum, I.Length, "instructions of interval {} of thread {} by block",
            I.Interval, I.Thread);
  }
}

void checkVectorThreads(const ProfileFacts &F, Comparisons &V) {
  const result::BlockVectors &B = F.P.Vectors;
  if (B.empty() || B.Source == result::BlockSource::Sampled)
    return;
  std::map<uint32_t, uint64_t> Lengths;
  for (const result::BlockInterval &I : B.Intervals)
    Lengths[I.Thread] += I.Length;
  for (const result::ThreadRow &T : F.P.Threads)
    V.equal(Lengths[T.Thread], T.Instructions,
            "lengths of the block vectors of thread {}", T.Thread);
}

void checkVectorSamples(const ProfileFacts &F, Comparisons &V) {
  const result::BlockVectors &B = F.P.Vectors;
  if (B.Source != result::BlockSource::Sampled)
    return;
  uint64_t Sum = B.OutsideSamples;
  for (const result::BlockInterval &I : B.Intervals) {
    auto Counts = result::unpackCounts(I.Packed, B.Blocks.size());
    V.expect(Counts.has_value(), "interval {} of thread {} is not readable",
             I.Interval, I.Thread);
    if (Counts)
      for (const result::BlockCount &C : *Counts)
        Sum += C.Count;
  }
  V.equal(Sum, B.Samples, "samples of all blocks and outside of them");
}

void checkBlocks(const ProfileFacts &F, Comparisons &V) {
  const result::BlockVectors &B = F.P.Vectors;
  for (size_t I = 0; I != B.Blocks.size(); ++I)
    V.expect(I == 0 || B.Blocks[I - 1].Number < B.Blocks[I].Number,
             "block {} comes after block {}", B.Blocks[I].Number,
             I == 0 ? 0 : B.Blocks[I - 1].Number);
  for (const result::BlockInterval &I : B.Intervals)
    if (auto Counts = result::unpackCounts(I.Packed, B.Blocks.size()))
      for (const result::BlockCount &C : *Counts)
        V.expect(C.Count != 0,
                 "block {} is in interval {} of thread {} and "
                 "was not executed",
                 B.Blocks[C.Block].Number, I.Interval, I.Thread);
}

} // namespace memfacet::check

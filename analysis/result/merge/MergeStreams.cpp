//===- MergeStreams.cpp - counts over time of several processes -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/merge/MergeStreams.h"
#include "analysis/result/store/CoarserStreams.h"
#include "analysis/result/store/StreamReader.h"
#include "analysis/result/store/StreamStore.h"
#include <algorithm>
#include <set>

namespace memfacet::result {

Status StreamMerger::add(const Profile &P, const RunNumbers &Numbers) {
  std::map<Measure, std::optional<uint32_t>> Processes;
  for (const Stream &S : P.Streams.All) {
    Expected<std::string> Bytes = P.Streams.bytes(S);
    if (!Bytes)
      return Bytes.error();
    Stream Copy = S;
    Copy.Packed = std::move(*Bytes);
    Copy.Structure = Numbers.structure(S.Structure);
    Measure Group = intervalsOf(S.Kind);
    auto [Process, New] = Processes.try_emplace(Group);
    if (New) {
      Process->second = P.Streams.processThread(Group);
      if (!Process->second)
        Unknown.push_back(Group);
    }
    if (Process->second == S.Thread) {
      Copy.Thread = Count;
      Runs.All.push_back(Copy);
    }
    if (S.Thread != Stream::Process) {
      Copy.Thread = Numbers.FirstThread + S.Thread;
      Threads.All.push_back(std::move(Copy));
    }
  }
  ++Count;
  return {};
}

Status StreamMerger::coarsen(unsigned Shift) {
  for (StreamSet *Set : {&Threads, &Runs}) {
    Set->sort();
    Expected<StreamSet> Coarser = coarserStreams(*Set, Shift);
    if (!Coarser)
      return Coarser.error();
    *Set = std::move(*Coarser);
  }
  return {};
}

Status StreamMerger::addSum(StreamSet &Target, StructureId Structure,
                            Measure Group) {
  std::set<Measure> Kinds;
  for (uint32_t Run = 0; Run != Count; ++Run)
    for (uint32_t M = 1; M != MeasuresPerGroup; ++M)
      if (auto Each = Measure(uint32_t(Group) + M);
          Runs.find(Run, Structure, Each))
        Kinds.insert(Each);
  if (Kinds.empty())
    return {};
  std::vector<Measure> Measures(Kinds.begin(), Kinds.end());
  std::map<uint32_t, std::vector<uint64_t>> Rows;
  StreamReader Reader(Runs);
  for (uint32_t Run = 0; Run != Count; ++Run)
    for (size_t M = 0; M != Measures.size(); ++M) {
      Status Read = Reader.read(Run, Structure, Measures[M],
                                [&](std::span<const uint32_t> Intervals,
                                    std::span<const uint64_t> Values) {
                                  for (size_t I = 0; I != Values.size(); ++I) {
                                    std::vector<uint64_t> &Row =
                                        Rows[Intervals[I]];
                                    Row.resize(Measures.size());
                                    Row[M] += Values[I];
                                  }
                                });
      if (!Read)
        return Read;
    }
  StreamStore Store(Measures);
  for (const auto &[Interval, Values] : Rows)
    std::ranges::copy(
        Values, Store.at({Stream::Process, Interval, Interval}, Structure));
  StreamSet Filled;
  Store.fill(Filled);
  for (Stream &S : Filled.All)
    if (S.Structure == Structure) // the sum of all is a stream of its own
      Target.All.push_back(std::move(S));
  return {};
}

Expected<StreamSet> StreamMerger::finish(bool HasCore) {
  auto Dropped = [&](const Stream &S) {
    return !HasCore && intervalsOf(S.Kind) == Measure::CoreIntervals;
  };
  std::erase_if(Threads.All, Dropped);
  std::erase_if(Runs.All, Dropped);
  Runs.sort();
  std::set<std::pair<StructureId, Measure>> Sums;
  for (const Stream &S : Runs.All)
    if (Measure Group = intervalsOf(S.Kind);
        std::ranges::find(Unknown, Group) == Unknown.end())
      Sums.emplace(S.Structure, Group);
  StreamSet Result = std::move(Threads);
  for (const auto &[Structure, Group] : Sums)
    if (Status S = addSum(Result, Structure, Group); !S)
      return S.error();
  Result.sort();
  return Result;
}

} // namespace memfacet::result

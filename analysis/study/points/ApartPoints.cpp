//===- ApartPoints.cpp - profile of points that were simulated one by one -===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/points/ApartPoints.h"
#include "analysis/result/store/StreamReader.h"
#include "analysis/result/store/StreamStore.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <set>

namespace memfacet::study {

static bool isOfClock(const result::Stream &S) {
  return result::intervalsOf(S.Kind) == result::Measure::ClockIntervals;
}

/// Returns whether \p S counts something in a thread that no other stream
/// counts. Sums over structures follow from these streams.
static bool isCounted(const result::Stream &S) {
  if (S.Thread == result::Stream::Process || isOfClock(S) ||
      S.Kind == result::intervalsOf(S.Kind))
    return false;
  bool IsCore = result::intervalsOf(S.Kind) == result::Measure::CoreIntervals;
  return S.Structure.valid() || (IsCore && S.Kind != result::Measure::Stalls);
}

/// Copies what is the same in all simulations.
Status ApartPoints::begin(const result::Profile &P) {
  HasBegun = true;
  All.Program = P.Program, All.Arguments = P.Arguments;
  All.ProcessId = P.ProcessId;
  All.ToolVersion = P.ToolVersion;
  All.Caches = P.Caches;
  All.Instructions = P.Instructions;
  All.IntervalInstructions = P.IntervalInstructions;
  All.Threads = P.Threads;
  All.Core.Name = P.Core.Name, All.Core.Spec = P.Core.Spec;
  All.Loss = P.Loss;
  for (const result::Stream &S : P.Streams.All) {
    if (!isOfClock(S))
      continue;
    Expected<std::string> Bytes = P.Streams.bytes(S);
    if (!Bytes)
      return Bytes.error();
    All.Streams.All.push_back(S);
    All.Streams.All.back().Packed = std::move(*Bytes);
  }
  return {};
}

Status ApartPoints::add(const result::Profile &P,
                        std::span<const ChosenInterval> Points) {
  if (!HasBegun)
    if (Status S = begin(P); !S)
      return S;
  // Takes only names: counts of the whole simulation are not those of the
  // points.
  result::Profile Names;
  Names.Records = P.Records;
  Names.Structures = P.Structures;
  for (result::Structure &S : Names.Structures) {
    S.Total = {};
    S.Bytes = S.PeakBytes = S.Objects = 0;
    S.Lives = {};
  }
  result::RunNumbers Numbers = Things.add(Names, 0);
  std::set<std::pair<uint32_t, uint32_t>> Wanted;
  for (const ChosenInterval &Point : Points)
    Wanted.emplace(Point.Thread, Point.Interval);
  result::StreamReader Reader(P.Streams);
  for (const result::Stream &S : P.Streams.All) {
    if (!isCounted(S))
      continue;
    StructureId Structure = Numbers.structure(S.Structure);
    Status Read = Reader.read(
        S.Thread, S.Structure, S.Kind,
        [&](std::span<const uint32_t> Intervals,
            std::span<const uint64_t> Counts) {
          for (size_t I = 0; I != Counts.size(); ++I)
            if (Counts[I] != 0 && Wanted.contains({S.Thread, Intervals[I]}))
              Values[{S.Thread, result::intervalsOf(S.Kind), Intervals[I],
                      Structure.Value, S.Kind}] = Counts[I];
        });
    if (!Read)
      return Read;
  }
  return {};
}

Expected<result::Profile> ApartPoints::finish() {
  MEMFACET_CHECK(HasBegun, "points are added first");
  // A store for each thread and group, which takes intervals in their order.
  auto Entry = Values.begin();
  while (Entry != Values.end()) {
    auto [Thread, Group, First, Id, FirstMeasure] = Entry->first;
    auto End = std::find_if(Entry, Values.end(), [&](const auto &Value) {
      return std::get<0>(Value.first) != Thread ||
             std::get<1>(Value.first) != Group;
    });
    std::set<result::Measure> Measures;
    for (auto Next = Entry; Next != End; ++Next)
      Measures.insert(std::get<4>(Next->first));
    std::vector<result::Measure> Order(Measures.begin(), Measures.end());
    result::StreamStore Store(Order);
    for (; Entry != End; ++Entry) {
      auto [T, G, Interval, Structure, M] = Entry->first;
      uint64_t *Cells =
          Store.at({Thread, Interval, Interval}, StructureId(Structure));
      Cells[std::ranges::lower_bound(Order, M) - Order.begin()] +=
          Entry->second;
    }
    Store.fill(All.Streams);
  }
  for (result::Structure &S : All.Structures)
    S.Total.Levels.resize(All.Caches.Levels.size());
  All.Streams.sort();
  return std::move(All);
}

} // namespace memfacet::study

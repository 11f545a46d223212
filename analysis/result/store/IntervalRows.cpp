//===- IntervalRows.cpp - counts by interval become streams ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/store/IntervalRows.h"
#include "analysis/result/store/StreamStore.h"
#include "analysis/support/Varint.h"
#include <algorithm>

namespace memfacet::result {

/// Adds the streams of one thread: rows come structure by structure, and a
/// store wants them in the order of time. When threads ran is not known, so
/// that the process has no streams.
static void addThread(std::vector<const IntervalCounts *> Rows, Profile &P) {
  std::ranges::sort(Rows, {},
                    [](const IntervalCounts *Row) { return Row->Interval; });
  StreamStore Store(countedMeasures(P.Caches.Levels.size(), false));
  for (const IntervalCounts *Row : Rows) {
    uint64_t *Values =
        Store.at({Row->Thread, Row->Interval, Row->Interval}, Row->Structure);
    *Values++ += Row->Total.Accesses;
    *Values++ += Row->Total.Stores;
    for (const LevelCounts &L : Row->Total.Levels) {
      *Values++ += L.Accesses;
      *Values++ += L.Misses;
      *Values++ += L.Writebacks;
    }
  }
  Store.fill(P.Streams);
}

void addIntervals(const std::vector<IntervalCounts> &Rows, Profile &P) {
  for (size_t I = 0; I != Rows.size();) {
    std::vector<const IntervalCounts *> Thread;
    for (uint32_t Number = Rows[I].Thread;
         I != Rows.size() && Rows[I].Thread == Number; ++I)
      Thread.push_back(&Rows[I]);
    addThread(std::move(Thread), P);
  }
  P.Streams.sort();
}

static bool takeNumber(std::span<const uint8_t> &Bytes, uint64_t &Value) {
  std::optional<uint64_t> Taken = takeVarint(Bytes);
  Value = Taken.value_or(0);
  return Taken.has_value();
}

bool unpackIntervals(std::string_view Packed, size_t Levels, uint32_t Thread,
                     StructureId Structure, std::vector<IntervalCounts> &Out) {
  std::span<const uint8_t> Bytes = bytesOf(Packed);
  uint64_t Next = 0;
  while (!Bytes.empty()) {
    IntervalCounts Row{Thread, Structure, 0, {}};
    Counts &C = Row.Total;
    uint64_t Gap;
    if (!takeNumber(Bytes, Gap) || Gap > UINT32_MAX || Next + Gap > UINT32_MAX)
      return false;
    Row.Interval = uint32_t(Next + Gap);
    Next += Gap + 1;
    if (!takeNumber(Bytes, C.Accesses) || !takeNumber(Bytes, C.Stores))
      return false;
    C.Loads = C.Accesses - C.Stores;
    C.Levels.resize(Levels);
    uint64_t Expected = C.Accesses;
    for (LevelCounts &L : C.Levels) {
      uint64_t Difference;
      if (!takeNumber(Bytes, Difference) || !takeNumber(Bytes, L.Misses) ||
          !takeNumber(Bytes, L.Writebacks))
        return false;
      L.Accesses = Expected + unzigzag(Difference);
      Expected = L.Misses;
    }
    Out.push_back(std::move(Row));
  }
  return true;
}

} // namespace memfacet::result

//===- IntervalRows.cpp - streams as rows of counts -----------------------===//

#include "analysis/store/IntervalRows.h"
#include "analysis/store/StreamReader.h"
#include "analysis/store/StreamStore.h"
#include "analysis/support/Varint.h"
#include <algorithm>
#include <map>

namespace memfacet {

namespace {

using RowKey = std::tuple<uint32_t, uint32_t, uint32_t>;

/// Where the value of \p Of belongs in \p C; null for what is no such count.
uint64_t *placeIn(Counts &C, Measure Of) {
  if (Of == Measure::Accesses)
    return &C.Accesses;
  if (Of == Measure::Stores)
    return &C.Stores;
  if (Of < Measure::FirstLevel || Of >= Measure::ClockIntervals)
    return nullptr;
  uint32_t At = uint32_t(Of) - uint32_t(Measure::FirstLevel);
  size_t Level = At / LevelMeasures;
  if (Level >= C.Levels.size())
    return nullptr;
  LevelCounts &L = C.Levels[Level];
  switch (LevelMeasure(At % LevelMeasures)) {
  case LevelMeasure::Accesses:
    return &L.Accesses;
  case LevelMeasure::Misses:
    return &L.Misses;
  case LevelMeasure::Writebacks:
    return &L.Writebacks;
  case LevelMeasure::Evictions:
    return nullptr;
  }
  return nullptr;
}

} // namespace

Expected<std::vector<IntervalCounts>> intervalCounts(const Profile &P) {
  std::map<RowKey, Counts> Rows;
  StreamReader Reader(P.Streams);
  for (const Stream &S : P.Streams.All) {
    Counts Shape;
    Shape.Levels.resize(P.Caches.Levels.size());
    if (S.Thread == Stream::Process || !S.Structure.valid() ||
        !placeIn(Shape, S.Of))
      continue;
    Status Read = Reader.read(
        S.Thread, S.Structure, S.Of, [&](auto Intervals, auto Values) {
          for (size_t I = 0; I != Intervals.size(); ++I) {
            Counts &C = Rows[{S.Thread, S.Structure.Value, Intervals[I]}];
            C.Levels.resize(P.Caches.Levels.size());
            *placeIn(C, S.Of) = Values[I];
          }
        });
    if (!Read)
      return Read.error();
  }
  std::vector<IntervalCounts> Result;
  for (auto &[Key, C] : Rows) {
    auto [Thread, Structure, Interval] = Key;
    C.Loads = C.Accesses - C.Stores;
    Result.push_back({Thread, StructureId(Structure), Interval, std::move(C)});
  }
  return Result;
}

/// Each thread's by itself: rows come structure by structure, and a store wants
/// them in the order of time. When threads ran is not known, so that the
/// process has none.
static void addThread(std::vector<const IntervalCounts *> Rows, Profile &P) {
  std::ranges::sort(Rows, {},
                    [](const IntervalCounts *Row) { return Row->Interval; });
  StreamStore Store(countedMeasures(P.Caches.Levels.size(), false));
  for (const IntervalCounts *Row : Rows) {
    uint64_t *To =
        Store.at({Row->Thread, Row->Interval, Row->Interval}, Row->Structure);
    *To++ += Row->Total.Accesses;
    *To++ += Row->Total.Stores;
    for (const LevelCounts &L : Row->Total.Levels) {
      *To++ += L.Accesses;
      *To++ += L.Misses;
      *To++ += L.Writebacks;
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

} // namespace memfacet

//===- IntervalCodec.cpp - counts per interval, as bytes ------------------===//

#include "analysis/store/IntervalCodec.h"
#include "analysis/store/Varint.h"

namespace memfacet {

void IntervalEncoder::append(uint32_t Interval, const Counts &C) {
  appendVarint(Bytes, Interval - Next);
  Next = Interval + 1;
  appendVarint(Bytes, C.Accesses);
  appendVarint(Bytes, C.Stores);
  uint64_t Expected = C.Accesses;
  for (const LevelCounts &L : C.Levels) {
    appendVarint(Bytes, zigzag(L.Accesses - Expected));
    appendVarint(Bytes, L.Misses);
    appendVarint(Bytes, L.Writebacks);
    Expected = L.Misses;
  }
}

static bool take(std::span<const uint8_t> &Bytes, uint64_t &Value) {
  std::optional<uint64_t> Taken = takeVarint(Bytes);
  Value = Taken.value_or(0);
  return Taken.has_value();
}

bool decodeIntervals(std::span<const uint8_t> Bytes, size_t Levels,
                     uint32_t Thread, StructureId Structure,
                     std::vector<IntervalCounts> &Out) {
  uint64_t Next = 0;
  while (!Bytes.empty()) {
    IntervalCounts Row{Thread, Structure, 0, {}};
    Counts &C = Row.Total;
    uint64_t Gap;
    if (!take(Bytes, Gap) || Gap > UINT32_MAX || Next + Gap > UINT32_MAX)
      return false;
    Row.Interval = uint32_t(Next + Gap);
    Next += Gap + 1;
    if (!take(Bytes, C.Accesses) || !take(Bytes, C.Stores))
      return false;
    C.Loads = C.Accesses - C.Stores;
    C.Levels.resize(Levels);
    uint64_t Expected = C.Accesses;
    for (LevelCounts &L : C.Levels) {
      uint64_t Difference;
      if (!take(Bytes, Difference) || !take(Bytes, L.Misses) ||
          !take(Bytes, L.Writebacks))
        return false;
      L.Accesses = Expected + unzigzag(Difference);
      Expected = L.Misses;
    }
    Out.push_back(std::move(Row));
  }
  return true;
}

} // namespace memfacet

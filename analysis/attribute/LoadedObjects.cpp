//===- LoadedObjects.cpp - whose code an address is in --------------------===//

#include "analysis/attribute/LoadedObjects.h"

namespace memfacet {

/// Larger than any library's.
static constexpr uint64_t LargestCodeBytes = uint64_t(256) << 20;

void LoadedObjects::add(uint64_t Low, uint64_t High, StructureId S) {
  remove(Low, High);
  if (Low < High)
    ByLow.insert_or_assign(Low, S);
}

void LoadedObjects::remove(uint64_t Low, uint64_t High) {
  auto It = ByLow.lower_bound(Low);
  while (It != ByLow.end() && It->first < High)
    It = ByLow.erase(It);
}

/// Of all layouts that linkers make, none has code behind the last data.
StructureId LoadedObjects::around(uint64_t Code) const {
  auto Above = ByLow.upper_bound(Code);
  if (Code == 0 || Above == ByLow.end() ||
      Above->first - Code > LargestCodeBytes)
    return StructureRegistry::Library;
  return Above->second;
}

} // namespace memfacet

//===- attribute/LoadedObjects.cpp - whose code an address is in ----------===//

#include "analysis/attribute/LoadedObjects.h"

namespace memfacet {

void LoadedObjects::add(uint64_t Low, uint64_t High, StructureId S) {
  remove(Low, High);
  if (Low < High)
    ByLow.insert_or_assign(Low, Segment{High, S});
}

void LoadedObjects::remove(uint64_t Low, uint64_t High) {
  auto It = ByLow.lower_bound(Low);
  while (It != ByLow.end() && It->first < High)
    It = ByLow.erase(It);
}

StructureId LoadedObjects::around(uint64_t Code) const {
  auto Above = ByLow.upper_bound(Code);
  if (Above == ByLow.begin() || Above == ByLow.end())
    return StructureRegistry::Library;
  StructureId Below = std::prev(Above)->second.Structure;
  return Below == Above->second.Structure ? Below : StructureRegistry::Library;
}

} // namespace memfacet

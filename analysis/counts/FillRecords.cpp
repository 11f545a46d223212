//===- FillRecords.cpp - which members sites access -----------------------===//

#include "analysis/counts/FillRecords.h"
#include <algorithm>

namespace memfacet {

uint32_t RecordNumbers::number(std::string_view Layout) {
  if (Layout.empty())
    return NoRecord;
  auto [It, New] = ByLayout.try_emplace(Layout, NoRecord);
  if (!New)
    return It->second;
  std::optional<RecordType> Parsed = parseLayout(Layout);
  if (!Parsed)
    return NoRecord;
  auto Known = std::ranges::find(P.Records, *Parsed);
  It->second = uint32_t(Known - P.Records.begin());
  if (Known == P.Records.end())
    P.Records.push_back(std::move(*Parsed));
  return It->second;
}

FieldAccess RecordNumbers::fieldOf(const SiteInfo &Site) {
  FieldAccess Field;
  std::string_view Layout = Modules.layout(Site.TypeAddress);
  // A class may only be declared where its members are accessed.
  if (Layout.empty() && !Site.Type.empty())
    Layout = Modules.layoutNamed(Site.Type);
  Field.Record = number(Layout);
  if (Field.Record == NoRecord)
    return {};
  Field.Offset = Site.TypeOffset;
  Field.Bytes = Site.Bytes;
  Field.Block = Site.Block;
  return Field;
}

void RecordNumbers::fillStructures() {
  for (Structure &S : P.Structures) {
    // A container's memory bears the container's type, and holds others.
    bool Contained =
        S.Kind == StructureKind::Heap && S.Type.starts_with("std::");
    if (!S.Type.empty() && !Contained)
      S.Record = numberOf(S.Type);
  }
}

} // namespace memfacet

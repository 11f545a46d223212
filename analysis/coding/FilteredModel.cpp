//===- FilteredModel.cpp - what the next filtered record may be -----------===//

#include "analysis/coding/FilteredModel.h"

namespace memfacet {

void FilteredModel::clear() {
  Rows.clear();
  Sites.clear();
  Table.assign(FirstTable, {});
  Expected.fill(0);
  Steps.fill(0);
  Came.fill(0);
  Now = {};
  Now.Expected = Expected.data();
  Now.Steps = Steps.data();
  Now.Came = Came.data();
}

/// Misses of an access are of several kinds, as to whether the line that leaves
/// was written. They are rows of one site.
uint32_t FilteredModel::siteOf(uint64_t Key) const {
  constexpr auto Last = uint64_t(FilteredKind::Piece);
  if (Key >> 32 <= Last)
    for (uint64_t Kind = 0; Kind <= Last; ++Kind)
      if (uint32_t Row = find(Kind << 32 | uint32_t(Key)); Row != Rows.size())
        return Rows[Row].Site;
  return uint32_t(Sites.size());
}

void FilteredModel::add(uint64_t Key, Walk &W) {
  if ((Rows.size() + 1) * 4 > Table.size()) {
    Table.assign(Table.size() * 2, {});
    for (uint32_t Row = 0; Row != Rows.size(); ++Row)
      *entryOf(Rows[Row].Key) = {Rows[Row].Key, Row + 1};
  }
  uint32_t Site = siteOf(Key);
  if (Site == Sites.size())
    Sites.emplace_back();
  Rows.push_back({Key, Site, {0, 0}});
  *entryOf(Key) = {Key, uint32_t(Rows.size())};
  W.Rows = Rows.data();
  W.Sites = Sites.data();
  W.RowCount = Rows.size();
}

} // namespace memfacet

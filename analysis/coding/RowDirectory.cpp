//===- RowDirectory.cpp - rows by their headers ---------------------------===//

#include "analysis/coding/RowDirectory.h"
#include "analysis/coding/CodedFrame.h"
#include "memfacet/Filter.h"

namespace memfacet {

static constexpr unsigned FirstBits = 10;

RowDirectory::RowDirectory(const RecordLength &Lengths) : Lengths(Lengths) {
  clear();
}

void RowDirectory::clear() {
  Rows.assign(1, {});
  RowOfColumn.assign(1, 0);
  Table.assign(size_t(1) << FirstBits, {});
  Shift = 64 - FirstBits;
  Mask = Table.size() - 1;
}

void RowDirectory::enter(uint32_t Row) {
  size_t At = slotOf(Rows[Row].Header);
  while (Table[At].Row != 0)
    At = (At + 1) & Mask;
  Table[At] = {Rows[Row].Header, Row};
}

void RowDirectory::grow() {
  Table.assign(Table.size() * 2, {});
  --Shift;
  Mask = Table.size() - 1;
  for (uint32_t Row = 1; Row != rows(); ++Row)
    enter(Row);
}

uint32_t RowDirectory::add(uint64_t Header) {
  if (uint32_t Known = find(Header))
    return Known;
  // The headers of filtered records are no rows: hardly any comes twice.
  bool IsRow = Header != 0 && !isFiltered(Header);
  uint32_t Words = IsRow ? recordWords(Header, Lengths) : 0;
  if (Words == 0 || Words > 1 + MaxRowSlots)
    return 0;
  auto Row = uint32_t(Rows.size());
  Rows.push_back({Header, Words - 1, columns()});
  RowOfColumn.insert(RowOfColumn.end(), Words - 1, Row);
  if (Rows.size() * 2 > Table.size())
    grow();
  else
    enter(Row);
  return Row;
}

bool RowDirectory::stillTrue(uint32_t Row) const {
  return recordWords(Rows[Row].Header, Lengths) == 1 + Rows[Row].Slots;
}

} // namespace memfacet

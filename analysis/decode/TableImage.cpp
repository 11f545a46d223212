//===- TableImage.cpp - the bytes of an object's tables -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/decode/TableImage.h"

namespace memfacet::decode {

TableImage::TableImage(const std::array<TableRange, TableCount> &Ranges)
    : Ranges(Ranges) {}

void TableImage::append(uint64_t Address, std::string_view Bytes) {
  for (size_t I = 0; I != TableCount; ++I) {
    const TableRange &R = Ranges[I];
    std::vector<char> &Table = Tables[I];
    if (R.Begin >= R.End || Address != R.Begin + Table.size() ||
        Bytes.size() > R.End - Address)
      continue;
    Table.insert(Table.end(), Bytes.begin(), Bytes.end());
    return;
  }
}

bool TableImage::complete() const {
  for (size_t I = 0; I != TableCount; ++I)
    if (Ranges[I].Begin > Ranges[I].End ||
        Tables[I].size() != Ranges[I].End - Ranges[I].Begin)
      return false;
  return true;
}

std::string_view TableImage::string(uint64_t Address) const {
  const std::vector<char> &Table = Tables[size_t(TableKind::Strings)];
  uint64_t Offset = Address - range(TableKind::Strings).Begin;
  if (Address == 0 || Offset >= Table.size())
    return {};
  std::string_view Rest(Table.data() + Offset, Table.size() - Offset);
  return Rest.substr(0, Rest.find('\0'));
}

std::string_view TableImage::layout(uint64_t Address) const {
  std::string_view Name = string(Address);
  std::string_view Text =
      Name.empty() ? Name : string(Address + Name.size() + 1);
  if (Text.empty() || Text.front() != LayoutMark)
    return {};
  return Text.substr(1);
}

std::string_view TableImage::operations(uint64_t Address) const {
  const std::vector<char> &Table = Tables[size_t(TableKind::Operations)];
  uint64_t Offset = Address - range(TableKind::Operations).Begin;
  if (Address == 0 || Offset >= Table.size())
    return {};
  return {Table.data() + Offset, Table.size() - Offset};
}

} // namespace memfacet::decode

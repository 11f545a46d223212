//===- TableImage.h - the bytes of an object's tables ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The bytes come from another process or from a file and may be anything: every
// read is checked. Addresses are those of the recorded process.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_DECODE_TABLEIMAGE_H
#define MEMFACET_DECODE_TABLEIMAGE_H

#include "memfacet/Tables.h"
#include <array>
#include <cstddef>
#include <cstring>
#include <optional>
#include <string_view>
#include <type_traits>
#include <vector>

namespace memfacet::decode {

class TableImage {
public:
  explicit TableImage(const std::array<TableRange, TableCount> &Ranges);

  /// Appends bytes of a table. They must come in order within each table;
  /// others are ignored. So memory is bounded by what was really received.
  void append(uint64_t Address, std::string_view Bytes);
  bool complete() const;

  const TableRange &range(TableKind Kind) const { return Ranges[size_t(Kind)]; }
  size_t rows(TableKind Kind, size_t RowBytes) const {
    return Tables[size_t(Kind)].size() / RowBytes;
  }
  /// Returns nothing if the value is not wholly inside the table.
  template <typename T>
  std::optional<T> read(TableKind Kind, uint64_t Address) const {
    static_assert(std::is_trivially_copyable_v<T>);
    const std::vector<char> &Table = Tables[size_t(Kind)];
    uint64_t Offset = Address - range(Kind).Begin;
    if (Offset > Table.size() || Table.size() - Offset < sizeof(T))
      return std::nullopt;
    T Value;
    std::memcpy(&Value, Table.data() + Offset, sizeof(T));
    return Value;
  }
  /// Returns the string at \p Address, empty if there is none. Valid as long as
  /// this image.
  std::string_view string(uint64_t Address) const;
  /// Returns what stands after the name of a type at \p Address, without the
  /// mark, or nothing.
  std::string_view layout(uint64_t Address) const;

  /// Returns the bytes from \p Address on, with which the operations begin:
  /// they say themselves where they end. Empty: there are none.
  std::string_view operations(uint64_t Address) const;

private:
  std::array<TableRange, TableCount> Ranges;
  std::array<std::vector<char>, TableCount> Tables;
};

/// Returns where the field at \p FieldAddress points to; 0: nowhere.
constexpr uint64_t targetOf(uint64_t FieldAddress, RelPtr Value) {
  return Value == 0 ? 0 : FieldAddress + uint64_t(int64_t(Value));
}

} // namespace memfacet::decode

#endif

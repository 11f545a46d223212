//===- RowDirectory.h - rows by their headers -----------------------------===//

#ifndef MEMFACET_CODING_ROWDIRECTORY_H
#define MEMFACET_CODING_ROWDIRECTORY_H

#include "analysis/stream/RecordLength.h"
#include <vector>

namespace memfacet {

/// Records with the same header: what the coder knows of them all along.
struct CodedRow {
  uint64_t Header;
  uint32_t Slots;       ///< words behind the header
  uint32_t FirstColumn; ///< of Slots
};

/// Numbers of rows and of their columns. Row 0 is none; columns begin with 1,
/// so that 0 can say "no column".
class RowDirectory {
public:
  explicit RowDirectory(const RecordLength &Lengths);

  /// The row with this header, 0 where it is not known (yet).
  uint32_t find(uint64_t Header) const {
    for (size_t At = slotOf(Header);; At = (At + 1) & Mask)
      if (Table[At].Header == Header || Table[At].Row == 0)
        return Table[At].Row;
  }
  /// The same, and gets to know it; 0: that is no header, or its records are
  /// too long to be a row.
  uint32_t add(uint64_t Header);
  const CodedRow &operator[](uint32_t Row) const { return Rows[Row]; }
  uint32_t rows() const { return uint32_t(Rows.size()); }
  uint32_t columns() const { return uint32_t(RowOfColumn.size()); }
  uint32_t rowOfColumn(uint32_t Column) const { return RowOfColumn[Column]; }
  /// Whether the tables still say that its records are so long.
  bool stillTrue(uint32_t Row) const;
  void clear();

private:
  struct Entry {
    uint64_t Header;
    uint32_t Row;
  };
  size_t slotOf(uint64_t Header) const {
    return Header * 0x9e3779b97f4a7c15 >> Shift;
  }
  void enter(uint32_t Row);
  void grow();

  const RecordLength &Lengths;
  std::vector<CodedRow> Rows;
  std::vector<uint32_t> RowOfColumn;
  std::vector<Entry> Table; ///< open addressing, at most half full
  unsigned Shift;
  size_t Mask;
};

} // namespace memfacet

#endif

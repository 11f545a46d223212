//===- BlockRows.h - tables of blocks, ready to be walked -----------------===//

#ifndef MEMFACET_RUNTIME_PAIRS_BLOCKROWS_H
#define MEMFACET_RUNTIME_PAIRS_BLOCKROWS_H

#include "memfacet/Tables.h"

namespace memfacet {

/// An access of a path. It was executed if Slot is 0 or that word of the record
/// is not. Its address is Add plus that word, or Add alone.
struct AccessLane {
  uint64_t Add;
  const Site *Row;
  uint16_t Slot;  ///< 0: Add alone
  uint16_t Extra; ///< word with bytes or mask; 0: Size bytes
  uint32_t Size;  ///< that of Row
};

/// What a record with this header consists of.
struct HeaderLanes {
  const AccessLane *First;
  /// Copies of the lanes whose addresses are not near a word (NearBytes).
  const AccessLane *Far;
  uint16_t Lanes, FarLanes;
  uint16_t Words; ///< of the record
  /// The number of units is not the number of lanes: some lanes have a length
  /// that the record tells, or more than a line.
  bool Varies;
};

/// The same in one word, for records that need no closer look.
struct QuickRow {
  static constexpr uint32_t Look = uint32_t(1) << 31;
  /// 0: no row begins here. Look: it has lanes that are far, or Varies.
  uint32_t Word;

  uint32_t words() const { return Word & 1023; }
  uint32_t units() const { return Word >> 10 & 0xffff; }
  /// Neither a row nor plain.
  bool special() const { return Word - 1 >= Look - 1; }
};
static_assert(MaxRecordWords <= 1023);

/// Of one object.
struct BlockRows {
  BlockRows *Next;
  const ModuleTables *Of; ///< null: it was unloaded
  uint64_t Begin, Bytes;  ///< of the Blocks table
  const HeaderLanes *Rows;
  /// By distance from Begin, in steps of four bytes: no division finds them.
  const QuickRow *Quick;

  /// Null: there is no row.
  const HeaderLanes *find(uint64_t Header) const {
    uint64_t Offset = Header - Begin;
    if (Offset >= Bytes || Offset % sizeof(Block) != 0)
      return nullptr;
    return &Rows[Offset / sizeof(Block)];
  }
};

/// An address that is at most so far below or above the line of its record word
/// is near: its lane need not be looked at.
constexpr int64_t NearBytes = 64;

/// The rows of the object that has \p Header; made when first asked for. Null:
/// there is no such object, or no memory.
const BlockRows *blockRowsOf(uint64_t Header);
/// The rows of the only object that was ever asked for. Null: there are
/// several, or none.
const BlockRows *onlyBlockRows();
/// The object is about to be unloaded.
void forgetBlockRows(const ModuleTables *Tables);
/// In a forked child.
void resetBlockRowsLock();

} // namespace memfacet

#endif

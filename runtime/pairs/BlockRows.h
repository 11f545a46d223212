//===- runtime/pairs/BlockRows.h - tables of blocks, ready to be walked ---===//

#ifndef MEMFACET_RUNTIME_PAIRS_BLOCKROWS_H
#define MEMFACET_RUNTIME_PAIRS_BLOCKROWS_H

#include "memfacet/Tables.h"

namespace memfacet {

/// An access of a path. Executed where Slot is 0 or the record's word there is
/// not; its address is that word, or 0, plus Add.
struct AccessLane {
  uint64_t Add;
  const Site *Row;
  uint16_t Slot;  ///< 0: Add alone
  uint16_t Extra; ///< word with bytes or mask; 0: Row->Size bytes
};

/// What a record is, by its header. As long as a row of the Blocks table, and
/// at the same distance from the first: no division finds it.
struct PathRow {
  uint16_t Words; ///< of the record; 0: no row begins here
  uint16_t Units; ///< one for each lane
  /// Bytes that an address of a lane may lie from the line of its word are more
  /// than WatchFilter allows for, or its length is not known, or it has no
  /// word: such lanes must be looked at.
  bool Look;
  bool Varies; ///< Units is not what it will be
  uint16_t Lanes;
  const AccessLane *First;
  char Unused[sizeof(Block) - 16];
} __attribute__((packed, aligned(4)));
static_assert(sizeof(PathRow) == sizeof(Block));

/// Of one object.
struct BlockRows {
  BlockRows *Next;
  const ModuleTables *Of; ///< null: it was unloaded
  uint64_t Begin, Bytes;  ///< of the Blocks table
  const char *Rows;

  /// Null: there is no row.
  const PathRow *find(uint64_t Header) const {
    uint64_t Offset = Header - Begin;
    if (Offset >= Bytes || Offset % sizeof(Block) != 0)
      return nullptr;
    auto *Row = reinterpret_cast<const PathRow *>(Rows + Offset);
    return Row->Words ? Row : nullptr;
  }
};

/// How far from the line of the word that it belongs to an address may be, in
/// lines below and above, where the lane need not be looked at.
constexpr int64_t NearBytes = 64;

/// Those of the object that has \p Header among its rows; made when they are
/// first asked for. Null: there is none, or no memory.
const BlockRows *blockRowsOf(uint64_t Header);
/// The object is about to be unloaded.
void forgetBlockRows(const ModuleTables *Tables);
/// In a forked child.
void resetBlockRowsLock();

} // namespace memfacet

#endif

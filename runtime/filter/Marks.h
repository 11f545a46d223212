//===- Marks.h - how far marks reach --------------------------------------===//
//
// A new mark ends those that it overlaps (docs/annotations.md). What they
// covered beyond it is somebody else's then, too, and must be asked for anew.
// Nobody here keeps a list of marks. Instead:
//
//   A mark that overlaps the new one, and is not inside it or around it, has an
//   end inside the new one. Ends are boundaries of pieces, and stay there until
//   something covers them. So mostly it is plain that there is none.
//   Else, for each page of 4 KiB, it is known how large marks in it have been:
//   none reaches further.
//
// A byte for each page, behind the bits of pieces. It only grows, until the
// page is a part of a new block.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RUNTIME_FILTER_MARKS_H
#define MEMFACET_RUNTIME_FILTER_MARKS_H

#include "runtime/filter/Pieces.h"

namespace memfacet {

struct Extent {
  uint64_t Low, High;
};

/// What belongs to somebody else once there is a mark [\p Low, \p High), or
/// more: whole lines. Before setMark.
Extent changedByMark(uint64_t Low, uint64_t High);
/// The same once the mark that begins at \p Address has ended.
Extent changedByEnd(uint64_t Address);
/// As setPiece, of a mark.
void setMark(uint64_t Low, uint64_t High);
/// A block: the marks that were there have ended.
void forgetMarks(uint64_t Low, uint64_t High);
/// Locals begin and end in [\p Low, \p High) and cover boundaries of marks,
/// which do not end.
void hideMarks(uint64_t Low, uint64_t High);

} // namespace memfacet

#endif

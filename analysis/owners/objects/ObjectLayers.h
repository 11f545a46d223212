//===- ObjectLayers.h - objects, and marks on top of them -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The bottom layer has the objects that the allocator, the loader and the
// compiler make. Marks are objects that the program announces (memfacet.h): a
// suballocator's, or regions with a name. A mark hides what it covers until it
// ends:
//
//   Two marks are apart, or one lies inside the other. A new mark
//   lies inside those that contain it and are larger; the others that it
//   overlaps end.
//   When a mark ends, all marks inside it end.
//   A byte shows the innermost mark around it, else the object.
//
// A mark inside N others is in layer N + 1.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_OWNERS_OBJECTS_OBJECTLAYERS_H
#define MEMFACET_OWNERS_OBJECTS_OBJECTLAYERS_H

#include "analysis/owners/objects/ObjectMap.h"
#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace memfacet::owners {

class ObjectLayers {
public:
  /// The depth of marks inside one another; further ones are refused.
  static constexpr size_t MaxMarkDepth = 8;

  /// What shows of an object in a range, or the first part of it.
  struct Piece {
    uint64_t Low, High;
    StructureId Structure;
  };

  /// Returns the objects below all marks.
  ObjectMap &bottom() { return Bottom; }
  const ObjectMap &bottom() const { return Bottom; }

  /// Returns the first piece in [Low, High), cut to it.
  std::optional<Piece> firstPiece(uint64_t Low, uint64_t High) const;
  /// Calls \p Visit(piece) for all in [Low, High), which lies within a page of
  /// 4 KiB, in order.
  template <typename Visitor>
  void forEachPiece(uint64_t Low, uint64_t High, Visitor Visit) const {
    if (Depth == 0 && Bottom.forEachSmall(Low, High, [&](const LiveObject &O) {
          Visit(pieceOf(O, Low, High));
        }))
      return;
    while (std::optional<Piece> P = firstPiece(Low, High)) {
      Visit(*P);
      Low = P->High;
    }
  }
  /// Returns false if there never was a mark.
  bool hasMarks() const { return Depth != 0; }
  /// Returns whether a mark overlaps [Low, High).
  bool marked(uint64_t Low, uint64_t High) const;

  /// Adds a mark and appends to \p Ended the marks that it ends. Returns false
  /// if it is inside too many.
  bool mark(const LiveObject &O, std::vector<LiveObject> &Ended);
  /// Returns the innermost mark that starts at \p Address.
  std::optional<LiveObject> markAt(uint64_t Address) const;
  /// Ends the innermost mark that starts at \p Address; it is the first in
  /// \p Ended. Returns false if there is none.
  bool unmark(uint64_t Address, std::vector<LiveObject> &Ended);
  /// Ends all marks inside [Low, High).
  void unmarkInside(uint64_t Low, uint64_t High,
                    std::vector<LiveObject> &Ended);
  /// Gives the innermost mark, or else the object, around \p Address to
  /// \p Structure. Returns what it was.
  std::optional<LiveObject> rename(uint64_t Address, StructureId Structure);

private:
  /// Returns a layer; 0 is the bottom.
  const ObjectMap &layer(size_t N) const {
    return N == 0 ? Bottom : *Marks[N - 1];
  }
  static Piece pieceOf(const LiveObject &O, uint64_t Low, uint64_t High) {
    return {std::max(O.Address, Low), std::min(O.end(), High), O.Structure};
  }
  std::optional<Piece> firstPiece(size_t Layers, uint64_t Low,
                                  uint64_t High) const;
  bool end(size_t Mark, uint64_t Address, std::vector<LiveObject> &Ended);
  void endOverlapping(size_t FromMark, uint64_t Low, uint64_t High,
                      std::vector<LiveObject> &Ended);

  ObjectMap Bottom;
  std::array<std::unique_ptr<ObjectMap>, MaxMarkDepth> Marks;
  size_t Depth = 0; ///< the number of Marks that exist
};

} // namespace memfacet::owners

#endif

//===- PiecedBytes.h - bytes that grow, in pieces of one size -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RESULT_STORE_PIECEDBYTES_H
#define MEMFACET_RESULT_STORE_PIECEDBYTES_H

#include "memfacet/Check.h"
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace memfacet::result {

/// Bytes in pieces. Many such objects grow and are replaced by others for as
/// long as a program runs. What one gives back fits what another needs: memory
/// of all sizes would leave holes that are just too small.
class PiecedBytes {
public:
  void append(std::string_view Bytes) {
    while (!Bytes.empty()) {
      if (Pieces.empty() || Pieces.back().size() == PieceBytes)
        Pieces.emplace_back();
      std::vector<char> &Last = Pieces.back();
      size_t Part = std::min(Bytes.size(), PieceBytes - Last.size());
      size_t Needed = Last.size() + Part;
      // Only short contents have a smaller piece.
      if (Needed > Last.capacity())
        Last.reserve(std::min(PieceBytes, 2 * Needed));
      Last.insert(Last.end(), Bytes.begin(), Bytes.begin() + ptrdiff_t(Part));
      Bytes.remove_prefix(Part);
    }
  }

  size_t size() const {
    return Pieces.empty()
               ? 0
               : (Pieces.size() - 1) * PieceBytes + Pieces.back().size();
  }
  /// Replaces what is in \p Target by all bytes.
  void copyTo(std::string &Target) const {
    Target.clear();
    for (const std::vector<char> &P : Pieces)
      Target.append(P.data(), P.size());
  }

  /// Reads bytes from the beginning on.
  class Reader {
  public:
    explicit Reader(const PiecedBytes &Source) : Source(Source) {}

    bool atEnd() const { return Piece == Source.Pieces.size(); }
    /// Passes on the next \p Count bytes, which are there, part by part.
    template <typename Visitor> void read(size_t Count, Visitor Visit) {
      while (Count != 0) {
        MEMFACET_CHECK(!atEnd(), "callers read what was appended");
        const std::vector<char> &Current = Source.Pieces[Piece];
        size_t Part = std::min(Count, Current.size() - Position);
        Visit(std::string_view(Current.data() + Position, Part));
        Count -= Part;
        Position += Part;
        if (Position == Current.size())
          ++Piece, Position = 0;
      }
    }

  private:
    const PiecedBytes &Source;
    size_t Piece = 0, Position = 0;
  };

private:
  /// Bytes of a piece; the allocator makes 1008 of them.
  static constexpr size_t PieceBytes = 1000;

  std::vector<std::vector<char>> Pieces; ///< all but the last one are full
};

} // namespace memfacet::result

#endif

//===- ObjectNumbers.h - the number of a small object, by address ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code that follows links comes to another object at each access, so to find it
// must not take a search. A table has a number for each 16 bytes of memory that
// has small objects, in pieces for 64 KiB. A number may be out of date: whoever
// asks checks it.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_MEASURE_OBSERVERS_OBJECTNUMBERS_H
#define MEMFACET_MEASURE_OBSERVERS_OBJECTNUMBERS_H

#include "memfacet/Check.h"
#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>

namespace memfacet::measure {

class ObjectNumbers {
public:
  /// Bytes of the largest object that is kept.
  static constexpr uint64_t MostBytes = 1024;
  static constexpr uint32_t None = ~uint32_t(0);

  /// Notes \p Number for [\p Low, \p High), of MostBytes bytes at most and not
  /// empty.
  void set(uint64_t Low, uint64_t High, uint32_t Number) {
    MEMFACET_CHECK(Low < High && High - Low <= MostBytes,
                   "larger objects are found by a search");
    for (uint64_t Unit = Low >> UnitShift; Unit <= (High - 1) >> UnitShift;
         ++Unit)
      piece(Unit / PieceUnits)[Unit % PieceUnits] = Number;
  }
  /// Returns the number that was noted last for the 16 bytes of \p Address, or
  /// None.
  uint32_t at(uint64_t Address) {
    uint64_t Unit = Address >> UnitShift;
    if (Unit / PieceUnits != LastKey) {
      auto Found = Pieces.find(Unit / PieceUnits);
      if (Found == Pieces.end())
        return None;
      LastKey = Found->first, Last = Found->second.get();
    }
    return (*Last)[Unit % PieceUnits];
  }

private:
  static constexpr unsigned UnitShift = 4;
  static constexpr uint64_t PieceUnits = 4096;
  using Piece = std::array<uint32_t, PieceUnits>;

  Piece &piece(uint64_t Key) {
    if (Key != LastKey) {
      std::unique_ptr<Piece> &P = Pieces[Key];
      if (!P) {
        P = std::make_unique<Piece>();
        P->fill(None);
      }
      LastKey = Key, Last = P.get();
    }
    return *Last;
  }

  std::unordered_map<uint64_t, std::unique_ptr<Piece>> Pieces;
  uint64_t LastKey = ~uint64_t(0); ///< of the piece that was used last
  Piece *Last = nullptr;
};

} // namespace memfacet::measure

#endif

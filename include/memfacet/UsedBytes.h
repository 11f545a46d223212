//===- UsedBytes.h - the bytes of an access that have a use ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// for (i...) sum += p[i].value, of struct { int key, value; }, is a load of
// eight integers, of which every second one is added. The machine touches all
// of them; the program uses four.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_USEDBYTES_H
#define MEMFACET_USEDBYTES_H

#include <cstdint>

namespace memfacet {

/// The bytes of an access that are used: units of a power of two of bytes, of
/// which the same ones are used in each period of up to eight. In 16 bits:
///
///   0 to 7    the used units of a period, the first one lowest
///   8 to 10   the units of a period, minus 1
///   11 to 13  the logarithm of the bytes of a unit
///
/// Where no unit is used (as in 0), all bytes are: the access may be a copy.
/// Where all units are used, the source accesses each of them by itself.
class UsedBytes {
public:
  static constexpr unsigned MostUnits = 8, MostShift = 7;

  constexpr UsedBytes() = default;
  explicit constexpr UsedBytes(uint16_t Code) : Code(Code) {}
  constexpr UsedBytes(unsigned UnitShift, unsigned Units, uint8_t Mask)
      : Code(uint16_t(UnitShift << 11 | (Units - 1) << 8 | Mask)) {}

  constexpr uint16_t code() const { return Code; }
  constexpr bool all() const { return mask() == 0; }
  /// Returns the code of an access to all members of several elements.
  static constexpr UsedBytes ofElements() { return {0, 1, 1}; }
  /// Returns whether byte number \p Byte of the access is used.
  constexpr bool has(uint64_t Byte) const {
    return all() || mask() >> (Byte >> unitShift()) % units() & 1;
  }
  /// Returns a bit for each of \p Bytes bytes from number \p First on; \p Bytes
  /// is at most 64.
  constexpr uint64_t bits(uint64_t First, uint64_t Bytes) const {
    uint64_t Bits = 0;
    for (uint64_t I = 0; I != Bytes; ++I)
      Bits |= uint64_t(has(First + I)) << I;
    return Bits;
  }
  /// Calls \p Visit(first byte, bytes) for each group of neighbouring used
  /// bytes of an access of \p Bytes bytes.
  template <typename Visitor>
  constexpr void forPieces(uint64_t Bytes, Visitor Visit) const {
    if (all())
      return Visit(uint64_t(0), Bytes);
    for (uint64_t Begin = 0, End = 0; Begin < Bytes; Begin = End) {
      bool IsUsed = has(Begin);
      for (End = Begin; End < Bytes && has(End) == IsUsed;)
        End = ((End >> unitShift()) + 1) << unitShift();
      End = End < Bytes ? End : Bytes;
      if (IsUsed)
        Visit(Begin, End - Begin);
    }
  }
  /// Returns the bytes after which the used ones repeat; 0: all are used.
  constexpr uint64_t periodBytes() const {
    return all() ? 0 : uint64_t(units()) << unitShift();
  }
  constexpr bool operator==(const UsedBytes &) const = default;

private:
  constexpr unsigned mask() const { return Code & 0xff; }
  constexpr unsigned units() const { return (Code >> 8 & 7) + 1; }
  constexpr unsigned unitShift() const { return Code >> 11 & MostShift; }

  uint16_t Code = 0;
};

} // namespace memfacet

#endif

//===- CacheWord.h - a way of a simulated cache in one word ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A way of a simulated cache is one word, so that the recency order, tags,
// writers and dirty bits of a set move together:
//
//   bits 20..63  line number (address / line size)
//   bits  1..19  structure that wrote the line last, where the line is dirty,
//                or else that it was fetched for
//   bit   0      dirty
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CACHES_CACHE_CACHEWORD_H
#define MEMFACET_CACHES_CACHE_CACHEWORD_H

#include "analysis/caches/model/CacheLimits.h"
#include "analysis/support/Ids.h"
#include <cstdint>

namespace memfacet::caches {

/// Addresses count modulo 2^47, the user half of x86-64.
constexpr unsigned AddressBits = 47;
constexpr uint64_t AddressMask = (uint64_t(1) << AddressBits) - 1;
constexpr uint32_t MaxStructures = (uint32_t(1) << 19) - 1;

using CacheWord = uint64_t;
constexpr unsigned LineShiftInWord = 20;
constexpr CacheWord DirtyBit = 1;
/// No line: this line number is too large for every line size.
constexpr CacheWord EmptyWord = ~uint64_t(0) << LineShiftInWord;

constexpr CacheWord cleanWord(uint64_t Line) { return Line << LineShiftInWord; }
/// Returns what a write by \p Writer adds to a clean word.
constexpr CacheWord writerBits(StructureId Writer) {
  return uint64_t(Writer.Value) << 1 | DirtyBit;
}
constexpr bool isDirty(CacheWord W) { return W & DirtyBit; }
constexpr uint64_t lineOf(CacheWord W) { return W >> LineShiftInWord; }
constexpr bool sameLine(CacheWord A, CacheWord B) {
  return (A ^ B) >> LineShiftInWord == 0;
}
/// Returns the structure that wrote the line last, or else that wanted it.
constexpr StructureId ownerOf(CacheWord W) {
  return StructureId(uint32_t(W & ((1 << LineShiftInWord) - 1)) >> 1);
}

static_assert(AddressMask / MinLineBytes < lineOf(EmptyWord));
static_assert(!isDirty(EmptyWord));
static_assert(ownerOf(writerBits(StructureId(MaxStructures - 1))).Value ==
              MaxStructures - 1);

struct Miss {
  /// The wanted line, clean, with the structure that wants it in place of the
  /// writer. EmptyWord: no line is wanted, only the victim is handed on.
  CacheWord Wanted;
  CacheWord Victim; ///< the line that left, or EmptyWord
  uint32_t Site;    ///< SiteId of the access that wants the line

  uint64_t line() const { return lineOf(Wanted); }
  StructureId structure() const { return ownerOf(Wanted); }
  static CacheWord wanted(uint64_t Line, uint32_t Structure) {
    return cleanWord(Line) | CacheWord(Structure) << 1;
  }
};

} // namespace memfacet::caches

#endif

//===- LineMoves.h - lines that go from thread to thread ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that selects (Select.h) and has several threads keeps, in order,
// which threads have a copy of each chosen line. It records each miss of a copy
// that another thread's write took, and each first copy of a line that another
// thread wrote. The modelled caches are infinite. Whether a miss is of true or
// miss of false sharing is known once the thread touches a byte that was
// written while it had no copy, or loses the line again (M. Dubois et al., "The
// detection and elimination of useless misses in multiprocessors", ISCA 1993).
//
// A move is two consecutive selected records:
//
//   Moved      the access that missed: its first byte in the line, its site
//   MovedFrom  the write that took the line: its first byte, its site
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_LINEMOVES_H
#define MEMFACET_LINEMOVES_H

#include <cstdint>

namespace memfacet {

enum class MoveKind : uint8_t {
  Cold,  ///< first copy of the thread, of a line that another thread wrote last
  True,  ///< miss of true sharing
  False, ///< of false sharing
};
constexpr uint32_t MoveKinds = 3;

/// Numbers of threads in a move are below this.
constexpr uint32_t MoveThreads = 1 << 24;

/// The value of a record Moved.
struct MoveValue {
  uint32_t Thread = 0;
  MoveKind Kind = MoveKind::Cold;
  /// The move stands for 2^Bits moves, because one line in 2^Bits was followed
  /// when it was missed.
  uint8_t Bits = 0;
  /// Whether the line was followed even if it was not chosen. Then Bits is 0.
  bool IsWatched = false;
  bool operator==(const MoveValue &) const = default;
};
constexpr uint32_t packMove(const MoveValue &M) {
  return uint32_t(M.IsWatched) << 31 | uint32_t(M.Bits) << 26 |
         uint32_t(M.Kind) << 24 | M.Thread % MoveThreads;
}
/// Returns the fields of \p Value. In invalid values, Bits is more than
/// MostSelectBits, or more than 0 although the line was watched, or Kind is not
/// less than MoveKinds.
constexpr MoveValue unpackMove(uint32_t Value) {
  return {Value % MoveThreads, MoveKind(Value >> 24 & 3),
          uint8_t(Value >> 26 & 31), Value >> 31 != 0};
}

/// When threads begin to choose lines, those of the others that have most
/// misses are *watched*: followed all the same. They are at most
/// MostWatchedLines. Each has at least LeastWatchedMisses, and at least one in
/// LeastWatchedPart of all misses.
constexpr unsigned MostWatchedLines = 16;
constexpr uint32_t LeastWatchedMisses = 64;
constexpr uint64_t LeastWatchedPart = 64;

/// The value of a record MovedFrom.
struct WriterValue {
  uint32_t Thread = 0;
  /// Whether the writer had also read the line since the line came to it.
  bool Updates = false;
  bool operator==(const WriterValue &) const = default;
};
constexpr uint32_t packWriter(const WriterValue &W) {
  return uint32_t(W.Updates) << 24 | W.Thread % MoveThreads;
}
constexpr WriterValue unpackWriter(uint32_t Value) {
  return {Value % MoveThreads, (Value >> 24 & 1) != 0};
}

} // namespace memfacet

#endif

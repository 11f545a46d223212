//===- LineMoves.h - lines that go from thread to thread ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that selects (Select.h) and has several threads follows, in order,
// which threads have a copy of each chosen line. It tells each miss of a copy
// that another thread's write took, and each first copy of a line that another
// thread wrote. The caches have no end. Whether a miss is of true or of false
// sharing is known once the thread touches a byte that was written while it had
// no copy, or loses the line again (M. Dubois et al., "The detection and
// elimination of useless misses in multiprocessors", ISCA 1993).
//
// A move is two selected records, one behind the other:
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
  Cold,  ///< the thread never had the line, and another one wrote it last
  True,  ///< of true sharing
  False, ///< of false sharing
};
constexpr uint32_t MoveKinds = 3;

/// Threads are below this in a move.
constexpr uint32_t MoveThreads = 1 << 24;

/// The value of Moved.
struct MoveValue {
  uint32_t Thread = 0;
  MoveKind Kind = MoveKind::Cold;
  /// The move stands for 2^Bits: one line in so many is followed. 0: the line
  /// is followed whatever is chosen.
  uint8_t Bits = 0;
  bool operator==(const MoveValue &) const = default;
};
constexpr uint32_t packMove(const MoveValue &M) {
  return uint32_t(M.Bits) << 26 | uint32_t(M.Kind) << 24 |
         M.Thread % MoveThreads;
}
/// Where fields make no sense, Bits is more than MostSelectBits or Kind is not
/// less than MoveKinds.
constexpr MoveValue unpackMove(uint32_t Value) {
  return {Value % MoveThreads, MoveKind(Value >> 24 & 3), uint8_t(Value >> 26)};
}

/// The value of MovedFrom.
struct WriterValue {
  uint32_t Thread = 0;
  /// The writer had read the line, too, since it came to it.
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

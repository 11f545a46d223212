//===- PairSample.h - sampled pairs of accesses to a line -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/internals/communication.md defines each number. One access of Period
// units is chosen at random. It and the next access to its line, by any thread,
// are a pair. If no thread touches the line again, the choice is dangling. The
// second access and the one after it are a pair, too; its vertices say whose
// access came before.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RESULT_PROFILE_PAIRSAMPLE_H
#define MEMFACET_RESULT_PROFILE_PAIRSAMPLE_H

#include "analysis/result/profile/RecordType.h"
#include "analysis/support/Ids.h"
#include "analysis/support/Names.h"
#include "memfacet/Tables.h"
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

namespace memfacet::result {

/// A static load or store.
struct PairSite {
  std::string File, Function; ///< as in CodeSite
  uint32_t Line = 0, Column = 0;
  AccessKind Kind = AccessKind::Load;
  FieldAccess Field = {}; ///< without Block
  bool operator==(const PairSite &) const = default;
};
} // namespace memfacet::result

template <>
inline constexpr std::array memfacet::NamesOf<memfacet::AccessKind> = {
    "load", "store", "atomic"};

namespace memfacet::result {
inline const char *accessKindName(AccessKind Value) { return nameOf(Value); }

/// PairVertex::PreviousThread of chosen accesses and what follows them: it is
/// not known.
constexpr uint32_t UnknownThread = ~uint32_t(0);

/// A site where it accesses a structure in a thread: one end of pairs.
struct PairVertex {
  uint32_t Site = 0; ///< index into PairSample::Sites
  StructureId Structure;
  uint32_t Thread = 0;
  uint64_t Firsts = 0;   ///< times that it was chosen, or came after a choice
  uint64_t Dangling = 0; ///< of Firsts: the line was not touched again
  /// The thread that touched the line last before, or UnknownThread.
  uint32_t PreviousThread = UnknownThread;
  /// Bytes of lines that the vertex was seen to touch, as a mask: the first
  /// byte is the lowest bit.
  uint64_t Bytes = 0;
  bool operator==(const PairVertex &) const = default;
};

struct PairCount {
  uint32_t First = 0, Second = 0; ///< indices into PairSample::Vertices
  uint64_t Pairs = 0;
  uint64_t Overlapping = 0; ///< pairs that share bytes
  /// Pairs by octave of their distance: see distanceOctave. As long as needed.
  std::vector<uint64_t> Distances;
  bool operator==(const PairCount &) const = default;
};

/// Returns the octave of \p Distance: 0 has distance 0, K distances from
/// 2^(K-1) to below 2^K. A distance is units of all threads between the two.
constexpr unsigned distanceOctave(uint64_t Distance) {
  return unsigned(std::bit_width(Distance));
}
constexpr unsigned DistanceOctaves = 65;

struct PairThread {
  uint32_t Thread = 0;
  uint64_t Units = 0; ///< that it has executed, as far as is known
  /// Units in signal handlers, which were not examined. 0 where a trace was
  /// sampled.
  uint64_t Missed = 0;
  bool operator==(const PairThread &) const = default;
};

struct PairSample {
  uint64_t Period = 0; ///< 0: no sample was asked for
  uint64_t Seed = 0;
  std::vector<PairSite> Sites;
  /// Sorted by Site, Structure, Thread, PreviousThread.
  std::vector<PairVertex> Vertices;
  std::vector<PairCount> Pairs;    ///< sorted by First, Second
  std::vector<PairThread> Threads; ///< sorted by Thread

  bool empty() const { return Period == 0; }
  bool operator==(const PairSample &) const = default;
};

} // namespace memfacet::result

#endif

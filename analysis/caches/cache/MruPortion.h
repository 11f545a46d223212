//===- MruPortion.h - accesses and MRU lines between the passes -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An MRU line is kept as an access: one that wrote its line, if there is one,
// or the first that touched it. The word of an access is the address and a bit
// for a write.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CACHES_CACHE_MRUPORTION_H
#define MEMFACET_CACHES_CACHE_MRUPORTION_H

#include "analysis/caches/cache/OwnerSource.h"
#include "analysis/decode/Batch.h"
#include <cstdint>

namespace memfacet::caches {

constexpr uint64_t MruWriteBit = 1;
/// No access has this word: it is beyond all addresses and does not write.
constexpr uint64_t NoMruLine = ~uint64_t(0) & ~MruWriteBit;

/// A few accesses in the form that the passes need.
struct MruPortion {
  static constexpr uint32_t Capacity = 256;
  const decode::AccessInfo *Info;
  uint32_t Count;
  bool Straddles; ///< at least one touches more than one line
  alignas(64) uint64_t Word[Capacity];
  alignas(64) uint32_t Index[Capacity]; ///< set
};

/// MRU lines that were replaced.
struct NotedMrus {
  static constexpr uint32_t Room = MruPortion::Capacity + 1;
  uint32_t Count = 0;
  uint64_t OldWord[Room]; ///< words of the replaced lines
  uint32_t Access[Room];  ///< access that replaced the line
  uint64_t Address[Room]; ///< address of that access
  OwnerEntry Owner[Room]; ///< of the new MRU line
  /// Sets whose MRU lines became lines of several structures; other MRU lines
  /// may have come since.
  uint32_t MixedCount = 0;
  uint32_t Mixed[Room];
  /// Whether an MRU line that writes is the last write of its line; else it is
  /// the first.
  bool LastWrites;
};

} // namespace memfacet::caches

#endif

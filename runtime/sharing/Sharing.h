//===- Sharing.h - who takes which line from whom -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Once a process has had several threads, accesses to chosen lines pass through
// a directory of lines before they are dropped as repeats. What it says is the
// order in which the threads came to a line, whatever orders them.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RUNTIME_SHARING_SHARING_H
#define MEMFACET_RUNTIME_SHARING_SHARING_H

#include "runtime/sharing/KnownRights.h"
#include "runtime/sharing/LineDirectory.h"
#include "runtime/sharing/WatchedLines.h"

namespace memfacet {

struct ProcessSharing {
  /// Whether lines are followed.
  std::atomic<bool> FollowsLines;
  static constexpr size_t VersionPlaces = 4096;
  /// Of lines with the same place: changes when rights to one of them end.
  std::atomic<uint32_t> Versions[VersionPlaces];

  std::atomic<uint32_t> &versionOf(uint64_t Line) {
    return Versions[(Line ^ Line >> 6) % VersionPlaces];
  }
  LineDirectory Directory;
  WatchedLines Watched;
};
extern ProcessSharing Sharing;

inline bool followsLines() {
  return Sharing.FollowsLines.load(std::memory_order_relaxed);
}
/// Rights to \p Line hold as long as this does not change.
inline uint32_t lineVersion(uint64_t Line) {
  return Sharing.versionOf(Line).load(std::memory_order_relaxed);
}

/// Another thread than the first one begins.
void followLines();
/// In a forked child.
void forgetSharing();

/// Memory for a thread's own rights, or null.
KnownRights *takeRights();
void giveRights(KnownRights *Rights);

/// A thread touches \p Line. \p Bits: of moves. \p Moves: what that makes
/// known. \p Version: to which the rights belong, if there are any.
LineRights followLine(uint64_t Line, const LineAccess &A, uint8_t Bits,
                      uint32_t &Version, LineMoveList &Moves);

} // namespace memfacet

#endif

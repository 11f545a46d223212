//===- Sharing.h - which thread takes which line --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Once a process has had several threads, accesses to chosen lines pass through
// a directory of lines before they are dropped as repeats. The directory says
// in which order threads came to a line, whether or not the program orders
// them.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RUNTIME_SHARING_SHARING_H
#define MEMFACET_RUNTIME_SHARING_SHARING_H

#include "runtime/sharing/KnownRights.h"
#include "runtime/sharing/LineDirectory.h"
#include "runtime/sharing/WatchedLines.h"

namespace memfacet::sharing {

struct ProcessSharing {
  /// Whether lines are followed.
  std::atomic<bool> FollowsLines;
  LinePlaces Places;
  /// The versions of lines, each shared by the lines with the same place. A
  /// version changes when rights to one of its lines end.
  std::atomic<uint32_t> Versions[LinePlaces::Many];

  std::atomic<uint32_t> &versionOf(uint64_t Line) {
    return Versions[Places.of(Line)];
  }
  LineDirectory Directory;
  WatchedLines Watched;
};
extern ProcessSharing Sharing;

inline bool followsLines() {
  return Sharing.FollowsLines.load(std::memory_order_relaxed);
}
/// Returns the version of \p Line. Rights to the line hold as long as the
/// version does not change.
inline uint32_t lineVersion(uint64_t Line) {
  return Sharing.versionOf(Line).load(std::memory_order_relaxed);
}

/// Prepares for processes whose threads look at all lines all the time.
void followAllLines();
/// Starts following lines. To be called when a second thread begins.
void followLines();
/// Stops following lines in a forked child.
void forgetSharing();

/// Returns memory for the rights of one thread, or null.
KnownRights *takeRights();
void giveRights(KnownRights *Rights);

/// Processes a touch of \p Line by a thread. \p Bits: of the moves. \p Moves:
/// the moves to be reported. \p Version: the version to which the returned
/// rights belong, if there are any.
LineRights followLine(uint64_t Line, const LineAccess &A, uint8_t Bits,
                      uint32_t &Version, LineMoveList &Moves);

/// Ends the history of \p Bytes of \p Line, which belong to a new object from
/// now on. Returns false if there are more \p Moves to be reported; to be
/// called again then.
bool forgetBytes(uint64_t Line, uint64_t Bytes, LineMoveList &Moves);

} // namespace memfacet::sharing

#endif

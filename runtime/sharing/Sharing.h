//===- Sharing.h - who takes which line from whom -------------------------===//
//
// Once a process has had several threads, accesses to chosen lines pass through
// a directory of lines before they are dropped as repeats. What it says is the
// order in which the threads came to a line, whatever orders them.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RUNTIME_SHARING_SHARING_H
#define MEMFACET_RUNTIME_SHARING_SHARING_H

#include "runtime/sharing/LineDirectory.h"
#include "runtime/sharing/WatchedLines.h"

namespace memfacet {

struct ProcessSharing {
  /// Whether lines are followed.
  std::atomic<bool> Follows;
  /// Of each residue: changes when a thread may have to look at a line anew
  /// that it has looked at last.
  std::atomic<uint32_t> Versions[SelectResidues];
  LineDirectory Directory;
  WatchedLines Watched;
};
extern ProcessSharing Sharing;

inline bool followsLines() {
  return Sharing.Follows.load(std::memory_order_relaxed);
}
/// Of the lines with the residue of \p Line.
inline uint32_t lineVersion(uint64_t Line) {
  return Sharing.Versions[Line % SelectResidues].load(
      std::memory_order_relaxed);
}

/// Another thread than the first one begins.
void followLines();
/// In a forked child.
void forgetSharing();

/// A thread touches \p Line. \p Bits: of moves. \p Moves: what that makes
/// known. \p Version: to which the rights belong, if there are any.
LineRights followLine(uint64_t Line, const LineAccess &A, uint8_t Bits,
                      uint32_t &Version, LineMoveList &Moves);

} // namespace memfacet

#endif

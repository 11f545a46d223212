//===- Sharing.cpp - who takes which line from whom -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/sharing/Sharing.h"
#include "runtime/support/Pool.h"

namespace memfacet {

constinit ProcessSharing Sharing{};
static constinit Pool<KnownRights> Rights{};

KnownRights *takeRights() { return Rights.take(); }
void giveRights(KnownRights *Given) { Rights.give(Given); }

/// Ends the rights that the first thread has had to every line so far.
void followLines() {
  if (followsLines() || !Sharing.Directory.begin())
    return;
  Sharing.Follows.store(true);
  for (std::atomic<uint32_t> &V : Sharing.Versions)
    V.fetch_add(1);
}

LineRights followLine(uint64_t Line, const LineAccess &A, uint8_t Bits,
                      uint32_t &Version, LineMoveList &Moves) {
  LineTouched T;
  bool Follows =
      Sharing.Directory.touch(Line, A, Bits, [&](const LineTouched &Now) {
        std::atomic<uint32_t> &Of = Sharing.versionOf(Line);
        if (Now.Changes)
          Of.fetch_add(1, std::memory_order_relaxed);
        if (Now.Forgotten != 0)
          Sharing.versionOf(Now.Forgotten - 1)
              .fetch_add(1, std::memory_order_relaxed);
        Version = Of.load(std::memory_order_relaxed);
        T = Now;
      });
  if (!Follows)
    return {};
  Moves = T.Moves;
  if (T.Missed && Bits == 0)
    Sharing.Watched.noteMiss(Line);
  if (T.Misses != 0 && A.Window == LineAccess::Each)
    Sharing.Watched.note(Line, T.Misses);
  else if (A.Window != LineAccess::NoWindow)
    Sharing.Watched.noteWindows(Line, T.Misses, T.FirstWindow);
  return T.Rights;
}

void forgetSharing() {
  Sharing.Follows.store(false);
  Sharing.Directory.forget();
  Sharing.Watched.forget();
  Rights.reset();
}

} // namespace memfacet

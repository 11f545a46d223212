//===- Sharing.cpp - which thread takes which line ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/sharing/Sharing.h"
#include "memfacet/Check.h"
#include "runtime/support/Pool.h"
#include <new>

namespace memfacet::sharing {

constinit ProcessSharing Sharing{};

namespace {
class RightsMemory : public BytePool {
public:
  KnownRights *take(LinePlaces Places) {
    void *Memory = BytePool::take(KnownRights::bytes(Places));
    return Memory ? new (Memory) KnownRights(Places) : nullptr;
  }
  void give(KnownRights *Rights) { BytePool::give(Rights); }
};
} // namespace
static constinit RightsMemory RightsPool{};

KnownRights *takeRights() { return RightsPool.take(Sharing.Places); }
void giveRights(KnownRights *Rights) { RightsPool.give(Rights); }

void followAllLines() {
  MEMFACET_CHECK(!followsLines(), "versions have their places already");
  Sharing.Places.AreMany = true;
}

/// Ends the rights that the first thread has had to every line so far.
void followLines() {
  if (followsLines() || !Sharing.Directory.begin())
    return;
  Sharing.FollowsLines.store(true);
  for (size_t Place = 0; Place != Sharing.Places.count(); ++Place)
    Sharing.Versions[Place].fetch_add(1);
}

LineRights followLine(uint64_t Line, const LineAccess &A, uint8_t Bits,
                      uint32_t &Version, LineMoveList &Moves) {
  TouchResult T;
  bool IsFollowed =
      Sharing.Directory.touch(Line, A, Bits, [&](const TouchResult &Touch) {
        std::atomic<uint32_t> &LineVersion = Sharing.versionOf(Line);
        if (Touch.EndsRights)
          LineVersion.fetch_add(1, std::memory_order_relaxed);
        if (Touch.ForgottenName != 0)
          Sharing.versionOf(Touch.ForgottenName - 1)
              .fetch_add(1, std::memory_order_relaxed);
        Version = LineVersion.load(std::memory_order_relaxed);
        T = Touch;
      });
  if (!IsFollowed)
    return {};
  Moves = T.Moves;
  if (T.IsMiss && LineHolders::isSingle(Bits))
    Sharing.Watched.noteMiss(Line);
  if (T.Misses != 0 && A.Window == LineAccess::AllLines)
    Sharing.Watched.note(Line, T.Misses);
  else if (A.Window != LineAccess::NoWindow)
    Sharing.Watched.noteWindows(Line, T.Misses, T.FirstWindow);
  return T.Rights;
}

bool forgetBytes(uint64_t Line, uint64_t Bytes, LineMoveList &Moves) {
  return Sharing.Directory.forget(Line, Bytes, Moves, [&] {
    Sharing.versionOf(Line).fetch_add(1, std::memory_order_relaxed);
  });
}

void forgetSharing() {
  Sharing.FollowsLines.store(false);
  Sharing.Directory.forget();
  Sharing.Watched.forget();
  RightsPool.reset();
}

} // namespace memfacet::sharing

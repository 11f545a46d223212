//===- LineDirectory.h - the lines that are followed ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The directory has a row for each followed line that a process with several
// threads touches. The row says which thread has touched the line, as long as
// that was one thread; otherwise it has the line's LineHolders. Rows of lines
// that one thread has touched give way to new ones.
//
// A bucket has a lock of its own, which is held for some ten instructions. A
// thread that cannot take it soon goes on without it: for example, a signal
// handler that has interrupted its own thread there, or a thread that waits for
// a holder that does not execute. Such touches are not followed.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RUNTIME_SHARING_LINEDIRECTORY_H
#define MEMFACET_RUNTIME_SHARING_LINEDIRECTORY_H

#include "runtime/sharing/LineHolders.h"
#include <atomic>

namespace memfacet::sharing {

/// The effects of a touch.
struct TouchResult {
  LineMoveList Moves;
  /// Whether the rights that other threads have to the line end.
  bool EndsRights = false;
  LineRights Rights;
  uint32_t Misses = 0; ///< LineHolders::misses
  uint32_t FirstWindow = 0;
  bool IsMiss = false; ///< LineHolders::isMiss
  /// Line + 1 of a row that gave way: no thread has rights to it any more. 0:
  /// none.
  uint64_t ForgottenName = 0;
};

class LineDirectory {
public:
  /// Allocates the directory. Returns false when memory is short; no line is
  /// followed then.
  bool begin();
  bool exists() const { return Buckets.load() != nullptr; }
  /// Frees the directory in a forked child.
  void forget();

  /// Locks \p Line, changes what is known about it, and calls \p
  /// Visit(TouchResult) before unlocking it. Returns false if the touch is not
  /// followed.
  template <typename Visitor>
  bool touch(uint64_t Line, const LineAccess &A, uint8_t Bits, Visitor Visit) {
    Bucket &B = bucketOf(Line);
    if (!lock(B))
      return false;
    TouchResult T;
    bool IsFollowed = touch(B, Line, A, Bits, T);
    Visit(T);
    unlock(B);
    return IsFollowed;
  }
  /// Calls \p Report(line, LineMove) for moves that were not reported yet. To
  /// be called at the process's end.
  template <typename Reporter> void settle(Reporter Report) {
    uint32_t Count = UsedHolders.load();
    for (uint32_t I = 0; I < Count && I < MostHolders; ++I) {
      LineHolders &H = Holders.load()[I];
      H.settle([&](const LineMove &M) { Report(H.line(), M); });
    }
  }

private:
  struct Row {
    uint64_t Name; ///< line + 1; 0: free
    uint32_t Thread, Site;
    uint32_t Holders; ///< index + 1; 0: Thread is the only one
    uint8_t Byte;     ///< first byte of the last write, which was by Site
    bool HasWritten;
  };
  struct alignas(128) Bucket {
    static constexpr unsigned Places = 5;
    std::atomic<uint32_t> State;
    uint32_t Next; ///< the next place that gives way
    Row Rows[Places];
  };
  static_assert(sizeof(Bucket) == 128);
  static constexpr unsigned BucketBits = 17;
  static constexpr uint32_t MostHolders = 80'000;
  enum : uint32_t { Free, Locked, Abandoned };

  Bucket &bucketOf(uint64_t Line) const {
    return Buckets.load(std::memory_order_relaxed)[Line * 0x9e3779b97f4a7c15 >>
                                                   (64 - BucketBits)];
  }
  bool lock(Bucket &B) {
    uint32_t Expected = Free;
    if (B.State.compare_exchange_strong(Expected, Locked,
                                        std::memory_order_acquire)) [[likely]]
      return true;
    return lockSlowly(B);
  }
  static void unlock(Bucket &B) {
    B.State.store(Free, std::memory_order_release);
  }
  bool lockSlowly(Bucket &B);
  bool touch(Bucket &B, uint64_t Line, const LineAccess &A, uint8_t Bits,
             TouchResult &Result);
  Row *rowOf(Bucket &B, uint64_t Line);
  LineHolders *holdersOf(Row &R, uint64_t Line);
  LineHolders *freshHolders(uint32_t &Number);

  std::atomic<Bucket *> Buckets;
  std::atomic<LineHolders *> Holders;
  std::atomic<uint32_t> UsedHolders;
};

} // namespace memfacet::sharing

#endif

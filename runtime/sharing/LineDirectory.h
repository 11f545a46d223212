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

#include "memfacet/Check.h"
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
  /// Ends the history of \p Bytes of \p Line (LineHolders::forget). Calls \p
  /// Visit() before unlocking the line if threads' rights to it end. Returns
  /// false if there are more moves; to be called again then.
  template <typename Visitor>
  bool forget(uint64_t Line, uint64_t Bytes, LineMoveList &Moves,
              Visitor Visit) {
    Bucket &B = bucketOf(Line);
    if (!mayHave(B, Line) || !lock(B))
      return true;
    bool IsDone = true;
    if (Row *R = find(B, Line)) {
      IsDone = forget(*R, Bytes, Moves);
      Visit();
    }
    unlock(B);
    return IsDone;
  }
  /// Calls \p Visit(line) for lines from \p First up to before \p End, in any
  /// order.
  template <typename Visitor>
  void forLines(uint64_t First, uint64_t End, Visitor Visit) {
    if (End - First < BucketCount) {
      for (; First != End; ++First)
        Visit(First);
      return;
    }
    for (uint64_t I = 0; I != BucketCount; ++I)
      for (unsigned Place = 0; Place != Bucket::Places; ++Place)
        if (uint64_t Line = nameOf(Buckets.load()[I].Rows[Place]) - 1;
            Line >= First && Line < End)
          Visit(Line);
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
  static constexpr uint64_t BucketCount = uint64_t(1) << BucketBits;
  static constexpr uint32_t MostHolders = 80'000;
  enum : uint32_t { Free, Locked, Abandoned };

  Bucket &bucketOf(uint64_t Line) const {
    MEMFACET_CHECK(exists(), "lines are followed once begin has made room");
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
    MEMFACET_CHECK(B.State.load(std::memory_order_relaxed) != Free,
                   "only a bucket that is locked is unlocked");
    B.State.store(Free, std::memory_order_release);
  }
  /// Reads a name that another thread may change.
  static uint64_t nameOf(const Row &R) {
    return __atomic_load_n(&R.Name, __ATOMIC_RELAXED);
  }
  static bool mayHave(const Bucket &B, uint64_t Line) {
    for (const Row &R : B.Rows)
      if (nameOf(R) == Line + 1)
        return true;
    return false;
  }
  static Row *find(Bucket &B, uint64_t Line) {
    for (Row &R : B.Rows)
      if (R.Name == Line + 1)
        return &R;
    return nullptr;
  }
  bool forget(Row &R, uint64_t Bytes, LineMoveList &Moves);
  void forgetAll(Row &R, LineMoveList &Moves);
  bool isFormerStack(const Row &R, const LineAccess &A) const;
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

//===- LineDirectory.cpp - the lines that are followed --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/sharing/LineDirectory.h"
#include "memfacet/Check.h"
#include "runtime/support/Pool.h"
#include "runtime/support/Syscall.h"

namespace memfacet::sharing {

bool LineDirectory::begin() {
  if (exists())
    return true;
  void *BucketMemory = allocatePagesAside(sizeof(Bucket) << BucketBits);
  void *HolderMemory = allocatePagesAside(sizeof(LineHolders) * MostHolders);
  if (!BucketMemory || !HolderMemory)
    return false;
  Holders.store(static_cast<LineHolders *>(HolderMemory));
  Buckets.store(static_cast<Bucket *>(BucketMemory));
  return true;
}

void LineDirectory::forget() {
  if (!exists())
    return;
  sys::munmap(Buckets.load(), sizeof(Bucket) << BucketBits);
  sys::munmap(Holders.load(), sizeof(LineHolders) * MostHolders);
  Buckets.store(nullptr);
  UsedHolders.store(0);
}

/// Waits for the lock. A bucket that stays locked, because a handler has jumped
/// out of the locked section, is waited for only once.
bool LineDirectory::lockSlowly(Bucket &B) {
  constexpr unsigned Spins = 200, Yields = 1000;
  for (unsigned I = 0; I != Spins + Yields; ++I) {
    uint32_t Expected = Free;
    if (B.State.compare_exchange_weak(Expected, Locked,
                                      std::memory_order_acquire))
      return true;
    if (Expected == Abandoned)
      break;
    if (I < Spins)
      machine::relax();
    else
      sys::call(__NR_sched_yield);
  }
  uint32_t Expected = Locked;
  B.State.compare_exchange_strong(Expected, Abandoned,
                                  std::memory_order_relaxed);
  return false;
}

/// Returns the row of \p Line, or a row to be used for it, whose Name is
/// another one then. Returns null if several threads have touched all lines of
/// the bucket.
LineDirectory::Row *LineDirectory::rowOf(Bucket &B, uint64_t Line) {
  Row *Empty = nullptr;
  for (Row &R : B.Rows) {
    if (R.Name == Line + 1)
      return &R;
    if (R.Name == 0 && !Empty)
      Empty = &R;
  }
  for (unsigned I = 0; !Empty && I != Bucket::Places; ++I) {
    Row &R = B.Rows[B.Next++ % Bucket::Places];
    if (R.Holders == 0)
      Empty = &R;
  }
  return Empty;
}

LineHolders *LineDirectory::freshHolders(uint32_t &Number) {
  uint32_t Next = UsedHolders.load(std::memory_order_relaxed);
  do
    if (Next == MostHolders)
      return nullptr;
  while (!UsedHolders.compare_exchange_weak(Next, Next + 1,
                                            std::memory_order_relaxed));
  Number = Next + 1;
  return &Holders.load(std::memory_order_relaxed)[Next];
}

/// Returns the holders of a line that a second thread touches, perhaps for the
/// first time; null: there is no room for more.
LineHolders *LineDirectory::holdersOf(Row &R, uint64_t Line) {
  if (R.Holders != 0)
    return &Holders.load(std::memory_order_relaxed)[R.Holders - 1];
  MEMFACET_CHECK(R.Name == Line + 1, "the row is the line's");
  LineHolders *H = freshHolders(R.Holders);
  if (!H)
    return nullptr;
  LineWrite Write = {R.Thread, R.Site, R.Byte};
  H->begin(Line, R.Thread, R.HasWritten ? &Write : nullptr);
  return H;
}

/// Which bytes the only thread of a row has touched is not known. The row is
/// free then.
bool LineDirectory::forget(Row &R, uint64_t Bytes, LineMoveList &Moves) {
  MEMFACET_CHECK(R.Name != 0, "a free row has no history");
  if (R.Holders != 0)
    return Holders.load(std::memory_order_relaxed)[R.Holders - 1].forget(Bytes,
                                                                         Moves);
  R.Name = 0;
  return true;
}

/// Frees what was known of \p R. Misses beyond MaxMoves are dropped.
void LineDirectory::forgetAll(Row &R, LineMoveList &Moves) {
  bool IsDone = forget(R, ~uint64_t(0), Moves);
  for (LineMoveList Dropped; !IsDone; Dropped.Count = 0)
    IsDone = forget(R, ~uint64_t(0), Dropped);
}

/// Returns whether others have touched a line of the thread's stack, and the
/// thread has not: they had the stack before, or it is memory that was used
/// otherwise.
bool LineDirectory::isFormerStack(const Row &R, const LineAccess &A) const {
  if (!A.IsOwnStack || R.Name == 0)
    return false;
  if (R.Holders == 0)
    return R.Thread != A.Thread;
  return !Holders.load(std::memory_order_relaxed)[R.Holders - 1].knows(
      A.Thread);
}

bool LineDirectory::touch(Bucket &B, uint64_t Line, const LineAccess &A,
                          uint8_t Bits, TouchResult &Result) {
  MEMFACET_CHECK(B.State.load() != Free, "the bucket is locked");
  Row *R = rowOf(B, Line);
  if (!R)
    return false;
  bool WasOthers = R->Name == Line + 1 && isFormerStack(*R, A);
  if (WasOthers)
    forgetAll(*R, Result.Moves);
  if (R->Name != Line + 1) {
    Result.ForgottenName = WasOthers ? Line + 1 : R->Name;
    *R = {Line + 1, A.Thread, 0, 0, 0, false};
  }
  if (R->Holders == 0 && R->Thread == A.Thread) {
    if (A.Writes) {
      R->HasWritten = true;
      R->Site = A.Site;
      R->Byte = uint8_t(__builtin_ctzl(A.Bytes));
    }
    Result.Rights = {~uint64_t(0), R->HasWritten};
    return true;
  }
  bool WasOwned = R->Holders == 0;
  LineHolders *H = holdersOf(*R, Line);
  if (!H)
    return false;
  uint32_t Number = 0;
  if (H->needsPart(A.Thread))
    if (LineHolders *Part = freshHolders(Number))
      H->addPart(Part);
  H->touch(A, Bits, Result.Moves);
  Result.EndsRights = WasOwned || WasOthers || H->endsRights();
  Result.Rights = H->rights();
  Result.Misses = H->misses();
  Result.FirstWindow = H->firstWindow();
  Result.IsMiss = H->isMiss();
  return true;
}

} // namespace memfacet::sharing

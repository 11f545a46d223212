//===- SweepMru.cpp - the filter in front of a sweep's caches -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/sweep/SweepMru.h"
#include <bit>
#include <utility>

namespace memfacet::caches {

SweepMru::SweepMru(uint64_t Sets, uint32_t LineBytes, bool Shared, Sink Output)
    : Sets(Sets), Shift(unsigned(std::countr_zero(LineBytes))), Shared(Shared),
      Output(std::move(Output)) {}

void SweepMru::flush() {
  if (Pending.Items.empty() && !Pending.Ended && !Pending.Forget)
    return;
  SweepBatch Next;
  Next.Thread = Pending.Thread;
  Next.Structures = Pending.Structures;
  Next.Counted = Pending.Counted;
  Next.Items.reserve(BatchItems + decode::AccessBatch::Capacity);
  Output(std::exchange(Pending, std::move(Next)));
}

/// Ends a batch of \p Thread, whose caches are empty then. What the thread does
/// after its end finds empty caches after each switch of threads.
void SweepMru::end(ThreadId Thread) {
  Pending.Ended = true;
  flush();
  if (!Shared)
    ByThread.erase(Thread.Value);
}

void SweepMru::enter(ThreadId Thread) {
  if (Pending.Thread == Thread)
    return;
  if (Ended.contains(Pending.Thread.Value) &&
      (Shared || ByThread.contains(Pending.Thread.Value)))
    end(Pending.Thread);
  flush();
  Pending.Thread = Thread;
}

void SweepMru::threadEnded(ThreadId Thread) {
  enter(Thread);
  Ended.insert(Thread.Value);
  end(Thread);
}

void SweepMru::count(bool Wanted) {
  flush();
  Pending.Counted = Wanted;
}

void SweepMru::forgetCounts() {
  flush();
  Pending.Forget = true;
  Extra.assign(Extra.size(), 0);
}

inline SweepMru::MruLine &SweepMru::touch(MruLines &Lines, uint64_t Line,
                                          uint32_t Owner, uint32_t Site) {
  bool Power = std::has_single_bit(Sets);
  MruLine &F = Lines[Power ? Line & (Sets - 1) : Line % Sets];
  if (F.Line != Line) {
    F = {Line, NoWriter};
    Pending.Items.push_back({Miss::wanted(Line, Owner), EmptyWord, Site});
  }
  return F;
}

inline void SweepMru::write(MruLine &F, uint32_t Owner, uint32_t Site) {
  if (F.Writer == Owner)
    return;
  F.Writer = Owner;
  Pending.Items.push_back(
      {EmptyWord, cleanWord(F.Line) | writerBits(StructureId(Owner)), Site});
}

inline void SweepMru::touch(MruLines &Lines, uint64_t Line, uint32_t Owner,
                            decode::AccessInfo Info) {
  MruLine &F = touch(Lines, Line, Owner, Info.site());
  if (Info.write())
    write(F, Owner, Info.site());
}

/// Touches the lines of an access after its first one.
void SweepMru::touchRest(MruLines &Lines, uint64_t Address, uint32_t Owner,
                         decode::AccessInfo Info) {
  const uint64_t LineMask = AddressMask >> Shift;
  uint64_t Line = Address >> Shift;
  const uint64_t Last = ((Address + Info.size() - 1) & AddressMask) >> Shift;
  if (Pending.Counted)
    Extra[Owner] += (Last - Line) & LineMask;
  while (Line != Last) {
    touch(Lines, Line = (Line + 1) & LineMask, Owner, Info);
    // An access may touch gigabytes.
    if (Pending.Items.size() >= BatchItems)
      flush();
  }
}

SweepMru::MruLines &SweepMru::enter(ThreadId Thread, size_t Structures) {
  enter(Thread);
  Pending.Structures = Structures;
  if (Extra.size() < Structures)
    Extra.resize(Structures);
  MruLines &Lines = ByThread[Shared ? 0 : Thread.Value];
  if (Lines.empty())
    Lines.resize(Sets);
  return Lines;
}

void SweepMru::accesses(const decode::BatchPart &B, const uint32_t *Owners,
                        size_t Structures) {
  MruLines &Lines = enter(B.Batch.Thread, Structures);
  for (size_t I = B.Begin; I != B.End; ++I) {
    uint64_t Address = B.Batch.Address[I] & AddressMask;
    decode::AccessInfo Info = B.Batch.Info[I];
    touch(Lines, Address >> Shift, Owners[I], Info);
    if ((Address ^ (Address + Info.size() - 1)) >> Shift != 0) [[unlikely]]
      touchRest(Lines, Address, Owners[I], Info);
  }
  if (Pending.Items.size() >= BatchItems)
    flush();
}

} // namespace memfacet::caches

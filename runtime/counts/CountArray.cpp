//===- CountArray.cpp - one thread's counters of one object ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/counts/CountArray.h"
#include "memfacet/Check.h"
#include "runtime/region/Held.h"
#include "runtime/support/Syscall.h"

namespace memfacet::counts {

namespace {

constexpr uint64_t LineBytes = CountersInLine * sizeof(int64_t);

/// Returns the number of lines of \p Count counters, which is even.
uint64_t lines(uint64_t Count) { return heldCounterBytes(Count) / LineBytes; }

uint64_t bytes(uint64_t Count) {
  return lines(Count) * (LineBytes + sizeof(uint32_t)) + sizeof(uint64_t);
}

/// Returns a value that is not 0 if any counter of the line is not 0. Most
/// lines are 0: one branch for several words, and for two lines, finds that
/// out.
int64_t anyInLine(const int64_t *C) {
  return C[0] | C[1] | C[2] | C[3] | C[4] | C[5] | C[6] | C[7];
}

const Counter *weights(const CountArray &A) {
  return reinterpret_cast<const Counter *>(counterTable(*A.Tables).Begin);
}

/// Returns the instructions that a line of counters stands for. Tests no single
/// counter: some are 0, so a branch would often be predicted wrongly.
uint64_t weigh(const CountArray &A, const Counter *Weights, uint64_t Line) {
  uint64_t First = Line * CountersInLine;
  const int64_t *C = A.Counters + First;
  const Counter *W = Weights + First;
  uint64_t Sum = 0;
  if (First + CountersInLine <= A.Count) {
#pragma clang loop unroll(full)
    for (uint64_t I = 0; I != CountersInLine; ++I)
      Sum += uint64_t(C[I]) * uint64_t(W[I].Instructions);
    return Sum;
  }
  for (uint64_t I = 0; First + I < A.Count; ++I)
    Sum += uint64_t(C[I]) * uint64_t(W[I].Instructions);
  return Sum;
}

} // namespace

TableRange counterTable(const ModuleTables &Tables) {
  return Tables.Ranges[unsigned(TableKind::Counters)];
}

bool allocateCounters(CountArray &A, uint64_t Count, uint32_t Thread) {
  MEMFACET_CHECK(A.Count == 0, "counters that exist would be lost");
  auto *Memory = static_cast<int64_t *>(region::holdOrAllocate(
      HeldKind::Counters, bytes(Count), Thread, uint32_t(Count)));
  if (!Memory)
    return false;
  A.Counters = Memory;
  A.EventOffset =
      reinterpret_cast<uint64_t *>(Memory + lines(Count) * CountersInLine);
  A.NotedLines = reinterpret_cast<uint32_t *>(A.EventOffset + 1);
  A.NotedCount = 0;
  A.Count = Count;
  return true;
}

void freeCounters(CountArray &A) {
  MEMFACET_CHECK(A.Counters, "only an array of an object is freed");
  if (!region::giveHeldBack(A.Counters))
    sys::munmap(A.Counters, bytes(A.Count));
  A.Count = A.NotedCount = 0;
}

void noteOwner(const CountArray &A, uint32_t Module) {
  if (HeldRow *R = region::heldRow(A.Counters)) {
    MEMFACET_CHECK(R->Kind.load() == HeldKind::Counters,
                   "the block was taken for counters");
    R->Thread = A.Thread;
    R->Module = Module;
  }
}

void holdCountersAgain(CountArray &A) {
  if (A.Count != 0)
    region::holdAgain(A.Counters, bytes(A.Count), uint32_t(A.Count));
}

uint64_t nextChanged(const CountArray &A, uint64_t Start) {
  for (; Start < A.Count && Start % CountersInLine != 0; ++Start)
    if (A.Counters[Start])
      return Start;
  while (Start < A.Count && !anyInLine(A.Counters + Start))
    Start += CountersInLine;
  while (Start < A.Count && !A.Counters[Start])
    ++Start;
  return Start < A.Count ? Start : A.Count;
}

uint64_t nextNoted(const CountArray &A, uint64_t Start, uint64_t &Note) {
  MEMFACET_CHECK(Note <= A.NotedCount, "a note is one of the array");
  for (; Note != A.NotedCount; ++Note) {
    uint64_t First = A.NotedLines[Note] * CountersInLine;
    uint64_t End = First + CountersInLine;
    for (uint64_t I = Start > First ? Start : First; I < End; ++I)
      if (A.Counters[I])
        return I;
  }
  return A.Count;
}

uint64_t lookThrough(CountArray &A) {
  if (!A.Tables)
    return 0;
  const Counter *Weights = weights(A);
  uint64_t Sum = 0, Notes = 0;
  for (uint64_t Pair = 0, End = lines(A.Count); Pair != End; Pair += 2) {
    const int64_t *C = A.Counters + Pair * CountersInLine;
    if (!(anyInLine(C) | anyInLine(C + CountersInLine)))
      continue;
    for (uint64_t Line = Pair; Line != Pair + 2; ++Line)
      if (anyInLine(A.Counters + Line * CountersInLine)) {
        A.NotedLines[Notes++] = uint32_t(Line);
        Sum += weigh(A, Weights, Line);
      }
  }
  MEMFACET_CHECK(Notes <= lines(A.Count), "there is room for every line");
  A.NotedCount = Notes;
  return Sum;
}

uint64_t lookAtNotedLines(const CountArray &A) {
  if (!A.Tables)
    return 0;
  const Counter *Weights = weights(A);
  uint64_t Sum = 0;
  for (uint64_t Note = 0; Note != A.NotedCount; ++Note)
    Sum += weigh(A, Weights, A.NotedLines[Note]);
  return Sum;
}

} // namespace memfacet::counts

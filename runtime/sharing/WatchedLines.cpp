//===- WatchedLines.cpp - lines that are followed though not chosen -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/sharing/WatchedLines.h"

namespace memfacet::sharing {

void WatchedLines::watch(uint64_t Line) {
  ResidueSet Bit = ResidueSet(1) << Line % SelectResidues;
  uint64_t None = 0;
  if (std::popcount(residues()) < int(MostLines) &&
      Lines[Line % SelectResidues].compare_exchange_strong(None, Line + 1)) {
    // The next review, which may be soon, keeps the line.
    MissCounts[Line % SelectResidues].store(LeastKept);
    Residues.fetch_or(Bit);
  }
}

void WatchedLines::review() {
  if (Unreviewed.exchange(0) < ReviewInstructions)
    return; // another thread reviews
  for (ResidueSet Left = residues(); Left != 0; Left &= Left - 1) {
    unsigned Residue = unsigned(std::countr_zero(Left));
    if (MissCounts[Residue].exchange(0) >= LeastKept)
      continue;
    Residues.fetch_and(~(ResidueSet(1) << Residue));
    Lines[Residue].store(0);
    if (Drops.load() < MostDrops)
      Drops.fetch_add(1);
  }
}

void WatchedLines::choose() {
  uint64_t Least = AllMisses.load() / LeastPart;
  Least = Least < LeastMisses ? LeastMisses : Least;
  for (unsigned I = 0; I != MostLines; ++I) {
    Candidate *Most = &Candidates[0];
    for (Candidate &C : Candidates)
      if (C.Misses.load() > Most->Misses.load())
        Most = &C;
    if (Most->Misses.load() < Least)
      return;
    watch(Most->Line.load());
    Most->Misses.store(0);
  }
}

void WatchedLines::forget() {
  for (std::atomic<uint64_t> &L : Lines)
    L.store(0);
  for (Candidate &C : Candidates)
    C.Misses.store(0);
  Residues.store(0);
  Unreviewed.store(0);
  Drops.store(0);
  AllMisses.store(0);
  AllWindows.store(0);
  SuspectWindow.store(0);
}

} // namespace memfacet::sharing

//===- WatchedLines.cpp - lines that are followed though not chosen -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/sharing/WatchedLines.h"

namespace memfacet::sharing {

void WatchedLines::watch(uint64_t Residue, uint64_t Name) {
  Residue %= SelectResidues;
  uint64_t None = 0;
  if (std::popcount(residues()) < int(MostWatchedLines) &&
      Lines[Residue].compare_exchange_strong(None, Name)) {
    // The next review, which may be soon, keeps the line.
    MissCounts[Residue].store(LeastKept);
    Residues.fetch_or(ResidueSet(1) << Residue);
  }
}

/// Returns about how often lines of \p Residue were missed since the last
/// review.
uint32_t WatchedLines::missesOf(unsigned Residue) const {
  bool IsWhole = Lines[Residue].load() == WholeResidue;
  return MissCounts[Residue].load() << (IsWhole ? PartBits.load() : 0);
}

/// Returns the least misses of a residue that a review keeps.
uint32_t WatchedLines::leastKept() const {
  uint32_t Most[MostSamples] = {};
  for (ResidueSet Left = residues(); Left != 0; Left &= Left - 1) {
    uint32_t Misses = missesOf(unsigned(std::countr_zero(Left)));
    if (Misses >= LeastKept)
      continue;
    for (uint32_t &M : Most)
      if (Misses > M) {
        uint32_t Less = M;
        M = Misses, Misses = Less;
      }
  }
  uint32_t Least = Most[MostSamples - 1];
  return Least < LeastSampled ? LeastSampled : Least;
}

void WatchedLines::review() {
  if (Unreviewed.exchange(0) < ReviewInstructions)
    return; // another thread reviews
  uint32_t Least = leastKept();
  for (ResidueSet Left = residues(); Left != 0; Left &= Left - 1) {
    unsigned Residue = unsigned(std::countr_zero(Left));
    uint32_t Misses = missesOf(Residue);
    MissCounts[Residue].store(0);
    if (Misses >= Least)
      continue;
    Residues.fetch_and(~(ResidueSet(1) << Residue));
    Lines[Residue].store(0);
    if (Drops.load() < MostDrops)
      Drops.fetch_add(1);
  }
  leaveOutLines();
}

/// Makes the part of whole residues smaller until there would have been at most
/// MostLookups lookups.
void WatchedLines::leaveOutLines() {
  bool HasWhole = false;
  for (const std::atomic<uint64_t> &L : Lines)
    HasWhole |= L.load() == WholeResidue;
  uint64_t Lookups = UnreviewedLookups.exchange(0);
  for (; HasWhole && Lookups > MostLookups && PartBits.load() < MostPartBits;
       Lookups /= 2)
    PartBits.fetch_add(1);
}

/// Watches residues whose misses are of many lines, and more than an equal part
/// of all: that with most of them, and if possible a neighbour. Lines on both
/// sides of a border are used in different ways, and lines that lie far apart
/// in the same way. The residue that is always chosen is left out.
void WatchedLines::chooseResidues() {
  uint64_t Least = leastChosen(), Most = 0, First = 0;
  // Other threads may count on.
  uint64_t OtherCounts[SelectResidues];
  for (uint64_t R = 0; R != SelectResidues; ++R) {
    uint64_t OfLine = Candidates[R].Misses.load(),
             OfResidue = Candidates[R].OfResidue.load();
    bool IsCandidate = R != FirstChosenLine && OfResidue > OfLine &&
                       OfResidue - OfLine >= Least;
    OtherCounts[R] = IsCandidate ? OfResidue - OfLine : 0;
  }
  auto OtherMisses = [&](uint64_t Residue) {
    return OtherCounts[Residue % SelectResidues];
  };
  for (uint64_t R = 0; R != SelectResidues; ++R)
    if (OtherMisses(R) > Most)
      Most = OtherMisses(R), First = R;
  if (Most == 0)
    return;
  uint64_t Second = First + 1, Previous = First + SelectResidues - 1;
  if (OtherMisses(Previous) > OtherMisses(Second))
    Second = Previous;
  for (uint64_t R = 0; OtherMisses(Second) == 0 && R != SelectResidues; ++R)
    if (R != First && OtherMisses(R) != 0)
      Second = R;
  bool HasSecond = OtherMisses(Second) != 0;
  watchResidue(First);
  if (HasSecond)
    watchResidue(Second);
}

void WatchedLines::watchResidue(uint64_t Residue) {
  Candidate &C = Candidates[Residue % SelectResidues];
  C.OfResidue.store(0);
  C.Misses.store(0);
  watch(Residue, WholeResidue);
}

/// Returns the least misses of a line that is watched, or of the others of its
/// residue.
uint64_t WatchedLines::leastChosen() const {
  uint64_t Part = AllMisses.load() / LeastWatchedPart;
  return Part < LeastWatchedMisses ? LeastWatchedMisses : Part;
}

void WatchedLines::choose() {
  uint64_t Least = leastChosen();
  chooseResidues();
  for (unsigned I = 0; I != MostWatchedLines; ++I) {
    Candidate *Most = &Candidates[0];
    for (Candidate &C : Candidates)
      if (C.Misses.load() > Most->Misses.load())
        Most = &C;
    bool IsSample = std::popcount(residues()) < int(MostSamples) &&
                    Most->Misses.load() >= LeastOfSample &&
                    Most->Misses.load() >= AllMisses.load() / LeastWatchedPart;
    if (Most->Misses.load() < Least && !IsSample)
      return;
    watch(Most->Line.load());
    Most->Misses.store(0);
  }
}

void WatchedLines::forget() {
  for (std::atomic<uint64_t> &L : Lines)
    L.store(0);
  for (Candidate &C : Candidates)
    C.Misses.store(0), C.OfResidue.store(0);
  Residues.store(0);
  Unreviewed.store(0);
  UnreviewedLookups.store(0);
  PartBits.store(0);
  Drops.store(0);
  AllMisses.store(0);
  AllWindows.store(0);
  SuspectWindow.store(0);
}

} // namespace memfacet::sharing

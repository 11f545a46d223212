//===- WatchedLines.cpp - lines that are followed whatever is chosen ------===//

#include "runtime/sharing/WatchedLines.h"

namespace memfacet {

void WatchedLines::watch(uint64_t Line) {
  ResidueSet Bit = ResidueSet(1) << Line % SelectResidues;
  uint64_t None = 0;
  if (std::popcount(residues()) < int(MostLines) &&
      Lines[Line % SelectResidues].compare_exchange_strong(None, Line + 1))
    Residues.fetch_or(Bit);
}

void WatchedLines::choose() {
  uint64_t Least = All.load() / LeastPart;
  Least = Least < LeastMisses ? LeastMisses : Least;
  for (unsigned I = 0; I != MostLines; ++I) {
    Candidate *Most = &Best[0];
    for (Candidate &C : Best)
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
  for (Candidate &C : Best)
    C.Misses.store(0);
  Residues.store(0);
  All.store(0);
  AllWindows.store(0);
  Suspect.store(0);
}

} // namespace memfacet

//===- ScaledCounts.cpp - counts of windows, scaled to the run ------------===//

#include "analysis/sample/ScaledCounts.h"
#include <algorithm>
#include <cmath>

namespace memfacet {

namespace {

uint64_t times(uint64_t Count, double Factor) {
  return uint64_t(std::llround(double(Count) * Factor));
}

void scale(Counts &C, uint32_t Structure, const ScaleFactors &F) {
  C.Loads = times(C.Loads, F.All);
  C.Stores = times(C.Stores, F.All);
  C.Accesses = C.Loads + C.Stores;
  for (size_t L = 0; L != C.Levels.size(); ++L) {
    LevelCounts &Level = C.Levels[L];
    // What reaches a level are the misses of the one before. Loads and stores
    // are rounded each, so together they may be more than the rounded touches.
    Level.Accesses = L == 0 ? std::max(times(Level.Accesses, F.All), C.Accesses)
                            : C.Levels[L - 1].Misses;
    Level.Misses =
        std::min(times(Level.Misses, F.Misses[Structure][L]), Level.Accesses);
    Level.Writebacks = times(Level.Writebacks, F.All);
  }
}

/// To the thread that accesses the structure most.
void addExtra(Profile &P, const ScaleFactors &F) {
  std::vector<ThreadCounts *> Most(P.Structures.size());
  for (ThreadCounts &Row : P.ByThread) {
    ThreadCounts *&Known = Most[Row.Structure.Value];
    if (!Known || Known->Total.Accesses < Row.Total.Accesses)
      Known = &Row;
  }
  for (size_t Id = 0; Id != std::min(Most.size(), F.Extra.size()); ++Id)
    for (size_t L = 0; Most[Id] && L != Most[Id]->Total.Levels.size(); ++L) {
      uint64_t Misses = times(1, F.Extra[Id][L]);
      std::vector<LevelCounts> &Levels = Most[Id]->Total.Levels;
      Levels[L].Misses += Misses;
      Levels[L].Accesses = std::max(Levels[L].Accesses, Levels[L].Misses);
      if (L + 1 != Levels.size())
        Levels[L + 1].Accesses += Misses;
      // They have missed in the levels before, too.
      for (size_t Inner = L; Inner-- != 0;) {
        Levels[Inner].Misses =
            std::max(Levels[Inner].Misses, Levels[Inner + 1].Accesses);
        Levels[Inner].Accesses =
            std::max(Levels[Inner].Accesses, Levels[Inner].Misses);
      }
    }
}

void scaleThreads(Profile &P, const ScaleFactors &F) {
  P.Instructions = 0;
  for (ThreadRow &T : P.Threads)
    P.Instructions += T.Instructions = times(T.Instructions, F.All);
  for (Structure &S : P.Structures) {
    S.Total = {};
    S.Total.Levels.resize(P.Caches.Levels.size());
  }
  for (ThreadCounts &Row : P.ByThread)
    scale(Row.Total, Row.Structure.Value, F);
  addExtra(P, F);
  for (const ThreadCounts &Row : P.ByThread)
    P.Structures[Row.Structure.Value].Total += Row.Total;
}

bool isNothing(const SiteCounts &C) {
  return C.Accesses == 0 &&
         std::ranges::all_of(C.Misses, [](uint64_t M) { return M == 0; });
}

void scaleSites(Profile &P, const ScaleFactors &F) {
  std::vector<uint64_t> Sums(P.Sites.size());
  for (SiteCounts &C : P.BySite) {
    C.Accesses = times(C.Accesses, F.All);
    for (size_t L = 0; L != C.Misses.size(); ++L)
      C.Misses[L] = times(C.Misses[L], F.Misses[C.Structure.Value][L]);
    Sums[C.Site] += C.Accesses;
  }
  std::erase_if(P.BySite, isNothing);
  for (size_t I = 0; I != P.Sites.size(); ++I) {
    CodeSite &S = P.Sites[I];
    uint64_t Extra = times(S.Touches - S.Accesses, F.All);
    S.Accesses = P.HasSiteAccesses ? Sums[I] : times(S.Accesses, F.All);
    S.Touches = S.Accesses + Extra;
  }
}

} // namespace

void scaleCounts(Profile &P, const ScaleFactors &F) {
  scaleThreads(P, F);
  scaleSites(P, F);
  for (BlindSpot &B : P.BlindSpots)
    B.Executions = times(B.Executions, F.All);
}

} // namespace memfacet

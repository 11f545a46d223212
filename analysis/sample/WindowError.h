//===- WindowError.h - how sure a number from windows is ------------------===//

#ifndef MEMFACET_SAMPLE_WINDOWERROR_H
#define MEMFACET_SAMPLE_WINDOWERROR_H

#include "analysis/profile/SampledRun.h"
#include <span>

namespace memfacet {

/// What windows have of one structure's accesses or misses.
struct WindowedCount {
  std::span<const double> Of, All, Words; ///< one each per window
  double Part = 0; ///< that was measured, of the run's words
  /// What is known to be there besides what windows let expect, in the run.
  double Extra = 0, AllExtra = 0;

  double guess() const;    ///< of the run
  double allGuess() const; ///< of all structures
};

/// Halves of 95 % intervals of the count and of its share. Three errors are
/// joined as independent ones:
///
/// - Chance, by ratioOf.
/// - Nothing seen. What none of n windows has may be in 1 - 0.025^(1/n) of the
///   run, and alone there (C. J. Clopper and E. S. Pearson, Biometrika 26,
///   1934).
/// - Begin and end. Before the first window and behind the last one lies about
///   one of n periods in all, and programs begin and end otherwise than they go
///   on. There, the structure may have all or nothing, with its share R of the
///   windows as the chance of the former; R is drawn to 1/2 by one observation,
///   as nobody can be sure of 0 or 1 (L. D. Brown, T. T. Cai and A. DasGupta,
///   Statistical Science 16, 2001). So its share has a deviation of
///   sqrt(R (1 - R)) / n there, and all counts one of 1 / n.
SampledError windowError(const WindowedCount &C);

/// In the form of SampledError.
uint32_t millionths(double Value);

} // namespace memfacet

#endif

//===- ExactCurves.h - exact miss curves ----------------------------------===//

#ifndef MEMFACET_REUSE_EXACTCURVES_H
#define MEMFACET_REUSE_EXACTCURVES_H

#include "analysis/profile/MissCurves.h"
#include "analysis/reuse/ByScope.h"
#include "analysis/reuse/ReuseStack.h"

namespace memfacet {

/// The reuse distances of all touches. Not synchronised: one thread at a time.
class ExactCurves {
public:
  ExactCurves();
  ExactCurves(const ExactCurves &) = delete;
  ExactCurves &operator=(const ExactCurves &) = delete;

  /// \p T is of \p Thread, with owners below \p Structures.
  void touch(ThreadId Thread, const Touches &T, size_t Structures);
  void threadEnded(ThreadId Thread) { Stacks.ended(Thread); }
  /// From here on, nothing is counted, though all is followed; or again.
  void count(bool Wanted) { Counting = Wanted; }
  void forgetCounts();
  void fill(MissCurves &To);

private:
  DistanceTable Private, Shared, NotCounted;
  ByScope<ReuseStack> Stacks;
  bool Counting = true;
};

} // namespace memfacet

#endif

//===- SampledCurves.h - miss curves from samples -------------------------===//

#ifndef MEMFACET_REUSE_SAMPLEDCURVES_H
#define MEMFACET_REUSE_SAMPLEDCURVES_H

#include "analysis/reuse/ByScope.h"
#include "analysis/reuse/CurveEstimate.h"
#include "analysis/reuse/ReuseSampler.h"

namespace memfacet {

/// As ExactCurves, but looks at some touches only. Not synchronised: one thread
/// at a time.
class SampledCurves {
public:
  explicit SampledCurves(uint64_t Seed = 1);
  SampledCurves(const SampledCurves &) = delete;
  SampledCurves &operator=(const SampledCurves &) = delete;

  void touch(ThreadId Thread, const Touches &T);
  void threadEnded(ThreadId Thread) { Samplers.ended(Thread); }
  void count(bool Wanted);
  void forgetCounts();
  /// \p Touches: how many were counted, by structure.
  void fill(const std::vector<uint64_t> &Touches, MissCurves &To);

private:
  CurveEstimate Ended; ///< of threads that are gone
  ByScope<ReuseSampler> Samplers;
  bool Counting = true;
};

} // namespace memfacet

#endif

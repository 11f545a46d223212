//===- StatStack.h - reuse distances from reuse times ---------------------===//
//
// After Eklov and Hagersten, StatStack (2010). Between two touches of a line,
// each other line has one last touch. So the number of different lines is the
// number of touches in between that are not followed by another touch of the
// same line before the end. Samples tell how likely that is. docs/reuse.md has
// the formulae.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REUSE_STATSTACK_H
#define MEMFACET_REUSE_STATSTACK_H

#include "analysis/reuse/ReuseSampler.h"
#include <span>

namespace memfacet {

/// How often the next touch of a line is how far away, within a stretch of the
/// stream.
class ReuseTimes {
public:
  /// \p Samples of the stretch; at least one.
  explicit ReuseTimes(std::span<const ReuseSample> Samples);

  /// Sum over x = 1 .. \p Time of P(the next touch is more than x away): the
  /// lines that are expected among the last \p Time touches.
  double lines(uint64_t Time) const;

private:
  std::vector<uint64_t> Times;   ///< of those that end, less 1, ascending
  std::vector<double> SumBefore; ///< of the first so many Times
  size_t Samples;
};

/// Expected reuse distances, from samples around. A pair's time is cut into
/// windows of neighbouring samples, so that phases of the program are not
/// mixed; the longer it is, the longer its windows are.
class StatStack {
public:
  /// \p Samples by Start, at least one, which must live as long as this;
  /// \p LeastWindow: samples in a window, at least.
  StatStack(std::span<const ReuseSample> Samples, size_t LeastWindow);

  /// Of \p Pairs, by number; negative: it never ends.
  std::vector<double> distances(std::span<const ReuseSample> Pairs) const;

private:
  /// A pair is in at most about so many windows.
  static constexpr uint64_t MostWindows = 8;

  void estimate(size_t Window, std::span<const ReuseSample> Pairs,
                std::span<const uint32_t> Which,
                std::vector<double> &Distances) const;

  std::span<const ReuseSample> Samples;
  size_t LeastWindow;
  double TouchesPerSample;
};

} // namespace memfacet

#endif

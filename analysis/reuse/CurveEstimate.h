//===- CurveEstimate.h - miss ratios from samples, with a bound -----------===//

#ifndef MEMFACET_REUSE_CURVEESTIMATE_H
#define MEMFACET_REUSE_CURVEESTIMATE_H

#include "analysis/profile/MissCurves.h"
#include "analysis/reuse/ReuseSampler.h"
#include <array>
#include <map>
#include <span>
#include <vector>

namespace memfacet {

/// Adds up what the samples of one or more streams say. docs/reuse.md has the
/// formulae.
class CurveEstimate {
public:
  /// Of one stream; weighs as much as its touches.
  void add(const ReuseSamples &S);

  /// One for each structure that was touched, of \p Touches[structure] touches,
  /// with its bound; adds them, and their total, to \p To.
  void fill(CurveScope Scope, const std::vector<uint64_t> &Touches,
            MissCurves &To) const;

private:
  /// The samples are divided into this many groups, as even as can be.
  static constexpr size_t Groups = 8;
  /// All samples; the same with longer windows; then each group alone.
  static constexpr size_t Whole = 0, Coarse = 1, FirstGroup = 2,
                          Variants = FirstGroup + Groups;
  /// Reuse times, two bins for each power of two; the last: too long to check.
  static constexpr size_t TimeBins = 2 * 13 + 1;

  using Weights = std::vector<double>; ///< by bucket; the last: infinite
  /// What was checked in a bin of times.
  struct Checked {
    double Count = 0;
    Weights Excess; ///< by bucket: true distances there less guessed ones
  };
  struct Estimate {
    uint64_t Samples = 0;
    Weights By[Variants];
    std::array<double, TimeBins> InBin[Variants] = {}; ///< weight of samples
    std::map<size_t, Checked> Checks[Variants];        ///< by bin
  };
  struct Ratios {
    /// By bucket where the cache begins.
    std::vector<double> By[Variants];
    double Unchecked = 0; ///< what cannot be checked, as far as can be told
  };

  static size_t binOf(const ReuseSample &S);
  void addVariant(size_t Variant, const ReuseSamples &From,
                  std::span<const ReuseSample> Some, size_t Window);
  static Weights corrected(const Estimate &E, size_t Variant);
  static double worstCheck(const std::map<size_t, Checked> &Checks);
  static Ratios ratiosOf(const Estimate &E);
  static double bound(const Ratios &R, uint64_t Samples);

  std::map<uint32_t, Estimate> ByStructure;
  Estimate Together;
};

} // namespace memfacet

#endif

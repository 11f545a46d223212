//===- StallModel.h - what misses cost in time ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A miss costs the latency of the place that has its line, less what the core
// and its prefetchers hide. A stream hides nearly all of it, a chain of loaded
// pointers nothing. All constants are in StallModel.cpp.
//
// docs/internals/stalls.md has the model, and how good it is.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RESULT_STALLS_STALLMODEL_H
#define MEMFACET_RESULT_STALLS_STALLMODEL_H

#include "analysis/support/Names.h"
#include <array>
#include <cstddef>
#include <cstdint>

namespace memfacet::result {

/// What a program's time is made of: its operations, and stalls by the way in
/// which the address of what misses comes about.
enum class TimePart : uint8_t {
  Computation,
  Stream,    ///< steps within a page: prefetchers fetch the lines
  Gather,    ///< loaded indices: many misses overlap
  Irregular, ///< long steps, a computed index
  Column,    ///< long steps that meet one or two sets: few misses overlap
  Chain,     ///< the load before leads to the address: no overlap
  Search,    ///< a comparison leads to the address: as far as it is predicted
  Store,     ///< a store outside of streams: the store buffer hides it
  Contest    ///< another thread took the line
};
constexpr size_t TimeParts = 9;
} // namespace memfacet::result

template <>
inline constexpr std::array memfacet::NamesOf<memfacet::result::TimePart> = {
    "computation", "stream", "gather", "irregular", "column",
    "chain",       "search", "store",  "contest"};

namespace memfacet::result {

/// Cycles by part.
struct TimeSum {
  std::array<double, TimeParts> Cycles = {};

  double &operator[](TimePart Part) { return Cycles[size_t(Part)]; }
  double operator[](TimePart Part) const { return Cycles[size_t(Part)]; }
  double total() const;
  TimeSum &operator+=(const TimeSum &O);
  TimeSum &operator-=(const TimeSum &O);
  TimeSum &operator*=(double Factor);
  bool operator==(const TimeSum &) const = default;
};

/// Returns the cycles that a miss of level \p Level (from 0) of \p Levels adds
/// to those of a miss of the level before. Contest: the first level has the
/// whole cost.
double stallCycles(TimePart Part, size_t Level, size_t Levels);

/// Returns the cycles that a walk of the page tables adds to a miss.
double walkCycles(TimePart Part);

/// Returns the cycles without any miss: \p Cycles, those of a model, or of
/// \p Instructions if there are none; or those of \p ChainLoads loads one after
/// the other, if these take longer.
double computationCycles(double Instructions, double Cycles, double ChainLoads);

/// A part of a program's time with its interval; negative: a loss.
struct TimeShare {
  double Likely = 0, Low = 0, High = 0;
  bool operator==(const TimeShare &) const = default;
};

/// Returns the part of \p Whole that \p Saved is. Each constant of the model
/// in turn is multiplied and divided by its error; what these change is added
/// in quadrature, and \p Error, a part of \p Whole that errs by itself.
TimeShare shareOf(const TimeSum &Saved, const TimeSum &Whole, double Error = 0);

/// The part by which the time of each change errs by itself: no two loops
/// overlap their misses in the same way.
constexpr double OwnError = 0.25;

/// Returns the part of \p OldTime that is saved if the time is \p NewTime. Each
/// part of both errs by OwnError, too.
TimeShare savedShare(const TimeSum &OldTime, const TimeSum &NewTime);

} // namespace memfacet::result

#endif

//===- ChangePoints.h - where a curve's level changes ---------------------===//

#ifndef MEMFACET_VOLATILITY_CHANGEPOINTS_H
#define MEMFACET_VOLATILITY_CHANGEPOINTS_H

#include <cstddef>
#include <span>
#include <vector>

namespace memfacet {

/// First points of all segments but the first one, ascending: of all divisions
/// of \p Values into segments the one with the least sum of squared differences
/// to the segments' means, plus \p Penalty for each segment. Exact, by pruning
/// (PELT: Killick, Fearnhead and Eckley, JASA 107, 2012): time grows with the
/// points times the longest segment.
std::vector<size_t> changePoints(std::span<const double> Values,
                                 double Penalty);

/// A penalty that noise does not reach: from the median of the differences
/// between neighbours, which changes of level do not move, and not below
/// changes by a twentieth of the mean.
double usualPenalty(std::span<const double> Values);

} // namespace memfacet

#endif

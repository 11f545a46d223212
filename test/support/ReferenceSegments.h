//===- ReferenceSegments.h - divisions, the slow way ----------------------===//

#ifndef MEMFACET_TEST_SUPPORT_REFERENCESEGMENTS_H
#define MEMFACET_TEST_SUPPORT_REFERENCESEGMENTS_H

#include <cstdint>
#include <limits>
#include <vector>

namespace memfacet::reference {

/// Cost of \p Values divided before each of \p Changes: squared differences to
/// the segments' means, and a penalty for each change.
inline double divisionCost(const std::vector<double> &Values,
                           const std::vector<size_t> &Changes, double Penalty) {
  std::vector<size_t> Ends = Changes;
  Ends.push_back(Values.size());
  double Cost = Penalty * double(Changes.size());
  size_t First = 0;
  for (size_t Last : Ends) {
    double Mean = 0;
    for (size_t I = First; I != Last; ++I)
      Mean += Values[I] / double(Last - First);
    for (size_t I = First; I != Last; ++I)
      Cost += (Values[I] - Mean) * (Values[I] - Mean);
    First = Last;
  }
  return Cost;
}

/// The least cost of all 2^(n - 1) divisions.
inline double leastDivisionCost(const std::vector<double> &Values,
                                double Penalty) {
  double Least = std::numeric_limits<double>::infinity();
  for (uint64_t Bits = 0; Bits != uint64_t(1) << (Values.size() - 1); ++Bits) {
    std::vector<size_t> Changes;
    for (size_t I = 1; I != Values.size(); ++I)
      if (Bits >> (I - 1) & 1)
        Changes.push_back(I);
    Least = std::min(Least, divisionCost(Values, Changes, Penalty));
  }
  return Least;
}

} // namespace memfacet::reference

#endif

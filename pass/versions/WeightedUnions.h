//===- WeightedUnions.h - numbers of which only differences are known -----===//

#ifndef MEMFACET_PASS_VERSIONS_WEIGHTEDUNIONS_H
#define MEMFACET_PASS_VERSIONS_WEIGHTEDUNIONS_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace memfacet {

/// Disjoint sets of unknowns; inside a set, all differences are known.
class WeightedUnions {
public:
  explicit WeightedUnions(size_t Count) : Parent(Count), Above(Count, 0) {
    for (size_t I = 0; I != Count; ++I)
      Parent[I] = I;
  }

  /// Grants unknown \p To = unknown \p From + \p Difference, unless an equation
  /// between the two follows from what was granted before.
  bool unite(size_t From, size_t To, int64_t Difference) {
    auto [RootOfFrom, OfFrom] = find(From);
    auto [RootOfTo, OfTo] = find(To);
    if (RootOfFrom == RootOfTo)
      return false;
    Parent[RootOfTo] = RootOfFrom;
    Above[RootOfTo] = OfFrom + Difference - OfTo;
    return true;
  }

  /// Unknown \p To minus unknown \p From; any number will do, and is chosen,
  /// where they are in different sets.
  int64_t difference(size_t From, size_t To) {
    return find(To).Value - find(From).Value;
  }

private:
  struct Place {
    size_t Root;
    int64_t Value; ///< minus the root's
  };
  Place find(size_t I) {
    size_t Root = I;
    int64_t Value = 0;
    for (; Parent[Root] != Root; Root = Parent[Root])
      Value += Above[Root];
    for (int64_t Rest = Value; I != Root;) {
      size_t Next = Parent[I];
      int64_t Step = Above[I];
      Parent[I] = Root;
      Above[I] = Rest;
      Rest -= Step;
      I = Next;
    }
    return {Root, Value};
  }

  std::vector<size_t> Parent;
  std::vector<int64_t> Above; ///< minus the parent's
};

} // namespace memfacet

#endif

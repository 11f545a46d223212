//===- ReferenceSteps.h - steps, the slow way -----------------------------===//
//
// From the definitions of docs/descriptions.md, with all accesses of one code
// in one structure at hand.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_TEST_SUPPORT_REFERENCESTEPS_H
#define MEMFACET_TEST_SUPPORT_REFERENCESTEPS_H

#include "analysis/profile/Descriptions.h"
#include "memfacet/Tables.h"
#include <cstdlib>
#include <map>
#include <vector>

namespace memfacet::test {

struct SteppedAccess {
  uint64_t Address;
  uint32_t Size;
  uint8_t Flags; ///< SiteFlags
};

class ReferenceSteps {
public:
  ReferenceSteps(const std::vector<SteppedAccess> &All, int64_t ElementBytes)
      : All(All), ElementBytes(ElementBytes) {
    for (size_t I = 0; I != All.size(); ++I) {
      if (isLong(I))
        ++Result.of(StepKind::Sequential);
      else if (I != 0)
        judge(I);
    }
    Result.Sampled = All.size();
    for (auto [Bytes, Steps] : Strides)
      Result.Strides.push_back({Bytes, Steps});
  }
  AccessSteps Result;

private:
  bool isLong(size_t I) const { return All[I].Size > 64; }
  /// To access \p I; 0 where there is none.
  int64_t step(size_t I) const {
    if (I == 0 || I >= All.size() || isLong(I))
      return 0;
    return int64_t(All[I].Address - All[I - 1].Address);
  }
  bool near(size_t I) const {
    int64_t S = step(I);
    uint32_t From = All[I - (S > 0)].Size;
    return S != 0 &&
           (std::abs(S) <= int64_t(From) || std::abs(S) == ElementBytes);
  }
  bool turns(size_t I) const {
    return I > 1 && near(I - 1) && (step(I) < 0) != (step(I - 1) < 0);
  }
  bool sequential(size_t I) const { return near(I) && !turns(I); }
  bool linked(size_t I) const {
    return All[I].Flags & SiteFollowsLinks && step(I) != 0;
  }
  /// Whether the steps to \p I and to the one behind it are one stride.
  bool equalNext(size_t I) const {
    return I + 1 < All.size() && step(I) != 0 && step(I) == step(I + 1) &&
           !sequential(I + 1);
  }

  void judge(size_t I) {
    if (step(I) == 0) {
      ++Result.of(StepKind::Repeated);
      return;
    }
    if (linked(I)) {
      ++Result.of(StepKind::Linked);
      return;
    }
    if (sequential(I)) {
      ++Result.of(StepKind::Sequential);
      return;
    }
    if (step(I) == step(I - 1) || (equalNext(I) && !linked(I + 1))) {
      ++Result.of(StepKind::Strided);
      ++Strides[step(I)];
      return;
    }
    ++Result.of(All[I].Flags & SiteIndirect ? StepKind::Indirect
                                            : StepKind::Irregular);
  }

  const std::vector<SteppedAccess> &All;
  int64_t ElementBytes;
  std::map<int64_t, uint64_t> Strides;
};

} // namespace memfacet::test

#endif

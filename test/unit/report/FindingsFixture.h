//===- FindingsFixture.h - profiles of structures with one site -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_TEST_UNIT_REPORT_FINDINGSFIXTURE_H
#define MEMFACET_TEST_UNIT_REPORT_FINDINGSFIXTURE_H

#include "test/support/HandMadeProfile.h"
#include "test/support/Test.h"
#include "tools/report/findings/Findings.h"

namespace memfacet::test {

class Findings : public testing::Test {
protected:
  Findings() {
    P = handMadeProfile({});
    P.Structures[0].Total = P.Structures[1].Total = Counts();
    P.HasSiteAccesses = P.HasDescriptions = true;
  }

  /// \p Objects of one element of \p Bytes each, and \p Misses of the
  /// first level. All accesses are by one site with these steps, in the order
  /// of StepKind.
  Structure &add(const char *Name, uint64_t Objects, uint64_t Bytes,
                 uint64_t Misses, std::array<uint64_t, StepKinds> Steps) {
    Structure S = heapStructure(Name, 1'000'000, Misses, 0);
    S.Objects = Objects;
    S.ElementBytes = Bytes;
    S.Bytes = S.PeakBytes = Objects * Bytes;
    StructureId Id(uint32_t(P.Structures.size()));
    P.Structures.push_back(S);
    CodeSite Site;
    Site.Accesses = 1'000'000;
    P.Sites.push_back(Site);
    SiteCounts C;
    C.Site = uint32_t(P.Sites.size() - 1);
    C.Structure = Id;
    C.Misses = {Misses, 0};
    C.Accesses = 1'000'000;
    C.Steps.Sampled = 1000;
    C.Steps.Steps = Steps;
    P.BySite.push_back(C);
    return P.Structures.back();
  }
  std::vector<Finding> all() { return findingsOf(P, {100, 0.02, 0.05}); }

  Profile P;
};

} // namespace memfacet::test

#endif

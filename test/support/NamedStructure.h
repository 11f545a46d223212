//===- NamedStructure.h - rows of a profile by name ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_TEST_SUPPORT_NAMEDSTRUCTURE_H
#define MEMFACET_TEST_SUPPORT_NAMEDSTRUCTURE_H

#include "analysis/result/profile/Profile.h"
#include "test/support/Test.h"

namespace memfacet::test {

inline Structure named(const Profile &P, std::string_view Name) {
  for (const Structure &S : P.Structures)
    if (S.Name == Name)
      return S;
  ADD_FAILURE() << "no structure " << Name;
  return P.Structures.front();
}

inline uint64_t loads(const Profile &P, std::string_view Name) {
  return named(P, Name).Total.Loads;
}

inline void
expectLoads(const Profile &P,
            const std::vector<std::pair<std::string_view, uint64_t>> &Wanted) {
  for (const auto &[Name, Loads] : Wanted)
    EXPECT_EQ(loads(P, Name), Loads) << Name;
}

} // namespace memfacet::test

#endif

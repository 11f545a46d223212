//===- Test.h - what every unit test begins with --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// GoogleTest, the headers of the standard library that many tests use, and the
// project's names. For .cpp files of unit tests, and headers of theirs, only.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_TEST_SUPPORT_TEST_H
#define MEMFACET_TEST_SUPPORT_TEST_H

#include "analysis/support/Error.h"
#include "test/support/Wings.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <functional>
#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace memfacet::test {

/// What must be there; the test ends where it is not.
template <typename T> T good(Expected<T> Wanted) {
  if (!Wanted)
    throw std::runtime_error(Wanted.error().Message);
  return std::move(*Wanted);
}

/// Nothing where there is no error.
template <typename T> std::string errorOf(const Expected<T> &Result) {
  return Result ? "" : Result.error().Message;
}

template <typename T> T good(std::optional<T> Wanted) {
  if (!Wanted)
    throw std::runtime_error("there is none");
  return std::move(*Wanted);
}

/// The member of each row.
template <typename Rows, typename M> auto each(const Rows &List, M Member) {
  std::vector<std::decay_t<decltype(std::invoke(Member, *List.begin()))>>
      Result;
  for (const auto &Row : List)
    Result.push_back(std::invoke(Member, Row));
  return Result;
}

template <typename Rows, typename M> auto sumOf(const Rows &List, M Member) {
  std::decay_t<decltype(std::invoke(Member, *List.begin()))> Sum{};
  for (const auto &Row : List)
    Sum += std::invoke(Member, Row);
  return Sum;
}

/// Rows have the same members.
template <typename T, typename... M>
void expectSameRows(const std::vector<T> &A, const std::vector<T> &B,
                    M T::*...Members) {
  ASSERT_EQ(A.size(), B.size());
  auto ExpectEqual = [](size_t Row, const auto &OfA, const auto &OfB) {
    EXPECT_EQ(OfA, OfB) << "row " << Row;
  };
  for (size_t I = 0; I != A.size(); ++I)
    (ExpectEqual(I, std::invoke(Members, A[I]), std::invoke(Members, B[I])),
     ...);
}

/// Whether \p Text has \p Part; a failure shows all of it.
inline testing::AssertionResult has(std::string_view Text,
                                    std::string_view Part) {
  if (Text.find(Part) != Text.npos)
    return testing::AssertionSuccess() << Part << " is in: " << Text;
  return testing::AssertionFailure() << Part << " is not in: " << Text;
}

} // namespace memfacet::test

using namespace memfacet;
using namespace memfacet::test;

#endif

//===- Test.h - what every unit test begins with --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Includes GoogleTest, the headers of the standard library that many tests use,
// and the project's names. Only for .cpp files of unit tests, and their
// headers.
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

/// Returns the value of \p Wanted. The test ends if there is none.
template <typename T> T good(Expected<T> Wanted) {
  if (!Wanted)
    throw std::runtime_error(Wanted.error().Message);
  return std::move(*Wanted);
}

/// Returns the message of an error, or "".
template <typename T> std::string errorOf(const Expected<T> &Result) {
  return Result ? "" : Result.error().Message;
}

template <typename T> T good(std::optional<T> Wanted) {
  if (!Wanted)
    throw std::runtime_error("there is none");
  return std::move(*Wanted);
}

/// Returns the member of each row.
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

/// Expects that the rows of \p A and \p B have equal \p Members.
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

/// Returns whether \p Text contains \p Part; a failure shows the whole text.
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

//===- Test.h - what every unit test begins with --------------------------===//
//
// GoogleTest, the headers of the standard library that many tests use, and the
// project's names. For .cpp files of unit tests, and headers of theirs, only.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_TEST_SUPPORT_TEST_H
#define MEMFACET_TEST_SUPPORT_TEST_H

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
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace memfacet::test {}
using namespace memfacet;
using namespace memfacet::test;

#endif

//===- Comparisons.h - what looking at one invariant found ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CHECK_COMPARISONS_H
#define MEMFACET_CHECK_COMPARISONS_H

#include <cstdint>
#include <fmt/format.h>
#include <string>
#include <utility>

namespace memfacet::check {

/// What checking an invariant found. An invariant states each thing that it
/// compares. One that finds nothing to compare does not apply.
class Comparisons {
public:
  /// States that \p Holds; the text says what is wrong if not.
  template <typename... Args>
  void expect(bool Holds, fmt::format_string<Args...> Text, Args &&...Values) {
    ++Compared;
    if (!Holds && Violations++ == 0)
      First = fmt::format(Text, std::forward<Args>(Values)...);
  }
  /// States that \p Found is \p Wanted; the text says of what.
  template <typename... Args>
  void equal(uint64_t Found, uint64_t Wanted, fmt::format_string<Args...> Text,
             Args &&...Values) {
    ++Compared;
    if (Found != Wanted && Violations++ == 0)
      First = fmt::format(Text, std::forward<Args>(Values)...) +
              fmt::format(": {}, not {}", Found, Wanted);
  }
  /// States that \p Found is at most \p Most.
  template <typename... Args>
  void atMost(uint64_t Found, uint64_t Most, fmt::format_string<Args...> Text,
              Args &&...Values) {
    ++Compared;
    if (Found > Most && Violations++ == 0)
      First = fmt::format(Text, std::forward<Args>(Values)...) +
              fmt::format(": {}, more than {}", Found, Most);
  }

  bool applies() const { return Compared != 0; }
  bool violated() const { return Violations != 0; }
  uint64_t compared() const { return Compared; }
  uint64_t violations() const { return Violations; }
  /// Returns the first violation in words; empty where there is none.
  const std::string &first() const { return First; }

private:
  uint64_t Compared = 0, Violations = 0;
  std::string First;
};

} // namespace memfacet::check

#endif

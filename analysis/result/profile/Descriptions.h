//===- Descriptions.h - what describes a structure apart from counts ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/internals/descriptions.md defines each number.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RESULT_PROFILE_DESCRIPTIONS_H
#define MEMFACET_RESULT_PROFILE_DESCRIPTIONS_H

#include "analysis/support/Names.h"
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace memfacet::result {

/// How an access follows the one before it, by the same code in the same
/// structure.
enum class StepKind : uint8_t {
  Sequential, ///< goes on at the neighbour
  Strided,    ///< as far as the step before or after
  Repeated,   ///< the same address
  Linked,     ///< where a value leads that was loaded before
  Indirect,   ///< where a value of another structure leads, irregularly
  Irregular,
  Search ///< where a comparison with what was loaded before leads, irregularly
};
constexpr size_t StepKinds = 7;
} // namespace memfacet::result

template <>
inline constexpr std::array memfacet::NamesOf<memfacet::result::StepKind> = {
    "sequential", "strided",   "repeated", "linked",
    "indirect",   "irregular", "search"};

namespace memfacet::result {
inline const char *stepKindName(StepKind Value) { return nameOf(Value); }

/// Bytes between an access and the next, and how often this distance occurs.
struct Stride {
  int64_t Bytes = 0;
  uint64_t Steps = 0;
  bool operator==(const Stride &) const = default;
};

struct AccessSteps {
  /// Accesses that were examined; those without one before are no step.
  uint64_t Sampled = 0;
  std::array<uint64_t, StepKinds> Steps = {};
  /// Strides of strided steps, sorted by Bytes; rare ones may be missing.
  std::vector<Stride> Strides;

  uint64_t steps(StepKind Kind) const { return Steps[size_t(Kind)]; }
  uint64_t &steps(StepKind Kind) { return Steps[size_t(Kind)]; }
  uint64_t all() const;
  bool operator==(const AccessSteps &) const = default;
};

/// Times are IR instructions of the whole program, all threads, whether counted
/// or not. Only objects of the heap are timed.
struct ObjectLives {
  uint64_t PeakObjects = 0;  ///< most that lived at once
  uint64_t Timed = 0;        ///< objects whose times are known
  uint64_t AtEnd = 0;        ///< timed objects that were not released
  uint64_t Instructions = 0; ///< sum of all their lives
  /// Timed objects of which each life is known: all unless there are too many.
  uint64_t Followed = 0;
  uint64_t Brief = 0;   ///< of Followed: released within one interval
  uint64_t Longest = 0; ///< of Followed
  bool operator==(const ObjectLives &) const = default;
};

} // namespace memfacet::result

#endif

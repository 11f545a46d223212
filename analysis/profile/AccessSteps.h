//===- AccessSteps.h - how accesses follow one another --------------------===//
//
// docs/descriptions.md defines each number.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PROFILE_ACCESSSTEPS_H
#define MEMFACET_PROFILE_ACCESSSTEPS_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace memfacet {

/// What an access is to the one before it, by the same code in the same
/// structure.
enum class StepKind : uint8_t {
  Sequential, ///< goes on at the neighbour
  Strided,    ///< as far as the step before or behind
  Repeated,   ///< the same address
  Linked,     ///< where what was loaded before leads
  Indirect,   ///< where another structure leads, irregularly
  Irregular
};
constexpr size_t StepKinds = 6;

/// "sequential", "strided", "repeated", "linked", "indirect", "irregular": as
/// in JSON and the database.
const char *stepKindName(StepKind Kind);

/// Bytes between an access and the next, and how often.
struct Stride {
  int64_t Bytes = 0;
  uint64_t Steps = 0;
  bool operator==(const Stride &) const = default;
};

struct AccessSteps {
  /// Accesses that were looked at; those without one before are no step.
  uint64_t Sampled = 0;
  std::array<uint64_t, StepKinds> Steps = {};
  /// Of strided steps, by Bytes; rare ones may be missing.
  std::vector<Stride> Strides;

  uint64_t of(StepKind Kind) const { return Steps[size_t(Kind)]; }
  uint64_t &of(StepKind Kind) { return Steps[size_t(Kind)]; }
  uint64_t all() const;
  bool operator==(const AccessSteps &) const = default;
};

} // namespace memfacet

#endif

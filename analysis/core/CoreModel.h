//===- CoreModel.h - the parameters of a processor core -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/internals/core-model.md defines each parameter.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CORE_COREMODEL_H
#define MEMFACET_CORE_COREMODEL_H

#include "analysis/support/Error.h"
#include "analysis/support/Names.h"
#include "memfacet/Operations.h"
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace memfacet::core {

// Operations that share functional units. A unit takes a new operation in every
// cycle. A divider is busy until its result is ready, and takes operations in
// program order.
#define MEMFACET_UNITS(X)                                                      \
  X(Integer, "int", true)                                                      \
  X(Multiply, "mul", true)                                                     \
  X(Divide, "div", false)                                                      \
  X(FpAdd, "fadd", true)                                                       \
  X(FpMultiply, "fmul", true)                                                  \
  X(FpDivide, "fdiv", false)                                                   \
  X(Memory, "mem", true)

enum class UnitKind : uint8_t {
#define MEMFACET_ENUMERATOR(Name, Text, Pipelined) Name,
  MEMFACET_UNITS(MEMFACET_ENUMERATOR)
#undef MEMFACET_ENUMERATOR
};
constexpr size_t UnitKinds = 7;

/// Returns the units that execute operations of class \p C.
UnitKind unitOf(OperationClass C);
bool isPipelined(UnitKind U);
/// Returns whether \p C takes no place in the window, no unit and no cycle: Phi
/// and Copy.
constexpr bool isFree(OperationClass C) {
  return C == OperationClass::Phi || C == OperationClass::Copy;
}

enum class PredictorKind : uint8_t {
  Perfect,
  Taken, ///< every branch is predicted to be taken
  Bimodal,
  Gshare,
  Tournament
};
} // namespace memfacet::core

template <>
inline constexpr std::array memfacet::NamesOf<memfacet::core::PredictorKind> = {
    "perfect", "taken", "bimodal", "gshare", "tournament"};

namespace memfacet::core {

/// The parameters of a branch predictor. Sizes are numbers of entries, powers
/// of two.
struct PredictorModel {
  PredictorKind Kind = PredictorKind::Tournament;
  uint32_t Local = 1024;  ///< histories, and counters, of Tournament
  uint32_t Global = 4096; ///< counters of Bimodal, Gshare and Tournament
  uint32_t Choice = 4096; ///< counters of Tournament that choose
  bool operator==(const PredictorModel &) const = default;
};

/// The parameters of a core. Times are cycles.
struct CoreModel {
  std::string Name;   ///< name of a preset, or "custom"
  std::string Caches; ///< the cache model that belongs to it, or empty
  bool InOrder = false;
  uint32_t Width = 4;   ///< operations per cycle, at each end
  uint32_t Window = 80; ///< operations between the ends; in-order: none
  uint32_t Stores = 32; ///< stores that are not in the first level yet
  uint32_t Misses = 8;  ///< misses of the first level at once
  uint32_t Penalty = 7; ///< from a mispredicted branch's result to new
                        ///< operations; also how long the first takes
  uint32_t TlbMiss = 0; ///< for each level of the TLB that missed
  /// For which one line occupies the way to memory; 0: any number of lines at
  /// once.
  uint32_t Line = 0;
  std::vector<uint32_t> Levels; ///< load to use, by the level that has the line
  uint32_t Memory = 200;        ///< load to use, the line's transfer included
  std::array<uint32_t, OperationClasses>
      Latency; ///< of memory operations, without the access
  std::array<uint32_t, UnitKinds> Units;
  PredictorModel Predictor;

  CoreModel();
  /// Returns the model as text, which parses back to the same model without its
  /// names.
  std::string spec() const;
  /// Returns the cycles from load to use where \p Missed of \p LevelCount
  /// levels missed.
  uint32_t loadToUse(unsigned Missed, unsigned LevelCount) const {
    return Missed >= LevelCount ? Memory : Levels[Missed];
  }
  bool operator==(const CoreModel &) const = default;
};

/// Parses the name of a preset, or a spec: parameters separated by commas,
/// after a preset or without one. An error names the offending part.
Expected<CoreModel> parseCoreModel(std::string_view Text);

/// Checks that \p M can be simulated with caches of \p LevelCount levels.
Status checkCoreModel(const CoreModel &M, size_t LevelCount);

const std::vector<CoreModel> &corePresets();

} // namespace memfacet::core

#endif

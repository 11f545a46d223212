//===- RunCode.h - what a run does, operation by operation ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_DECODE_RUNCODE_H
#define MEMFACET_DECODE_RUNCODE_H

#include "memfacet/Check.h"
#include "memfacet/Operations.h"
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace memfacet::decode {

/// A value that an operation waits for.
struct RunInput {
  enum Place : uint8_t {
    Nothing,   ///< it waits for nothing
    InRun,     ///< the operation with this number in the same run
    OfFunction ///< the function's value with this number
  };
  Place Source = Nothing;
  uint32_t Number = 0;
  bool operator==(const RunInput &) const = default;
};

struct RunOperation {
  static constexpr uint32_t NoNumber = ~uint32_t(0);

  OperationClass Class = OperationClass::Other;
  uint32_t FirstInput = 0, Inputs = 0; ///< in RunCode::Inputs
  /// Number of the operation's value in the function.
  uint32_t Number = NoNumber;
  uint32_t FirstSite = 0, Sites = 0; ///< in the run
};

/// A run, decoded (memfacet/Operations.h). All numbers are in bounds, whatever
/// the tables say.
struct RunCode {
  uint64_t Function = 0; ///< identifies the function
  uint32_t Values = 0;   ///< values that the function numbers
  uint32_t Ordinal = 0;  ///< in the function
  uint32_t Id = 0;       ///< Block::Id
  bool EntersFunction = false;
  uint32_t Instructions = 0; ///< of this run alone
  uint32_t FirstSite = 0;    ///< SiteId
  uint32_t Sites = 0;
  std::vector<int64_t> Predecessors; ///< ordinals
  std::vector<RunOperation> Operations;
  std::vector<RunInput> Inputs;
  /// The runs that follow, if the last operation is a Branch.
  int64_t NotTakenOrdinal = 0, TakenOrdinal = 0;

  std::span<const RunInput> inputs(const RunOperation &O) const {
    MEMFACET_CHECK(O.FirstInput + size_t(O.Inputs) <= Inputs.size(),
                   "the operation is one of this run");
    return {Inputs.data() + O.FirstInput, O.Inputs};
  }
};

/// Decodes \p Bytes into the operations of \p Run, whose Ordinal, Sites and
/// Values are set. Returns false if they make no sense; then there are none.
bool decodeOperations(std::string_view Bytes, RunCode &Run);

} // namespace memfacet::decode

#endif

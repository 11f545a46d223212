//===- AccessSource.h - accesses of a trace of another tool ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_MEASURE_IMPORT_ACCESSSOURCE_H
#define MEMFACET_MEASURE_IMPORT_ACCESSSOURCE_H

#include "analysis/support/Error.h"
#include <cstdint>
#include <optional>

namespace memfacet::measure {

struct TextAccess {
  /// Modify: a load and a store of the same bytes, in one access. It counts as
  /// a store, as read-modify-writes do.
  enum class Kind : uint8_t { Instruction, Load, Store, Modify } Type;
  uint64_t Address;
  uint32_t Size;       ///< bytes, from 1 to MostAccessBytes
  uint32_t Thread = 0; ///< from 0, in the order of first accesses
  uint64_t Pc = 0;     ///< of the accessing instruction; 0: not known
};

/// The largest access of an instruction saves a processor's state.
constexpr uint32_t MostAccessBytes = 1 << 16;

/// Reads a trace from its beginning to its end.
class AccessSource {
public:
  virtual ~AccessSource() = default;
  /// Returns the next access; none at the end. An error says where the file is
  /// wrong.
  virtual Expected<std::optional<TextAccess>> next() = 0;
};

} // namespace memfacet::measure

#endif

//===- AccessSource.h - accesses of a trace of another tool ---------------===//

#ifndef MEMFACET_IMPORT_ACCESSSOURCE_H
#define MEMFACET_IMPORT_ACCESSSOURCE_H

#include "analysis/support/Error.h"
#include <cstdint>
#include <optional>

namespace memfacet {

struct TextAccess {
  enum class Kind : uint8_t { Instruction, Load, Store, Modify } Is;
  uint64_t Address;
  uint32_t Size;       ///< bytes, at least 1
  uint32_t Thread = 0; ///< from 0, in the order in which they are first seen
};

/// Reads a trace from its beginning to its end.
class AccessSource {
public:
  virtual ~AccessSource() = default;
  /// The next one; none at the end. An error says where the file is wrong.
  virtual Expected<std::optional<TextAccess>> next() = 0;
};

} // namespace memfacet

#endif

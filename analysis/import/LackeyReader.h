//===- LackeyReader.h - address traces as text ----------------------------===//
//
// What `valgrind --tool=lackey --trace-mem=yes` prints: a line for each
// instruction and access, "I  addr,size", " L addr,size", " S addr,size",
// " M addr,size" (a load and a store of the same bytes). Lines of Valgrind's
// own begin with "==".
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_IMPORT_LACKEYREADER_H
#define MEMFACET_IMPORT_LACKEYREADER_H

#include "analysis/support/Error.h"
#include <cstdint>
#include <fstream>
#include <memory>
#include <optional>
#include <string>

namespace memfacet {

struct TextAccess {
  enum class Kind : uint8_t { Instruction, Load, Store, Modify } Is;
  uint64_t Address;
  uint32_t Size; ///< bytes, at least 1
};

class LackeyReader {
public:
  static Expected<LackeyReader> open(const std::string &Path);

  /// The next one; none at the end. An error names the line that is none.
  Expected<std::optional<TextAccess>> next();

private:
  LackeyReader(std::ifstream File, std::string Path)
      : File(std::move(File)), Path(std::move(Path)) {}

  std::ifstream File;
  std::string Path, Line;
  uint64_t Number = 0; ///< of Line
};

/// One line without its end; none: not an access.
std::optional<TextAccess> parseLackeyLine(std::string_view Line);

} // namespace memfacet

#endif

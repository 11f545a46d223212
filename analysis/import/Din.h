//===- Din.h - traces of accesses for Dinero ------------------------------===//
//
// Dinero III's format: a line for each access with a label and an address in
// base 16, with "0x" or without. Label 0 is a load, 1 a store, 2 the fetch of
// an instruction; 3 is of an unknown kind and 4 flushes the cache, which are
// both skipped. What stands behind the address is skipped, too. Sizes are not
// in it: each access is taken to be of one byte, and so of one line.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_IMPORT_DIN_H
#define MEMFACET_IMPORT_DIN_H

#include "analysis/import/AccessSource.h"
#include <fstream>
#include <string>
#include <string_view>

namespace memfacet {

struct DinLine {
  unsigned Label; ///< 0 to 4
  uint64_t Address;
};
/// One line without its end; none: it is wrong.
std::optional<DinLine> parseDinLine(std::string_view Line);

class DinReader final : public AccessSource {
public:
  static Expected<DinReader> open(const std::string &Path);
  Expected<std::optional<TextAccess>> next() override;

private:
  DinReader(std::ifstream File, std::string Path)
      : File(std::move(File)), Path(std::move(Path)) {}

  std::ifstream File;
  std::string Path, Line;
  uint64_t Number = 0; ///< of Line
};

} // namespace memfacet

#endif

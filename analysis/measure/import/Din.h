//===- Din.h - traces of accesses for Dinero ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The two text formats of Dinero: a line for each access.
//
// The format of Dinero III has a label and an address in base 16. Label 0 is a
// load, 1 a store, 2 the fetch of an instruction; 3 is an unknown kind and 4
// flushes the cache, which are both skipped. It has no sizes: each access
// counts as one byte, and so touches one line.
//
// The extended format of Dinero IV has a letter, an address and a size in
// bytes, both in base 16. r is a read, m a read that causes no prefetch, w a
// write, i the fetch of an instruction; c copies back and v invalidates, which
// are both skipped.
//
// The rest of a line is skipped, too.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_MEASURE_IMPORT_DIN_H
#define MEMFACET_MEASURE_IMPORT_DIN_H

#include "analysis/measure/import/AccessSource.h"
#include "analysis/measure/import/TextLines.h"

namespace memfacet::measure {

struct DinLine {
  std::optional<TextAccess::Kind> Type; ///< none: skipped
  uint64_t Address;
  uint32_t Size;
};
/// Parses a line without blanks at its ends. Returns none if it is wrong.
std::optional<DinLine> parseDinLine(std::string_view Line);

/// Returns whether a line is meant to be of this format, right or wrong.
bool looksLikeDin(std::string_view Line);

class DinReader final : public AccessSource {
public:
  explicit DinReader(ForeignFile File) : Lines(std::move(File)) {}
  Expected<std::optional<TextAccess>> next() override;

private:
  TextLines Lines;
  uint64_t Pc = 0; ///< of the last instruction
};

} // namespace memfacet::measure

#endif

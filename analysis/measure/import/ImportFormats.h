//===- ImportFormats.h - accesses in the formats of other tools -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// To add a format: a row of MEMFACET_IMPORT_FORMATS, and a class as in Din.h
// that openAccesses() makes. TextLines reads text.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_MEASURE_IMPORT_IMPORTFORMATS_H
#define MEMFACET_MEASURE_IMPORT_IMPORTFORMATS_H

#include "analysis/measure/import/AccessSource.h"
#include "analysis/support/Names.h"
#include <array>
#include <memory>
#include <string>

namespace memfacet::measure {

// The columns are enumerator, name, and text of the help.
#define MEMFACET_IMPORT_FORMATS(X)                                             \
  X(Lackey, "lackey", "what valgrind --tool=lackey --trace-mem=yes prints")    \
  X(Din, "din", "Dinero's text formats")                                       \
  X(DrMemtrace, "drmemtrace", "DynamoRIO's, converted: a file or a folder")

#define MEMFACET_ENUMERATOR(Name, ...) Name,
enum class ImportFormat : uint32_t {
  MEMFACET_IMPORT_FORMATS(MEMFACET_ENUMERATOR)
};
#undef MEMFACET_ENUMERATOR
#define MEMFACET_NAME(Name, Text, ...) Text,
} // namespace memfacet::measure

template <>
inline constexpr auto memfacet::NamesOf<memfacet::measure::ImportFormat> =
    std::to_array({MEMFACET_IMPORT_FORMATS(MEMFACET_NAME)});

namespace memfacet::measure {
#undef MEMFACET_NAME

/// Returns the format of a file by its first bytes.
ImportFormat importFormatOf(std::string_view Start);

struct ForeignAccesses {
  ImportFormat Format;
  std::unique_ptr<AccessSource> Source;
};

/// Opens the file or folder at \p Path; "-" is the standard input. Without
/// \p Format, the first bytes decide.
Expected<ForeignAccesses> openAccesses(const std::string &Path,
                                       std::optional<ImportFormat> Format);

} // namespace memfacet::measure

#endif

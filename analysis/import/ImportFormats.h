//===- ImportFormats.h - accesses in the formats of other tools -----------===//
//
// To add a format: a row of MEMFACET_IMPORT_FORMATS, and a class as in Din.h
// that openAccesses() makes.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_IMPORT_IMPORTFORMATS_H
#define MEMFACET_IMPORT_IMPORTFORMATS_H

#include "analysis/import/AccessSource.h"
#include "analysis/support/Names.h"
#include <array>
#include <memory>
#include <string>

namespace memfacet {

// Enumerator, name, what the help says.
#define MEMFACET_IMPORT_FORMATS(X)                                             \
  X(Lackey, "lackey", "what valgrind --tool=lackey --trace-mem=yes prints")    \
  X(Din, "din", "Dinero's text format")                                        \
  X(DrMemtrace, "drmemtrace", "DynamoRIO's, converted, also compressed by gzip")

#define MEMFACET_ENUMERATOR(Name, ...) Name,
enum class ImportFormat : uint32_t {
  MEMFACET_IMPORT_FORMATS(MEMFACET_ENUMERATOR)
};
#undef MEMFACET_ENUMERATOR
#define MEMFACET_NAME(Name, Text, ...) Text,
template <>
inline constexpr auto NamesOf<ImportFormat> =
    std::to_array({MEMFACET_IMPORT_FORMATS(MEMFACET_NAME)});
#undef MEMFACET_NAME

/// The format of the file at \p Path by its first bytes.
Expected<ImportFormat> importFormatOf(const std::string &Path);

/// Opens the file at \p Path.
Expected<std::unique_ptr<AccessSource>> openAccesses(const std::string &Path,
                                                     ImportFormat Format);

} // namespace memfacet

#endif

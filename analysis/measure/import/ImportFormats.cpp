//===- ImportFormats.cpp - accesses in the formats of other tools ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/import/ImportFormats.h"
#include "analysis/measure/import/Din.h"
#include "analysis/measure/import/DrMemtrace.h"
#include "analysis/measure/import/Lackey.h"
#include "analysis/support/Text.h"
#include <filesystem>

namespace memfacet::measure {

ImportFormat importFormatOf(std::string_view Start) {
  // No text has this byte.
  if (Start.find('\0') != Start.npos)
    return ImportFormat::DrMemtrace;
  Start = withoutMark(Start);
  while (!Start.empty()) {
    std::string_view Line = meaningOf(takeUntil(Start, '\n'));
    if (!Line.empty() && !isValgrindLine(Line))
      return looksLikeDin(Line) ? ImportFormat::Din : ImportFormat::Lackey;
  }
  return ImportFormat::Lackey;
}

static std::unique_ptr<AccessSource> textReader(ForeignFile File,
                                                ImportFormat Format) {
  if (Format == ImportFormat::Din)
    return std::make_unique<DinReader>(std::move(File));
  return std::make_unique<LackeyReader>(std::move(File));
}

static Expected<ForeignAccesses> openFolder(const std::string &Path,
                                            ImportFormat Format) {
  if (Format != ImportFormat::DrMemtrace)
    return makeError("'{}' is a folder, which only drmemtrace writes; name a "
                     "file of format {}",
                     Path, nameOf(Format));
  auto Source = openDrMemtraceFolder(Path);
  if (!Source)
    return Source.error();
  return ForeignAccesses{Format, std::move(*Source)};
}

Expected<ForeignAccesses> openAccesses(const std::string &Path,
                                       std::optional<ImportFormat> Format) {
  std::error_code Ignored;
  if (std::filesystem::is_directory(Path, Ignored))
    return openFolder(Path, Format.value_or(ImportFormat::DrMemtrace));
  Expected<ForeignFile> File = ForeignFile::open(Path);
  if (!File)
    return File.error();
  Expected<std::string_view> Start = File->peek();
  if (!Start)
    return Start.error();
  ImportFormat FileFormat = Format.value_or(importFormatOf(*Start));
  if (FileFormat != ImportFormat::DrMemtrace)
    return ForeignAccesses{FileFormat,
                           textReader(std::move(*File), FileFormat)};
  auto Source = openDrMemtrace(std::move(*File));
  if (!Source)
    return Source.error();
  return ForeignAccesses{FileFormat, std::move(*Source)};
}

} // namespace memfacet::measure

//===- Formats.cpp - the formats that are exported ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/export/Formats.h"
#include "tools/support/Say.h"
#include <sstream>

namespace memfacet::exports {

const std::vector<ExportFormat> &exportFormats() {
#define MEMFACET_ROW(Name, ...) {__VA_ARGS__, export##Name, nullptr},
#define MEMFACET_TRACE_ROW(Name, ...) {__VA_ARGS__, nullptr, write##Name},
  static const std::vector<ExportFormat> All = {MEMFACET_PROFILE_FORMATS(
      MEMFACET_ROW) MEMFACET_TRACE_FORMATS(MEMFACET_TRACE_ROW)};
#undef MEMFACET_TRACE_ROW
#undef MEMFACET_ROW
  return All;
}

std::vector<std::string> ExportFormat::groupings() const {
  std::vector<std::string> Words;
  std::istringstream In(GroupingWords);
  for (std::string Word; std::getline(In, Word, ',');)
    Words.push_back(Word);
  return Words;
}

Expected<const ExportFormat *> findExportFormat(const std::string &Name) {
  std::vector<std::string> Known;
  for (const ExportFormat &F : exportFormats()) {
    if (F.Name == Name)
      return &F;
    Known.emplace_back(F.Name);
  }
  return usageError("unknown format '{}'{}; formats: {}", Name,
                    didYouMean(Name, Known), fmt::join(Known, ", "));
}

} // namespace memfacet::exports

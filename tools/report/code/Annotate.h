//===- Annotate.h - source with misses in the margin ----------------------===//

#ifndef MEMFACET_REPORT_CODE_ANNOTATE_H
#define MEMFACET_REPORT_CODE_ANNOTATE_H

#include "tools/report/code/CodeRows.h"
#include "tools/support/Terminal.h"
#include <optional>

namespace memfacet {

struct AnnotateOptions {
  /// Lines without accesses that are shown around those with some.
  uint32_t Around = 3;
  bool Whole = false; ///< all lines
};

struct AnnotatedLine {
  uint32_t Number = 0;
  const std::string *Text = nullptr; ///< null: it is not in the file any more
  std::optional<CodeRow> Row;        ///< nothing: no accesses
};

/// The source file of \p P that \p Name means: as recorded, or the end of it in
/// whole components.
Expected<std::string> findSource(const Profile &P, const std::string &Name);

/// The lines to show, ascending. They refer to \p Source.
std::vector<AnnotatedLine>
annotatedLines(const Profile &P, const std::string &File,
               const std::vector<std::string> &Source,
               const AnnotateOptions &Options);

/// The lines \p Source of file \p File, with accesses, misses and who misses
/// beside each.
std::string annotate(const Profile &P, const std::string &File,
                     const std::vector<std::string> &Source,
                     const AnnotateOptions &Options, const Terminal &Out);
/// The same, every digit.
std::string annotateJson(const Profile &P, const std::string &File,
                         const std::vector<std::string> &Source,
                         const AnnotateOptions &Options);

} // namespace memfacet

#endif

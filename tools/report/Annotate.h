//===- report/Annotate.h - source with misses in the margin ---------------===//

#ifndef MEMFACET_REPORT_ANNOTATE_H
#define MEMFACET_REPORT_ANNOTATE_H

#include "analysis/profile/Profile.h"
#include "tools/support/Terminal.h"

namespace memfacet {

struct AnnotateOptions {
  /// Lines without accesses that are shown around those with some.
  uint32_t Around = 3;
  bool Whole = false; ///< all lines
};

/// The source file of \p P that \p Name means: as recorded, or the end of it in
/// whole components.
Expected<std::string> findSource(const Profile &P, const std::string &Name);

/// The lines \p Source of file \p File, with accesses, misses and who misses
/// beside each.
std::string annotate(const Profile &P, const std::string &File,
                     const std::vector<std::string> &Source,
                     const AnnotateOptions &Options, const Terminal &Out);

} // namespace memfacet

#endif

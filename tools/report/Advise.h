//===- report/Advise.h - suggestions, for people and programs -------------===//

#ifndef MEMFACET_REPORT_ADVISE_H
#define MEMFACET_REPORT_ADVISE_H

#include "analysis/advise/Advice.h"
#include "tools/support/Terminal.h"

namespace memfacet {

/// The first \p Top suggestions, what they save, and how to verify them.
std::string adviseText(const Advice &A, size_t Top, const std::string &Folder,
                       const Terminal &Out);
std::string adviseJson(const Advice &A, size_t Top);
/// A row per suggestion and level, for the structure and the program.
std::string adviseCsv(const Advice &A, size_t Top);

/// A kind of miss with its name, as text and CSV list them: "L1", "sharing",
/// "TLB".
struct NamedMisses {
  std::string Name;
  uint64_t Structure[2], Program[2]; ///< before, after
};
/// The levels, and what else \p S changes.
std::vector<NamedMisses> missesOf(const Advice &A, const Suggestion &S);

} // namespace memfacet

#endif

//===- Advise.h - suggestions, for people and programs --------------------===//

#ifndef MEMFACET_REPORT_ADVICE_ADVISE_H
#define MEMFACET_REPORT_ADVICE_ADVISE_H

#include "analysis/advise/Advice.h"
#include "tools/support/Terminal.h"

namespace memfacet {

/// Commands that show whether a change does what was predicted, once the
/// program has been changed: for a trace at \p Trace and caches \p Caches.
std::vector<std::string> verifyCommands(const Advice &A,
                                        const std::string &Trace,
                                        const std::string &Caches);

/// The first \p Top suggestions, what they save, and how to \p Verify them.
std::string adviseText(const Advice &A, size_t Top,
                       const std::vector<std::string> &Verify,
                       const std::string &Folder, const Terminal &Out);
std::string adviseJson(const Advice &A, size_t Top,
                       const std::vector<std::string> &Verify);
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

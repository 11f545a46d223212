//===- Advise.h - suggestions for a faster memory layout ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/internals/advise.md describes the suggestions.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REPORT_ADVICE_ADVISE_H
#define MEMFACET_REPORT_ADVICE_ADVISE_H

#include "analysis/advise/Advice.h"
#include "tools/support/Terminal.h"

namespace memfacet::report {

/// What was recorded of the unchanged program: one of the two files.
struct AdvisedRun {
  std::string Trace = {}, Profile = {};
};

/// Returns commands that compare the changed program with the prediction.
/// \p Base: the profile of the unchanged program, \p Caches the simulated
/// caches.
std::vector<std::string> verifyCommands(const result::Profile &Base,
                                        const std::string &Caches,
                                        const AdvisedRun &Unchanged);

/// Writes the first \p Top suggestions: what they save, why, and how to
/// \p Verify them.
std::string adviseText(const advise::Advice &A, size_t Top,
                       const std::vector<std::string> &Verify,
                       const Terminal &Out);
std::string adviseJson(const advise::Advice &A, size_t Top,
                       const std::vector<std::string> &Verify);
/// Writes a row per suggestion and level, for the structure and the program.
std::string adviseCsv(const advise::Advice &A, size_t Top);

} // namespace memfacet::report

#endif

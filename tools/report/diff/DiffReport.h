//===- DiffReport.h - a difference, for people and for programs -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_REPORT_DIFF_DIFFREPORT_H
#define MEMFACET_REPORT_DIFF_DIFFREPORT_H

#include "tools/report/diff/Thresholds.h"
#include "tools/support/Terminal.h"

namespace memfacet::report {

/// Writes what changed in a sentence, \p Checks, the program's numbers, and the
/// first \p Top structures, the sum of the others, and the total.
std::string diffText(const Difference &D, const std::vector<Checked> &Checks,
                     size_t Top, const Terminal &Out);
std::string diffJson(const Difference &D, const std::vector<Checked> &Checks);
/// Writes a row per structure.
std::string diffCsv(const Difference &D);
/// Writes the same as the text in GitHub's Markdown, for the summary of a
/// change.
std::string diffMarkdown(const Difference &D,
                         const std::vector<Checked> &Checks, size_t Top);
/// Writes SARIF: a result for each of \p Checks that failed, at the structures
/// that grew most.
std::string diffSarif(const Difference &D, const std::vector<Checked> &Checks);

} // namespace memfacet::report

#endif

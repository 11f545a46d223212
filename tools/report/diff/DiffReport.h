//===- DiffReport.h - a difference, for people and for programs -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_REPORT_DIFF_DIFFREPORT_H
#define MEMFACET_REPORT_DIFF_DIFFREPORT_H

#include "tools/report/diff/Thresholds.h"
#include "tools/support/Terminal.h"

namespace memfacet {

/// What changed in a sentence, the program's numbers, the first \p Top
/// structures, the sum of the others, the total; then \p Checks.
std::string diffText(const Difference &D, const std::vector<Checked> &Checks,
                     size_t Top, const Terminal &Out);
std::string diffJson(const Difference &D, const std::vector<Checked> &Checks);
/// A row per structure.
std::string diffCsv(const Difference &D);
/// The same as the text in GitHub's Markdown, for the summary of a change.
std::string diffMarkdown(const Difference &D,
                         const std::vector<Checked> &Checks, size_t Top);
/// SARIF: a result for each of \p Checks that failed, at the structures that
/// have most of it.
std::string diffSarif(const Difference &D, const std::vector<Checked> &Checks);

} // namespace memfacet

#endif

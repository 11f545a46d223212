//===- Terms.h - what words and headings mean -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one place that explains them: `memfacet explain` and docs/glossary.md are
// made from it. To add a heading to a report, explain it in ReportTerms.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_SUPPORT_TERMS_H
#define MEMFACET_SUPPORT_TERMS_H

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace memfacet {

struct Term {
  const char *Words;   ///< "member, field": words for one thing
  const char *Meaning; ///< Markdown, without a full stop
};

struct TermSection {
  const char *Title;
  std::span<const Term> Terms;
};

/// Words of the project; words and headings of reports.
std::span<const TermSection> glossarySections();
std::span<const TermSection> reportSections();

/// The terms that \p Text means. Headings with numbers, levels or letters in
/// them
/// ("L2 misses", "to 3", "64 KiB") are those with others in them.
std::vector<const Term *> termsFor(std::string_view Text);
/// All single words of all terms.
std::vector<std::string> termWords();
/// \p Meaning without the links of Markdown.
std::string plainMeaning(std::string_view Meaning);

} // namespace memfacet

#endif

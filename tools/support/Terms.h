//===- Terms.h - what words and headings mean -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `memfacet explain` and docs/glossary.md are made from these terms. To add a
// heading to a report, explain it in ReportTerms.cpp.
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
  const char *Words;   ///< "member, field": words with one meaning
  const char *Meaning; ///< Markdown, without a full stop
};

struct TermSection {
  const char *Title;
  std::span<const Term> Terms;
};

/// Return the words of the project, and the words and headings of reports.
std::span<const TermSection> glossarySections();
std::span<const TermSection> reportSections();

/// Returns the terms that \p Text means. Headings that differ in numbers,
/// levels or letters only ("L2 misses", "to 3", "64 KiB") are the same term.
std::vector<const Term *> termsFor(std::string_view Text);
/// Returns all single words of all terms.
std::vector<std::string> termWords();
/// Returns \p Meaning without the links of Markdown.
std::string plainMeaning(std::string_view Meaning);

} // namespace memfacet

#endif

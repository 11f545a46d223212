//===- Page.h - a profile as one HTML file --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The file contains style, scripts and data, and its policy forbids browsers to
// fetch anything. Names in a profile are data: the page never makes HTML of
// them.
//
// docs/internals/page.md describes the page.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_HTML_PAGE_H
#define MEMFACET_HTML_PAGE_H

#include "analysis/result/profile/Profile.h"
#include "tools/report/format/Columns.h"
#include <span>

namespace memfacet::html {

struct PageOptions {
  std::vector<std::string> Files; ///< of the profiles, as the user wrote them
  bool Source = true;             ///< whether source lines are in the page
  report::Json Advice = {};       ///< from adviseJson; null: none
};

/// Returns a page of one profile, or of two side by side.
Expected<std::string> htmlPage(std::span<const result::Profile> Profiles,
                               const PageOptions &Options);

} // namespace memfacet::html

#endif

//===- PageFiles.h - the page's own files, in the binary ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tools/html/EmbedPage.cmake writes the functions from the files in
// tools/html/page and tools/html/uplot.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_HTML_PAGEFILES_H
#define MEMFACET_HTML_PAGEFILES_H

#include <string_view>

namespace memfacet::html {

std::string_view pageBody();
std::string_view pageStyle();
std::string_view
pageScript(); ///< all scripts of tools/html/page, one after the other
std::string_view pagePlotScript();
std::string_view pagePlotStyle();
std::string_view pagePlotLicence();

} // namespace memfacet::html

#endif

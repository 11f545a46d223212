//===- TextLayout.h - texts in the columns of a terminal ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_SUPPORT_TEXTLAYOUT_H
#define MEMFACET_SUPPORT_TEXTLAYOUT_H

#include <cstddef>
#include <string>
#include <string_view>

namespace memfacet {

/// Returns the number of columns that \p Text, in UTF-8, takes: combining
/// characters take none, those of Chinese, Japanese and Korean and most
/// pictures two.
size_t displayWidth(std::string_view Text);

/// Returns \p Text in at most \p Width columns; ".." replaces the middle.
std::string elided(std::string_view Text, size_t Width);
/// Does the same for a path: the last component stays if there is room for it.
std::string elidedPath(std::string_view Text, size_t Width);
/// Does the same for code: ".." replaces the end.
std::string cutAtEnd(std::string_view Text, size_t Width);
/// Does the same for a row of bars such as "▁▄█": of neighbours, the highest
/// stays.
std::string shrunkChart(std::string_view Text, size_t Width);
/// Returns \p Text in lines of at most \p Width columns (0: one line), broken
/// between words, but not before a unit like "KiB". The first line begins at
/// column \p Indent, and the others are indented that far. Ends with a newline.
std::string wrapped(std::string_view Text, size_t Indent, size_t Width);
/// Returns \p Text with its sentences wrapped to \p Width (0: unchanged). After
/// a label, the text stays to the right of the label. Tables must fit already;
/// commands to copy stay unchanged.
std::string fitted(std::string_view Text, size_t Width);

} // namespace memfacet

#endif

//===- TextLayout.h - texts in the columns of a terminal ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_SUPPORT_TEXTLAYOUT_H
#define MEMFACET_SUPPORT_TEXTLAYOUT_H

#include <cstddef>
#include <string>
#include <string_view>

namespace memfacet {

/// The columns that \p Text takes, in UTF-8: combining characters take none,
/// those of Chinese, Japanese and Korean and most pictures two.
size_t displayWidth(std::string_view Text);

/// \p Text in at most \p Width columns; ".." replaces what is in the middle.
std::string elided(std::string_view Text, size_t Width);
/// The same for a path: its last part stays as long as there is room for it.
std::string elidedPath(std::string_view Text, size_t Width);
/// The same for code: the end is what goes.
std::string cutAtEnd(std::string_view Text, size_t Width);
/// The same for a row of bars such as "▁▄█": of neighbours, the highest stays.
std::string shrunkChart(std::string_view Text, size_t Width);
/// \p Text in lines of at most \p Width columns (0: one line), broken between
/// words, but not before a unit like "KiB". The first line begins at column
/// \p Indent, and the others are indented that far. Ends with a newline.
std::string wrapped(std::string_view Text, size_t Indent, size_t Width);
/// \p Text with its sentences wrapped to \p Width (0: as they are). Where a
/// label is in front, the text stays behind it. Tables have been fitted before;
/// commands to copy stay.
std::string fitted(std::string_view Text, size_t Width);

} // namespace memfacet

#endif

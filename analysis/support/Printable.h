//===- Printable.h - texts of programs that do nothing to a terminal ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_SUPPORT_PRINTABLE_H
#define MEMFACET_SUPPORT_PRINTABLE_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace memfacet {

/// A letter of UTF-8 at the beginning of some text.
struct Letter {
  uint32_t Code;
  size_t Bytes; ///< 0: it is no letter
};
/// Returns the letter at the beginning of \p Text, which is not empty.
Letter letterAt(std::string_view Text);

/// Returns whether a letter does something to a terminal, or turns the
/// direction of the text after it.
bool isHarmful(uint32_t Code);

/// Returns \p Text with a question mark for each harmful letter and each byte
/// that is no UTF-8: names come from programs and files that may be malicious.
std::string printable(std::string_view Text);
/// Returns the same, but newlines and tabs stay.
std::string printableLines(std::string_view Text);

/// Returns printableLines of a cell of CSV. An apostrophe is in front of what a
/// spreadsheet would take for a formula: what begins with =, @, a tab, or a
/// sign, unless it is a number.
std::string harmlessCell(std::string_view Cell);

} // namespace memfacet

#endif

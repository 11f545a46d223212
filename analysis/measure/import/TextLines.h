//===- TextLines.h - lines of traces, as text has them --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_MEASURE_IMPORT_TEXTLINES_H
#define MEMFACET_MEASURE_IMPORT_TEXTLINES_H

#include "analysis/measure/import/ForeignFile.h"
#include <optional>

namespace memfacet::measure {

/// What all formats of text have in common. Blanks before and behind what a
/// line says, its end in any system's way, empty lines, and comments, which '#'
/// begins, mean nothing.
class TextLines {
public:
  explicit TextLines(ForeignFile File) : File(std::move(File)) {}

  /// The next line that says something, without the rest; none: the end. Of one
  /// that is longer than any access is written, only the beginning: a file of
  /// one endless line takes no memory.
  Expected<std::optional<std::string_view>> next();
  /// That the last line is no access, but should be \p Wanted.
  Error wrong(std::string_view Wanted) const;

private:
  Expected<bool> readLine();

  ForeignFile File;
  std::string Line;
  uint64_t Number = 0; ///< of Line
};

/// \p Line without blanks at its ends and without a comment.
std::string_view meaningOf(std::string_view Line);

/// \p Text without the mark that some editors begin a file with.
std::string_view withoutMark(std::string_view Text);

/// Takes blanks off the front of \p Text.
void skipBlanks(std::string_view &Text);

/// Takes a number in base 16, with "0x" or without, off the front of \p Text;
/// none: there is none, or it has more than 64 bits.
std::optional<uint64_t> takeHex(std::string_view &Text);

} // namespace memfacet::measure

#endif

//===- TextLines.h - lines of traces in text formats ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_MEASURE_IMPORT_TEXTLINES_H
#define MEMFACET_MEASURE_IMPORT_TEXTLINES_H

#include "analysis/measure/import/ForeignFile.h"
#include <optional>

namespace memfacet::measure {

/// Reads lines of any text format. Blanks at the ends of a line, line ends of
/// any system, empty lines, and comments, which begin with '#', are ignored.
class TextLines {
public:
  explicit TextLines(ForeignFile File) : File(std::move(File)) {}

  /// Returns the next line that is not empty, without blanks and comments; none
  /// at the end. Of a line that is longer than any access, only the beginning
  /// is kept: a file of one endless line takes no memory.
  Expected<std::optional<std::string_view>> next();
  /// Returns the error that the last line is no access. \p Wanted says what is
  /// expected.
  Error wrong(std::string_view Wanted) const;

private:
  Expected<bool> readLine();

  ForeignFile File;
  std::string Line;
  uint64_t Number = 0; ///< of Line
};

/// Returns \p Line without blanks at its ends and without a comment.
std::string_view meaningOf(std::string_view Line);

/// Returns \p Text without the byte order mark that some editors put at the
/// beginning of a file.
std::string_view withoutMark(std::string_view Text);

/// Takes blanks off the front of \p Text.
void skipBlanks(std::string_view &Text);

/// Takes a number in base 16, with "0x" or without, off the front of \p Text.
/// Returns none if there is no number, or if it has more than 64 bits.
std::optional<uint64_t> takeHex(std::string_view &Text);

} // namespace memfacet::measure

#endif

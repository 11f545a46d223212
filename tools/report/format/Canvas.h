//===- Canvas.h - curves drawn with characters ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_REPORT_FORMAT_CANVAS_H
#define MEMFACET_REPORT_FORMAT_CANVAS_H

#include "memfacet/Check.h"
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace memfacet::report {

/// A picture of dots in lines of braille characters. (0, 0) is the upper left
/// dot.
class Canvas {
public:
  /// A character has two columns of four dots.
  static constexpr size_t DotsAcross = 2, DotsDown = 4;

  Canvas(size_t Columns, size_t Lines)
      : Columns(Columns), Cells(Lines, std::vector<uint8_t>(Columns)) {}

  void set(size_t X, size_t Y) {
    // Bits of the dots in a cell, by column and row.
    static constexpr uint8_t Bits[DotsAcross][DotsDown] = {
        {0x01, 0x02, 0x04, 0x40}, {0x08, 0x10, 0x20, 0x80}};
    MEMFACET_CHECK(X < width() && Y < height(), "a dot of the picture");
    Cells[Y / DotsDown][X / DotsAcross] |= Bits[X % DotsAcross][Y % DotsDown];
  }
  std::string line(size_t Y) const {
    MEMFACET_CHECK(Y < Cells.size(), "a line of the picture");
    std::string Text;
    for (uint8_t Cell : Cells[Y]) {
      // U+2800 and the dots, in UTF-8.
      unsigned Code = 0x2800 + Cell;
      Text += char(0xe0 | Code >> 12);
      Text += char(0x80 | (Code >> 6 & 0x3f));
      Text += char(0x80 | (Code & 0x3f));
    }
    return Text;
  }
  /// Sets dots from one height to the other, both included.
  void setColumn(size_t X, size_t First, size_t Last) {
    for (size_t Y = std::min(First, Last); Y <= std::max(First, Last); ++Y)
      set(X, Y);
  }
  size_t width() const { return Columns * DotsAcross; }
  size_t height() const { return Cells.size() * DotsDown; }

private:
  size_t Columns;
  std::vector<std::vector<uint8_t>> Cells;
};

/// Returns \p Values as a line of at most \p Width block characters. Each is as
/// high as the mean of the values in its column, in eighths of \p Most, rounded
/// up: only 0 is empty.
std::string sparkline(const std::vector<double> &Values, double Most,
                      size_t Width);

} // namespace memfacet::report

#endif

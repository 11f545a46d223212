//===- Canvas.cpp - curves drawn with characters --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/format/Canvas.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <cmath>

namespace memfacet::report {

std::string sparkline(const std::vector<double> &Values, double Most,
                      size_t Width) {
  MEMFACET_CHECK(Most >= 0, "heights are shares of it");
  constexpr const char *Blocks[] = {" ", "▁", "▂", "▃", "▄",
                                    "▅", "▆", "▇", "█"};
  std::string Text;
  size_t Columns = std::min(Width, Values.size());
  for (size_t Column = 0; Column != Columns; ++Column) {
    size_t Begin = Column * Values.size() / Columns;
    size_t End = (Column + 1) * Values.size() / Columns;
    double Sum = 0;
    for (size_t I = Begin; I != End; ++I)
      Sum += Values[I];
    double Whole = Most * double(End - Begin);
    // A value that differs from a whole number only by rounding is that number.
    double Eighths = Whole > 0 ? std::ceil(Sum * 8 / Whole - 1e-9) : 0;
    Text += Blocks[size_t(std::clamp(Eighths, 0.0, 8.0))];
  }
  return Text;
}

} // namespace memfacet::report

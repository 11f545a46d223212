//===- Terminal.h - what an output stream can show ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_TOOLS_SUPPORT_TERMINAL_H
#define MEMFACET_TOOLS_SUPPORT_TERMINAL_H

#include "analysis/support/Printable.h"
#include "tools/support/TextLayout.h"
#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>

namespace memfacet {

struct Terminal {
  bool Interactive = false; ///< a terminal, not a pipe or a file
  bool Colour = false;
  bool Dumb = true;  ///< cannot move its cursor
  size_t Width = 0;  ///< columns; 0: no limit
  size_t Height = 0; ///< lines; 0: no limit

  /// Returns the terminal of \p Stream. Respects NO_COLOR and TERM=dumb.
  /// COLUMNS in the environment sets the width, also that of a pipe.
  static Terminal ofStream(std::FILE *Stream);
};

enum class Style { Plain, Bold, Dim, Warning };

/// Returns \p Text in style \p S if \p T has colours.
std::string styled(const Terminal &T, Style S, std::string_view Text);

} // namespace memfacet

#endif

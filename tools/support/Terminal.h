//===- Terminal.h - what an output stream can show ------------------------===//

#ifndef MEMFACET_TOOLS_SUPPORT_TERMINAL_H
#define MEMFACET_TOOLS_SUPPORT_TERMINAL_H

#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>

namespace memfacet {

struct Terminal {
  bool Interactive = false; ///< a terminal, not a pipe or a file
  bool Colour = false;
  size_t Width = 0; ///< columns; 0: no limit

  /// The terminal of \p Stream. Respects NO_COLOR and TERM=dumb.
  static Terminal of(std::FILE *Stream);
};

enum class Style { Plain, Bold, Dim, Warning };

/// \p Text in style \p S, if \p T has colours.
std::string styled(const Terminal &T, Style S, std::string_view Text);

/// The number of columns of \p Text: its code points.
size_t displayWidth(std::string_view Text);
/// \p Text without control characters: names come from files that may be
/// malicious.
std::string printable(std::string_view Text);
/// \p Text in at most \p Width columns; ".." replaces the rest, at the end or
/// at the start.
std::string truncated(std::string_view Text, size_t Width, bool AtStart);

} // namespace memfacet

#endif

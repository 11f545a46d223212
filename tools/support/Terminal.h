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

  /// Of \p Stream; NO_COLOR and TERM=dumb are respected.
  static Terminal of(std::FILE *Stream);
};

enum class Style { Plain, Bold, Dim, Warning };

/// \p Text in \p S where \p T has colours.
std::string styled(const Terminal &T, Style S, std::string_view Text);

/// Columns that \p Text takes: its code points.
size_t displayWidth(std::string_view Text);
/// \p Text without characters that could steer a terminal: names come from
/// files that anybody may have written.
std::string printable(std::string_view Text);
/// At most \p Width columns; what is left out shows as "..", at the end or at
/// the start.
std::string truncated(std::string_view Text, size_t Width, bool AtStart);

} // namespace memfacet

#endif

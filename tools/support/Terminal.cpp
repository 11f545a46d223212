//===- Terminal.cpp - what an output stream can show ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/support/Terminal.h"
#include "analysis/support/Text.h"
#include <algorithm>
#include <cstdlib>
#include <sys/ioctl.h>
#include <unistd.h>

namespace memfacet {

namespace {

/// Returns the value of a variable of the environment that is a number; else 0.
size_t numberIn(const char *Variable) {
  const char *Text = std::getenv(Variable);
  std::string_view Digits = Text ? Text : "";
  size_t Value = 0;
  return readNumber(Digits, Value) ? Value : 0;
}

const char *escape(Style S) {
  switch (S) {
  case Style::Plain:
    return "";
  case Style::Bold:
    return "\033[1m";
  case Style::Dim:
    return "\033[2m";
  case Style::Warning:
    return "\033[1;33m";
  }
  return "";
}

} // namespace

Terminal Terminal::ofStream(std::FILE *Stream) {
  Terminal T;
  T.Width = numberIn("COLUMNS");
  int Fd = fileno(Stream);
  if (Fd < 0 || !isatty(Fd))
    return T;
  T.Interactive = true;
  const char *NoColour = std::getenv("NO_COLOR");
  const char *Name = std::getenv("TERM");
  T.Dumb = !Name || std::string_view(Name) == "dumb";
  T.Colour = !(NoColour && *NoColour) && !T.Dumb;
  winsize Size = {};
  if (ioctl(Fd, TIOCGWINSZ, &Size) == 0) {
    T.Height = Size.ws_row;
    if (T.Width == 0)
      T.Width = Size.ws_col;
  }
  return T;
}

std::string styled(const Terminal &T, Style S, std::string_view Text) {
  if (!T.Colour || S == Style::Plain)
    return std::string(Text);
  return std::string(escape(S)) + std::string(Text) + "\033[0m";
}

} // namespace memfacet

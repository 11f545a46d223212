//===- Terminal.cpp - what an output stream can show ----------------------===//

#include "tools/support/Terminal.h"
#include <cstdlib>
#include <sys/ioctl.h>
#include <unistd.h>

namespace memfacet {

namespace {

bool isContinuation(char C) { return (C & 0xc0) == 0x80; }

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

Terminal Terminal::of(std::FILE *Stream) {
  Terminal T;
  int Fd = fileno(Stream);
  if (Fd < 0 || !isatty(Fd))
    return T;
  T.Interactive = true;
  const char *NoColour = std::getenv("NO_COLOR");
  const char *Name = std::getenv("TERM");
  bool Dumb = !Name || std::string_view(Name) == "dumb";
  T.Colour = !(NoColour && *NoColour) && !Dumb;
  winsize Size = {};
  if (ioctl(Fd, TIOCGWINSZ, &Size) == 0)
    T.Width = Size.ws_col;
  return T;
}

std::string styled(const Terminal &T, Style S, std::string_view Text) {
  if (!T.Colour || S == Style::Plain)
    return std::string(Text);
  return std::string(escape(S)) + std::string(Text) + "\033[0m";
}

size_t displayWidth(std::string_view Text) {
  size_t Width = 0;
  for (char C : Text)
    Width += !isContinuation(C);
  return Width;
}

std::string printable(std::string_view Text) {
  std::string Result(Text);
  for (size_t I = 0; I != Result.size(); ++I) {
    auto C = static_cast<unsigned char>(Result[I]);
    // U+0080 to U+009F are control characters as well.
    bool TwoByteControl = C == 0xc2 && I + 1 != Result.size() &&
                          static_cast<unsigned char>(Result[I + 1]) < 0xa0;
    if (C < 0x20 || C == 0x7f)
      Result[I] = '?';
    else if (TwoByteControl)
      Result.replace(I, 2, "?");
  }
  return Result;
}

std::string truncated(std::string_view Text, size_t Width, bool AtStart) {
  size_t Have = displayWidth(Text);
  if (Have <= Width)
    return std::string(Text);
  if (Width <= 2)
    return std::string(Width, '.');
  size_t Keep = Width - 2;
  size_t Skip = AtStart ? Have - Keep : Keep;
  size_t At = 0;
  for (; At != Text.size(); ++At) {
    if (isContinuation(Text[At]))
      continue;
    if (Skip-- == 0)
      break;
  }
  if (AtStart)
    return ".." + std::string(Text.substr(At));
  return std::string(Text.substr(0, At)) + "..";
}

} // namespace memfacet

//===- Svg.cpp - elements of drawings -------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/format/Svg.h"
#include "memfacet/Check.h"
#include "tools/support/Terminal.h"
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <fstream>

namespace memfacet::report {

static std::string escaped(std::string_view Text) {
  std::string Result;
  for (char C : printable(Text))
    Result += C == '<'   ? "&lt;"
              : C == '>' ? "&gt;"
              : C == '&' ? "&amp;"
                         : std::string(1, C);
  return Result;
}

std::string svgDocument(double Width, double Height, std::string_view Body) {
  MEMFACET_CHECK(Width > 0 && Height > 0, "a drawing has an area");
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" "
      "height=\"{1}\" viewBox=\"0 0 {0} {1}\" font-family=\"sans-serif\" "
      "font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" "
      "fill=\"white\"/>\n{2}</svg>\n",
      Width, Height, Body);
}

std::string svgText(double X, double Y, const char *Anchor,
                    std::string_view Words) {
  MEMFACET_CHECK(std::string_view(Anchor) == "start" ||
                     std::string_view(Anchor) == "middle" ||
                     std::string_view(Anchor) == "end",
                 "SVG has these");
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}"
                     "</text>\n",
                     X, Y, Anchor, escaped(Words));
}

std::string svgLine(double X1, double Y1, double X2, double Y2,
                    std::string_view Style) {
  return fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" "
                     "y2=\"{:.1f}\" {}/>\n",
                     X1, Y1, X2, Y2, Style);
}

std::string svgPoint(double X, double Y) {
  return fmt::format("{:.1f},{:.1f} ", X, Y);
}

std::string svgPolyline(std::string_view Points, std::string_view Colour,
                        double Stroke) {
  MEMFACET_CHECK(Stroke > 0, "a line that is drawn can be seen");
  return fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" "
                     "stroke-width=\"{}\"/>\n",
                     Points, Colour, Stroke);
}

std::string svgArea(std::string_view Points, std::string_view Colour,
                    double Opacity) {
  MEMFACET_CHECK(Opacity >= 0 && Opacity <= 1, "it is a share of the colour");
  return fmt::format("<polygon points=\"{}\" fill=\"{}\" "
                     "fill-opacity=\"{}\"/>\n",
                     Points, Colour, Opacity);
}

std::string svgLegend(double X, double Y, std::string_view Name,
                      std::string_view Colour) {
  constexpr size_t MostLetters = 22;
  return svgLine(X, Y - 4, X + 18, Y - 4,
                 fmt::format("stroke=\"{}\" stroke-width=\"2\"", Colour)) +
         svgText(X + 24, Y, "start", elided(printable(Name), MostLetters));
}

double roundStep(double Most) {
  double Unit = std::pow(10, std::floor(std::log10(std::max(Most, 1e-12))));
  for (double Step : {0.2, 0.5, 1.0})
    if (Most <= 6 * Step * Unit)
      return Step * Unit;
  return 2 * Unit;
}

Status writeTextFile(const std::string &Path, const std::string &Text) {
  std::ofstream File(Path, std::ios::binary);
  File << Text;
  File.close();
  if (!File)
    return makeError("cannot write '{}': {}", Path, std::strerror(errno));
  return {};
}

} // namespace memfacet::report

//===- Svg.h - elements of drawings ---------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_REPORT_FORMAT_SVG_H
#define MEMFACET_REPORT_FORMAT_SVG_H

#include "analysis/support/Error.h"
#include <array>
#include <string>
#include <string_view>

namespace memfacet::report {

/// Colours that all readers can distinguish, also in print (after Okabe and
/// Ito).
inline constexpr std::array PlotColours = {"#0072b2", "#d55e00", "#009e73",
                                           "#cc79a7", "#e69f00", "#56b4e9"};
inline constexpr const char *GridStyle = "stroke=\"#dddddd\"";
inline constexpr const char *AxisStyle = "stroke=\"black\"";

/// Returns a whole drawing of \p Body, in pixels of 1/96 inch, on white.
std::string svgDocument(double Width, double Height, std::string_view Body);
/// \p Anchor: start, middle or end.
std::string svgText(double X, double Y, const char *Anchor,
                    std::string_view Words);
std::string svgLine(double X1, double Y1, double X2, double Y2,
                    std::string_view Style);
/// Returns "x,y ", one of the points of a line or an area.
std::string svgPoint(double X, double Y);
std::string svgPolyline(std::string_view Points, std::string_view Colour,
                        double Stroke);
std::string svgArea(std::string_view Points, std::string_view Colour,
                    double Opacity);
/// Draws a short line of \p Colour and, after it, \p Name, cut where it is
/// long.
std::string svgLegend(double X, double Y, std::string_view Name,
                      std::string_view Colour);

/// Returns the distance of marks on an axis from 0 to at least \p Most: a round
/// number; there are at most six marks.
double roundStep(double Most);

/// Writes \p Text to a file called \p Path.
Status writeTextFile(const std::string &Path, const std::string &Text);

} // namespace memfacet::report

#endif

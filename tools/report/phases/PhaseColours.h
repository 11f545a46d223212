//===- PhaseColours.h - the colours of phases -----------------------------===//
//
// All pictures give a phase the same colour.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REPORT_PHASES_PHASECOLOURS_H
#define MEMFACET_REPORT_PHASES_PHASECOLOURS_H

#include "tools/report/format/Png.h"
#include "tools/report/format/Svg.h"

namespace memfacet {

/// Ten distinct colours: PlotColours, then colours of other lightness. White is
/// for threads that do nothing.
inline constexpr std::array PhaseColours = {
    PlotColours[0], PlotColours[1], PlotColours[2], PlotColours[3],
    PlotColours[4], PlotColours[5], "#f0e442",      "#000000",
    "#8c510a",      "#999999"};

/// The colour of \p Phase, from 0. From the tenth on they are paler.
inline Colour phaseColour(uint32_t Phase) {
  constexpr Colour White = {255, 255, 255};
  uint32_t Round = Phase / uint32_t(PhaseColours.size());
  Colour C = colourOf(PhaseColours[Phase % PhaseColours.size()]);
  return mixed(C, White, Round == 0 ? 0 : 0.8 - 0.4 / Round);
}

} // namespace memfacet

#endif

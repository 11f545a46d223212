//===- PictureParts.h - parts that several pictures share -----------------===//

#ifndef MEMFACET_REPORT_PHASES_PICTUREPARTS_H
#define MEMFACET_REPORT_PHASES_PICTUREPARTS_H

#include "tools/report/phases/PhasePicture.h"

namespace memfacet {

std::string svgBox(double X, double Y, double Width, double Height,
                   std::string_view Colour);
/// The thin line around a picture.
std::string svgFrame(double X, double Y, double Width, double Height);
/// \p R, stretched to \p Width x \p Height, dot by dot.
std::string svgRaster(double X, double Y, double Width, double Height,
                      const Raster &R);
/// A box of its colour and the name of each phase, from (\p X, \p Y) down.
std::string svgPhases(double X, double Y, const PhaseReport &R);

/// "run 1, thread 2"; without the run where there is one.
std::string threadText(const PhaseReport &R, uint32_t Run, uint32_t Thread);
/// Hit rates in per cent, other metrics as numbers.
std::string metricText(const Metric &M, double Value);
/// "L2 hits", "CPI".
std::string metricShort(const Metric &M);

/// A character for \p Share in [0, 1]; darker is more.
char shadeOf(double Share);
/// From white (0) to black (1).
Colour greyOf(double Share);

/// The misses of \p F in the level that pictures and sites show.
uint64_t missesOf(const PhaseReport &R, const IntervalFacts &F);
/// "L2 misses".
std::string missName(const PhaseReport &R);

} // namespace memfacet

#endif

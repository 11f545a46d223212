//===- PictureParts.h - what several pictures have ------------------------===//

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
/// Rates of hits in per cent, others as they are.
std::string metricText(const Metric &M, double Value);
/// "L2 hits", "CPI".
std::string metricShort(const Metric &M);

/// Of [0, 1], from nothing to all: darker characters.
char shadeOf(double Share);
/// White to black.
Colour greyOf(double Share);

/// The misses of \p F that pictures and sites are about.
uint64_t missesOf(const PhaseReport &R, const IntervalFacts &F);
/// "L2 misses".
std::string missName(const PhaseReport &R);

} // namespace memfacet

#endif

//===- PhasePicture.h - pictures of phases, and their parts ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/internals/phases.md says what each shows.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REPORT_PHASES_PHASEPICTURE_H
#define MEMFACET_REPORT_PHASES_PHASEPICTURE_H

#include "analysis/study/clustering/PrincipalAxes.h"
#include "analysis/study/phases/PictureCurves.h"
#include "analysis/study/phases/WaveletSweep.h"
#include "tools/report/format/Png.h"
#include "tools/report/format/Svg.h"
#include "tools/report/phases/PhaseReport.h"
#include <memory>
#include <optional>

namespace memfacet::report {

/// One picture in all output forms. The report must outlive it.
class PhasePicture {
public:
  virtual ~PhasePicture() = default;
  /// Draws with characters.
  virtual std::string text(const Terminal &Out) const = 0;
  virtual std::string svg() const = 0;
  virtual std::string json() const = 0;
  virtual std::string csv() const = 0;
  /// Returns the dots alone, of a picture that is made of dots.
  virtual std::optional<Raster> raster() const { return std::nullopt; }
};

// The kinds of pictures.
//   enumerator, name
#define MEMFACET_PICTURES(X)                                                   \
  X(Ribbon, "ribbon")                                                          \
  X(Similarity, "similarity")                                                  \
  X(Projection, "projection")                                                  \
  X(ScalingTime, "scaling-time")                                               \
  X(ScalingInstructions, "scaling-instructions")                               \
  X(Accesses, "accesses")

enum class PictureKind {
#define MEMFACET_ENUMERATOR(Enumerator, Name) Enumerator,
  MEMFACET_PICTURES(MEMFACET_ENUMERATOR)
#undef MEMFACET_ENUMERATOR
};

const char *pictureName(PictureKind Kind);
Expected<PictureKind> pictureNamed(const std::string &Name);

struct PictureOptions {
  study::PlaneAxes Axes = study::PlaneAxes::Random; ///< of the projection
  uint64_t Seed = 1;                                ///< of random axes
  /// Show the similarity or accesses of this run and thread; absent: of all, or
  /// of the only one.
  std::optional<uint32_t> Run, Thread;
};

using MadePicture = Expected<std::unique_ptr<PhasePicture>>;

MadePicture phasePicture(PictureKind Kind, const PhaseReport &R,
                         const PictureOptions &Options);

// The picture of each kind:
MadePicture ribbonPicture(const PhaseReport &R);
MadePicture similarityPicture(const PhaseReport &R,
                              const PictureOptions &Options);
MadePicture projectionPicture(const PhaseReport &R,
                              const PictureOptions &Options);
/// Draws time, or else instructions.
MadePicture scalingPicture(const PhaseReport &R, bool Time);
MadePicture accessesPicture(const PhaseReport &R,
                            const PictureOptions &Options);
std::unique_ptr<PhasePicture> sweepPicture(study::WaveletSweep Sweep,
                                           uint32_t MissLevel);

std::string svgBox(double X, double Y, double Width, double Height,
                   std::string_view Colour);
/// Draws the thin line around a picture.
std::string svgFrame(double X, double Y, double Width, double Height);
/// Draws \p R, stretched to \p Width x \p Height, dot by dot.
std::string svgRaster(double X, double Y, double Width, double Height,
                      const Raster &R);
/// Draws a box of the phase's colour and the name of each phase, from (\p X,
/// \p Y) down.
std::string svgPhases(double X, double Y, const PhaseReport &R);

/// Returns "run 1, thread 2"; without the run if there is only one.
std::string threadText(const PhaseReport &R, uint32_t Run, uint32_t Thread);
/// Returns hit rates in per cent, other metrics as numbers.
std::string metricText(const study::Metric &M, double Value);
/// Returns "L2 hits", "CPI".
std::string metricShort(const study::Metric &M);

/// Returns a character for \p Share in [0, 1]; darker is more.
char shadeOf(double Share);
/// Returns a grey from white (0) to black (1).
Colour greyOf(double Share);

/// Returns the misses of \p F in the level that pictures and sites show.
uint64_t missesOf(const PhaseReport &R, const study::IntervalFacts &F);
/// Returns "L2 misses".
std::string missName(const PhaseReport &R);

/// Ten distinct colours: PlotColours, then colours of other lightness. White is
/// for threads that do nothing.
inline constexpr std::array PhaseColours = {
    PlotColours[0], PlotColours[1], PlotColours[2], PlotColours[3],
    PlotColours[4], PlotColours[5], "#f0e442",      "#000000",
    "#8c510a",      "#999999"};

/// Returns the colour of \p Phase, which counts from 0. From phase 10 on,
/// colours are paler.
inline Colour phaseColour(uint32_t Phase) {
  constexpr Colour White = {255, 255, 255};
  uint32_t Round = Phase / uint32_t(PhaseColours.size());
  Colour C = colourOf(PhaseColours[Phase % PhaseColours.size()]);
  return mixed(C, White, Round == 0 ? 0 : 0.8 - 0.4 / Round);
}

} // namespace memfacet::report

#endif

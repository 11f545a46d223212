//===- PhasePicture.cpp - pictures of phases, and their parts -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/phases/PhasePicture.h"
#include "tools/support/Say.h"
#include <algorithm>
#include <fmt/ranges.h>

namespace memfacet::report {

const char *pictureName(PictureKind Kind) {
  switch (Kind) {
#define MEMFACET_CASE(Enumerator, Name)                                        \
  case PictureKind::Enumerator:                                                \
    return Name;
    MEMFACET_PICTURES(MEMFACET_CASE)
#undef MEMFACET_CASE
  }
  return "";
}

Expected<PictureKind> pictureNamed(const std::string &Name) {
  std::vector<std::string> Names;
#define MEMFACET_CASE(Enumerator, Text)                                        \
  if (Name == Text)                                                            \
    return PictureKind::Enumerator;                                            \
  Names.emplace_back(Text);
  MEMFACET_PICTURES(MEMFACET_CASE)
#undef MEMFACET_CASE
  return usageError("'{}' is no picture{}; there are {}", Name,
                    didYouMean(Name, Names), fmt::join(Names, ", "));
}

MadePicture phasePicture(PictureKind Kind, const PhaseReport &R,
                         const PictureOptions &Options) {
  switch (Kind) {
  case PictureKind::Ribbon:
    return ribbonPicture(R);
  case PictureKind::Similarity:
    return similarityPicture(R, Options);
  case PictureKind::Projection:
    return projectionPicture(R, Options);
  case PictureKind::ScalingTime:
    return scalingPicture(R, true);
  case PictureKind::ScalingInstructions:
    return scalingPicture(R, false);
  case PictureKind::Accesses:
    break;
  }
  return accessesPicture(R, Options);
}

std::string svgBox(double X, double Y, double Width, double Height,
                   std::string_view Colour) {
  return fmt::format("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" "
                     "height=\"{:.2f}\" fill=\"{}\"/>\n",
                     X, Y, Width, Height, Colour);
}

std::string svgFrame(double X, double Y, double Width, double Height) {
  return fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" "
                     "height=\"{:.1f}\" fill=\"none\" "
                     "stroke=\"#bbbbbb\"/>\n",
                     X, Y, Width, Height);
}

std::string svgRaster(double X, double Y, double Width, double Height,
                      const Raster &R) {
  return fmt::format(
      "<image x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" "
      "preserveAspectRatio=\"none\" style=\"image-rendering:pixelated\" "
      "href=\"{}\"/>\n",
      X, Y, Width, Height, pngAddress(R));
}

std::string svgPhases(double X, double Y, const PhaseReport &R) {
  std::string Text;
  for (uint32_t Phase = 0; Phase != R.Study.phases(); ++Phase) {
    double Line = Y + 16 * double(Phase);
    Text += svgBox(X, Line - 10, 12, 12, hexOf(phaseColour(Phase))) +
            svgText(X + 18, Line, "start", "phase " + phaseName(Phase));
  }
  return Text;
}

std::string threadText(const PhaseReport &R, uint32_t Run, uint32_t Thread) {
  std::string Text = fmt::format("thread {}", Thread);
  return R.In.Runs.size() == 1 ? Text
                               : fmt::format("run {}, {}", Run + 1, Text);
}

std::string metricText(const study::Metric &M, double Value) {
  return M.Kind == study::MetricKind::HitRate
             ? fmt::format("{:.4g} %", 100 * Value)
             : fmt::format("{:.4g}", Value);
}

std::string metricShort(const study::Metric &M) {
  return M.Kind == study::MetricKind::HitRate
             ? fmt::format("L{} hits", M.Level + 1)
             : study::metricName(M);
}

char shadeOf(double Share) {
  constexpr std::string_view Shades = " .:-=+*#%@";
  auto Place = size_t(std::clamp(Share, 0.0, 1.0) * double(Shades.size()));
  return Shades[std::min(Place, Shades.size() - 1)];
}

Colour greyOf(double Share) {
  return mixed({255, 255, 255}, {0, 0, 0}, std::clamp(Share, 0.0, 1.0));
}

static size_t missLevel(const PhaseReport &R) {
  size_t Level = R.In.Runs.front().Signatures.Shape.MissLevel;
  return std::min(Level, std::max<size_t>(R.In.Table.Levels, 1) - 1);
}

uint64_t missesOf(const PhaseReport &R, const study::IntervalFacts &F) {
  return F.Levels[missLevel(R)].Misses;
}

std::string missName(const PhaseReport &R) {
  return fmt::format("L{} misses", missLevel(R) + 1);
}

} // namespace memfacet::report

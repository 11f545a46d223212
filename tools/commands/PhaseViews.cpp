//===- PhaseViews.cpp - pictures and single intervals of phases -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/commands/PhaseViews.h"
#include "tools/cli/ClusteringOptions.h"
#include "tools/report/format/Svg.h"
#include "tools/report/phases/PhasePicture.h"

namespace memfacet::commands {

namespace {

/// Returns the number of the run that --run asks for, from 0.
std::optional<uint32_t> runOf(const PhaseViewOptions &View) {
  if (!View.Run)
    return std::nullopt;
  return *View.Run - 1;
}

/// Returns an error for options that the chosen view would ignore.
Status checkView(const PhaseViewOptions &View) {
  bool OfThread = View.Interval || View.Picture == "similarity" ||
                  View.Picture == "accesses";
  if ((View.Thread || View.Run) && !OfThread)
    return makeError("--{} is for --show-interval, --picture similarity and "
                     "--picture accesses only",
                     View.Thread ? "thread" : "run");
  if (View.Projection != "random" && View.Picture != "projection")
    return makeError("--projection {} is for --picture projection only",
                     View.Projection);
  return {};
}

Expected<std::string> written(const PhaseViewOptions &View,
                              const report::PhasePicture &P,
                              const cli::OutputFormat &Format) {
  if (View.Svg.empty())
    return Format.render({[&] { return P.json(); }, [&] { return P.csv(); },
                          [&](const Terminal &T) { return P.text(T); }});
  std::string File;
  if (View.Svg.ends_with(".png")) {
    std::optional<report::Raster> Dots = P.raster();
    if (!Dots)
      return makeError("'{}': of the pictures, similarity and accesses can be "
                       "PNG; write --svg FILE.svg",
                       View.Svg);
    File = report::pngFile(*Dots);
  } else {
    File = P.svg();
  }
  if (Status Wrote = report::writeTextFile(View.Svg, File); !Wrote)
    return Wrote.error();
  say("drawing -> " + View.Svg);
  return std::string();
}

Expected<std::string> interval(const PhaseViewOptions &View,
                               const report::PhaseReport &R,
                               const std::vector<std::string> &Files,
                               const cli::OutputFormat &Format) {
  constexpr size_t Most = 5;
  Expected<size_t> Index =
      study::selectedInterval(R.In, {*View.Interval, runOf(View), View.Thread});
  if (!Index)
    return Index.error();
  Expected<study::IntervalView> V =
      study::intervalView(R.In, R.Study, *Index, Most);
  if (!V)
    return V.error();
  const std::string &File = Files.at(R.In.Table.Intervals[*Index].Run);
  return Format.render({[&] { return report::intervalJson(R, *V, File); },
                        [&] { return report::intervalCsv(R, *V, File); },
                        [&](const Terminal &T) {
                          return report::intervalText(R, *V, File, T);
                        }});
}

} // namespace

void declarePhaseViews(CLI::App &App, PhaseViewOptions &View,
                       const cli::OutputFormat &Format) {
  App.option_defaults()->group("Pictures and intervals");
  CLI::Option *Picture =
      cli::declareOption(App, "--picture", View.Picture,
                         "draw ribbon, similarity, projection, scaling-time, "
                         "scaling-instructions or accesses")
          ->type_name("KIND")
          ->excludes(App.get_option("--compare"));
  CLI::Option *Svg = cli::declareSvg(App, View.Svg, Format);
  Svg->description("write the picture (default ribbon) to FILE; similarity and "
                   "accesses as PNG if its name ends with .png");
  cli::declareValue(
      App, "--projection", View.Projection, "HOW",
      "axes of the projection: random, or pca (principal components)")
      ->check(cli::oneOf({"random", "pca"}));
  CLI::Option *Interval =
      cli::declareOption(
          App, "--show-interval", View.Interval,
          "show interval N of a thread: sites that miss, strides, "
          "code, similar intervals")
          ->type_name("N")
          ->excludes(Picture)
          ->excludes(Svg);
  cli::declareThread(App, View.Thread, "thread of the interval or picture");
  cli::declareOption(App, "--run", View.Run,
                     "run of the interval or picture, from 1")
      ->check(cli::inRange(1u, 1u << 30))
      ->type_name("R");
  cli::declareFlag(
      App, "--sweep-wavelet", View.SweepWavelet,
      "compare wavelet signatures by modulo and size: how well they "
      "separate misses, and their cost")
      ->excludes(Picture)
      ->excludes(Interval);
}

Expected<std::string> phaseView(const PhaseViewOptions &View,
                                const study::PhaseInput &In,
                                const study::PhaseOptions &Options,
                                const std::vector<std::string> &Files,
                                const cli::OutputFormat &Format) {
  if (Status S = checkView(View); !S)
    return S.error();
  uint32_t MissLevel = In.Runs.front().Signatures.Shape.MissLevel;
  std::optional<Progress> Shown;
  if (View.SweepWavelet) {
    cli::showClusterings(Shown, "comparing wavelets", Options.Choose);
    Expected<study::WaveletSweep> Sweep =
        study::sweepWavelets(In, Options, MissLevel);
    if (!Sweep)
      return Sweep.error();
    Shown.reset();
    return written(View, *report::sweepPicture(std::move(*Sweep), MissLevel),
                   Format);
  }
  Expected<report::PictureKind> Kind =
      report::pictureNamed(View.Picture.empty() ? "ribbon" : View.Picture);
  if (!Kind)
    return Kind.error();
  cli::showClusterings(Shown, "finding phases", Options.Choose);
  Expected<study::PhaseStudy> Study = study::studyPhases(In, Options);
  if (!Study)
    return Study.error();
  Expected<report::PhaseReport> R =
      report::phaseReport(In, Options, *Study, MissLevel);
  if (!R)
    return R.error();
  if (View.Interval)
    return interval(View, *R, Files, Format);
  report::PictureOptions Drawn;
  Drawn.Axes = View.Projection == "pca" ? study::PlaneAxes::Principal
                                        : study::PlaneAxes::Random;
  Drawn.Seed = Options.Choose.Seed;
  Drawn.Run = runOf(View), Drawn.Thread = View.Thread;
  report::MadePicture Picture = report::phasePicture(*Kind, *R, Drawn);
  if (!Picture)
    return Picture.error();
  Shown.reset();
  return written(View, **Picture, Format);
}

} // namespace memfacet::commands

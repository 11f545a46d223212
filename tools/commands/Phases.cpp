//===- Phases.cpp - memfacet phases ---------------------------------------===//

#include "analysis/phases/PointMarkers.h"
#include "tools/cli/ClusteringOptions.h"
#include "tools/record/CollectorSettings.h"
#include "tools/report/format/Svg.h"
#include "tools/report/phases/PhasePicture.h"
#include "tools/report/phases/PointReport.h"
#include <algorithm>

namespace memfacet {

namespace {

/// Options for what to show instead of the table of phases.
struct PhaseViewOptions {
  std::string Picture, Svg, Projection = "random";
  std::optional<uint32_t> Interval, Thread;
  std::optional<uint32_t> Run; ///< from 1
  bool SweepWavelet = false;

  bool any() const {
    return !Picture.empty() || !Svg.empty() || Interval || SweepWavelet;
  }
};

/// The number of the run that --run asks for, from 0.
std::optional<uint32_t> runOf(const PhaseViewOptions &View) {
  if (!View.Run)
    return std::nullopt;
  return *View.Run - 1;
}

/// Refuses options that would be ignored.
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
                              const PhasePicture &P,
                              const OutputFormat &Format) {
  if (View.Svg.empty())
    return Format.render({[&] { return P.json(); }, [&] { return P.csv(); },
                          [&](const Terminal &T) { return P.text(T); }});
  std::string File;
  if (View.Svg.ends_with(".png")) {
    std::optional<Raster> Dots = P.raster();
    if (!Dots)
      return makeError("'{}': of the pictures, similarity and accesses can be "
                       "PNG; write --svg FILE.svg",
                       View.Svg);
    File = pngFile(*Dots);
  } else {
    File = P.svg();
  }
  if (Status Wrote = writeTextFile(View.Svg, File); !Wrote)
    return Wrote.error();
  say("drawing -> " + View.Svg);
  return std::string();
}

Expected<std::string> interval(const PhaseViewOptions &View,
                               const PhaseReport &R,
                               const std::vector<std::string> &Files,
                               const OutputFormat &Format) {
  constexpr size_t Most = 5;
  Expected<size_t> Which =
      intervalMeant(R.In, {*View.Interval, runOf(View), View.Thread});
  if (!Which)
    return Which.error();
  Expected<IntervalView> V = intervalView(R.In, R.Study, *Which, Most);
  if (!V)
    return V.error();
  const std::string &File = Files.at(R.In.Table.Intervals[*Which].Run);
  return Format.render(
      {[&] { return intervalJson(R, *V, File); },
       [&] { return intervalCsv(R, *V, File); },
       [&](const Terminal &T) { return intervalText(R, *V, File, T); }});
}

/// After the options of \p Format and --compare, which exclude some of these.
void declarePhaseViews(CLI::App &App, PhaseViewOptions &View,
                       const OutputFormat &Format) {
  App.option_defaults()->group("Pictures and intervals");
  CLI::Option *Picture =
      App.add_option("--picture", View.Picture,
                     "draw ribbon, similarity, projection, scaling-time, "
                     "scaling-instructions or accesses")
          ->type_name("KIND")
          ->excludes(App.get_option("--compare"));
  CLI::Option *Svg = declareSvg(App, View.Svg, Format);
  Svg->description("write the picture (default ribbon) to FILE; similarity and "
                   "accesses as PNG if its name ends with .png");
  declareValue(App, "--projection", View.Projection, "HOW",
               "axes of the projection: random, or pca (principal components)")
      ->check(CLI::IsMember({"random", "pca"}));
  CLI::Option *Interval =
      App.add_option("--show-interval", View.Interval,
                     "show interval N of a thread: sites that miss, strides, "
                     "code, similar intervals")
          ->type_name("N")
          ->excludes(Picture)
          ->excludes(Svg);
  declareThread(App, View.Thread, "thread of the interval or picture");
  App.add_option("--run", View.Run, "run of the interval or picture, from 1")
      ->check(CLI::Range(1u, 1u << 30))
      ->type_name("R");
  App.add_flag("--sweep-wavelet", View.SweepWavelet,
               "compare wavelet signatures by modulo and size: how well they "
               "separate misses, and their cost")
      ->excludes(Picture)
      ->excludes(Interval);
}

/// The text to print; empty if a file was written. \p Files: paths of
/// the input's runs. An error if options of \p View exclude each other.
Expected<std::string> phaseView(const PhaseViewOptions &View,
                                const PhaseInput &In,
                                const PhaseOptions &Options,
                                const std::vector<std::string> &Files,
                                const OutputFormat &Format) {
  if (Status S = checkView(View); !S)
    return S.error();
  uint32_t MissLevel = In.Runs.front().Signatures.Shape.MissLevel;
  if (View.SweepWavelet) {
    Expected<WaveletSweep> Sweep = sweepWavelets(In, Options, MissLevel);
    if (!Sweep)
      return Sweep.error();
    return written(View, *sweepPicture(std::move(*Sweep), MissLevel), Format);
  }
  Expected<PictureKind> Kind =
      pictureNamed(View.Picture.empty() ? "ribbon" : View.Picture);
  if (!Kind)
    return Kind.error();
  Expected<PhaseStudy> Study = studyPhases(In, Options);
  if (!Study)
    return Study.error();
  Expected<PhaseReport> R = phaseReport(In, Options, *Study, MissLevel);
  if (!R)
    return R.error();
  if (View.Interval)
    return interval(View, *R, Files, Format);
  PictureOptions Drawn;
  Drawn.Axes =
      View.Projection == "pca" ? PlaneAxes::Principal : PlaneAxes::Random;
  Drawn.Seed = Options.Choose.Seed;
  Drawn.Run = runOf(View), Drawn.Thread = View.Thread;
  MadePicture Picture = phasePicture(*Kind, *R, Drawn);
  if (!Picture)
    return Picture.error();
  return written(View, **Picture, Format);
}

struct PhasesCommand {
  std::vector<std::string> Files;
  std::string Signature = "blocks", Interval, Compare;
  std::string Regions, Budget;
  PointFiles Points;
  std::optional<double> Within;
  PhaseOptions Options;
  PhaseViewOptions View;
  OutputFormat Format;
};

/// Parses the words that stand for numbers and names.
Status finishOptions(PhasesCommand &C, uint64_t &Period) {
  Expected<std::vector<SignatureTerm>> Terms = parseSignatures(C.Signature);
  if (!Terms)
    return Terms.error();
  if (C.Files.empty())
    C.Files.emplace_back("memfacet.mfp");
  C.Options.Signature.Terms = std::move(*Terms);
  C.Options.Signature.Seed = C.Options.Choose.Seed;
  std::ranges::sort(C.Options.Choose.Only);
  if (C.Within)
    C.Options.Within = C.Within;
  if (!C.Budget.empty()) {
    Expected<PointBudget> Budget = parseBudget(C.Budget);
    if (!Budget)
      return Budget.error();
    C.Options.Budget = *Budget;
  }
  if (!C.Interval.empty()) {
    Expected<uint64_t> Count = parseCount(C.Interval);
    if (!Count)
      return Count.error();
    Period = *Count;
  }
  return {};
}

Expected<SignatureCompareOptions> compareOptions(const PhasesCommand &C) {
  SignatureCompareOptions Options;
  Options.Study = C.Options;
  if (C.Compare == "all") {
    for (PhaseSignature S : AllPhaseSignatures)
      Options.Signatures.push_back({{S, 1}});
    return Options;
  }
  std::string_view Rest = C.Compare;
  while (!Rest.empty()) {
    std::string_view Word = Rest.substr(0, Rest.find(','));
    Rest.remove_prefix(std::min(Word.size() + 1, Rest.size()));
    Expected<std::vector<SignatureTerm>> Terms = parseSignatures(Word);
    if (!Terms)
      return Terms.error();
    Options.Signatures.push_back(std::move(*Terms));
  }
  return Options;
}

Expected<std::string> comparison(const PhasesCommand &C, const PhaseInput &In) {
  Expected<SignatureCompareOptions> Options = compareOptions(C);
  if (!Options)
    return Options.error();
  Options->MissLevel = In.Runs.front().Signatures.Shape.MissLevel;
  Expected<SignatureComparison> Result = compareSignatures(In, *Options);
  if (!Result)
    return Result.error();
  return C.Format.render(
      {[&] { return comparisonJson(*Result); },
       [&] { return comparisonCsv(*Result); },
       [&](const Terminal &T) { return comparisonText(In, *Result, T); }});
}

/// Says which points are left out.
Status writeRegions(const std::string &Path, const PhaseInput &In,
                    const PhaseStudy &Study) {
  Expected<MarkedPoints> Points = markedPoints(In, Study);
  if (!Points)
    return Points.error();
  for (const SimulationPoint &P : Points->Left) {
    const IntervalFacts &F = In.Table.Intervals[P.Interval];
    say(fmt::format("phase {} is left out of '{}': no function that can mark "
                    "a place is entered in interval {} of thread {}",
                    phaseName(P.Cluster), Path, F.Interval, F.Thread));
  }
  const Profile &Run = In.Runs.front();
  RegionSource Source{fmt::format("memfacet phases, {}", Run.Program),
                      Run.Instructions, In.Table.Intervals.size()};
  return writeTextFile(Path, markerFile(Points->Regions, Source));
}

Status writeFiles(const PhasesCommand &C, const PhaseInput &In,
                  const PhaseStudy &Study, uint64_t Period) {
  const PointFiles &Files = C.Points;
  bool Wanted = !Files.Simpoints.empty() || !Files.Weights.empty() ||
                !Files.Labels.empty() || !C.Regions.empty();
  if (Wanted && In.Runs.size() != 1)
    return makeError("points are of one run; give one profile instead of {}",
                     In.Runs.size());
  uint64_t Length = std::max(Period, In.Runs.front().IntervalInstructions);
  for (const auto &[Path, Text] :
       {std::pair(Files.Simpoints, phasePointsFile(In, Study, Length)),
        std::pair(Files.Weights, phaseWeightsFile(Study)),
        std::pair(Files.Labels, labelsFile(Study.Chosen.Best))})
    if (Status S = writeNamedFile(Path, Text); !S)
      return S;
  if (C.Regions.empty())
    return {};
  if (Status S = writeRegions(C.Regions, In, Study); !S)
    return S;
  say("wrote " + C.Regions);
  return {};
}

Expected<std::string> phases(const PhasesCommand &C, const PhaseInput &In,
                             uint64_t Period) {
  Expected<PhaseStudy> Study = studyPhases(In, C.Options);
  if (!Study)
    return Study.error();
  if (Status S = writeFiles(C, In, *Study, Period); !S)
    return S.error();
  Expected<PhaseReport> R = phaseReport(
      In, C.Options, *Study, In.Runs.front().Signatures.Shape.MissLevel);
  if (!R)
    return R.error();
  return C.Format.render({[&] { return phaseJson(*R); },
                          [&] { return phaseCsv(*R); },
                          [&](const Terminal &T) { return phaseText(*R, T); }});
}

/// Longer intervals are made of recorded ones; shorter ones cannot be had.
Status checkLength(uint64_t Length, const std::vector<Profile> &Runs) {
  for (const Profile &P : Runs)
    if (Length != 0 && Length < P.IntervalInstructions)
      return makeError("--interval {0} is less than the recorded {1} "
                       "instructions; to show interval {0}, type: "
                       "--show-interval {0}",
                       Length, P.IntervalInstructions);
  return {};
}

int run(PhasesCommand &C) {
  uint64_t Period = 0;
  if (Status S = finishOptions(C, Period); !S)
    return fail(S.error());
  Expected<std::vector<Profile>> Runs = finishedProfiles(C.Files);
  if (!Runs)
    return fail(Runs.error());
  if (Status S = checkLength(Period, *Runs); !S)
    return fail(S.error());
  Expected<PhaseInput> In = phaseInput(*Runs, Period);
  if (!In)
    return fail(In.error());
  Expected<std::string> Text =
      C.View.any()        ? phaseView(C.View, *In, C.Options, C.Files, C.Format)
      : C.Compare.empty() ? phases(C, *In, Period)
                          : comparison(C, *In);
  if (!Text)
    return fail(Text.error());
  if (Status Printed = printOutput(*Text); !Printed)
    return fail(Printed.error());
  if (C.Format.isText() && !C.View.any() && Terminal::of(stdout).Interactive)
    say(C.Compare.empty() ? "next: memfacet phases --compare all"
                          : "next: memfacet phases --signature NAME");
  return ExitGood;
}

void declareSignatures(CLI::App &App, PhasesCommand &C) {
  App.add_option("profiles", C.Files,
                 "profiles recorded with --phases: runs of one program, for "
                 "example with 1, 2 and 4 threads")
      ->default_str("memfacet.mfp")
      ->type_name("FILE...");
  declareValue(App, "--signature", C.Signature, "NAME",
               "signature that distinguishes intervals, for example wavelet or "
               "blocks:1+reuse:0.5");
  App.add_option("--interval", C.Interval,
                 "instructions per interval, a multiple of the recorded number")
      ->default_str("as recorded")
      ->type_name("N");
  App.add_option("--compare", C.Compare,
                 "compare these signatures, or all, with baselines")
      ->type_name("LIST|all");
  declareValue(App, "--dimensions", C.Options.Signature.Dimensions, "N",
               "project sparse vectors to N dimensions; 0: do not project")
      ->check(CLI::Range(0, 1024));
  App.add_option("--within", C.Within,
                 "take the fewest phases with which the 95 % interval of every "
                 "metric is at most +- this share of it; replaces BIC")
      ->check(CLI::Range(0.0, 1.0))
      ->type_name("SHARE");
}

} // namespace

Action declarePhases(CLI::App &App) {
  auto C = std::make_shared<PhasesCommand>();
  C->Options.Choose.MostClusters = 10;
  declareSignatures(App, *C);
  C->Format.declare(App, "print phases as JSON",
                    "print a row per interval as CSV");
  declarePhaseViews(App, C->View, C->Format);
  declareClustering(App, C->Options.Choose);
  declarePoints(App, C->Options.Pick, C->Budget);
  C->Points.declare(App, "interval phase thread");
  declareFile(App, "--regions", C->Regions,
              "write points for other simulators: each begins and ends at an "
              "entry of a function, as address and count");
  declareWavelets(App, C->Options.Signature);
  return [C](const std::vector<std::string> &) { return run(*C); };
}

} // namespace memfacet

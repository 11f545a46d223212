//===- Phases.cpp - memfacet phases ---------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/phases/PointMarkers.h"
#include "analysis/study/phases/ThreadPoints.h"
#include "tools/cli/ClusteringOptions.h"
#include "tools/cli/RunOption.h"
#include "tools/commands/PhaseViews.h"
#include "tools/report/format/Svg.h"
#include "tools/report/phases/PhaseReport.h"
#include "tools/report/phases/PointReport.h"
#include <algorithm>

namespace memfacet::commands {

namespace {

struct PhasesCommand {
  cli::RunOption Shown; ///< Shown.File is set if there is one file only
  std::vector<std::string> Files;
  std::string Signature, Compare;
  std::string Regions, Budget;
  cli::PointFiles Points;
  std::optional<double> MaxError;
  study::PhaseOptions Options;
  PhaseViewOptions View;
  cli::OutputFormat Format;
  std::atomic<uint64_t> Clusterings = 0; ///< that are finished
};

/// Parses the texts of options and completes C.Options.
Status finishOptions(PhasesCommand &C) {
  if (!C.Signature.empty()) {
    Expected<std::vector<study::SignatureTerm>> Terms =
        study::parseSignatures(C.Signature);
    if (!Terms)
      return Terms.error();
    C.Options.Signature.Terms = std::move(*Terms);
  }
  if (C.Files.empty())
    C.Files.emplace_back("memfacet.mfp");
  C.Options.Signature.Seed = C.Options.Choose.Seed;
  std::ranges::sort(C.Options.Choose.ClusterCounts);
  C.Options.Choose.Progress = &C.Clusterings;
  if (C.MaxError)
    C.Options.MaxError = C.MaxError;
  if (!C.Budget.empty()) {
    Expected<study::PointBudget> Budget = study::parseBudget(C.Budget);
    if (!Budget)
      return Budget.error();
    C.Options.Budget = *Budget;
  }
  return {};
}

Expected<study::SignatureCompareOptions>
compareOptions(const PhasesCommand &C) {
  study::SignatureCompareOptions Options;
  Options.Study = C.Options;
  if (C.Compare == "all") {
    for (study::PhaseSignature S : study::AllPhaseSignatures)
      Options.Signatures.push_back({{S, 1}});
    return Options;
  }
  std::string_view Rest = C.Compare;
  while (!Rest.empty()) {
    std::string_view Word = Rest.substr(0, Rest.find(','));
    Rest.remove_prefix(std::min(Word.size() + 1, Rest.size()));
    Expected<std::vector<study::SignatureTerm>> Terms =
        study::parseSignatures(Word);
    if (!Terms)
      return Terms.error();
    Options.Signatures.push_back(std::move(*Terms));
  }
  return Options;
}

Expected<std::string> comparison(const PhasesCommand &C,
                                 const study::PhaseInput &In) {
  Expected<study::SignatureCompareOptions> Options = compareOptions(C);
  if (!Options)
    return Options.error();
  Options->MissLevel = In.Runs.front().Signatures.Shape.MissLevel;
  std::optional<Progress> Shown;
  cli::showClusterings(Shown, "comparing signatures", C.Options.Choose);
  Expected<study::SignatureComparison> Result =
      study::compareSignatures(In, *Options);
  Shown.reset();
  if (!Result)
    return Result.error();
  return C.Format.render({[&] { return report::comparisonJson(*Result); },
                          [&] { return report::comparisonCsv(*Result); },
                          [&](const Terminal &T) {
                            return report::comparisonText(In, *Result, T);
                          }});
}

/// Writes the regions of simulation points to \p Path. Prints which points are
/// left out.
Status writeRegions(const std::string &Path, const study::PhaseInput &In,
                    const study::PhaseStudy &Study) {
  Expected<study::MarkedPoints> Points = study::markedPoints(In, Study);
  if (!Points)
    return Points.error();
  for (const study::SimulationPoint &P : Points->Omitted) {
    const study::IntervalFacts &F = In.Table.Intervals[P.Interval];
    say(fmt::format("phase {} is left out of '{}': no function that can mark "
                    "a place is entered in interval {} of thread {}",
                    report::phaseName(P.Cluster), Path, F.Interval, F.Thread));
  }
  const result::Profile &Run = In.Runs.front();
  study::RegionSource Source{fmt::format("memfacet phases, {}", Run.Program),
                             Run.Instructions, In.Table.Intervals.size()};
  return report::writeTextFile(Path,
                               study::markerFile(Points->Regions, Source));
}

Status writeFiles(const PhasesCommand &C, const study::PhaseInput &In,
                  const study::PhaseStudy &Study, uint64_t Period) {
  const cli::PointFiles &Files = C.Points;
  bool Wanted = !Files.Simpoints.empty() || !Files.Weights.empty() ||
                !Files.Labels.empty() || !C.Regions.empty();
  if (Wanted && In.Runs.size() != 1)
    return makeError("points are of one run; give one profile instead of {}",
                     In.Runs.size());
  uint64_t Length = std::max(Period, In.Runs.front().IntervalInstructions);
  for (const auto &[Path, Text] :
       {std::pair(Files.Simpoints, report::phasePointsFile(In, Study, Length)),
        std::pair(Files.Weights, report::phaseWeightsFile(Study)),
        std::pair(Files.Labels, report::labelsFile(Study.Chosen.Best))})
    if (Status S = cli::writeNamedFile(Path, Text); !S)
      return S;
  if (C.Regions.empty())
    return {};
  if (Status S = writeRegions(C.Regions, In, Study); !S)
    return S;
  say("wrote " + C.Regions);
  return {};
}

Expected<std::string> phases(const PhasesCommand &C,
                             const study::PhaseInput &In, uint64_t Period) {
  std::optional<Progress> Shown;
  cli::showClusterings(Shown, "finding phases", C.Options.Choose);
  Expected<study::PhaseStudy> Study = study::studyPhases(In, C.Options);
  if (!Study)
    return Study.error();
  Expected<report::PhaseReport> R = report::phaseReport(
      In, C.Options, *Study, In.Runs.front().Signatures.Shape.MissLevel);
  if (!R)
    return R.error();
  Shown.reset();
  if (Status S = writeFiles(C, In, *Study, Period); !S)
    return S.error();
  return C.Format.render(
      {[&] { return report::phaseJson(*R); },
       [&] { return report::phaseCsv(*R); },
       [&](const Terminal &T) { return report::phaseText(*R, T); }});
}

/// Returns an error if intervals are shorter than the recorded ones. Longer
/// intervals are sums of recorded ones.
Status checkLength(uint64_t Length, const std::vector<result::Profile> &Runs) {
  for (const result::Profile &P : Runs)
    if (Length != 0 && Length < P.IntervalInstructions)
      return makeError("--interval {0} is less than the recorded {1} "
                       "instructions; to show interval {0}, type: "
                       "--show-interval {0}",
                       Length, P.IntervalInstructions);
  return {};
}

int showPhases(PhasesCommand &C, const std::vector<result::Profile> &Runs) {
  if (C.Signature.empty())
    C.Options.Signature.Terms =
        *study::parseSignatures(study::usualSignature(Runs));
  uint64_t Period = C.Shown.Interval;
  if (Status S = checkLength(Period, Runs); !S)
    return fail(S.error());
  Expected<study::PhaseInput> In = study::phaseInput(Runs, Period);
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
  if (C.Format.isText() && !C.View.any() &&
      Terminal::ofStream(stdout).Interactive)
    say(C.Compare.empty() ? "next: memfacet phases --compare all"
                          : "next: memfacet phases --signature NAME");
  return ExitGood;
}

constexpr cli::Need Signatures = {
    .IsMet =
        [](const result::Profile &P) {
          // For a program that only counts blocks, phaseInput says what is
          // missing.
          return !P.Signatures.empty() ||
                 P.Vectors.Source == result::BlockSource::Counted;
        },
    .MissingText = "does not know what its intervals look like",
    .Option = "--phases",
    .Ask = [](record::CollectorSettings &S) { S.Phases = "all"; }};

/// Shows the phases of several profiles.
int showRuns(PhasesCommand &C, const std::vector<std::string> &Program) {
  if (!Program.empty() || C.Shown.RunAgain || C.Shown.isCacheGiven())
    return fail(makeError("one run is recorded, or simulated, for one profile; "
                          "give one FILE instead of {}",
                          C.Files.size()));
  Expected<std::vector<result::Profile>> Runs = cli::finishedProfiles(C.Files);
  return Runs ? showPhases(C, *Runs) : fail(Runs.error());
}

int run(PhasesCommand &C, const std::vector<std::string> &Program) {
  if (Status S = finishOptions(C); !S)
    return fail(S.error());
  if (Status Fits = cli::checkOutputs(C.Format, Program); !Fits)
    return fail(Fits.error());
  if (C.Files.size() > 1)
    return showRuns(C, Program);
  C.Shown.File = C.Files.front();
  return C.Shown.show(Signatures, Program, [&](result::Profile P) {
    std::vector<result::Profile> Runs;
    Runs.push_back(std::move(P));
    return showPhases(C, Runs);
  });
}

void declareSignatures(CLI::App &App, PhasesCommand &C) {
  cli::declareOption(
      App, "profiles", C.Files,
      "profile or trace to show; with a program, the profile to "
      "write. Several profiles: runs of one program, for example "
      "with 1, 2 and 4 threads")
      ->default_str("memfacet.mfp")
      ->type_name("FILE...");
  C.Shown.declareOptions(App);
  cli::declareOption(
      App, "--signature", C.Signature,
      "signature that distinguishes intervals, for example wavelet "
      "or blocks:1+reuse:0.5")
      ->type_name("NAME")
      ->default_str(fmt::format("{} for one run, blocks for several",
                                study::BestPointSignature));
  C.Shown.declareInterval(App,
                          "instructions per interval: of a recording, or a "
                          "multiple of those of a profile",
                          true);
  cli::declareOption(App, "--compare", C.Compare,
                     "compare these signatures, or all, with baselines")
      ->type_name("LIST|all");
  cli::declareValue(App, "--dimensions", C.Options.Signature.Dimensions, "N",
                    "project sparse vectors to N dimensions; 0: do not project")
      ->check(cli::inRange(0, 1024));
  cli::declareOption(
      App, "--within", C.MaxError,
      "take the fewest phases with which the 95 % interval of every "
      "metric is at most +- this share of it; replaces BIC")
      ->check(cli::inRange(0.0, 1.0))
      ->type_name("SHARE");
}

} // namespace

cli::Action declarePhases(CLI::App &App) {
  auto C = std::make_shared<PhasesCommand>();
  C->Options.Choose.MostClusters = 10;
  declareSignatures(App, *C);
  C->Format.declare(App, "print phases as JSON",
                    "print a row per interval as CSV");
  declarePhaseViews(App, C->View, C->Format);
  cli::declareClustering(App, C->Options.Choose);
  cli::declarePoints(App, C->Options.Pick, C->Budget);
  C->Points.declare(App, "interval phase thread");
  cli::declareFile(
      App, "--regions", C->Regions,
      "write points for other simulators: each begins and ends at an "
      "entry of a function, as address and count");
  cli::declareWavelets(App, C->Options.Signature);
  return
      [C](const std::vector<std::string> &Program) { return run(*C, Program); };
}

} // namespace memfacet::commands

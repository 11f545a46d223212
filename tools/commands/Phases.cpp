//===- Phases.cpp - memfacet phases ---------------------------------------===//

#include "analysis/phases/PointMarkers.h"
#include "tools/cli/ClusteringOptions.h"
#include "tools/cli/Commands.h"
#include "tools/cli/ShowOptions.h"
#include "tools/commands/PhasePictures.h"
#include "tools/record/CollectorSettings.h"
#include "tools/report/format/Svg.h"
#include "tools/report/phases/PhaseReport.h"
#include "tools/support/Say.h"
#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>

namespace memfacet {

namespace {

struct PhasesCommand {
  std::vector<std::string> Files;
  std::string Signature = "blocks", Period, Compare;
  std::string Regions, Budget;
  PointFiles Points;
  std::optional<double> Within;
  PhaseOptions Options;
  PhaseViewOptions View;
  OutputFormat Format;
};

Expected<std::vector<Profile>> readRuns(const PhasesCommand &C) {
  std::vector<Profile> Runs;
  for (const std::string &File : C.Files) {
    Expected<Profile> P = finishedProfile(File);
    if (!P)
      return P.error();
    Runs.push_back(std::move(*P));
  }
  return Runs;
}

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
    C.Options.Within = *C.Within;
  if (!C.Budget.empty()) {
    Expected<PointBudget> Budget = parseBudget(C.Budget);
    if (!Budget)
      return Budget.error();
    C.Options.Budget = *Budget;
  }
  if (!C.Period.empty()) {
    Expected<uint64_t> Count = parseCount(C.Period);
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
        std::pair(Files.Labels, phaseLabelsFile(Study))})
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

Expected<std::string> view(const PhasesCommand &C, const PhaseInput &In) {
  return phaseView(C.View, In, C.Options, C.Files, C.Format);
}

int run(PhasesCommand &C) {
  uint64_t Period = 0;
  if (Status S = finishOptions(C, Period); !S)
    return fail(S.error());
  Expected<std::vector<Profile>> Runs = readRuns(C);
  if (!Runs)
    return fail(Runs.error());
  Expected<PhaseInput> In = phaseInput(*Runs, Period);
  if (!In)
    return fail(In.error());
  Expected<std::string> Text = C.View.any()        ? view(C, *In)
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
  App.add_option("--signature", C.Signature,
                 "signature that distinguishes intervals, for example wavelet "
                 "or blocks:1+reuse:0.5")
      ->type_name("NAME")
      ->capture_default_str();
  App.add_option("--period", C.Period,
                 "instructions per interval, a multiple of the recorded number")
      ->default_str("as recorded")
      ->type_name("N");
  App.add_option("--compare", C.Compare,
                 "compare these signatures, or all, with baselines")
      ->type_name("LIST|all");
  App.add_option("--dimensions", C.Options.Signature.Dimensions,
                 "project sparse vectors to N dimensions; 0: do not project")
      ->check(CLI::Range(0, 1024))
      ->type_name("N")
      ->capture_default_str();
  App.add_option("--within", C.Within,
                 "take as few phases as give every metric a 95 % interval of "
                 "at most this share of it each way; replaces BIC")
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
              "write points between entries of functions, by address and "
              "count, for other simulators");
  declareWavelets(App, C->Options.Signature);
  return [C](const std::vector<std::string> &) { return run(*C); };
}

} // namespace memfacet

//===- Phases.cpp - memfacet phases ---------------------------------------===//

#include "analysis/phases/MarkedPoints.h"
#include "tools/cli/ClusteringOptions.h"
#include "tools/cli/Commands.h"
#include "tools/cli/FinishedProfile.h"
#include "tools/cli/WaveletChoice.h"
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
  std::string Simpoints, Weights, Labels, Regions, Budget;
  double Within = 0;
  CLI::Option *IsWithin = nullptr;
  PhaseOptions Options;
  PhaseViewOptions View;
  bool Json = false, Csv = false;
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

/// Words that stand for numbers and names.
Status finishOptions(PhasesCommand &C, uint64_t &Period) {
  Expected<std::vector<SignatureTerm>> Terms = parseSignatures(C.Signature);
  if (!Terms)
    return Terms.error();
  if (C.Files.empty())
    C.Files.emplace_back("memfacet.mfp");
  C.Options.Signature.Terms = std::move(*Terms);
  C.Options.Signature.Seed = C.Options.Choose.Seed;
  std::ranges::sort(C.Options.Choose.Only);
  if (C.IsWithin->count() != 0)
    C.Options.Within = C.Within;
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
  return C.Json  ? comparisonJson(*Result)
         : C.Csv ? comparisonCsv(*Result)
                 : comparisonText(In, *Result, Terminal::of(stdout));
}

/// What is left out is said.
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
  bool Wanted = !C.Simpoints.empty() || !C.Weights.empty() ||
                !C.Labels.empty() || !C.Regions.empty();
  if (Wanted && In.Runs.size() != 1)
    return makeError("points are of one run; give one profile instead of {}",
                     In.Runs.size());
  uint64_t Length = std::max(Period, In.Runs.front().IntervalInstructions);
  for (const auto &[Path, Text] :
       {std::pair(C.Simpoints, phasePointsFile(In, Study, Length)),
        std::pair(C.Weights, phaseWeightsFile(Study)),
        std::pair(C.Labels, phaseLabelsFile(Study))}) {
    if (Path.empty())
      continue;
    if (Status S = writeTextFile(Path, Text); !S)
      return S;
    say("wrote " + Path);
  }
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
  return C.Json  ? phaseJson(*R)
         : C.Csv ? phaseCsv(*R)
                 : phaseText(*R, Terminal::of(stdout));
}

Expected<std::string> view(const PhasesCommand &C, const PhaseInput &In) {
  return phaseView(C.View, In, C.Options, C.Files,
                   C.Json  ? PhaseFormat::Json
                   : C.Csv ? PhaseFormat::Csv
                           : PhaseFormat::Text);
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
  if (!C.Json && !C.Csv && !C.View.any() && Terminal::of(stdout).Interactive)
    say(C.Compare.empty() ? "next: memfacet phases --compare all"
                          : "next: memfacet phases --signature NAME");
  return ExitGood;
}

} // namespace

Action declarePhases(CLI::App &App) {
  auto C = std::make_shared<PhasesCommand>();
  C->Options.Choose.MostClusters = 10;
  App.add_option("profiles", C->Files,
                 "profiles of 'record --phases': runs of one program, for "
                 "instance with 1, 2 and 4 threads [memfacet.mfp]")
      ->type_name("FILE...");
  App.add_option("--signature", C->Signature,
                 "what intervals are told apart by, for instance wavelet, or "
                 "blocks:1+reuse:0.5")
      ->type_name("NAME")
      ->capture_default_str();
  App.add_option("--period", C->Period,
                 "instructions of an interval; those of the recording are "
                 "taken together")
      ->type_name("N");
  App.add_option("--compare", C->Compare,
                 "scores of these signatures, or all, and of baselines")
      ->type_name("LIST|all");
  App.add_option("--dimensions", C->Options.Signature.Dimensions,
                 "sparse vectors are projected to so many; 0: not at all")
      ->check(CLI::Range(0, 1024))
      ->type_name("N")
      ->capture_default_str();
  C->IsWithin =
      App.add_option("--within", C->Within,
                     "instead of BIC: as few phases as tell each metric to "
                     "within this share of it")
          ->check(CLI::Range(0.0, 1.0))
          ->type_name("SHARE");
  declareWavelets(App, C->Options.Signature);
  declareClustering(App, C->Options.Choose);
  declarePoints(App, C->Options.Pick);
  declareBudget(App, C->Budget);
  App.add_option("--simpoints", C->Simpoints,
                 "write \"interval phase thread\" lines, for 'memfacet "
                 "simulate --points'")
      ->type_name("FILE");
  App.add_option("--weights", C->Weights, "write \"weight phase\" lines")
      ->type_name("FILE");
  App.add_option("--labels", C->Labels,
                 "write \"phase distance\" for each interval")
      ->type_name("FILE");
  App.add_option("--regions", C->Regions,
                 "write points between entries of functions, by address and "
                 "count, for other simulators")
      ->type_name("FILE");
  CLI::Option *Json = App.add_flag("--json", C->Json, "as JSON");
  CLI::Option *Csv =
      App.add_flag("--csv", C->Csv,
                   "as comma-separated values, an interval a row")
          ->excludes(Json);
  declarePhaseViews(App, C->View, Json, Csv);
  return [C](const std::vector<std::string> &) { return run(*C); };
}

} // namespace memfacet

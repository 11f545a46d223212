//===- Simpoints.cpp - memfacet simpoints ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/clustering/VectorFile.h"
#include "analysis/study/phases/ThreadPoints.h"
#include "analysis/study/points/PointFile.h"
#include "analysis/study/points/SimulationPoints.h"
#include "tools/cli/ClusteringOptions.h"
#include "tools/cli/RunOption.h"
#include "tools/record/ProgramFile.h"
#include "tools/report/code/BlockReport.h"
#include "tools/report/format/Svg.h"
#include "tools/report/phases/PointReport.h"
#include <algorithm>
#include <fmt/ranges.h>

namespace memfacet::commands {

namespace {

struct SimpointsCommand {
  cli::RunOption Shown;
  std::string Vectors;
  std::optional<uint32_t> Thread;
  size_t Dimensions = 15;
  study::ChooseOptions Choose;
  study::PointOptions Pick;
  std::string Weigh = "auto";
  std::string Budget;
  bool Classic = false;
  cli::PointFiles Files;
  cli::OutputFormat Format;
  std::atomic<uint64_t> Clusterings = 0; ///< that are finished
};

/// The part of the run that points cover, if the profile has the misses of each
/// interval.
constexpr const char *BestBudget = "10%";

/// Returns the intervals as points of code and misses.
Expected<study::VectorFile> byCodeAndMisses(const SimpointsCommand &C,
                                            const result::Profile &P,
                                            uint32_t Thread,
                                            report::PointReport &Report) {
  study::SignatureOptions Options;
  Options.Dimensions = C.Dimensions;
  Options.Seed = C.Choose.Seed;
  Expected<study::ThreadPoints> Points =
      study::pointsByCodeAndMisses(P, Thread, Options);
  if (!Points)
    return Points.error();
  Report.Signature = study::BestPointSignature;
  Report.Table = std::move(Points->Table);
  study::VectorFile File;
  File.Points = std::move(Points->Points);
  return File;
}

/// Reads the vectors of the file, or of one thread of \p P if it is not null.
Expected<study::VectorFile> read(const SimpointsCommand &C,
                                 const result::Profile *P,
                                 report::PointReport &Report,
                                 std::string &CutLine) {
  study::VectorFileOptions Options{C.Dimensions, C.Choose.Seed,
                                   C.Choose.Threads};
  Report.Signature = "blocks";
  if (!P) {
    Report.Source = C.Vectors;
    Report.Unit = "instructions";
    return study::readVectorFile(C.Vectors, Options);
  }
  std::vector<uint32_t> Threads = report::blockThreads(*P);
  uint32_t Thread = C.Thread.value_or(Threads.front());
  if (!std::ranges::count(Threads, Thread))
    return makeError("thread {} has no block vectors; there are those of {}",
                     Thread, fmt::join(Threads, ", "));
  Report.Source = fmt::format("thread {} of {}", Thread, P->Program);
  if (P->hasCutIntervals(Thread))
    CutLine = study::cutLine(
        {P->IntervalInstructions, true, P->Signatures.Shape.Cut});
  Report.Unit = P->Vectors.Source == result::BlockSource::Sampled
                    ? "samples"
                    : "IR instructions";
  if (!C.Classic && study::hasCodeAndMisses(*P, Thread))
    return byCodeAndMisses(C, *P, Thread, Report);
  return study::parseVectors(report::frequencyVectors(*P, Thread), Options);
}

/// Returns whether the intervals differ in length by more than 1 %, without the
/// last one.
bool lengthsDiffer(const study::PointSet &Points) {
  auto Weights = Points.weights();
  if (Weights.size() < 3)
    return false;
  auto [Least, Most] = std::minmax_element(Weights.begin(), Weights.end() - 1);
  return *Least < 0.99 * *Most;
}

/// Finds the points of the profile \p P or, if that is null, of the file. Sets
/// \p CutLine to the cutLine of intervals of different lengths.
Expected<report::PointReport> find(const SimpointsCommand &C,
                                   const result::Profile *P,
                                   std::string &CutLine) {
  report::PointReport R;
  Expected<study::VectorFile> File = read(C, P, R, CutLine);
  if (!File)
    return File.error();
  if (File->Points.empty())
    return makeError("there are no block vectors; make the intervals of the "
                     "recording shorter with --interval");
  R.Points = File->Points;
  R.Empty = File->Empty;
  R.ByLength =
      C.Weigh == "length" || (C.Weigh == "auto" && lengthsDiffer(R.Points));
  R.MostClusters = C.Choose.ClusterCounts.empty()
                       ? C.Choose.MostClusters
                       : C.Choose.ClusterCounts.back();
  if (!R.ByLength)
    File->Points.forgetWeights();
  R.Chosen = study::chooseClusters(File->Points, C.Choose);
  bool Best = R.Signature == study::BestPointSignature;
  std::string Wanted = C.Budget.empty() && Best ? BestBudget : C.Budget;
  if (Wanted.empty()) {
    R.Picked = study::simulationPoints(R.Chosen.Best, C.Pick);
    return R;
  }
  Expected<study::PointBudget> Budget = study::parseBudget(Wanted);
  if (!Budget)
    return Budget.error();
  R.Picked = study::spreadPoints(File->Points, R.Chosen.Best, *Budget, C.Pick,
                                 C.Choose)
                 .Points;
  R.Several = true;
  return R;
}

int showPoints(const SimpointsCommand &C, const result::Profile *P) {
  std::string CutLine;
  std::optional<Progress> Shown;
  cli::showClusterings(Shown, "choosing points", C.Choose);
  Expected<report::PointReport> R = find(C, P, CutLine);
  Shown.reset();
  if (!R)
    return fail(R.error());
  for (const Status &S :
       {cli::writeNamedFile(C.Files.Simpoints,
                            CutLine + report::simpointsFile(*R)),
        cli::writeNamedFile(C.Files.Weights, report::weightsFile(*R)),
        cli::writeNamedFile(C.Files.Labels,
                            report::labelsFile(R->Chosen.Best))})
    if (!S)
      return fail(S.error());
  return C.Format.print(
      {[&] { return report::pointJson(*R); },
       [&] { return report::pointCsv(*R); },
       [&](const Terminal &T) { return report::pointText(*R, T); },
       [&] {
         return C.Files.Simpoints.empty()
                    ? "memfacet simpoints --simpoints FILE --weights FILE"
                    : "";
       }});
}

bool hasVectors(const result::Profile &P) { return !P.Vectors.empty(); }

constexpr const char *NoVectors = "has no block vectors";
/// The data that the best points need.
constexpr cli::Need CodeAndMisses = {
    .IsMet = hasVectors,
    .MissingText = NoVectors,
    .Option = "--phases",
    .Ask = [](record::CollectorSettings &S) { S.Phases = "all"; },
    .BySamples = true};
constexpr cli::Need Code = {
    .IsMet = hasVectors,
    .MissingText = NoVectors,
    .Option = "--blocks",
    .Ask = [](record::CollectorSettings &S) { S.Blocks = "1"; },
    .BySamples = true};

int run(const SimpointsCommand &C, const std::vector<std::string> &Program) {
  if (!C.Vectors.empty()) {
    if (!Program.empty())
      return fail(makeError("--from-bb reads '{}' and records nothing; leave "
                            "out what is after --",
                            C.Vectors));
    return showPoints(C, nullptr);
  }
  if (Status Fits = cli::checkOutputs(C.Format, Program); !Fits)
    return fail(Fits.error());
  bool OnlyCode =
      C.Classic || (!Program.empty() && record::onlyCountsBlocks(Program[0]));
  return C.Shown.show(
      OnlyCode ? Code : CodeAndMisses, Program,
      [&](const result::Profile &P) { return showPoints(C, &P); });
}

void declareVectors(CLI::App &App, SimpointsCommand &C) {
  C.Shown.declareRun(App);
  C.Shown.declareInterval(App, cli::IntervalOfRecording, false);
  cli::declareThread(App, C.Thread,
                     "thread to take vectors of; default the first");
  cli::declareFile(
      App, "--from-bb", C.Vectors,
      "read frequency vectors of SimPoint instead of a profile, plain "
      "or gzip")
      ->excludes(App.get_option("profile"))
      ->excludes("--again");
  cli::declareValue(App, "--dimensions", C.Dimensions, "N",
                    "project vectors to N dimensions")
      ->check(cli::inRange(1, 1024));
  cli::declareFlag(
      App, "--classic", C.Classic,
      "as SimPoint: by block vectors alone, one point per cluster, "
      "even if the profile tells the misses of each interval");
  cli::declareValue(
      App, "--weigh", C.Weigh, "HOW",
      "weigh intervals equal, by length, or auto: equal if all but "
      "the last have about the same length")
      ->check(cli::oneOf({"auto", "equal", "length"}));
}

} // namespace

cli::Action declareSimpoints(CLI::App &App) {
  auto C = std::make_shared<SimpointsCommand>();
  declareVectors(App, *C);
  C->Format.declare(App, "print points and labels as JSON",
                    "print points as CSV");
  cli::declareClustering(App, C->Choose);
  cli::declarePoints(App, C->Pick, C->Budget);
  App.get_option("--budget")
      ->default_str(
          fmt::format("{} with --phases, else one per cluster", BestBudget));
  C->Files.declare(App, "interval cluster");
  return [C](const std::vector<std::string> &Program) {
    std::ranges::sort(C->Choose.ClusterCounts);
    C->Choose.Progress = &C->Clusterings;
    return run(*C, Program);
  };
}

} // namespace memfacet::commands

//===- Simpoints.cpp - memfacet simpoints ---------------------------------===//

#include "analysis/clustering/VectorFile.h"
#include "analysis/points/PointFile.h"
#include "analysis/points/SpreadPoints.h"
#include "analysis/profile/CutIntervals.h"
#include "tools/cli/ClusteringOptions.h"
#include "tools/cli/Commands.h"
#include "tools/cli/FinishedProfile.h"
#include "tools/report/code/BlockReport.h"
#include "tools/report/format/Svg.h"
#include "tools/report/phases/PointReport.h"
#include "tools/support/Say.h"
#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/ranges.h>

namespace memfacet {

namespace {

struct SimpointsCommand {
  std::string File = "memfacet.mfp", Vectors;
  uint32_t Thread = 0;
  CLI::Option *OfThread = nullptr;
  size_t Dimensions = 15;
  ChooseOptions Choose;
  PointOptions Pick;
  std::string Weigh = "auto";
  std::string Simpoints, Weights, Labels, Budget;
  bool Json = false, Csv = false;
};

Status writeFile(const std::string &Path, const std::string &Text) {
  if (Path.empty())
    return {};
  if (Status S = writeTextFile(Path, Text); !S)
    return S;
  say("wrote " + Path);
  return {};
}

/// Of the file, or of one thread of the profile.
Expected<VectorFile> read(const SimpointsCommand &C, PointReport &To,
                          std::string &CutBy) {
  VectorFileOptions Options{C.Dimensions, C.Choose.Seed, C.Choose.Threads};
  if (!C.Vectors.empty()) {
    To.Source = C.Vectors;
    To.Unit = "instructions";
    return readVectorFile(C.Vectors, Options);
  }
  Expected<Profile> P = finishedProfile(C.File);
  if (!P)
    return P.error();
  if (P->Vectors.empty())
    return makeError("'{}' has no block vectors; build the program with "
                     "memfacet-clang --count-blocks, or record it with "
                     "--blocks or --sample-blocks; or read a file with --bb",
                     C.File);
  std::vector<uint32_t> Threads = blockThreads(*P);
  uint32_t Thread = C.OfThread->count() ? C.Thread : Threads.front();
  if (!std::ranges::count(Threads, Thread))
    return makeError("thread {} has no block vectors; there are those of {}",
                     Thread, fmt::join(Threads, ", "));
  To.Source = fmt::format("thread {} of {}", Thread, P->Program);
  if (hasCutIntervals(*P, Thread))
    CutBy = cutLine({P->IntervalInstructions, true, P->Signatures.Shape.Cut});
  To.Unit =
      P->Vectors.Source == BlockSource::Sampled ? "samples" : "IR instructions";
  return parseVectors(frequencyVectors(*P, Thread), Options);
}

/// Whether the intervals, but for the last, differ in length.
bool differ(const PointSet &Points) {
  auto Weights = Points.weights();
  if (Weights.size() < 3)
    return false;
  auto [Least, Most] = std::minmax_element(Weights.begin(), Weights.end() - 1);
  return *Least < 0.99 * *Most;
}

/// \p CutBy becomes the cutLine of intervals that are not all equally long.
Expected<PointReport> find(const SimpointsCommand &C, std::string &CutBy) {
  PointReport R;
  Expected<VectorFile> File = read(C, R, CutBy);
  if (!File)
    return File.error();
  if (File->Points.empty())
    return makeError("there are no block vectors; make the intervals of the "
                     "recording shorter with --interval");
  R.Points = File->Points;
  R.Empty = File->Empty;
  R.ByLength = C.Weigh == "length" || (C.Weigh == "auto" && differ(R.Points));
  R.MostClusters =
      C.Choose.Only.empty() ? C.Choose.MostClusters : C.Choose.Only.back();
  if (!R.ByLength)
    File->Points.forgetWeights();
  R.Chosen = chooseClusters(File->Points, C.Choose);
  if (C.Budget.empty()) {
    R.Picked = simulationPoints(R.Chosen.Best, C.Pick);
    return R;
  }
  Expected<PointBudget> Budget = parseBudget(C.Budget);
  if (!Budget)
    return Budget.error();
  R.Picked =
      spreadPoints(File->Points, R.Chosen.Best, *Budget, C.Pick, C.Choose)
          .Points;
  R.Several = true;
  return R;
}

int run(const SimpointsCommand &C) {
  std::string CutBy;
  Expected<PointReport> R = find(C, CutBy);
  if (!R)
    return fail(R.error());
  for (const Status &S : {writeFile(C.Simpoints, CutBy + simpointsFile(*R)),
                          writeFile(C.Weights, weightsFile(*R)),
                          writeFile(C.Labels, labelsFile(*R))})
    if (!S)
      return fail(S.error());
  std::string Text = C.Json  ? pointJson(*R)
                     : C.Csv ? pointCsv(*R)
                             : pointText(*R, Terminal::of(stdout));
  if (Status Printed = printOutput(Text); !Printed)
    return fail(Printed.error());
  if (!C.Json && !C.Csv && C.Simpoints.empty() &&
      Terminal::of(stdout).Interactive)
    say("next: memfacet simpoints --simpoints FILE --weights FILE");
  return ExitGood;
}

void declareVectors(CLI::App &App, SimpointsCommand &C) {
  App.add_option("--dimensions", C.Dimensions,
                 "vectors are projected to so many")
      ->check(CLI::Range(1, 1024))
      ->type_name("N")
      ->capture_default_str();
  App.add_option("--weigh", C.Weigh,
                 "intervals: equal, length, or auto: equal where all are "
                 "about as long")
      ->check(CLI::IsMember({"auto", "equal", "length"}))
      ->type_name("HOW")
      ->capture_default_str();
}

void declareFiles(CLI::App &App, SimpointsCommand &C) {
  App.add_option("--simpoints", C.Simpoints, "write \"interval cluster\" lines")
      ->type_name("FILE");
  App.add_option("--weights", C.Weights, "write \"weight cluster\" lines")
      ->type_name("FILE");
  App.add_option("--labels", C.Labels,
                 "write \"cluster distance\" for each interval")
      ->type_name("FILE");
  CLI::Option *Json =
      App.add_flag("--json", C.Json, "as JSON, labels included");
  App.add_flag("--csv", C.Csv, "as comma-separated values")->excludes(Json);
}

} // namespace

Action declareSimpoints(CLI::App &App) {
  auto C = std::make_shared<SimpointsCommand>();
  CLI::Option *Profile =
      App.add_option("profile", C->File, "profile with block vectors")
          ->type_name("FILE")
          ->capture_default_str();
  C->OfThread =
      App.add_option("--thread", C->Thread, "whose vectors")->type_name("T");
  App.add_option("--bb", C->Vectors,
                 "read frequency vectors of any tool instead, plain or gzip")
      ->excludes(Profile)
      ->type_name("FILE");
  declareClustering(App, C->Choose);
  declareVectors(App, *C);
  declarePoints(App, C->Pick);
  declareBudget(App, C->Budget);
  declareFiles(App, *C);
  return [C](const std::vector<std::string> &) {
    std::ranges::sort(C->Choose.Only);
    return run(*C);
  };
}

} // namespace memfacet

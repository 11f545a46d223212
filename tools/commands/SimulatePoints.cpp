//===- SimulatePoints.cpp - memfacet simulate --points --------------------===//

#include "tools/commands/SimulatePoints.h"
#include "analysis/support/MappedFile.h"
#include "tools/cli/AnalysisOptions.h"
#include "tools/record/CollectorSettings.h"
#include "tools/report/common/ReportHeader.h"
#include "tools/report/phases/PointRun.h"
#include "tools/support/Say.h"
#include <algorithm>
#include <ctime>

namespace memfacet {

namespace {

Expected<ChosenIntervals> readPoints(const PointsCommand &C) {
  Expected<MappedFile> Points = MappedFile::open(C.File);
  if (!Points)
    return Points.error();
  std::string Weights;
  if (!C.Weights.empty()) {
    Expected<MappedFile> File = MappedFile::open(C.Weights);
    if (!File)
      return File.error();
    Weights = File->text();
    if (Weights.empty())
      return makeError(
          "'{}' is empty; leave --point-weights out if all points weigh "
          "the same",
          C.Weights);
  }
  return parsePoints(Points->text(), Weights, C.Thread);
}

/// The number of intervals to simulate before a point, rounded up.
Expected<uint64_t> warmIntervals(const PointsCommand &C, uint64_t Length) {
  if (C.Warm.empty())
    return PointsCommand::WarmByDefault;
  if (C.Warm == "0")
    return 0;
  Expected<uint64_t> Instructions = parseCount(C.Warm);
  if (!Instructions)
    return Instructions;
  return *Instructions / Length + (*Instructions % Length != 0);
}

std::vector<IntervalRange> rangesOf(const ChosenIntervals &Chosen,
                                    uint64_t Warm) {
  std::vector<IntervalRange> Ranges;
  for (const ChosenInterval &P : Chosen.Points)
    Ranges.push_back(
        {P.Thread, P.Interval - uint32_t(std::min<uint64_t>(Warm, P.Interval)),
         P.Interval});
  return Ranges;
}

Expected<ReplayedTrace> simulate(const std::string &Trace,
                                 const CollectOptions &Options,
                                 double &Seconds) {
  std::clock_t Before = std::clock();
  Expected<ReplayedTrace> R = replayTrace(Trace, Options);
  Seconds = double(std::clock() - Before) / CLOCKS_PER_SEC;
  if (!R)
    return R;
  const Profile &P = R->Counts;
  if (P.Loss.Truncated && P.Instructions == 0)
    return makeError("no record can be read: {}", P.Loss.TruncatedWhy);
  if (P.Sampled.Known)
    return makeError("trace '{}' has windows of the run only (--sample); "
                     "--points needs a complete one",
                     Trace);
  return R;
}

/// Options for the whole run, with intervals as \p Chosen counts them.
Expected<CollectOptions> optionsFor(const PointsCommand &C,
                                    const ChosenIntervals &Chosen,
                                    const MakeOptions &Make) {
  Expected<CollectOptions> Options = Make();
  if (!Options)
    return Options;
  PointCut Cut = Chosen.Cut.value_or(
      PointCut{Options->IntervalInstructions, C.CutAtStalls});
  if (Cut.Length != Options->IntervalInstructions)
    return makeError("the points of '{}' are intervals of {} instructions, not "
                     "of {}; type: --interval {}",
                     C.File, Cut.Length, Options->IntervalInstructions,
                     Cut.Length);
  if (C.CutAtStalls && !Cut.AtStalls)
    return makeError("'{}' says that its intervals are not cut at stalls; "
                     "leave out --cut-at-stalls",
                     C.File);
  Options->CutAtStalls = Cut.AtStalls;
  Options->Cut = Cut.Markers;
  return Options;
}

Expected<PointRun> runAll(const PointsCommand &C, const std::string &Trace,
                          const MakeOptions &Make, DataLoss &Loss) {
  Expected<ChosenIntervals> Chosen = readPoints(C);
  if (!Chosen)
    return Chosen.error();
  Expected<CollectOptions> Options = optionsFor(C, *Chosen, Make);
  if (!Options)
    return Options.error();
  Expected<uint64_t> Warm = warmIntervals(C, Options->IntervalInstructions);
  if (!Warm)
    return Warm.error();
  Options->Intervals = rangesOf(*Chosen, *Warm);
  Options->Others = C.ThreadsAlone ? Concurrent::LeftOut : Concurrent::Wanted;
  double PointSeconds = 0, WholeSeconds = 0;
  Expected<ReplayedTrace> Part = simulate(Trace, *Options, PointSeconds);
  if (!Part)
    return Part.error();
  Loss = Part->Counts.Loss;
  std::optional<Profile> Whole;
  if (!C.Against.empty()) {
    Expected<CollectOptions> Again = optionsFor(C, *Chosen, Make);
    if (!Again)
      return Again.error();
    Expected<ReplayedTrace> All = simulate(Trace, *Again, WholeSeconds);
    if (!All)
      return All.error();
    Whole = std::move(All->Counts);
    prepareTables(*Whole);
  }
  prepareTables(Part->Counts);
  Expected<PointRun> R =
      estimateRun(*Chosen, Part->Counts, Whole ? &*Whole : nullptr);
  if (R) {
    R->TraceInstructions = Part->Whole;
    R->ReplayedInstructions = Part->Simulated;
    R->WarmIntervals = *Warm;
    R->Cut = {Options->IntervalInstructions, Options->CutAtStalls,
              Options->Cut};
    R->ThreadsAlone = C.ThreadsAlone;
    R->PointSeconds = PointSeconds;
    R->WholeSeconds = WholeSeconds;
  }
  return R;
}

} // namespace

int runPoints(const PointsCommand &C, const std::string &Trace,
              const OutputFormat &Format, const MakeOptions &Options) {
  DataLoss Loss;
  Expected<PointRun> R = runAll(C, Trace, Options, Loss);
  if (!R)
    return fail(R.error());
  sayLoss(Loss);
  return exitCode(
      Format.print({[&] { return pointRunJson(*R); },
                    [&] { return pointRunCsv(*R); },
                    [&](const Terminal &T) { return pointRunText(*R, T); }}),
      Loss);
}

} // namespace memfacet

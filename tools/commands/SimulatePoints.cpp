//===- SimulatePoints.cpp - memfacet simulate --points --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/commands/SimulatePoints.h"
#include "analysis/measure/observers/MakeObservers.h"
#include "analysis/study/points/ApartPoints.h"
#include "analysis/study/points/WarmthTables.h"
#include "analysis/support/MappedFile.h"
#include "memfacet/Check.h"
#include "tools/cli/AnalysisOptions.h"
#include "tools/record/CollectorSettings.h"
#include "tools/report/common/ReportHeader.h"
#include "tools/report/format/Columns.h"
#include "tools/report/phases/PointRun.h"
#include "tools/support/Say.h"
#include <algorithm>
#include <ctime>

namespace memfacet::commands {

namespace {

/// The contents of the files of points and weights; "" without a file.
struct PointTexts {
  std::string Points, Weights;
};

Expected<PointTexts> readTexts(const PointsCommand &C) {
  Expected<MappedFile> Points = MappedFile::open(C.File);
  if (!Points)
    return Points.error();
  PointTexts Texts;
  Texts.Points = Points->text();
  if (!C.Weights.empty()) {
    Expected<MappedFile> File = MappedFile::open(C.Weights);
    if (!File)
      return File.error();
    Texts.Weights = File->text();
    if (Texts.Weights.empty())
      return makeError(
          "'{}' is empty; leave --point-weights out if all points weigh "
          "the same",
          C.Weights);
  }
  return Texts;
}

Expected<study::ChosenIntervals> readPoints(const PointsCommand &C) {
  Expected<PointTexts> Texts = readTexts(C);
  if (!Texts)
    return Texts.error();
  return study::parsePoints(Texts->Points, Texts->Weights, C.Thread);
}

/// Returns the number of intervals to simulate before a point, rounded up.
Expected<uint64_t> warmIntervals(const PointsCommand &C, uint64_t Length) {
  if (C.Warm.empty())
    return PointsCommand::WarmByDefault;
  if (C.Warm == "0")
    return 0;
  Expected<uint64_t> Instructions = record::parseCount(C.Warm);
  if (!Instructions)
    return Instructions;
  return *Instructions / Length + (*Instructions % Length != 0);
}

std::vector<decode::IntervalRange>
rangesOf(const study::ChosenIntervals &Chosen, uint64_t Warm) {
  std::vector<decode::IntervalRange> Ranges;
  for (const study::ChosenInterval &P : Chosen.Points)
    Ranges.push_back(
        {P.Thread, P.Interval - uint32_t(std::min<uint64_t>(Warm, P.Interval)),
         P.Interval});
  return Ranges;
}

Expected<measure::ReplayedTrace>
simulate(const std::string &Trace, const measure::CollectOptions &Options,
         double &Seconds) {
  std::clock_t Start = std::clock();
  Expected<measure::ReplayedTrace> R = measure::replayTrace(Trace, Options);
  Seconds = double(std::clock() - Start) / CLOCKS_PER_SEC;
  if (!R)
    return R;
  const result::Profile &P = R->Counts;
  if (P.Loss.Truncated && P.Instructions == 0)
    return makeError("no record can be read: {}", P.Loss.TruncatedWhy);
  return R;
}

/// Returns the options for the whole run, with intervals cut as \p Chosen says.
Expected<measure::CollectOptions>
optionsFor(const PointsCommand &C, const study::ChosenIntervals &Chosen,
           const MakeOptions &Make) {
  Expected<measure::CollectOptions> Options = Make();
  if (!Options)
    return Options;
  IntervalPlan &Intervals = Options->Analysis.Decoding.Intervals;
  IntervalPlan Cut =
      Chosen.Cut.value_or(IntervalPlan{Intervals.Length, C.CutAtStalls});
  if (Cut.Length != Intervals.Length)
    return makeError("the points of '{}' are intervals of {} instructions, not "
                     "of {}; type: --interval {}",
                     C.File, Cut.Length, Intervals.Length, Cut.Length);
  if (C.CutAtStalls && !Cut.AtStalls)
    return makeError("'{}' says that its intervals are not cut at stalls; "
                     "leave out --cut-at-stalls",
                     C.File);
  Intervals = Cut;
  return Options;
}

struct PreparedPoints {
  measure::CollectOptions Options;
  uint64_t Warm; ///< intervals before each point
};

/// Returns the options to simulate the points \p Selected of \p Chosen.
Expected<PreparedPoints> prepare(const PointsCommand &C,
                                 const study::ChosenIntervals &Chosen,
                                 const study::ChosenIntervals &Selected,
                                 const MakeOptions &Make) {
  Expected<measure::CollectOptions> Options = optionsFor(C, Chosen, Make);
  if (!Options)
    return Options.error();
  Expected<uint64_t> Warm =
      warmIntervals(C, Options->Analysis.Decoding.Intervals.Length);
  if (!Warm)
    return Warm.error();
  Options->Intervals = rangesOf(Selected, *Warm);
  Options->OtherThreads =
      C.ThreadsAlone ? decode::Concurrent::LeftOut : decode::Concurrent::Wanted;
  return PreparedPoints{std::move(*Options), *Warm};
}

/// Adds to \p Options an observer that counts how warm the caches are at each
/// point.
std::shared_ptr<caches::PointWarmth>
watchWarmth(measure::CollectOptions &Options) {
  auto Warmth = std::make_shared<caches::PointWarmth>(Options.Caches);
  Options.Analysis.Warmth = Warmth;
  // The core asks this observer, so it must come first.
  Options.Analysis.Observers.insert(
      Options.Analysis.Observers.begin(),
      measure::observeWarmth(*Options.Intervals,
                             Options.Analysis.Decoding.Intervals.Length,
                             Warmth));
  return Warmth;
}

/// Sets in \p R how the run was simulated. The whole and the parts set the
/// same.
void describe(report::PointRun &R, const PointsCommand &C,
              const measure::CollectOptions &Options, uint64_t Warm) {
  R.WarmIntervals = Warm;
  R.Cut = Options.Analysis.Decoding.Intervals;
  R.ThreadsAlone = C.ThreadsAlone;
  R.PointsSeparate = C.PointsSeparate;
}

Expected<report::PointRun> runAll(const PointsCommand &C,
                                  const std::string &Trace,
                                  const MakeOptions &Make,
                                  words::DataLoss &Loss) {
  Expected<study::ChosenIntervals> Chosen = readPoints(C);
  if (!Chosen)
    return Chosen.error();
  Expected<PreparedPoints> Prepared = prepare(C, *Chosen, *Chosen, Make);
  if (!Prepared)
    return Prepared.error();
  measure::CollectOptions &Options = Prepared->Options;
  std::shared_ptr<caches::PointWarmth> Warmth = watchWarmth(Options);
  double PointSeconds = 0, WholeSeconds = 0;
  Expected<measure::ReplayedTrace> Part =
      simulate(Trace, Options, PointSeconds);
  if (!Part)
    return Part.error();
  Loss = Part->Counts.Loss;
  std::optional<result::Profile> Whole;
  if (!C.Baseline.empty()) {
    Expected<measure::CollectOptions> WholeOptions =
        optionsFor(C, *Chosen, Make);
    if (!WholeOptions)
      return WholeOptions.error();
    Expected<measure::ReplayedTrace> All =
        simulate(Trace, *WholeOptions, WholeSeconds);
    if (!All)
      return All.error();
    Whole = std::move(All->Counts);
    cli::prepareTables(*Whole);
  }
  cli::prepareTables(Part->Counts);
  Expected<report::PointRun> R = report::estimateRun(
      *Chosen, Part->Counts, Whole ? &*Whole : nullptr, &Warmth->counts());
  if (R) {
    R->Trace = Trace;
    describe(*R, C, Options, Prepared->Warm);
    R->TraceInstructions = Part->Whole;
    R->ReplayedInstructions = Part->Simulated;
    R->PointSeconds = PointSeconds;
    R->WholeSeconds = WholeSeconds;
  }
  return R;
}

/// Returns, as JSON, everything that the result depends on: the same for all
/// parts.
std::string jobOf(const PointsCommand &C, const PointTexts &Texts,
                  const measure::CollectOptions &Options, uint64_t Warm) {
  const IntervalPlan &Intervals = Options.Analysis.Decoding.Intervals;
  return report::Json({{"points", Texts.Points},
                       {"weights", Texts.Weights},
                       {"thread", C.Thread},
                       {"warm_intervals", Warm},
                       {"threads_alone", C.ThreadsAlone},
                       {"length", Intervals.Length},
                       {"cut_at_stalls", Intervals.AtStalls},
                       {"cut", uint32_t(Intervals.Cut)}})
      .dump(-1, ' ', false, report::Json::error_handler_t::replace);
}

/// Simulates each point of part \p S separately.
Expected<result::Profile> simulateSeparately(const PointsCommand &C,
                                             const std::string &Trace,
                                             const MakeOptions &Make,
                                             const Shard &S) {
  Expected<PointTexts> Texts = readTexts(C);
  if (!Texts)
    return Texts.error();
  Expected<study::ChosenIntervals> Chosen = readPoints(C);
  if (!Chosen)
    return Chosen.error();
  auto [First, Last] = S.rangeOf(Chosen->Points.size());
  study::ApartPoints Found;
  result::ShardPart Part;
  Part.Number = S.Number, Part.Count = S.Count;
  // A part without points still has the instructions of all intervals.
  for (size_t I = First; I == First || I < Last; ++I) {
    study::ChosenIntervals Single;
    if (I < Last)
      Single.Points.push_back(Chosen->Points[I]);
    Expected<PreparedPoints> Prepared = prepare(C, *Chosen, Single, Make);
    if (!Prepared)
      return Prepared.error();
    Part.Job = jobOf(C, *Texts, Prepared->Options, Prepared->Warm);
    std::shared_ptr<caches::PointWarmth> Warmth =
        watchWarmth(Prepared->Options);
    double Seconds = 0;
    Expected<measure::ReplayedTrace> Replayed =
        simulate(Trace, Prepared->Options, Seconds);
    if (!Replayed)
      return Replayed.error();
    if (Status Added = Found.add(Replayed->Counts, Single.Points); !Added)
      return Added.error();
    study::storeWarmth(Part, Warmth->counts());
    Part.Simulated += Replayed->Simulated;
    Part.Whole = Replayed->Whole;
  }
  Expected<result::Profile> P = Found.finish();
  if (P)
    P->Shard = std::move(Part);
  return P;
}

/// Returns the estimates from \p Parts, which have all points of one job.
Expected<report::PointRun>
estimateParts(const std::vector<result::Profile> &Parts) {
  const result::ShardPart &First = Parts.front().Shard;
  report::Json Job =
      report::Json::parse(First.Job, nullptr, /*allow_exceptions=*/false);
  try {
    Expected<study::ChosenIntervals> Chosen = study::parsePoints(
        Job.at("points").get<std::string>(),
        Job.at("weights").get<std::string>(), Job.at("thread"));
    if (!Chosen)
      return Chosen.error();
    study::ApartPoints Found;
    caches::PointWarmth::Table Warmth;
    bool Known = true; // earlier versions did not store it
    uint64_t Simulated = 0;
    for (const result::Profile &Part : Parts) {
      auto [Begin, End] = Shard{Part.Shard.Number, Part.Shard.Count}.rangeOf(
          Chosen->Points.size());
      if (Status Added = Found.add(
              Part, std::span(Chosen->Points).subspan(Begin, End - Begin));
          !Added)
        return Added.error();
      if (Status Added = study::loadWarmth(Warmth, Part.Shard); !Added)
        return Added.error();
      Known &= Begin == End || !Part.Shard.Warmth.empty();
      Simulated += Part.Shard.Simulated;
    }
    Expected<result::Profile> All = Found.finish();
    if (!All)
      return All.error();
    cli::prepareTables(*All);
    Expected<report::PointRun> R =
        report::estimateRun(*Chosen, *All, nullptr, Known ? &Warmth : nullptr);
    if (!R)
      return R;
    R->WarmIntervals = Job.at("warm_intervals");
    R->ThreadsAlone = Job.at("threads_alone");
    R->PointsSeparate = true;
    R->Cut = {Job.at("length"), Job.at("cut_at_stalls"),
              IntervalCut(Job.at("cut").get<uint32_t>())};
    R->TraceInstructions = First.Whole;
    R->ReplayedInstructions = Simulated;
    return R;
  } catch (const report::Json::exception &) {
    return makeError("part {} does not say what it simulated", First.Number);
  }
}

int print(const report::PointRun &R, const cli::OutputFormat &Format,
          const words::DataLoss &Loss) {
  cli::sayLoss(Loss);
  return cli::exitCode(Format.print({[&] { return report::pointRunJson(R); },
                                     [&] { return report::pointRunCsv(R); },
                                     [&](const Terminal &T) {
                                       return report::pointRunText(R, T);
                                     }}),
                       Loss);
}

} // namespace

int showPointParts(const std::vector<result::Profile> &Parts,
                   const cli::OutputFormat &Format) {
  MEMFACET_CHECK(!Parts.empty() && Parts.size() == Parts.front().Shard.Count,
                 "checkParts comes first");
  Expected<report::PointRun> R = estimateParts(Parts);
  return R ? print(*R, Format, Parts.front().Loss) : fail(R.error());
}

int runPoints(const PointsCommand &C, const std::string &Trace,
              const cli::OutputFormat &Format, const MakeOptions &Options) {
  if (!C.PointsSeparate) {
    words::DataLoss Loss;
    Expected<report::PointRun> R = runAll(C, Trace, Options, Loss);
    return R ? print(*R, Format, Loss) : fail(R.error());
  }
  Shard S = C.Part.value_or(Shard());
  Expected<result::Profile> P = simulateSeparately(C, Trace, Options, S);
  if (!P)
    return fail(P.error());
  if (!C.Part)
    return showPointParts({std::move(*P)}, Format);
  cli::sayLoss(P->Loss);
  return cli::exitCode(writePart(*P, C.Path.empty() ? S.defaultPath() : C.Path,
                                 "simulation points"),
                       P->Loss);
}

} // namespace memfacet::commands

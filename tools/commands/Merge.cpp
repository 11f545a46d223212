//===- Merge.cpp - memfacet merge -----------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/merge/MergeProfiles.h"
#include "analysis/result/merge/RankCounts.h"
#include "analysis/support/Text.h"
#include "tools/cli/AnalysisOptions.h"
#include "tools/commands/SimulatePoints.h"
#include "tools/commands/SimulateSweep.h"
#include "tools/record/CollectPlan.h"
#include "tools/record/PartFile.h"
#include "tools/report/common/RankWords.h"
#include <algorithm>
#include <numeric>

namespace memfacet::commands {

namespace {

struct MergeCommand {
  std::vector<std::string> Files;
  std::string Labels;
  std::string Path = cli::DefaultProfile;
  CLI::Option *Output = nullptr;
  std::vector<std::string> Names; ///< of parts of a sweep
  cli::OutputFormat Format;       ///< of parts
};

/// Returns \p Label as a number, or nothing if it is none.
std::optional<uint64_t> numberOf(const std::string &Label) {
  uint64_t Number = 0;
  return readNumber(Label, Number) ? std::optional(Number) : std::nullopt;
}

/// A file and the name of its rank.
struct Labelled {
  std::string Label, File;
};

Expected<std::vector<Labelled>> labelled(const MergeCommand &C) {
  std::vector<std::string> Labels;
  if (C.Labels.empty())
    Labels = result::labelsOf(C.Files);
  else
    for (std::string_view Label : split(C.Labels, ','))
      Labels.emplace_back(Label);
  if (Labels.size() != C.Files.size())
    return makeError(
        "{} files and {} labels; give --rank-names one for each, for "
        "example --rank-names 0,1,2",
        C.Files.size(), Labels.size());
  std::vector<Labelled> All;
  for (size_t I = 0; I != Labels.size(); ++I)
    All.push_back({Labels[I], C.Files[I]});
  // Sort by number: as texts, 10 comes before 2.
  if (C.Labels.empty() && std::ranges::all_of(Labels, [](auto &L) {
        return numberOf(L).has_value();
      }))
    std::ranges::stable_sort(
        All, {}, [](const Labelled &L) { return *numberOf(L.Label); });
  return All;
}

/// Joins \p Parts, which are parts of one simulation, and shows the result.
int runParts(const MergeCommand &C, std::vector<result::Profile> Parts) {
  if (!C.Labels.empty())
    return fail(makeError("--rank-names is for ranks, and '{}' is a part of a "
                          "simulation",
                          C.Files[0]));
  if (Status Fits = checkParts(Parts, C.Files); !Fits)
    return fail(Fits.error());
  if (isPartOfPoints(Parts[0])) {
    if (C.Output->count() || !C.Names.empty())
      return fail(makeError("--output and --structure are for sweeps, and '{}' "
                            "is a part of simulation points",
                            C.Files[0]));
    return showPointParts(Parts, C.Format);
  }
  std::string Path = C.Output->count() ? C.Path : "";
  return showSweepParts(std::move(Parts), C.Names, C.Format, Path);
}

int mergeRanks(const MergeCommand &C) {
  Expected<std::vector<Labelled>> Runs = labelled(C);
  if (!Runs)
    return fail(Runs.error());
  // Waits for all before it marks its own file, which may be one of them.
  for (const Labelled &Run : *Runs)
    record::waitForProfile(Run.File, [&] {
      say(fmt::format("'{}' is being recorded; waiting for its end", Run.File));
    });
  Expected<record::PartFile> Mark = record::PartFile::create(C.Path);
  if (!Mark)
    return fail(Mark.error());
  result::ProfileMerger Merger;
  for (const Labelled &Run : *Runs) {
    Expected<result::Profile> P = result::readProfile(Run.File);
    if (!P)
      return fail(P.error());
    if (!P->Shard.empty())
      return fail(makeError("'{}' is part {} of {} of a simulation, '{}' is "
                            "none",
                            Run.File, P->Shard.Number, P->Shard.Count,
                            C.Files[0]));
    if (Status Added = Merger.add(std::move(*P), Run.Label); !Added)
      return fail(Added.error());
  }
  Expected<result::Profile> Sum = Merger.finish();
  if (!Sum)
    return fail(Sum.error());
  if (Status Written = result::writeProfile(*Sum, C.Path); !Written)
    return fail(Written.error());
  cli::prepareTables(*Sum);
  cli::sayLoss(Sum->Loss);
  say(fmt::format("{} -> {}", record::summary(*Sum), C.Path));
  say("ranks: " + report::ranksLine(*Sum));
  say("next: " + record::reportCommand(C.Path));
  return ExitGood;
}

int run(const MergeCommand &C) {
  Expected<result::Profile> First = cli::finishedProfile(C.Files[0]);
  if (!First)
    return fail(First.error());
  if (First->Shard.empty()) {
    if (!C.Format.isText() || !C.Names.empty())
      return fail(makeError("--json, --csv and --structure show parts of a "
                            "simulation; for ranks, type: memfacet report {} "
                            "--by rank",
                            C.Path));
    return mergeRanks(C);
  }
  Expected<std::vector<result::Profile>> Parts = cli::finishedProfiles(C.Files);
  return Parts ? runParts(C, std::move(*Parts)) : fail(Parts.error());
}

} // namespace

cli::Action declareMerge(CLI::App &App) {
  auto C = std::make_shared<MergeCommand>();
  cli::declareOption(App, "files", C->Files,
                     "profiles of one program's ranks, or the parts that "
                     "'memfacet simulate --shard' wrote")
      ->type_name("FILE...")
      ->required();
  C->Output = cli::declareOutput(App, C->Path);
  cli::declareOption(App, "--rank-names", C->Labels,
                     "what to call the ranks, separated by commas")
      ->type_name("LIST")
      ->default_str("where the names of the files differ");
  cli::declareStructures(App, C->Names, "show misses of these structures only");
  C->Format.declare(App, "of parts: print as JSON", "of parts: print as CSV");
  return [C](const std::vector<std::string> &) { return run(*C); };
}

} // namespace memfacet::commands

//===- SimulateSweep.cpp - memfacet simulate --sweep ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/commands/SimulateSweep.h"
#include "analysis/caches/sweep/SweepSpec.h"
#include "analysis/measure/observers/MakeObservers.h"
#include "memfacet/Check.h"
#include "tools/cli/AnalysisOptions.h"
#include "tools/report/caches/SweepReport.h"
#include "tools/report/common/TableNames.h"
#include "tools/support/Progress.h"
#include "tools/support/Say.h"
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <thread>

namespace memfacet::commands {

namespace {

/// Parses a list of models, or the file that contains it.
Expected<std::vector<caches::CacheModel>> modelsOf(const std::string &List) {
  if (List.find('=') != List.npos)
    return caches::parseSweep(List);
  std::ifstream File(List);
  if (!File) {
    // \p List may be the name of a preset.
    Expected<std::vector<caches::CacheModel>> Models = caches::parseSweep(List);
    if (!Models)
      return usageError("'{}' is no file ({}), and: {}", List,
                        std::strerror(errno), Models.error().Message);
    return Models;
  }
  std::ostringstream Text;
  Text << File.rdbuf();
  Expected<std::vector<caches::CacheModel>> Models =
      caches::parseSweep(Text.str());
  if (!Models)
    return makeError("in '{}': {}", List, Models.error().Message);
  return Models;
}

/// Returns the job of all parts: the models, one per line.
std::string jobOf(const std::vector<caches::CacheModel> &Models) {
  std::string Job = "sweep\n";
  for (const caches::CacheModel &M : Models)
    Job += M.spec() + "\n";
  return Job;
}

/// Returns the part \p S with \p Results, those of the models from number
/// \p First on.
result::ShardPart partOf(const Shard &S,
                         const std::vector<caches::CacheModel> &Models,
                         size_t First,
                         const std::vector<measure::SweepResult> &Results) {
  result::ShardPart Part;
  Part.Number = S.Number, Part.Count = S.Count;
  Part.Job = jobOf(Models);
  for (size_t I = 0; I != Results.size(); ++I) {
    auto Number = uint32_t(First + I);
    const caches::CacheModel &M = Results[I].Caches;
    Part.Models.push_back({Number, M.Name, M.spec()});
    for (uint32_t Id = 0; Id != Results[I].Structures.size(); ++Id)
      for (uint32_t L = 0; L != M.Levels.size(); ++L)
        if (const result::LevelCounts &C = Results[I].Structures[Id][L];
            C != result::LevelCounts())
          Part.Counts.push_back(
              {Number, StructureId(Id), L, C.Accesses, C.Misses, C.Writebacks});
  }
  return Part;
}

/// Returns the results in \p Part, which was read from a file and may be
/// inconsistent.
Expected<std::vector<measure::SweepResult>>
resultsIn(const result::Profile &Part) {
  std::vector<measure::SweepResult> Results;
  auto Count = Part.Shard.Counts.begin(), End = Part.Shard.Counts.end();
  for (const result::ShardModel &M : Part.Shard.Models) {
    Expected<caches::CacheModel> Caches = caches::parseCacheModel(M.Spec);
    if (!Caches)
      return Caches.error();
    measure::SweepResult R;
    R.Caches = std::move(*Caches);
    R.Caches.Name = M.Name;
    R.Structures.assign(
        Part.Structures.size(),
        std::vector<result::LevelCounts>(R.Caches.Levels.size()));
    for (; Count != End && Count->Model == M.Number; ++Count) {
      if (Count->Level >= R.Caches.Levels.size())
        break;
      R.Structures[Count->Structure.Value][Count->Level] = {
          Count->Accesses, Count->Misses, Count->Writebacks};
    }
    Results.push_back(std::move(R));
  }
  if (Count != End)
    return makeError("part {} has counts of a cache that it does not have",
                     Part.Shard.Number);
  return Results;
}

/// Prints \p Results of the run \p P. Writes \p P to \p Path unless that is
/// empty. Returns the exit code.
int showSweep(result::Profile &P,
              const std::vector<measure::SweepResult> &Results,
              const std::vector<std::string> &Names,
              const cli::OutputFormat &Format, const std::string &Path) {
  cli::prepareTables(P);
  Expected<std::vector<StructureId>> Named = report::structuresNamed(P, Names);
  if (!Named)
    return fail(Named.error());
  if (!Path.empty())
    if (Status Written = result::writeProfile(P, Path); !Written)
      return fail(Written.error());
  cli::sayLoss(P.Loss);
  report::SweepReport R = {P, Results, *Named};
  return cli::exitCode(Format.print({[&] { return report::sweepJson(R); },
                                     [&] { return report::sweepCsv(R); },
                                     [&](const Terminal &T) {
                                       return report::sweepText(R, T);
                                     }}),
                       P.Loss);
}

} // namespace

int runSweep(const SweepCommand &C, const std::string &Trace,
             const cli::OutputFormat &Format, measure::CollectOptions Options,
             bool FirstModel) {
  Expected<std::vector<caches::CacheModel>> Models = modelsOf(C.List);
  if (!Models)
    return fail(Models.error());
  unsigned Jobs =
      C.Jobs ? C.Jobs : std::max(1u, std::thread::hardware_concurrency());
  auto Results = std::make_shared<std::vector<measure::SweepResult>>();
  if (FirstModel)
    Options.Caches = Models->front();
  auto [First, Last] = C.Part.value_or(Shard()).rangeOf(Models->size());
  std::vector<caches::CacheModel> PartModels(Models->begin() + ptrdiff_t(First),
                                             Models->begin() + ptrdiff_t(Last));
  if (!PartModels.empty())
    Options.Analysis.Observers.push_back(
        measure::makeSweepObserver(PartModels, Jobs, Results));
  std::atomic<uint64_t> Words = 0;
  Options.WordsRead = &Words;
  std::optional<Progress> Shown;
  Shown.emplace(fmt::format("simulating '{}'", Trace), &Words);
  Expected<result::Profile> P = measure::simulateTrace(Trace, Options);
  Shown.reset();
  if (!P)
    return fail(P.error());
  if (Status Read = cli::checkRead(*P); !Read)
    return fail(Read.error());
  if (!C.Part)
    return showSweep(*P, *Results, C.Names, Format, Options.ProfilePath);
  P->Shard = partOf(*C.Part, *Models, First, *Results);
  cli::sayLoss(P->Loss);
  std::string Path = Options.ProfilePath;
  return cli::exitCode(
      writePart(*P, Path.empty() ? C.Part->defaultPath() : Path,
                fmt::format("{} of {} cache models", PartModels.size(),
                            Models->size())),
      P->Loss);
}

int showSweepParts(std::vector<result::Profile> Parts,
                   const std::vector<std::string> &Names,
                   const cli::OutputFormat &Format, const std::string &Path) {
  MEMFACET_CHECK(!Parts.empty() && Parts.size() == Parts.front().Shard.Count,
                 "checkParts comes first");
  std::vector<measure::SweepResult> Results;
  for (const result::Profile &Part : Parts) {
    Expected<std::vector<measure::SweepResult>> More = resultsIn(Part);
    if (!More)
      return fail(More.error());
    std::ranges::move(*More, std::back_inserter(Results));
  }
  if (Results.empty())
    return fail(makeError("the parts have no cache model"));
  result::Profile P = std::move(Parts.front());
  P.Shard = {};
  return showSweep(P, Results, Names, Format, Path);
}

} // namespace memfacet::commands

//===- CollectPlan.cpp - checked settings for the pipeline ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/record/CollectPlan.h"
#include "analysis/caches/model/CacheLimits.h"
#include "analysis/caches/model/CacheModel.h"
#include "analysis/measure/observers/Analyses.h"
#include "analysis/measure/observers/MakeObservers.h"
#include "analysis/support/Text.h"
#include "memfacet/Check.h"
#include "tools/record/OutputNames.h"
#include "tools/record/ProgramFile.h"
#include "tools/report/common/TableNames.h"
#include "tools/report/fields/FieldTables.h"
#include "tools/report/format/Units.h"
#include "tools/report/misses/Criticality.h"
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <tuple>

namespace memfacet::record {

/// Reads a list of names. \p Kind: "wrappers" or "containers", for the error.
static Expected<owners::WrapperNames> readNames(const std::string &Path,
                                                const char *Kind) {
  if (Path.empty())
    return owners::WrapperNames();
  std::ifstream File(Path, std::ios::binary);
  std::ostringstream Text;
  // A folder can be opened, but not read. Inserting an empty file would set
  // failbit.
  if (File && File.peek() != std::ifstream::traits_type::eof())
    Text << File.rdbuf();
  if (!File.is_open() || File.bad())
    return makeError("cannot read the list of {} '{}': {}", Kind, Path,
                     std::strerror(errno));
  return owners::WrapperNames::parse(Text.str(), Path);
}

/// Each recording of chosen lines has causes of misses, but those with long
/// windows: chosen lines and middle windows are enough, except for writes of
/// other threads.
static void addCauses(const CollectorSettings &Settings,
                      measure::CollectOptions &Options) {
  const bool HasMiddleWindows = Settings.Windows != "long";
  if (Settings.Select && HasMiddleWindows)
    Options.Analysis.Observers.push_back(
        measure::observeCauses(Settings.Interval));
  if (Settings.Select || !Settings.MissCauses)
    return;
  Options.Analysis.MissCauses = true;
  if (Settings.Cache.find("coherence=") == std::string::npos)
    Options.Caches.Coherent = true;
}

static Status addSharing(const CollectorSettings &Settings,
                         measure::CollectOptions &Options) {
  if (Settings.Sharing.empty())
    return {};
  Expected<threads::SharingPlan> Plan =
      threads::SharingPlan::parse(Settings.Sharing);
  if (!Plan)
    return Plan.error();
  Options.Analysis.Observers.push_back(measure::observeSharing(*Plan));
  return {};
}

static Status addCommunication(const CollectorSettings &Settings,
                               measure::CollectOptions &Options,
                               const std::string &PairsPath) {
  if (Settings.Communication.empty() && Settings.Pairs.empty())
    return {};
  if (Settings.Communication.empty())
    return makeError(
        "--pairs-file writes sampled reuse pairs; add --communication");
  Expected<threads::ReusePlan> Plan = parseReusePlan(Settings.Communication);
  if (!Plan)
    return Plan.error();
  if (!PairsPath.empty() && !std::ofstream(PairsPath))
    return makeError(
        "cannot write '{}': {}; choose another file with --pairs-file",
        PairsPath, std::strerror(errno));
  Options.Analysis.Observers.push_back(
      measure::observeCommunication(*Plan, PairsPath));
  return {};
}

static Status addAnalyses(const CollectorSettings &Settings,
                          measure::CollectOptions &Options) {
#define MEMFACET_ADD(Name, Default, Help, Words, Enumerator, ...)              \
  if (!Settings.Enumerator.empty())                                            \
    if (Status Added = add##Enumerator(Settings.Enumerator, Options); !Added)  \
      return Added;
  MEMFACET_ANALYSES(MEMFACET_ADD)
#undef MEMFACET_ADD
  return {};
}

static Status chooseTrace(const CollectorSettings &Settings,
                          measure::CollectOptions &Options) {
  Options.Analyse = Settings.Analyse;
  if (!Settings.Analyse && Settings.Trace.empty())
    return makeError("without an analysis and a trace there is nothing to "
                     "record; add --trace FILE.mft");
  const char *Analysis = askedAnalysis(Settings);
  if (!Settings.Analyse && Analysis)
    return makeError("{} needs the analysis; leave out --no-analysis, or give "
                     "it to 'memfacet simulate {}'",
                     Analysis, Settings.Trace);
  return {};
}

Expected<measure::CollectOptions>
collectOptions(const CollectorSettings &Settings, uint32_t Process,
               bool IsChild) {
  Expected<caches::CacheModel> Caches = caches::parseCacheModel(Settings.Cache);
  if (!Caches)
    return Caches.error();
  Expected<owners::WrapperNames> Wrappers =
      readNames(Settings.Wrappers, "wrappers");
  if (!Wrappers)
    return Wrappers.error();
  Expected<owners::WrapperNames> Containers =
      readNames(Settings.Containers, "containers");
  if (!Containers)
    return Containers.error();
  measure::CollectOptions Options;
  Options.Analysis.Naming = {Settings.Context, std::move(*Wrappers),
                             std::move(*Containers)};
  Options.Caches = *Caches;
  addCauses(Settings, Options);
  Options.Analysis.Decoding.Intervals.Length = Settings.Interval;
  Options.ProfilePath = outputPath(Settings.Output, Process, IsChild);
  Options.TracePath = outputPath(Settings.Trace, Process, IsChild);
  if (Status Chosen = chooseTrace(Settings, Options); !Chosen)
    return Chosen.error();
  Expected<double> Checkpoint =
      parseSeconds(Settings.Checkpoint, "--checkpoint");
  if (!Checkpoint)
    return Checkpoint.error();
  Options.CheckpointSeconds = *Checkpoint;
  if (Status Added = addAnalyses(Settings, Options); !Added)
    return Added.error();
  if (Status Added = addSharing(Settings, Options); !Added)
    return Added.error();
  if (Status Added = addCommunication(
          Settings, Options, outputPath(Settings.Pairs, Process, IsChild));
      !Added)
    return Added.error();
  if (Status Added = addCore(Options, Settings.Core); !Added)
    return Added.error();
  return Options;
}

std::string summary(const result::Profile &P) {
  result::Counts Total = P.total();
  std::string Line = fmt::format(
      "{}: {} instructions, {} accesses",
      std::filesystem::path(P.Program).filename().string(),
      report::humanCount(P.Instructions), report::humanCount(Total.Accesses));
  if (P.Vectors.Source == result::BlockSource::Counted && Total.Accesses == 0)
    return fmt::format(
        "{}: {} instructions, {}",
        std::filesystem::path(P.Program).filename().string(),
        report::humanCount(P.Instructions),
        report::counted(P.Vectors.Intervals.size(), "block vector"));
  if (Total.Levels.empty())
    return Line;
  uint64_t Misses = Total.Levels[0].Misses;
  Line += fmt::format(", {} {} misses ({}", report::humanCount(Misses),
                      P.Caches.Levels[0].Name,
                      report::humanMissRate(Misses, Total.Levels[0].Accesses));
  if (!P.Lines.empty()) {
    auto [Low, High] = P.Lines.Total[0];
    Line += ", +- " + report::aroundText(Misses, Low, High);
  }
  return Line + ")";
}

std::string traceSummary(const std::string &Program, words::TraceSize Size) {
  return fmt::format("{}: {} words of events in {} bytes ({:.2f} per word)",
                     std::filesystem::path(Program).filename().string(),
                     report::humanCount(Size.Words),
                     report::humanCount(Size.Bytes),
                     Size.Words ? double(Size.Bytes) / double(Size.Words) : 0);
}

static std::string commandFor(const char *Command,
                              const std::string &ProfilePath) {
  std::error_code Ignored;
  std::filesystem::path Short = std::filesystem::relative(ProfilePath, Ignored);
  bool IsBelow = !Short.empty() && *Short.begin() != "..";
  std::string Name = IsBelow ? Short.string() : ProfilePath;
  std::string Text = fmt::format("memfacet {}", Command);
  return Name == "memfacet.mfp" ? Text : Text + " " + Name;
}

std::string reportCommand(const std::string &ProfilePath) {
  return commandFor("report", ProfilePath);
}

std::string nextCommand(const result::Profile &P,
                        const std::string &ProfilePath) {
  bool OnlyBlocks = P.Vectors.Source == result::BlockSource::Counted ||
                    P.Vectors.Source == result::BlockSource::Sampled;
  // Each recording has sharing of followed lines.
  bool IsSimulated = !P.Sharing.empty() && !P.Sharing.Followed;
  // Each recording of chosen lines has causes of misses.
  bool AsksWhy = P.Memory.Known && !P.Lines.selected();
  const char *Command = OnlyBlocks                 ? "blocks"
                        : !P.Signatures.empty()    ? "phases"
                        : !P.Core.empty()          ? "critical"
                        : IsSimulated              ? "sharing"
                        : !P.Pairs.empty()         ? "communication"
                        : !P.Curves.Curves.empty() ? "curves"
                        : AsksWhy                  ? "why"
                                                   : "report";
  return commandFor(Command, ProfilePath);
}

Status checkSelection(const CollectorSettings &Settings) {
  // Chosen lines are enough for these two.
  CollectorSettings Others = Settings;
  Others.MissCauses = false;
  if (Others.Curves == "sampled")
    Others.Curves.clear();
  const char *Whole =
      !Settings.Trace.empty() ? "--trace" : askedAnalysis(Others);
  if (Whole)
    return makeError("{} needs every access", Whole);
  Expected<caches::CacheModel> Caches = caches::parseCacheModel(Settings.Cache);
  return Caches ? caches::checkSelectable(*Caches) : Caches.error();
}

bool selects(const CollectorSettings &Settings, const std::string &Program) {
  return checkSelection(Settings) &&
         !(Settings.MissCauses && cannotSelect(Program));
}

Status addCore(measure::CollectOptions &Options, const std::string &Core,
               std::vector<std::vector<StructureId>> Perfect) {
  if (Core.empty())
    return {};
  Expected<core::CoreModel> Model = core::parseCoreModel(Core);
  if (!Model)
    return Model.error();
  if (Status S = core::checkCoreModel(*Model, Options.Caches.Levels.size()); !S)
    return S;
  Options.Analysis.Observers.push_back(
      measure::observeCore({*Model, std::move(Perfect)}));
  Options.Analysis.Outcomes = true;
  return {};
}

std::string cachesFor(const std::string &Core, const std::string &Chosen,
                      bool IsChosen) {
  if (IsChosen || Core.empty())
    return Chosen;
  Expected<core::CoreModel> Model = core::parseCoreModel(Core);
  return Model && !Model->Caches.empty() ? Model->Caches : Chosen;
}

namespace {

constexpr std::string_view TopPrefix = "top:";
constexpr size_t MaxScenarios = 64;

struct Top {
  size_t Count = 0;
  bool ByMisses = false;
};

Expected<Top> parseTop(std::string_view Word) {
  Top Result;
  std::string_view Rest = Word.substr(TopPrefix.size());
  Result.ByMisses = Rest.ends_with(":misses");
  if (Result.ByMisses)
    Rest.remove_suffix(std::string_view(":misses").size());
  if (!readNumber(Rest, Result.Count) || Result.Count == 0 ||
      Result.Count > MaxScenarios)
    return makeError("'{}': write top:N or top:N:misses, N from 1 to {}", Word,
                     MaxScenarios);
  return Result;
}

std::vector<StructureId> ranked(const result::Profile &P, const Top &T) {
  std::vector<report::CriticalRow> Rows = report::criticality(P).Rows;
  if (T.ByMisses)
    std::ranges::sort(Rows, {}, [](const report::CriticalRow &R) {
      return std::tuple(~R.Misses, ~R.Stalls, R.Structure);
    });
  std::vector<StructureId> Result;
  for (const report::CriticalRow &R : Rows)
    Result.push_back(R.Structure);
  return Result;
}

} // namespace

Expected<std::vector<std::vector<StructureId>>>
perfectScenarios(const result::Profile &P,
                 const std::vector<std::string> &Words) {
  MEMFACET_CHECK(!P.Core.empty(), "stall cycles order the structures");
  std::vector<StructureId> Names;
  Top Most;
  auto Add = [](std::vector<StructureId> &List, StructureId Id) {
    bool New = std::ranges::find(List, Id) == List.end();
    if (New)
      List.push_back(Id);
    return New;
  };
  for (const std::string &Word : Words) {
    if (Word.starts_with(TopPrefix)) {
      Expected<Top> T = parseTop(Word);
      if (!T)
        return T.error();
      Most = *T;
      continue;
    }
    Expected<std::vector<StructureId>> Found = report::structuresNamed(P, Word);
    if (!Found)
      return Found.error();
    for (StructureId Id : *Found)
      Add(Names, Id);
  }
  std::vector<std::vector<StructureId>> Result;
  if (!Names.empty())
    Result.push_back(Names);
  for (StructureId Id : ranked(P, Most)) {
    if (Most.Count == 0)
      break;
    if (!Add(Names, Id))
      continue;
    Result.push_back(Names);
    --Most.Count;
  }
  return Result;
}

} // namespace memfacet::record

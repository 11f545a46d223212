//===- Communication.cpp - memfacet communication -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/communication/FollowedSpots.h"
#include "analysis/threads/communication/ReusePairs.h"
#include "tools/cli/RunOption.h"
#include "tools/report/format/Sarif.h"
#include "tools/report/threads/HotSpotReport.h"
#include "tools/report/threads/PairReport.h"

namespace memfacet::commands {

namespace {

struct CommunicationCommand : cli::ShowCommand {
  std::string Map = "threads";
  std::string Hot = "0.05%";
  std::string Capacity, Sarif;
  double Refine = threads::GraphOptions().LeastRefined;
  unsigned Replicas = threads::BootstrapPlan().Replicas;
  bool OneThread = false, Pairs = false;
};

/// Parses a share of the accesses such as "0.05%", or a number of misses.
Status readThreshold(const std::string &Text,
                     threads::HotSpotOptions &Options) {
  char *End = nullptr;
  double Number = std::strtod(Text.c_str(), &End);
  bool IsShare = std::string_view(End) == "%";
  if (End == Text.c_str() || (*End && !IsShare) || !(Number > 0))
    return usageError(
        "--hot '{}' is neither a share of the accesses like 0.05% "
        "nor a number of misses",
        Text);
  if (IsShare)
    Options.HotShare = Number / 100;
  else
    Options.HotCount = Number;
  return {};
}

/// Parses a size in bytes such as "1M" and returns it in lines; 0, no limit,
/// for an empty text.
Expected<double> readCapacity(const std::string &Text) {
  if (Text.empty())
    return 0.0;
  char *End = nullptr;
  double Number = std::strtod(Text.c_str(), &End);
  std::string_view Unit = End;
  double Scale = Unit == ""    ? 1
                 : Unit == "K" ? 1024
                 : Unit == "M" ? 1 << 20
                               : 0;
  if (End == Text.c_str() || Scale == 0 || Number * Scale < 1024)
    return usageError(
        "--capacity '{}' is no size of a cache; it is at least 1K, "
        "for instance 1M",
        Text);
  return Number * Scale / double(threads::ReuseLineBytes);
}

Expected<threads::HotSpotOptions> readOptions(const CommunicationCommand &C) {
  threads::HotSpotOptions Options;
  Expected<threads::ThreadMap> Map = threads::ThreadMap::parse(C.Map);
  if (!Map)
    return Map.error();
  Options.Graph = {*Map, C.Refine};
  if (Status Read = readThreshold(C.Hot, Options); !Read)
    return Read.error();
  Expected<double> Capacity = readCapacity(C.Capacity);
  if (!Capacity)
    return Capacity.error();
  Options.Bootstrap.Model.CacheLines = *Capacity;
  Options.Bootstrap.Replicas = C.Replicas;
  return Options;
}

int showPairs(const CommunicationCommand &C, const result::Profile &P,
              const std::vector<StructureId> &Named) {
  if (P.Pairs.empty())
    return fail(makeError("'{}' has no sample of pairs, as these come from a "
                          "trace: memfacet record --trace FILE.mft, then "
                          "memfacet simulate FILE.mft --communication",
                          C.Shown.File));
  report::PairOptions Options = {C.OneThread, Named, C.Rows.most()};
  report::PairModel M = report::pairModel(P, Options);
  return C.Format.print(
      {[&] { return report::pairJson(P, M); },
       [&] { return report::pairCsv(P, M); },
       [&](const Terminal &T) { return report::pairText(P, M, Options, T); }});
}

std::string nextOf(const CommunicationCommand &C, const result::Profile &P,
                   const threads::HotSpotStudy &Study) {
  if (Study.Spots.empty())
    return {};
  StructureId Worst = Study.Spots.front().Structure;
  return fmt::format("memfacet {}{} --structure '{}'",
                     report::hasFollowedSpots(P) ? "sharing --edges"
                                                 : "communication --pairs",
                     C.Shown.argument(), P.Structures[Worst.Value].title());
}

std::string programHeader(const result::Profile &P) {
  return report::hasFollowedSpots(P)
             ? fmt::format("program       {}\n", P.Program)
             : report::pairHeader(P, report::pairModel(P, {}));
}

int showHotSpots(const CommunicationCommand &C, const result::Profile &P,
                 const std::vector<StructureId> &Named,
                 const threads::HotSpotOptions &Options) {
  threads::HotSpotStudy Study =
      report::hasFollowedSpots(P)
          ? threads::followedSpots(P.Sharing, double(P.total().Accesses),
                                   Options)
          : threads::findHotSpots(P.Pairs, Options);
  report::HotSpotView View = {Named, C.Rows.most(), C.Rows.All,
                              Options.Graph.Map.text(),
                              Options.Bootstrap.Model.CacheLines};
  if (!C.Sarif.empty()) {
    Status Written = report::writeSarif(
        C.Sarif, report::hotSpotSarif(P, Study, View, report::sarifFolder()));
    return Written ? ExitGood : fail(Written.error());
  }
  return C.Format.print({[&] { return report::hotSpotJson(P, Study, View); },
                         [&] { return report::hotSpotCsv(P, Study, View); },
                         [&](const Terminal &T) {
                           return programHeader(P) +
                                  report::hotSpotText(P, Study, View, T);
                         },
                         [&] { return nextOf(C, P, Study); }});
}

constexpr cli::Need Pairs = {
    [](const result::Profile &P) {
      return !P.Pairs.empty() || report::hasFollowedSpots(P);
    },
    "does not say which lines threads share",
    "",
    [](record::CollectorSettings &S) { S.Communication = "1000"; },
    /*ByTrace=*/false,
    /*BySamples=*/false,
    /*IsUsual=*/true};

int run(const CommunicationCommand &C,
        const std::vector<std::string> &Program) {
  Expected<threads::HotSpotOptions> Options = readOptions(C);
  if (!Options)
    return fail(Options.error());
  return C.show(Pairs, Program, [&](const cli::ShownProfile &In) {
    return C.Pairs ? showPairs(C, In.P, In.Named)
                   : showHotSpots(C, In.P, In.Named, *Options);
  });
}

void declareModel(CLI::App &App, CommunicationCommand &C) {
  cli::declareValue(App, "--map", C.Map, "MAP",
                    "threads per cache: threads (one each), pairs, groups=N, "
                    "sockets=N or lists like 0,1|2,3");
  cli::declareOption(
      App, "--capacity", C.Capacity,
      "bytes of each cache, for example 1M; replacement is random")
      ->type_name("SIZE")
      ->default_str("unlimited");
  cli::declareValue(
      App, "--hot", C.Hot, "SHARE|COUNT",
      "misses that make a place a hot-spot: a share of all accesses, "
      "or a number");
  cli::declareValue(
      App, "--refine", C.Refine, "N",
      "distinguish places by the cache that accessed the line before, "
      "if each has N samples on average; 0: never");
  cli::declareValue(App, "--replicas", C.Replicas, "N",
                    "bootstrap replicas for 95 % intervals; 0: no intervals")
      ->check(cli::inRange(0, 10000));
}

} // namespace

cli::Action declareCommunication(CLI::App &App) {
  auto C = std::make_shared<CommunicationCommand>();
  C->Shown.declareRun(App);
  declareModel(App, *C);
  cli::declareStructures(App, C->Names);
  CLI::Option *Pairs = cli::declareFlag(
      App, "--pairs", C->Pairs, "show sampled reuse pairs of two threads");
  cli::declareFlag(App, "--one-thread", C->OneThread,
                   "with --pairs: show pairs of one thread as well")
      ->needs(Pairs);
  C->Rows.declare(App, 20, "rows to show",
                  "show all rows, also places that are no hot-spots");
  C->Format.declare(App);
  cli::declareSarif(App, C->Sarif, C->Format)->excludes(Pairs);
  return
      [C](const std::vector<std::string> &Program) { return run(*C, Program); };
}

} // namespace memfacet::commands

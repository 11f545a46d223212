//===- Communication.cpp - memfacet communication -------------------------===//

#include "memfacet/ReusePairs.h"
#include "tools/cli/Commands.h"
#include "tools/cli/FinishedProfile.h"
#include "tools/report/fields/FieldTables.h"
#include "tools/report/format/Sarif.h"
#include "tools/report/threads/HotSpotReport.h"
#include "tools/report/threads/PairReport.h"
#include "tools/support/Say.h"
#include <CLI/CLI.hpp>
#include <limits>

namespace memfacet {

namespace {

struct CommunicationCommand {
  std::string File = "memfacet.mfp";
  std::vector<std::string> Names;
  std::string Map = "threads";
  std::string Hot = "0.05%";
  std::string Room, Sarif;
  double Refine = GraphOptions().LeastRefined;
  unsigned Replicas = HotSpotOptions().Replicas;
  size_t Top = 20;
  bool Json = false, Csv = false, All = false, Within = false, Pairs = false;
};

/// "0.05%" of the accesses, or a count of misses.
Status readThreshold(const std::string &Text, HotSpotOptions &To) {
  char *End = nullptr;
  double Number = std::strtod(Text.c_str(), &End);
  bool IsShare = std::string_view(End) == "%";
  if (End == Text.c_str() || (*End && !IsShare) || !(Number > 0))
    return makeError("--hot '{}' is neither a share of the accesses like 0.05% "
                     "nor a number of misses",
                     Text);
  if (IsShare)
    To.HotShare = Number / 100;
  else
    To.HotCount = Number;
  return {};
}

/// Bytes like "1M" as lines; nothing is no limit.
Expected<double> readRoom(const std::string &Text) {
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
    return makeError(
        "--capacity '{}' is no size of a cache; it is at least 1K, "
        "for instance 1M",
        Text);
  return Number * Scale / double(ReuseLineBytes);
}

Expected<HotSpotOptions> readOptions(const CommunicationCommand &C) {
  HotSpotOptions Options;
  Expected<ThreadMap> Map = ThreadMap::parse(C.Map);
  if (!Map)
    return Map.error();
  Options.Graph = {*Map, C.Refine};
  if (Status Read = readThreshold(C.Hot, Options); !Read)
    return Read.error();
  Expected<double> Room = readRoom(C.Room);
  if (!Room)
    return Room.error();
  Options.CacheLines = *Room;
  Options.Replicas = C.Replicas;
  return Options;
}

std::string pairs(const CommunicationCommand &C, const Profile &P,
                  const std::vector<StructureId> &Named) {
  PairOptions Options = {C.Within, Named,
                         C.All ? std::numeric_limits<size_t>::max() : C.Top};
  PairModel M = pairModel(P, Options);
  return C.Json  ? pairJson(P, M)
         : C.Csv ? pairCsv(P, M)
                 : pairText(P, M, Options, Terminal::of(stdout));
}

void sayNext(const CommunicationCommand &C, const Profile &P,
             const HotSpotStudy &Study) {
  if (C.Json || C.Csv || !Terminal::of(stdout).Interactive ||
      Study.Spots.empty())
    return;
  StructureId Worst = Study.Spots.front().Structure;
  say(fmt::format("next: memfacet communication {}--pairs --structure '{}'",
                  C.File == "memfacet.mfp" ? "" : C.File + " ",
                  P.Structures[Worst.Value].Name));
}

std::string hotSpots(const CommunicationCommand &C, const Profile &P,
                     const std::vector<StructureId> &Named,
                     const HotSpotOptions &Options) {
  HotSpotStudy Study = findHotSpots(P.Pairs, Options);
  HotSpotView View = {Named, C.All ? std::numeric_limits<size_t>::max() : C.Top,
                      C.All, Options.Graph.Map.text(), Options.CacheLines};
  if (!C.Sarif.empty())
    return hotSpotSarif(P, Study, View, sarifFolder());
  sayNext(C, P, Study);
  if (C.Json)
    return hotSpotJson(P, Study, View);
  if (C.Csv)
    return hotSpotCsv(P, Study, View);
  return pairHeader(P, pairModel(P, {})) +
         hotSpotText(P, Study, View, Terminal::of(stdout));
}

int run(const CommunicationCommand &C) {
  Expected<HotSpotOptions> Options = readOptions(C);
  if (!Options)
    return fail(Options.error());
  Expected<Profile> P = finishedProfile(C.File);
  if (!P)
    return fail(P.error());
  if (P->Pairs.empty())
    return fail(makeError("'{}' has no sample of pairs; record the program "
                          "again with --communication",
                          C.File));
  Expected<std::vector<StructureId>> Named = structuresNamed(*P, C.Names);
  if (!Named)
    return fail(Named.error());
  std::string Text =
      C.Pairs ? pairs(C, *P, *Named) : hotSpots(C, *P, *Named, *Options);
  Status Printed =
      C.Sarif.empty() ? printOutput(Text) : writeSarif(C.Sarif, Text);
  return Printed ? ExitGood : fail(Printed.error());
}

void declareModel(CLI::App &App, CommunicationCommand &C) {
  App.add_option("--map", C.Map,
                 "which threads share a cache: threads, pairs, groups=N, "
                 "sockets=N, or lists like 0,1|2,3")
      ->type_name("MAP")
      ->capture_default_str();
  App.add_option("--capacity", C.Room,
                 "bytes of each cache, like 1M; else there is room for all")
      ->type_name("SIZE");
  App.add_option("--hot", C.Hot,
                 "misses that make a hot-spot: a share of all accesses, or a "
                 "number")
      ->type_name("SHARE|COUNT")
      ->capture_default_str();
  App.add_option("--refine", C.Refine,
                 "choices for each cache that touched the line before, to tell "
                 "these apart; 0: do not")
      ->type_name("N")
      ->capture_default_str();
  App.add_option("--replicas", C.Replicas,
                 "of the bootstrap that gives the intervals; 0: none")
      ->type_name("N")
      ->check(CLI::Range(0, 10000))
      ->capture_default_str();
}

} // namespace

Action declareCommunication(CLI::App &App) {
  auto C = std::make_shared<CommunicationCommand>();
  App.add_option("profile", C->File, "profile made with --communication")
      ->type_name("FILE")
      ->capture_default_str();
  declareModel(App, *C);
  App.add_option("--structure", C->Names, "only rows of these structures")
      ->type_name("NAME")
      ->expected(1, -1);
  CLI::Option *Pairs =
      App.add_flag("--pairs", C->Pairs,
                   "the sampled pairs instead, and who touches after whom");
  App.add_flag("--within", C->Within, "pairs of one thread as well")
      ->needs(Pairs);
  App.add_option("--top", C->Top, "rows shown")
      ->type_name("N")
      ->capture_default_str();
  App.add_flag("--all", C->All, "all rows");
  CLI::Option *Json = App.add_flag("--json", C->Json, "as JSON, all rows");
  CLI::Option *Csv =
      App.add_flag("--csv", C->Csv, "as comma-separated values, all rows")
          ->excludes(Json);
  App.add_option("--sarif", C->Sarif,
                 "write hot-spots as SARIF 2.1.0 for continuous integration, "
                 "and nothing else")
      ->type_name("FILE")
      ->excludes(Json)
      ->excludes(Csv)
      ->excludes(Pairs);
  return [C](const std::vector<std::string> &) { return run(*C); };
}

} // namespace memfacet

//===- Communication.cpp - memfacet communication -------------------------===//

#include "memfacet/ReusePairs.h"
#include "tools/cli/Commands.h"
#include "tools/cli/ShowOptions.h"
#include "tools/report/fields/FieldTables.h"
#include "tools/report/format/Sarif.h"
#include "tools/report/threads/HotSpotReport.h"
#include "tools/report/threads/PairReport.h"
#include "tools/support/Say.h"
#include <CLI/CLI.hpp>

namespace memfacet {

namespace {

struct CommunicationCommand {
  ProfileOption Shown;
  std::vector<std::string> Names;
  std::string Map = "threads";
  std::string Hot = "0.05%";
  std::string Room, Sarif;
  double Refine = GraphOptions().LeastRefined;
  unsigned Replicas = HotSpotOptions().Replicas;
  RowLimit Rows{20};
  OutputFormat Format;
  bool Within = false, Pairs = false;
};

/// Parses "0.05%" of the accesses, or a count of misses.
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

/// Parses bytes like "1M", as lines; 0 for an empty text: no limit.
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

int showPairs(const CommunicationCommand &C, const Profile &P,
              const std::vector<StructureId> &Named) {
  PairOptions Options = {C.Within, Named, C.Rows.most()};
  PairModel M = pairModel(P, Options);
  return C.Format.print(
      {[&] { return pairJson(P, M); }, [&] { return pairCsv(P, M); },
       [&](const Terminal &T) { return pairText(P, M, Options, T); }});
}

std::string nextOf(const CommunicationCommand &C, const Profile &P,
                   const HotSpotStudy &Study) {
  if (Study.Spots.empty())
    return {};
  StructureId Worst = Study.Spots.front().Structure;
  return fmt::format("memfacet communication{} --pairs --structure '{}'",
                     C.Shown.argument(), P.Structures[Worst.Value].Name);
}

int showHotSpots(const CommunicationCommand &C, const Profile &P,
                 const std::vector<StructureId> &Named,
                 const HotSpotOptions &Options) {
  HotSpotStudy Study = findHotSpots(P.Pairs, Options);
  HotSpotView View = {Named, C.Rows.most(), C.Rows.All,
                      Options.Graph.Map.text(), Options.CacheLines};
  if (!C.Sarif.empty()) {
    Status Written =
        writeSarif(C.Sarif, hotSpotSarif(P, Study, View, sarifFolder()));
    return Written ? ExitGood : fail(Written.error());
  }
  return C.Format.print({[&] { return hotSpotJson(P, Study, View); },
                         [&] { return hotSpotCsv(P, Study, View); },
                         [&](const Terminal &T) {
                           return pairHeader(P, pairModel(P, {})) +
                                  hotSpotText(P, Study, View, T);
                         },
                         [&] { return nextOf(C, P, Study); }});
}

int run(const CommunicationCommand &C) {
  Expected<HotSpotOptions> Options = readOptions(C);
  if (!Options)
    return fail(Options.error());
  Expected<Profile> P = C.Shown.read();
  if (!P)
    return fail(P.error());
  if (P->Pairs.empty())
    return fail(makeError("'{}' has no sample of pairs; record the program "
                          "again with --communication",
                          C.Shown.File));
  Expected<std::vector<StructureId>> Named = structuresNamed(*P, C.Names);
  if (!Named)
    return fail(Named.error());
  return C.Pairs ? showPairs(C, *P, *Named)
                 : showHotSpots(C, *P, *Named, *Options);
}

void declareModel(CLI::App &App, CommunicationCommand &C) {
  App.add_option("--map", C.Map,
                 "threads that share a cache: threads (none), pairs, groups=N, "
                 "sockets=N or lists like 0,1|2,3")
      ->type_name("MAP")
      ->capture_default_str();
  App.add_option("--capacity", C.Room,
                 "size of each cache, for example 1M; replacement is random")
      ->type_name("SIZE")
      ->default_str("unlimited");
  App.add_option("--hot", C.Hot,
                 "misses from which a place is a hot-spot: a share of all "
                 "accesses or a number")
      ->type_name("SHARE|COUNT")
      ->capture_default_str();
  App.add_option("--refine", C.Refine,
                 "distinguish places by the cache that accessed the line "
                 "before, where it has N samples; 0: never")
      ->type_name("N")
      ->capture_default_str();
  App.add_option("--replicas", C.Replicas,
                 "bootstrap replicas for 95 % intervals; 0: no intervals")
      ->type_name("N")
      ->check(CLI::Range(0, 10000))
      ->capture_default_str();
}

} // namespace

Action declareCommunication(CLI::App &App) {
  auto C = std::make_shared<CommunicationCommand>();
  C->Shown.declare(App, "profile recorded with --communication");
  declareModel(App, *C);
  declareStructures(App, C->Names);
  CLI::Option *Pairs = App.add_flag("--pairs", C->Pairs,
                                    "show sampled reuse pairs of two threads");
  App.add_flag("--within", C->Within,
               "with --pairs: show pairs of one thread as well")
      ->needs(Pairs);
  C->Rows.declare(App, "rows to show",
                  "show all rows, places that are no hot-spots as well");
  C->Format.declare(App);
  declareSarif(App, C->Sarif, C->Format)->excludes(Pairs);
  return [C](const std::vector<std::string> &) { return run(*C); };
}

} // namespace memfacet

//===- Caches.cpp - memfacet caches ---------------------------------------===//

#include "analysis/cache/CacheModel.h"
#include "analysis/cache/HostCaches.h"
#include "tools/cli/Commands.h"
#include "tools/report/common/ReportHeader.h"
#include <CLI/CLI.hpp>

namespace memfacet {

namespace {

/// A model and its name.
struct Choice {
  std::string Name;
  std::optional<CacheModel> Model;
};

std::vector<Choice> hostSources() {
  return {{"sysfs", sysfsCacheModel()},
          {"cpuid", cpuidCacheModel(readCpuidCaches())}};
}

void printChoice(const Choice &C) {
  if (!C.Model) {
    fmt::print("  {:<15}says nothing\n", C.Name);
    return;
  }
  fmt::print("  {:<15}{}\n  {:<15}{}\n", C.Name, describeCaches(*C.Model), "",
             C.Model->spec());
}

void printText() {
  CacheModel Used = hostCacheModel();
  fmt::print("this machine (--cache host), from {}:\n", Used.Source);
  printChoice({"host", Used});
  fmt::print("\nwhat each source says:\n");
  for (const Choice &C : hostSources())
    printChoice(C);
  fmt::print("\npresets (--cache NAME):\n");
  for (const CacheModel &M : cachePresets())
    printChoice({M.Name, M});
  fmt::print("\na model of your own (--cache SPEC): level=size,ways separated "
             "by ';',\n"
             "size in K, M or G; ways a number or 'full'; then words: shared, "
             "shared:THREADS,\n"
             "private (the last of three or more levels is shared); {};\n"
             "inclusive, exclusive; writethrough; next:LINES, stride:LINES; "
             "victim:LINES.\n"
             "Also line=bytes, tlb=entries,ways, page=bytes, coherence=mesi, "
             "behind a name, too:\n"
             "  --cache 'L1=32K,8;L2=1M,8;L3=32M,16;line=64'\n"
             "  --cache 'zen4;coherence=mesi;tlb=72,full;tlb=3072,12'\n",
             replacementWords());
}

void printJson() {
  Json J;
  J["host"] = cachesJson(hostCacheModel());
  J["sources"] = Json::object();
  for (const Choice &C : hostSources())
    J["sources"][C.Name] = C.Model ? cachesJson(*C.Model) : Json();
  J["presets"] = Json::array();
  for (const CacheModel &M : cachePresets())
    J["presets"].push_back(cachesJson(M));
  fmt::print("{}\n", J.dump(2));
}

} // namespace

Action declareCaches(CLI::App &App) {
  auto AsJson = std::make_shared<bool>(false);
  App.add_flag("--json", *AsJson, "print models as JSON");
  return [AsJson](const std::vector<std::string> &) {
    *AsJson ? printJson() : printText();
    return 0;
  };
}

} // namespace memfacet

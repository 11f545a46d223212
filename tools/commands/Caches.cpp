//===- Caches.cpp - memfacet caches ---------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/model/CacheModel.h"
#include "analysis/caches/model/HostCaches.h"
#include "tools/cli/ShowOptions.h"
#include "tools/report/common/ReportHeader.h"

namespace memfacet::commands {

namespace {

/// A cache model and its name; no model where a source has none.
struct Choice {
  std::string Name;
  std::optional<caches::CacheModel> Model;
};

std::vector<Choice> hostSources() {
  return {{"sysfs", caches::sysfsCacheModel()},
          {"cpuid", caches::cpuidCacheModel(caches::readCpuidCaches())}};
}

/// Returns the model in lines of at most \p Width columns; 0: no limit.
std::string choiceText(const Choice &C, size_t Width) {
  constexpr size_t Indent = 18;
  std::string Name = fmt::format("  {:<{}}", C.Name, Indent - 2);
  if (!C.Model)
    return Name + "says nothing\n";
  return Name + wrapped(report::describeCaches(*C.Model), Indent, Width) +
         std::string(Indent, ' ') + C.Model->spec() + "\n";
}

/// Returns how to write a model. \p Width 0, as in a pipe, means the width of a
/// page.
std::string modelGrammar(size_t Width) {
  constexpr size_t PageWidth = 80;
  return wrapped(
             fmt::format("a model of your own (--cache SPEC): level=size,ways "
                         "separated by ';', size in K, M or G; ways a number "
                         "or 'full'; then words: shared, shared:THREADS, "
                         "private (the last of three or more levels is "
                         "shared); {}; inclusive, exclusive; writethrough; "
                         "next:LINES, stride:LINES; victim:LINES. Also "
                         "line=bytes, tlb=entries,ways, page=bytes, "
                         "coherence=mesi, after a name, too:",
                         caches::replacementWords()),
             0, Width == 0 ? PageWidth : Width) +
         "  --cache 'L1=32K,8;L2=1M,8;L3=32M,16;line=64'\n"
         "  --cache 'zen4;coherence=mesi;tlb=72,full;tlb=3072,12'\n";
}

std::string cachesText(const Terminal &Out) {
  caches::CacheModel Used = caches::hostCacheModel();
  std::string Text =
      fmt::format("this machine (--cache host), from {}:\n", Used.Source);
  Text += choiceText({"host", Used}, Out.Width) + "\nwhat each source says:\n";
  for (const Choice &C : hostSources())
    Text += choiceText(C, Out.Width);
  Text += "\npresets (--cache NAME):\n";
  for (const caches::CacheModel &M : caches::cachePresets())
    Text += choiceText({M.Name, M}, Out.Width);
  return Text + "\n" + modelGrammar(Out.Width);
}

std::string allCachesJson() {
  report::Json J;
  J["host"] = report::cachesJson(caches::hostCacheModel());
  J["sources"] = report::Json::object();
  for (const Choice &C : hostSources())
    J["sources"][C.Name] =
        C.Model ? report::cachesJson(*C.Model) : report::Json();
  J["presets"] = report::Json::array();
  for (const caches::CacheModel &M : caches::cachePresets())
    J["presets"].push_back(report::cachesJson(M));
  return report::jsonText(J);
}

} // namespace

cli::Action declareCaches(CLI::App &App) {
  auto Format = std::make_shared<cli::OutputFormat>();
  Format->declareJson(App, "print all rows as JSON");
  return [Format](const std::vector<std::string> &) {
    return Format->print({allCachesJson, nullptr, cachesText, [] {
                            return "memfacet record --cache NAME -- ./program "
                                   "arguments";
                          }});
  };
}

} // namespace memfacet::commands

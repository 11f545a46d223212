//===- Import.cpp - memfacet import ---------------------------------------===//

#include "analysis/pipeline/ImportTrace.h"
#include "tools/cli/AnalysisOptions.h"
#include "tools/record/CollectPlan.h"

namespace memfacet {

namespace {

struct ImportCommand {
  std::string Trace, Output = "memfacet.mfp", Cache = "host";
  bool AsCachegrind = false;
};

int run(const ImportCommand &C) {
  Expected<CacheModel> Caches = parseCacheModel(C.Cache);
  if (!Caches)
    return fail(Caches.error());
  Expected<Profile> P = importTrace(C.Trace, {*Caches, C.AsCachegrind});
  if (!P)
    return fail(P.error());
  if (P->Instructions == 0 && P->total().Accesses == 0)
    return fail(makeError("'{}' has no accesses; make it with valgrind "
                          "--tool=lackey --trace-mem=yes --log-file={} PROGRAM",
                          C.Trace, C.Trace));
  if (Status Written = writeProfile(*P, C.Output); !Written)
    return fail(Written.error());
  say(summary(*P) + " -> " + C.Output);
  say("next: " + reportCommand(C.Output));
  return ExitGood;
}

} // namespace

Action declareImport(CLI::App &App) {
  auto C = std::make_shared<ImportCommand>();
  App.add_option("trace", C->Trace,
                 "output of 'valgrind --tool=lackey --trace-mem=yes'")
      ->type_name("FILE")
      ->required();
  declareOutput(App, C->Output);
  declareCache(App, C->Cache);
  App.add_flag("--as-cachegrind", C->AsCachegrind,
               "count as Cachegrind does: an access over two lines is one; "
               "instructions use the outer levels, too");
  return [C](const std::vector<std::string> &) { return run(*C); };
}

} // namespace memfacet

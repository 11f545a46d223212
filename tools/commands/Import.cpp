//===- Import.cpp - memfacet import ---------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/pipeline/ImportTrace.h"
#include "tools/cli/AnalysisOptions.h"
#include "tools/record/CollectPlan.h"
#include "tools/support/InputFiles.h"
#include <fmt/ranges.h>

namespace memfacet::commands {

namespace {

struct ImportCommand {
  std::string Trace, Output = "memfacet.mfp", Cache = "host";
  std::string Format, KeptTrace;
  bool AsCachegrind = false;
};

std::string formatWords() {
  return fmt::format("{}", fmt::join(NamesOf<measure::ImportFormat>, ", "));
}

/// Returns the format that the user chose; none: importTrace finds it by the
/// first bytes.
Expected<std::optional<measure::ImportFormat>>
formatOf(const ImportCommand &C) {
  if (C.Format.empty())
    return std::optional<measure::ImportFormat>();
  if (std::optional<measure::ImportFormat> Named =
          valueNamed<measure::ImportFormat>(C.Format))
    return Named;
  std::vector<std::string> Known(NamesOf<measure::ImportFormat>.begin(),
                                 NamesOf<measure::ImportFormat>.end());
  return usageError("unknown format '{}'{}; formats: {}", C.Format,
                    didYouMean(C.Format, Known), formatWords());
}

int run(const ImportCommand &C) {
  Expected<caches::CacheModel> Caches = caches::parseCacheModel(C.Cache);
  if (!Caches)
    return fail(Caches.error());
  Expected<std::optional<measure::ImportFormat>> Format = formatOf(C);
  if (!Format)
    return fail(Format.error());
  constexpr const char *Role = "the trace to read";
  if (Status Kept = checkOverwrites(C.Output, C.Trace, Role); !Kept)
    return fail(Kept.error());
  if (Status Kept = checkOverwrites(C.KeptTrace, C.Trace, Role, "--trace");
      !Kept)
    return fail(Kept.error());
  Expected<result::Profile> P = measure::importTrace(
      C.Trace, {*Caches, *Format, C.AsCachegrind, C.KeptTrace});
  if (!P)
    return fail(P.error());
  if (Status Written = result::writeProfile(*P, C.Output); !Written)
    return fail(Written.error());
  say(record::summary(*P) + " -> " + C.Output);
  if (!C.KeptTrace.empty())
    say("trace -> " + C.KeptTrace);
  say("next: " + record::reportCommand(C.Output));
  return ExitGood;
}

} // namespace

cli::Action declareImport(CLI::App &App) {
  auto C = std::make_shared<ImportCommand>();
  cli::declareOption(
      App, "trace", C->Trace,
      "trace of another tool, also compressed by gzip, or a folder "
      "of drmemtrace; - is the standard input; its format is found "
      "by its first bytes")
      ->type_name("FILE")
      ->required();
  cli::declareOutput(App, C->Output);
  cli::declareCache(App, C->Cache);
  cli::declareOption(App, "--format", C->Format,
                     "format of the trace: " + formatWords())
      ->type_name("FORMAT")
      ->default_str("by its bytes");
  cli::declareFile(
      App, "--trace", C->KeptTrace,
      "write the accesses as a trace of MemFacet to FILE as well, for "
      "simulate and export");
  cli::declareFlag(App, "--as-cachegrind", C->AsCachegrind,
                   "count as Cachegrind does: an access over two lines is one; "
                   "instructions use the outer levels, too");
  return [C](const std::vector<std::string> &) { return run(*C); };
}

} // namespace memfacet::commands

//===- TraceFile.cpp - memfacet verify, memfacet dump ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/decode/Dump.h"
#include "analysis/measure/pipeline/Collect.h"
#include "analysis/words/trace/TraceReader.h"
#include "tools/cli/AnalysisOptions.h"
#include <iostream>

namespace memfacet::commands {

namespace {

int run(const std::string &Trace) {
  Expected<measure::Verification> V = measure::verifyTrace(Trace);
  if (!V)
    return fail(V.error());
  cli::sayLoss(V->Loss);
  fmt::print("{} addresses compared, {} mismatches\n", V->Compared,
             V->Mismatches);
  if (V->Mismatches != 0) {
    say("first mismatch: " + V->First);
    return ExitFailure;
  }
  if (V->Compared == 0) {
    say(fmt::format("'{}' carries no addresses to compare; build the program "
                    "with memfacet-clang --memfacet-verify",
                    Trace));
    return ExitFailure;
  }
  return ExitGood;
}

} // namespace

cli::Action declareVerify(CLI::App &App) {
  auto Trace = std::make_shared<std::string>();
  cli::declareTrace(App, *Trace);
  return [Trace](const std::vector<std::string> &) { return run(*Trace); };
}

namespace {

struct DumpCommand {
  std::string Trace;
  bool EventsOnly = false;
};

int run(const DumpCommand &W) {
  Expected<std::unique_ptr<words::TraceReader>> Trace =
      words::TraceReader::open(W.Trace);
  if (!Trace)
    return fail(Trace.error());
  decode::Dump Text(std::cout, W.EventsOnly);
  if (Status Read = (*Trace)->replay(Text); !Read)
    return fail(Read.error());
  cli::sayLoss((*Trace)->loss());
  return ExitGood;
}

} // namespace

cli::Action declareDump(CLI::App &App) {
  auto W = std::make_shared<DumpCommand>();
  cli::declareTrace(App, W->Trace);
  cli::declareFlag(App, "--events", W->EventsOnly,
                   "print events only: allocations, threads, locks, waits");
  return [W](const std::vector<std::string> &) { return run(*W); };
}

} // namespace memfacet::commands

//===- Dump.cpp - memfacet dump -------------------------------------------===//

#include "analysis/decode/Dump.h"
#include "analysis/trace/TraceReader.h"
#include "tools/cli/AnalysisOptions.h"
#include "tools/cli/Commands.h"
#include "tools/report/common/ReportHeader.h"
#include "tools/support/Say.h"
#include <CLI/CLI.hpp>
#include <iostream>

namespace memfacet {

namespace {

struct Wanted {
  std::string Trace;
  bool EventsOnly = false;
};

int run(const Wanted &W) {
  Expected<std::unique_ptr<TraceReader>> Trace = TraceReader::open(W.Trace);
  if (!Trace)
    return fail(Trace.error());
  Dump Text(std::cout, W.EventsOnly);
  if (Status Read = (*Trace)->replay(Text); !Read)
    return fail(Read.error());
  for (const std::string &Line : describeLoss((*Trace)->loss()))
    say("data loss: " + Line);
  return ExitGood;
}

} // namespace

Action declareDump(CLI::App &App) {
  auto W = std::make_shared<Wanted>();
  declareTrace(App, W->Trace);
  App.add_flag("--events", W->EventsOnly,
               "print events only: allocations, threads, locks, waits");
  return [W](const std::vector<std::string> &) { return run(*W); };
}

} // namespace memfacet

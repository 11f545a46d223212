//===- Blocks.cpp - memfacet blocks ---------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/cli/RunOption.h"
#include "tools/record/OutputNames.h"
#include "tools/report/code/BlockReport.h"
#include <algorithm>
#include <fmt/ranges.h>

namespace memfacet::commands {

namespace {

struct BlocksCommand {
  cli::RunOption Shown;
  std::string Vectors;
  std::optional<uint32_t> Thread;
  cli::RowLimit Rows;
  cli::OutputFormat Format;
};

/// Writes one file per thread. The name has the thread's number if there are
/// several.
Status writeVectors(const result::Profile &P, const std::string &Path,
                    std::optional<uint32_t> Thread) {
  std::vector<uint32_t> Threads = report::blockThreads(P);
  if (Thread)
    Threads = {*Thread};
  for (uint32_t T : Threads) {
    std::string Name =
        Threads.size() == 1 ? Path : record::numberedPath(Path, T);
    if (Status S = cli::writeNamedFile(Name, report::frequencyVectors(P, T));
        !S)
      return S;
  }
  return {};
}

constexpr cli::Need Vectors = {
    .IsMet = [](const result::Profile &P) { return !P.Vectors.empty(); },
    .MissingText = "has no block vectors",
    .Option = "--blocks",
    .Ask = [](record::CollectorSettings &S) { S.Blocks = "1"; },
    .BySamples = true};

int showBlocks(const BlocksCommand &C, const result::Profile &P) {
  std::vector<uint32_t> Threads = report::blockThreads(P);
  if (C.Thread && !std::ranges::count(Threads, *C.Thread))
    return fail(
        makeError("thread {} has no block vectors; there are those of {}",
                  *C.Thread, fmt::join(Threads, ", ")));
  if (!C.Vectors.empty()) {
    if (Status S = writeVectors(P, C.Vectors, C.Thread); !S)
      return fail(S.error());
    if (C.Format.isText())
      return ExitGood;
  }
  return C.Format.print({[&] { return report::blockJson(P, C.Thread); },
                         [&] { return report::blockCsv(P, C.Thread); },
                         [&](const Terminal &T) {
                           return report::blockText(P, C.Thread, C.Rows.most(),
                                                    T);
                         },
                         [] {
                           return "memfacet blocks --bb FILE.bb, for "
                                  "simulation points";
                         }});
}

int run(const BlocksCommand &C, const std::vector<std::string> &Program) {
  if (Status Fits = cli::checkOutputs(C.Format, Program); !Fits)
    return fail(Fits.error());
  return C.Shown.show(Vectors, Program, [&](const result::Profile &P) {
    return showBlocks(C, P);
  });
}

} // namespace

cli::Action declareBlocks(CLI::App &App) {
  auto C = std::make_shared<BlocksCommand>();
  C->Shown.declareRun(App);
  C->Shown.declareInterval(App, cli::IntervalOfRecording, false);
  cli::declareThread(App, C->Thread, "show this thread only");
  cli::declareFile(App, "--bb", C->Vectors,
                   "write frequency vectors of SimPoint, one file per thread");
  C->Rows.declare(App, 20, "blocks to show; the others are summed",
                  "show all executed blocks");
  C->Format.declare(App, "print all blocks and vectors as JSON",
                    "print all blocks as CSV");
  return
      [C](const std::vector<std::string> &Program) { return run(*C, Program); };
}

} // namespace memfacet::commands

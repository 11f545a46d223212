//===- Blocks.cpp - memfacet blocks ---------------------------------------===//

#include "tools/cli/Commands.h"
#include "tools/cli/FinishedProfile.h"
#include "tools/record/CollectorSettings.h"
#include "tools/report/code/BlockReport.h"
#include "tools/support/Say.h"
#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/ranges.h>
#include <fstream>
#include <limits>

namespace memfacet {

namespace {

struct BlocksCommand {
  std::string File = "memfacet.mfp", Vectors;
  size_t Top = 20;
  uint32_t Thread = 0;
  CLI::Option *OfThread = nullptr;
  bool Json = false, Csv = false, All = false;
};

Status writeFile(const std::string &Path, const std::string &Text) {
  std::ofstream File(Path, std::ios::binary);
  File << Text;
  File.close();
  if (!File)
    return makeError("cannot write '{}'; choose another file with --bb", Path);
  say("wrote " + Path);
  return {};
}

/// One file per thread: numbered where there are several.
Status writeVectors(const Profile &P, const std::string &Path,
                    std::optional<uint32_t> Thread) {
  std::vector<uint32_t> Threads = blockThreads(P);
  if (Thread)
    Threads = {*Thread};
  for (uint32_t T : Threads) {
    std::string Name = Threads.size() == 1 ? Path : numberedPath(Path, T);
    if (Status S = writeFile(Name, frequencyVectors(P, T)); !S)
      return S;
  }
  return {};
}

Expected<Profile> readVectors(const BlocksCommand &C) {
  Expected<Profile> P = finishedProfile(C.File);
  if (!P)
    return P;
  if (P->Vectors.empty())
    return makeError("'{}' has no block vectors; build the program with "
                     "memfacet-clang --count-blocks, or record it with "
                     "--blocks or --sample-blocks",
                     C.File);
  std::vector<uint32_t> Threads = blockThreads(*P);
  if (C.OfThread->count() != 0 && !std::ranges::count(Threads, C.Thread))
    return makeError("thread {} has no block vectors; there are those of {}",
                     C.Thread, fmt::join(Threads, ", "));
  return P;
}

int run(const BlocksCommand &C) {
  Expected<Profile> P = readVectors(C);
  if (!P)
    return fail(P.error());
  std::optional<uint32_t> Thread;
  if (C.OfThread->count() != 0)
    Thread = C.Thread;
  if (!C.Vectors.empty()) {
    if (Status S = writeVectors(*P, C.Vectors, Thread); !S)
      return fail(S.error());
    if (!C.Json && !C.Csv)
      return ExitGood;
  }
  size_t Top = C.All ? std::numeric_limits<size_t>::max() : C.Top;
  std::string Text = C.Json  ? blockJson(*P, Thread)
                     : C.Csv ? blockCsv(*P, Thread)
                             : blockText(*P, Thread, Top, Terminal::of(stdout));
  if (Status Printed = printOutput(Text); !Printed)
    return fail(Printed.error());
  if (!C.Json && !C.Csv && Terminal::of(stdout).Interactive)
    say("next: memfacet blocks --bb FILE.bb, for simulation points");
  return ExitGood;
}

} // namespace

Action declareBlocks(CLI::App &App) {
  auto C = std::make_shared<BlocksCommand>();
  App.add_option("profile", C->File, "profile with block vectors")
      ->type_name("FILE")
      ->capture_default_str();
  C->OfThread = App.add_option("--thread", C->Thread, "of this thread alone")
                    ->type_name("T");
  App.add_option("--bb", C->Vectors,
                 "write the vectors as SimPoint's frequency vectors, a file "
                 "for each thread")
      ->type_name("FILE");
  App.add_option("--top", C->Top, "blocks shown")
      ->type_name("N")
      ->capture_default_str();
  App.add_flag("--all", C->All, "all that were executed");
  CLI::Option *Json =
      App.add_flag("--json", C->Json, "as JSON, vectors included");
  App.add_flag("--csv", C->Csv, "as comma-separated values")->excludes(Json);
  return [C](const std::vector<std::string> &) { return run(*C); };
}

} // namespace memfacet

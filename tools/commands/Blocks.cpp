//===- Blocks.cpp - memfacet blocks ---------------------------------------===//

#include "tools/cli/ShowOptions.h"
#include "tools/record/CollectorSettings.h"
#include "tools/report/code/BlockReport.h"
#include <algorithm>
#include <fmt/ranges.h>

namespace memfacet {

namespace {

struct BlocksCommand {
  ProfileOption Shown;
  std::string Vectors;
  std::optional<uint32_t> Thread;
  RowLimit Rows;
  OutputFormat Format;
};

/// Writes one file per thread, with its number where there are several.
Status writeVectors(const Profile &P, const std::string &Path,
                    std::optional<uint32_t> Thread) {
  std::vector<uint32_t> Threads = blockThreads(P);
  if (Thread)
    Threads = {*Thread};
  for (uint32_t T : Threads) {
    std::string Name = Threads.size() == 1 ? Path : numberedPath(Path, T);
    if (Status S = writeNamedFile(Name, frequencyVectors(P, T)); !S)
      return S;
  }
  return {};
}

Expected<Profile> readVectors(const BlocksCommand &C) {
  Expected<Profile> P = C.Shown.read();
  if (!P)
    return P;
  if (P->Vectors.empty())
    return makeError("'{}' has no block vectors; build the program with "
                     "memfacet-clang --count-blocks, or record it with "
                     "--blocks or --sample-blocks",
                     C.Shown.File);
  std::vector<uint32_t> Threads = blockThreads(*P);
  if (C.Thread && !std::ranges::count(Threads, *C.Thread))
    return makeError("thread {} has no block vectors; there are those of {}",
                     *C.Thread, fmt::join(Threads, ", "));
  return P;
}

int run(const BlocksCommand &C) {
  Expected<Profile> P = readVectors(C);
  if (!P)
    return fail(P.error());
  if (!C.Vectors.empty()) {
    if (Status S = writeVectors(*P, C.Vectors, C.Thread); !S)
      return fail(S.error());
    if (C.Format.isText())
      return ExitGood;
  }
  return C.Format.print({[&] { return blockJson(*P, C.Thread); },
                         [&] { return blockCsv(*P, C.Thread); },
                         [&](const Terminal &T) {
                           return blockText(*P, C.Thread, C.Rows.most(), T);
                         },
                         [] {
                           return "memfacet blocks --bb FILE.bb, for "
                                  "simulation points";
                         }});
}

} // namespace

Action declareBlocks(CLI::App &App) {
  auto C = std::make_shared<BlocksCommand>();
  C->Shown.declare(App, "profile with block vectors");
  declareThread(App, C->Thread, "show this thread only");
  declareFile(App, "--bb", C->Vectors,
              "write frequency vectors of SimPoint, one file per thread");
  C->Rows.declare(App, 20, "blocks to show; the others are summed",
                  "show all executed blocks");
  C->Format.declare(App, "print all blocks and vectors as JSON",
                    "print all blocks as CSV");
  return [C](const std::vector<std::string> &) { return run(*C); };
}

} // namespace memfacet

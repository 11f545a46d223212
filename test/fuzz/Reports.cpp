//===- Reports.cpp - commands on profiles whose rows are anything ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/fuzz/ChangedProfile.h"
#include "test/fuzz/Targets.h"
#include "tools/cli/Commands.h"
#include <CLI/CLI.hpp>
#include <unistd.h>

namespace memfacet::fuzz {

namespace {

using Words = std::vector<std::string>;

/// Words of commands; FILE stands for the profile, OUT for a file to write.
const Words Commands[] = {
    {"report", "FILE", "--all"},
    {"report", "FILE", "--all", "--json"},
    {"report", "FILE", "--csv", "--threads"},
    {"report", "FILE", "--by", "line"},
    {"report", "FILE", "--by", "site", "--json"},
    {"report", "FILE", "--findings"},
    {"describe", "FILE", "--all"},
    {"critical", "FILE", "--all"},
    {"why", "FILE", "--all"},
    {"evictions", "FILE", "--all"},
    {"occupancy", "FILE"},
    {"table", "data", "FILE", "FILE"},
    {"table", "criticality", "FILE"},
    {"curves", "FILE", "--all"},
    {"timeline", "FILE"},
    {"timeline", "FILE", "--json"},
    {"volatility", "FILE"},
    {"blocks", "FILE", "--all"},
    {"phases", "FILE"},
    {"simpoints", "FILE"},
    {"communication", "FILE", "--all"},
    {"communication", "FILE", "--pairs"},
    {"sharing", "FILE", "--edges"},
    {"false-sharing", "FILE"},
    {"diff", "FILE", "FILE"},
    {"html", "FILE", "FILE", "-o", "OUT"},
    {"merge", "FILE", "FILE", "--rank-names", "a,b", "-o", "OUT"},
    {"export", "callgrind", "FILE", "-o", "OUT"},
    {"export", "folded", "FILE", "-o", "OUT"},
    {"export", "chrome", "FILE", "-o", "OUT"},
    {"export", "perfetto", "FILE", "-o", "OUT"},
    {"export", "pprof", "FILE", "-o", "OUT"},
    {"export", "speedscope", "FILE", "-o", "OUT"},
    {"export", "json", "FILE", "-o", "OUT"},
    {"export", "sarif", "FILE", "-o", "OUT"},
    {"query", "SELECT * FROM structures", "FILE"},
    {"query", "SELECT * FROM intervals", "FILE", "--json"},
};

void runCommand(Words Line, const std::string &File, const std::string &Out) {
  for (std::string &Word : Line)
    Word = Word == "FILE" ? File : Word == "OUT" ? Out : Word;
  for (const Command &C : AllCommands) {
    if (C.Name != Line.front())
      continue;
    CLI::App App(C.Help, C.Name);
    Action Do = C.Declare(App);
    Words Rest(Line.rbegin(), Line.rend() - 1);
    App.parse(std::move(Rest));
    use(Do({}));
    return;
  }
  contradiction("there is no such command");
}

} // namespace

void fuzzReports(std::string_view Bytes) {
  static const std::string Base =
      "/dev/shm/memfacet-fuzz." + std::to_string(getpid());
  Feed In(Bytes);
  const Words &Line = Commands[In.take<uint8_t>() % std::size(Commands)];
  std::string File = Base + ".mfp", Out = Base + ".out";
  bool Written = false;
  withChangedProfile(In, [&](Profile &P) {
    // Streams are read when they are needed.
    for (Stream &S : P.Streams.All)
      if (Expected<std::string> Packed = P.Streams.bytes(S))
        S.Packed = *Packed;
    Written = bool(writeProfile(P, File, ExistingFile::Replace));
  });
  if (!Written)
    return;
  runCommand(Line, File, Out);
  unlink(File.c_str());
  unlink(Out.c_str());
}

} // namespace memfacet::fuzz

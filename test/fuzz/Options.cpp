//===- Options.cpp - command lines, and values of options -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/phases/SignaturePoints.h"
#include "analysis/study/points/SimulationPoints.h"
#include "test/fuzz/Feed.h"
#include "test/fuzz/Targets.h"
#include "tools/cli/Commands.h"
#include "tools/commands/Shards.h"
#include "tools/record/CollectorSettings.h"
#include "tools/record/OutputNames.h"
#include "tools/record/SampleProgram.h"
#include "tools/report/caches/Curves.h"
#include "tools/report/diff/Thresholds.h"
#include "tools/wrapper/Invocation.h"
#include <CLI/CLI.hpp>

namespace memfacet::fuzz {

namespace {

constexpr void (*Readers[])(const std::string &) = {
    [](const std::string &T) { use(parseSignatures(T)); },
    [](const std::string &T) { use(parseBudget(T)); },
    [](const std::string &T) { use(parseReusePlan(T)); },
    [](const std::string &T) { use(parseCount(T)); },
    [](const std::string &T) { use(parseContext(T)); },
    [](const std::string &T) { use(parseHertz(T)); },
    [](const std::string &T) { use(parseSizes(T, 64)); },
    [](const std::string &T) { use(parseThreshold(T)); },
    [](const std::string &T) { use(parseShard(T)); },
    [](const std::string &T) { use(fillNames(T)); },
    [](const std::string &T) { use(outputPath(T, 17, true)); },
};

std::vector<std::string> wordsOf(std::string_view Bytes) {
  std::vector<std::string> Words(1);
  for (char C : Bytes)
    if (C == '\0' || C == '\n')
      Words.emplace_back();
    else
      Words.back() += C;
  return Words;
}

} // namespace

void fuzzPlans(std::string_view Bytes) {
  Feed In(Bytes);
  auto Index = In.take<uint8_t>();
  Readers[Index % std::size(Readers)](std::string(In.rest()));
}

/// The first byte: a command, whose words follow.
void fuzzOptions(std::string_view Bytes) {
  Feed In(Bytes);
  auto Index = In.take<uint8_t>();
  const Command &C = AllCommands[Index % std::size(AllCommands)];
  CLI::App App(C.Help, C.Name);
  Action Do = C.Declare(App);
  use(Do);
  if (C.Arguments == Takes::Program)
    App.prefix_command();
  std::vector<std::string> Words = wordsOf(In.rest());
  std::reverse(Words.begin(), Words.end());
  try {
    App.parse(std::move(Words));
  } catch (const CLI::Error &) {
  }
}

void fuzzCompiler(std::string_view Bytes) {
  Words Split = splitResponse(Bytes);
  // Files must not be read that happen to be here.
  for (std::string &Word : Split)
    if (Word.starts_with('@'))
      Word.front() = '-';
  use(classify(Split));
}

} // namespace memfacet::fuzz

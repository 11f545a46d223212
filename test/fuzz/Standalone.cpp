//===- Standalone.cpp - reads inputs of the fuzzer without the fuzzer -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// usage: memfacet-fuzz CORPUS
//        memfacet-fuzz --seeds FOLDER
//
// CORPUS has a folder for each target. Each file in it, and each seed that is
// made here, is read whole, cut at many places, and with bytes changed. The
// program ends well unless a target does not.
//
//===----------------------------------------------------------------------===//

#include "test/fuzz/Targets.h"
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <random>
#include <unistd.h>

using namespace memfacet::fuzz;

namespace {

constexpr size_t Cuts = 16, Changes = 24; ///< of each input

/// How many inputs it has made of one.
size_t feed(const Target &T, const std::string &Bytes) {
  T.Run(Bytes);
  size_t Step = Bytes.size() / Cuts + 1, Inputs = 1;
  for (size_t End = 0; End < Bytes.size(); End += Step, ++Inputs)
    T.Run(std::string_view(Bytes).substr(0, End));
  // The same in each run.
  std::mt19937_64 Random(Bytes.size());
  for (size_t I = 0; I != Changes && !Bytes.empty(); ++I, ++Inputs) {
    std::string Changed = Bytes;
    for (size_t Times = 1 + Random() % 4; Times-- != 0;)
      Changed[Random() % Changed.size()] = char(Random());
    T.Run(Changed);
  }
  return Inputs;
}

std::string bytesOf(const std::filesystem::path &File) {
  std::ifstream In(File, std::ios::binary);
  return {std::istreambuf_iterator<char>(In), {}};
}

} // namespace

int main(int Count, char **Values) {
  if (Count == 3 && std::string_view(Values[1]) == "--seeds") {
    writeSeeds(Values[2]);
    return 0;
  }
  if (Count != 2) {
    std::fprintf(stderr, "usage: memfacet-fuzz CORPUS | --seeds FOLDER\n");
    return 2;
  }
  // What readers and commands say is of no interest. The last target that is
  // named is the one that does not come back.
  std::FILE *Out = fdopen(dup(STDOUT_FILENO), "w");
  if (!Out || !std::freopen("/dev/null", "w", stdout) ||
      !std::freopen("/dev/null", "w", stderr))
    return 1;
  std::vector<Seed> Seeds = madeSeeds();
  for (const Target &T : AllTargets) {
    size_t Inputs = 0;
    fmt::print(Out, "{:<12}", T.Name);
    std::fflush(Out);
    std::filesystem::path Folder = std::filesystem::path(Values[1]) / T.Name;
    if (std::filesystem::exists(Folder))
      for (const auto &Entry : std::filesystem::directory_iterator(Folder))
        Inputs += feed(T, bytesOf(Entry.path()));
    for (const Seed &S : Seeds)
      if (S.Target == std::string_view(T.Name))
        Inputs += feed(T, S.Bytes);
    fmt::print(Out, "{} inputs\n", Inputs);
    if (Inputs == 0)
      return 1;
  }
  return 0;
}

//===- Say.cpp - messages to the user -------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/support/Say.h"
#include "analysis/support/Printable.h"
#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace memfacet {

void say(std::string_view Line) {
  fmt::print(stderr, "memfacet: {}\n", printableLines(Line));
}

Status printOutput(std::string_view Text) {
  if (std::fwrite(Text.data(), 1, Text.size(), stdout) != Text.size() ||
      std::fflush(stdout) != 0)
    return makeError("cannot write the report: {}", std::strerror(errno));
  return {};
}

int fail(const Error &E) {
  say(E.Message);
  return E.IsUsage ? ExitUsage : ExitFailure;
}

namespace {

/// Returns the edit distance of two words: insertions, deletions, replacements
/// and swaps of neighbours.
size_t editDistance(std::string_view A, std::string_view B) {
  std::vector<std::vector<size_t>> D(A.size() + 1,
                                     std::vector<size_t>(B.size() + 1));
  for (size_t I = 0; I <= A.size(); ++I)
    for (size_t J = 0; J <= B.size(); ++J) {
      if (I == 0 || J == 0) {
        D[I][J] = I + J;
        continue;
      }
      size_t Replaced = D[I - 1][J - 1] + (A[I - 1] != B[J - 1]);
      D[I][J] = std::min({D[I - 1][J] + 1, D[I][J - 1] + 1, Replaced});
      bool Swapped =
          I > 1 && J > 1 && A[I - 1] == B[J - 2] && A[I - 2] == B[J - 1];
      if (Swapped)
        D[I][J] = std::min(D[I][J], D[I - 2][J - 2] + 1);
    }
  return D[A.size()][B.size()];
}

} // namespace

std::string closest(std::string_view Word,
                    const std::vector<std::string> &Known) {
  size_t Best = std::max<size_t>(1, Word.size() / 3) + 1;
  std::string Result;
  for (const std::string &K : Known) {
    bool Begins = Word.size() >= 2 && K.starts_with(Word);
    size_t Distance = Begins ? 1 : editDistance(Word, K);
    if (Distance < Best) {
      Best = Distance;
      Result = K;
    }
  }
  return Result;
}

std::string didYouMean(std::string_view Word,
                       const std::vector<std::string> &Known) {
  std::string Best = closest(Word, Known);
  return Best.empty() ? "" : "; did you mean '" + Best + "'?";
}

/// Returns \p Word, quoted for a shell if necessary.
static std::string shellWord(const std::string &Word) {
  constexpr std::string_view Plain = "abcdefghijklmnopqrstuvwxyz"
                                     "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                     "0123456789_-+=./,:@%";
  if (!Word.empty() && Word.find_first_not_of(Plain) == Word.npos)
    return Word;
  std::string Quoted = "'";
  for (char C : Word)
    Quoted += C == '\'' ? std::string("'\\''") : std::string(1, C);
  return Quoted + "'";
}

std::string shellLine(const std::vector<std::string> &Words) {
  std::string Line;
  for (const std::string &Word : Words)
    Line += (Line.empty() ? "" : " ") + shellWord(Word);
  return Line;
}

std::string lowerCase(std::string_view Text) {
  std::string Result(Text);
  for (char &C : Result)
    C = char(std::tolower(static_cast<unsigned char>(C)));
  return Result;
}

} // namespace memfacet

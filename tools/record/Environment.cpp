//===- Environment.cpp - the environment of a recorded program ------------===//

#include "tools/record/Environment.h"
#include <algorithm>
#include <string_view>

namespace memfacet {

namespace {

constexpr const char *PaddingVariable = "MEMFACET_PADDING=";

bool sameName(std::string_view A, std::string_view B) {
  return A.substr(0, A.find('=')) == B.substr(0, B.find('='));
}

size_t lengthOf(const std::vector<std::string> &Texts) {
  size_t Length = 0;
  for (const std::string &Text : Texts)
    Length += Text.size() + 1;
  return Length;
}

/// Bytes that the kernel puts on the stack: the texts, a pointer to each, and
/// the path again. The kernel aligns the stack to two pointers.
size_t stackBytes(const std::vector<std::string> &Command,
                  const std::vector<std::string> &Environment) {
  size_t Pointers = Command.size() + Environment.size();
  return lengthOf(Command) + lengthOf(Environment) +
         (Pointers + Pointers % 2) * sizeof(char *) + Command[0].size() + 1;
}

} // namespace

std::vector<std::string>
programEnvironment(const std::vector<std::string> &Command,
                   std::vector<std::string> Variables, char **Inherited) {
  constexpr size_t Multiple = 64 * 1024;
  Variables.emplace_back(PaddingVariable);
  std::vector<std::string> Result;
  for (; *Inherited; ++Inherited)
    if (std::none_of(Variables.begin(), Variables.end(),
                     [&](const auto &V) { return sameName(*Inherited, V); }))
      Result.emplace_back(*Inherited);
  Result.insert(Result.end(), Variables.begin(), Variables.end());
  size_t Length = stackBytes(Command, Result);
  Result.back().append((Multiple - Length % Multiple) % Multiple, '.');
  return Result;
}

} // namespace memfacet

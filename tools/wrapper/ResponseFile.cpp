//===- ResponseFile.cpp - response files ----------------------------------===//

#include "tools/wrapper/ResponseFile.h"
#include <fstream>
#include <iterator>
#include <utility>

namespace memfacet {

namespace {

/// Limits the recursion of files that name each other.
constexpr int MaxDepth = 16;

bool isSpace(char C) {
  return C == ' ' || C == '\t' || C == '\n' || C == '\r' || C == '\v' ||
         C == '\f';
}

void append(Words &Result, const std::string &Argument, int Depth) {
  std::ifstream File;
  if (Argument.size() > 1 && Argument[0] == '@' && Depth != MaxDepth)
    File.open(Argument.substr(1));
  if (!File.is_open()) {
    Result.push_back(Argument);
    return;
  }
  std::string Text((std::istreambuf_iterator<char>(File)), {});
  for (const std::string &Word : splitResponse(Text))
    append(Result, Word, Depth + 1);
}

} // namespace

Words splitResponse(std::string_view Text) {
  Words Result;
  std::string Word;
  bool InWord = false;
  char Quote = 0;
  for (size_t I = 0; I != Text.size(); ++I) {
    char C = Text[I];
    if (!Quote && isSpace(C)) {
      if (InWord)
        Result.push_back(std::exchange(Word, {}));
      InWord = false;
      continue;
    }
    InWord = true;
    if (C == '\\' && Quote != '\'' && I + 1 != Text.size())
      Word += Text[++I];
    else if (Quote ? C == Quote : C == '"' || C == '\'')
      Quote = Quote ? 0 : C;
    else
      Word += C;
  }
  if (InWord)
    Result.push_back(Word);
  return Result;
}

Words expandResponseFiles(const Words &Arguments) {
  Words Result;
  for (const std::string &Argument : Arguments)
    append(Result, Argument, 0);
  return Result;
}

} // namespace memfacet

// A text of 1 MB is cut into tokens, each a std::string of its own; names are
// looked up in a hash map and lines are put together again: millions of small
// strings, of which the short ones keep their letters in themselves and the
// others in blocks of the heap. Arguments: kilobytes of text, rounds.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cctype>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <unordered_map>
#include <vector>

namespace {

enum class Kind { Name, Number, Text, Sign };

struct Token {
  Kind Class;
  std::string Spelling;
  int Line;
};

std::string sampleText(size_t Size) {
  static const char *Names[] = {"count",
                                "sum",
                                "x",
                                "nextElementOfTheList",
                                "i",
                                "isReady",
                                "temporaryBufferOfCharacters"};
  static const char *Signs[] = {" = ", " + ", "(",   ")",
                                "; ",  "\n",  " * ", "->"};
  uint64_t State = 3;
  auto Draw = [&State](uint64_t Limit) {
    State = State * 6364136223846793005u + 1442695040888963407u;
    return (State >> 33) % Limit;
  };
  std::string Text;
  while (Text.size() < Size) {
    switch (Draw(8)) {
    case 0:
      Text += std::to_string(Draw(1000000));
      break;
    case 1:
      Text += "\"a text in quotes, number " + std::to_string(Draw(50)) + "\"";
      break;
    default:
      Text += Names[Draw(7)];
      if (Draw(3) == 0)
        Text += std::to_string(Draw(40));
    }
    Text += Signs[Draw(8)];
  }
  return Text;
}

class Tokenizer {
public:
  explicit Tokenizer(const std::string &Text) : Text(Text) {}

  std::vector<Token> all() {
    std::vector<Token> Tokens;
    for (skipSpace(); Position < Text.size(); skipSpace())
      Tokens.push_back(next());
    return Tokens;
  }

private:
  void skipSpace() {
    for (;
         Position < Text.size() && std::isspace((unsigned char)Text[Position]);
         ++Position)
      Line += Text[Position] == '\n';
  }

  template <class Condition> std::string takeWhile(Condition Holds) {
    std::string Spelling;
    while (Position < Text.size() && Holds(Text[Position]))
      Spelling += Text[Position++];
    return Spelling;
  }

  Token next() {
    char C = Text[Position];
    if (std::isalpha((unsigned char)C))
      return {Kind::Name, takeWhile([](char L) {
                return std::isalnum((unsigned char)L) != 0;
              }),
              Line};
    if (std::isdigit((unsigned char)C))
      return {Kind::Number, takeWhile([](char L) {
                return std::isdigit((unsigned char)L) != 0;
              }),
              Line};
    ++Position;
    if (C != '"')
      return {Kind::Sign, std::string(1, C), Line};
    std::string Content = takeWhile([](char L) { return L != '"'; });
    ++Position;
    return {Kind::Text, Content, Line};
  }

  const std::string &Text;
  size_t Position = 0;
  int Line = 1;
};

uint64_t process(const std::string &Text,
                 std::unordered_map<std::string, uint32_t> &Uses) {
  std::vector<std::string> Lines;
  for (const Token &T : Tokenizer(Text).all()) {
    if (T.Class == Kind::Name)
      ++Uses[T.Spelling];
    if (Lines.size() < size_t(T.Line))
      Lines.resize(size_t(T.Line));
    std::string &L = Lines[size_t(T.Line) - 1];
    L += T.Class == Kind::Text ? "'" + T.Spelling + "'" : T.Spelling;
    L += ' ';
  }
  uint64_t Sum = 0;
  for (const std::string &L : Lines)
    Sum = Sum * 31 + L.size() * 7 + (L.empty() ? 0 : uint64_t(L[L.size() / 2]));
  return Sum;
}

} // namespace

int main(int Count, char **Words) {
  size_t Kilobytes = Count > 1 ? size_t(std::atoi(Words[1])) : 1024;
  int Rounds = Count > 2 ? std::atoi(Words[2]) : 48;
  std::string Text = sampleText(Kilobytes * 1024);
  std::unordered_map<std::string, uint32_t> Uses;
  uint64_t Sum = 0;
  for (int R = 0; R < Rounds; ++R)
    Sum = Sum * 7 + process(Text, Uses);
  for (const auto &Entry : Uses) // in any order
    Sum += Entry.first.size() * Entry.second;
  std::printf("%llu\n", static_cast<unsigned long long>(Sum));
}

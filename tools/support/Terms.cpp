//===- Terms.cpp - what words and headings mean ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/support/Terms.h"
#include "tools/support/Say.h"
#include <cctype>

namespace memfacet {

namespace {

std::vector<std::string> splitWords(std::string_view Words) {
  std::vector<std::string> All;
  for (;;) {
    size_t Comma = Words.find(", ");
    All.emplace_back(Words.substr(0, Comma));
    if (Comma == Words.npos)
      return All;
    Words.remove_prefix(Comma + 2);
  }
}

bool isNumber(const std::string &Word) {
  return Word.find_first_not_of("0123456789.") == Word.npos;
}

/// Returns whether \p Word is a level, such as "L2".
bool isLevel(const std::string &Word) {
  return Word.size() == 2 && Word[0] == 'L' && std::isdigit(Word[1]);
}

/// Returns \p Heading without what differs from model to model: numbers become
/// N, letters that stand for rows become A, levels are left out.
std::string generalised(std::string_view Heading) {
  std::string Result;
  for (size_t Begin = 0; Begin < Heading.size();) {
    size_t End = std::min(Heading.find(' ', Begin), Heading.size());
    std::string Word(Heading.substr(Begin, End - Begin));
    Begin = End + 1;
    if (isLevel(Word))
      continue;
    if (isNumber(Word))
      Word = "N";
    else if (Word.size() == 1 && std::isupper(Word[0]))
      Word = "A";
    else if (Word.starts_with("[") && !Word.ends_with("]"))
      Word = isNumber(Word.substr(1)) ? "[N" : Word;
    Result += (Result.empty() ? "" : " ") + Word;
  }
  return Result;
}

template <typename Visitor> void visitTerms(Visitor Visit) {
  for (auto Sections : {glossarySections(), reportSections()})
    for (const TermSection &S : Sections)
      for (const Term &T : S.Terms)
        Visit(T);
}

} // namespace

std::vector<const Term *> termsFor(std::string_view Text) {
  for (const std::string &Wanted : {std::string(Text), generalised(Text)}) {
    std::vector<const Term *> Found;
    visitTerms([&](const Term &T) {
      for (const std::string &Word : splitWords(T.Words))
        if (lowerCase(Word) == lowerCase(Wanted))
          Found.push_back(&T);
    });
    if (!Found.empty())
      return Found;
  }
  return {};
}

std::vector<std::string> termWords() {
  std::vector<std::string> All;
  visitTerms([&](const Term &T) {
    for (std::string &Word : splitWords(T.Words))
      All.push_back(std::move(Word));
  });
  return All;
}

std::string plainMeaning(std::string_view Meaning) {
  std::string Text;
  for (size_t Index = 0; Index != Meaning.size(); ++Index) {
    size_t Middle = Meaning.find("](", Index);
    size_t End = Meaning.find(')', Middle);
    bool IsLink = Meaning[Index] == '[' && Middle != Meaning.npos &&
                  Meaning.find('[', Index + 1) > Middle && End != Meaning.npos;
    if (!IsLink) {
      Text += Meaning[Index];
      continue;
    }
    Text += Meaning.substr(Index + 1, Middle - Index - 1);
    Index = End;
  }
  return Text;
}

} // namespace memfacet

// Characters of the library's strings are elements of their own size, not of
// that of the string object: the library allocates them in its own code.
//
// RUN: for Level in -O0 -O2; do \
// RUN:   %memfacet-clangxx $Level -std=c++20 -g %s -o %t.prog && \
// RUN:   %memfacet record -o %t.mfp -- %t.prog && \
// RUN:   %expect %t.mfp --all 's("Word::text", "heap").element_bytes == 1' \
// RUN:     's("local", "heap").element_bytes == 1' \
// RUN:     's("wide", "heap").element_bytes == 4' \
// RUN:     's("narrow", "heap").element_bytes == 2' || exit 1; \
// RUN: done
// RUN: %memfacet report %t.mfp | tr -s "\n " " " | FileCheck %s
// CHECK: Word::text (array: 100 char of 1 B in each of 500 objects)
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
#include <string>
#include <vector>

struct Word {
  explicit Word(const std::string &Text) : text(Text) {}
  std::string text;
};

int main(int argc, char **) {
  std::vector<Word> words;
  words.reserve(500);
  std::string local(99, char('a' + argc));
  for (int I = 0; I != 500; ++I)
    words.emplace_back(local);
  std::wstring wide(50, wchar_t(argc));
  std::u16string narrow(50, char16_t(argc));
  long Sum = wide[1] + narrow[2];
  for (int Round = 0; Round != 50; ++Round)
    for (const Word &W : words)
      for (size_t I = 0; I < W.text.size(); I += 16)
        Sum += W.text[I];
  std::printf("%ld\n", Sum);
}

//===- Labels.cpp - what the names of files call their ranks --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/merge/MergeProfiles.h"
#include <algorithm>
#include <set>

namespace memfacet::result {

static bool isPartOfWord(char C) {
  return (C >= '0' && C <= '9') || (C >= 'a' && C <= 'z') ||
         (C >= 'A' && C <= 'Z');
}

/// Returns the length of what all of \p Files begin with, without the part of a
/// word that it may end with.
static size_t commonLength(const std::vector<std::string> &Files) {
  size_t Length = Files.front().size();
  for (const std::string &File : Files) {
    auto [FirstEnd, OtherEnd] = std::ranges::mismatch(Files.front(), File);
    Length = std::min(Length, size_t(FirstEnd - Files.front().begin()));
  }
  while (Length != 0 && isPartOfWord(Files.front()[Length - 1]))
    --Length;
  return Length;
}

/// Returns \p Files without the extension of profiles; as they are if one has
/// none.
static std::vector<std::string>
withoutExtension(const std::vector<std::string> &Files) {
  constexpr std::string_view Extension = ".mfp";
  std::vector<std::string> Result;
  for (const std::string &File : Files) {
    if (!File.ends_with(Extension) || File.size() == Extension.size())
      return Files;
    Result.push_back(File.substr(0, File.size() - Extension.size()));
  }
  return Result;
}

std::vector<std::string> labelsOf(const std::vector<std::string> &Names) {
  if (Names.size() < 2)
    return Names;
  const std::vector<std::string> Files = withoutExtension(Names);
  size_t Begin = commonLength(Files);
  std::vector<std::string> Backwards;
  for (const std::string &File : Files)
    Backwards.emplace_back(File.rbegin(), File.rend() - ptrdiff_t(Begin));
  size_t End = commonLength(Backwards);
  std::vector<std::string> Labels;
  for (const std::string &File : Files)
    Labels.push_back(File.substr(Begin, File.size() - Begin - End));
  bool Empty = std::ranges::any_of(Labels, &std::string::empty);
  std::set<std::string> Different(Labels.begin(), Labels.end());
  return Empty || Different.size() != Labels.size() ? Names : Labels;
}

} // namespace memfacet::result

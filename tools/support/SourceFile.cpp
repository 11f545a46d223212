//===- SourceFile.cpp - find source that was compiled ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/support/SourceFile.h"
#include <fstream>

namespace memfacet {

/// Finds \p Path in \p Folder or a folder above it.
static std::filesystem::path inFolders(std::filesystem::path Folder,
                                       const std::string &Path) {
  std::error_code Ignored;
  Folder = std::filesystem::absolute(Folder, Ignored);
  while (!std::filesystem::is_regular_file(Folder / Path, Ignored)) {
    if (Folder == Folder.parent_path())
      return {};
    Folder = Folder.parent_path();
  }
  return Folder / Path;
}

std::filesystem::path findAbove(const std::filesystem::path &Folder,
                                const std::string &Path) {
  std::filesystem::path Found = inFolders(Folder, Path);
  // The tree may have moved since: what follows the first folder, the second...
  for (size_t At = 0;
       Found.empty() && (At = Path.find('/', At)) != std::string::npos; ++At)
    if (At + 1 != Path.size())
      Found = inFolders(Folder, Path.substr(At + 1));
  return Found;
}

std::vector<std::string> readLines(const std::filesystem::path &File) {
  std::ifstream In(File);
  std::vector<std::string> Lines;
  for (std::string Line; std::getline(In, Line);)
    Lines.push_back(Line);
  return Lines;
}

std::optional<std::string> SourceLines::line(const std::string &File,
                                             uint32_t Number) {
  auto [It, New] = Files.try_emplace(File);
  if (New && !File.empty()) {
    std::filesystem::path Found = findAbove(".", File);
    if (Found.empty())
      Found = findAbove(std::filesystem::path(Profile).parent_path(), File);
    if (!Found.empty())
      It->second = readLines(Found);
  }
  if (Number == 0 || Number > It->second.size())
    return std::nullopt;
  const std::string &Line = It->second[Number - 1];
  size_t First = Line.find_first_not_of(" \t");
  if (First == Line.npos)
    return "";
  return Line.substr(First, Line.find_last_not_of(" \t\r") + 1 - First);
}

} // namespace memfacet

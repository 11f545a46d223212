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
  // The tree may have moved: try what follows the first folder, the second...
  for (size_t Slash = 0;
       Found.empty() && (Slash = Path.find('/', Slash)) != std::string::npos;
       ++Slash)
    if (Slash + 1 != Path.size())
      Found = inFolders(Folder, Path.substr(Slash + 1));
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
  auto [Entry, New] = Files.try_emplace(File);
  if (New && !File.empty()) {
    std::filesystem::path Found = findAbove(".", File);
    if (Found.empty())
      Found = findAbove(std::filesystem::path(Profile).parent_path(), File);
    if (!Found.empty())
      Entry->second = readLines(Found);
  }
  if (Number == 0 || Number > Entry->second.size())
    return std::nullopt;
  const std::string &Line = Entry->second[Number - 1];
  size_t First = Line.find_first_not_of(" \t");
  if (First == Line.npos)
    return "";
  return Line.substr(First, Line.find_last_not_of(" \t\r") + 1 - First);
}

} // namespace memfacet

//===- SourceFile.h - find source that was compiled -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_TOOLS_SUPPORT_SOURCEFILE_H
#define MEMFACET_TOOLS_SUPPORT_SOURCEFILE_H

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace memfacet {

/// Finds the file that was at \p Path when it was compiled. Looks at \p Path,
/// then for the longest end of the path that exists in \p Folder or a folder
/// above it. Returns an empty path if there is none.
std::filesystem::path findAbove(const std::filesystem::path &Folder,
                                const std::string &Path);

std::vector<std::string> readLines(const std::filesystem::path &File);

/// Reads source files by line, each file once.
class SourceLines {
public:
  /// Looks for files in the current folder and in the folder of the file
  /// \p Profile.
  explicit SourceLines(std::string Profile) : Profile(std::move(Profile)) {}
  /// Returns line \p Number, from 1, of \p File as recorded, without blanks
  /// around it. Returns nothing if there is no such file or line.
  std::optional<std::string> line(const std::string &File, uint32_t Number);

private:
  std::string Profile;
  std::map<std::string, std::vector<std::string>> Files;
};

} // namespace memfacet

#endif

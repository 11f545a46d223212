//===- SourcePaths.cpp - paths of source files, as tables write them ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/common/SourcePaths.h"
#include <algorithm>
#include <filesystem>
#include <string_view>
#include <vector>

namespace memfacet::report {

namespace {

std::string normal(const std::string &Path) {
  return std::filesystem::path(Path).lexically_normal().string();
}

/// Drops the first folder of \p Path.
void dropFolder(std::string_view &Path) {
  Path.remove_prefix(std::min(Path.find('/'), Path.size() - 1) + 1);
}

/// Drops \p Marker and what is in front of it. Returns false if \p Path does
/// not have it.
bool dropThrough(std::string_view &Path, std::string_view Marker) {
  size_t Position = Path.find(Marker);
  if (Position == Path.npos)
    return false;
  Path.remove_prefix(Position + Marker.size());
  return true;
}

bool isDigit(char C) { return C >= '0' && C <= '9'; }

/// Returns whether \p Path begins with a folder like "x86_64-linux-gnu".
bool beginsWithTarget(std::string_view Path) {
  std::string_view First = Path.substr(0, Path.find('/'));
  return First.size() < Path.size() && First.find("-linux-") != First.npos;
}

/// Returns the last \p Count parts of \p Path; all of it if it has no more.
std::string lastParts(const std::string &Path, size_t Count) {
  size_t Position = Path.size();
  for (; Count != 0 && Position != 0 && Position != Path.npos; --Count)
    Position = Path.rfind('/', Position - 1);
  return Position == Path.npos || Position == 0 ? Path
                                                : Path.substr(Position + 1);
}

bool isInside(const std::string &Path, const std::string &Folder) {
  return Folder.size() > 1 && Path.size() > Folder.size() &&
         Path.starts_with(Folder) && Path[Folder.size()] == '/';
}

size_t partCount(const std::string &Path) {
  return size_t(std::ranges::count(Path, '/')) + 1;
}

/// Returns whether \p Path is that of a shared library, "libc.so.6".
bool isLibrary(const std::string &Path) {
  size_t Position = Path.rfind(".so");
  return Position != Path.npos &&
         Path.find_first_not_of(".0123456789", Position + 3) == Path.npos;
}

std::string shortPath(const std::string &Path, const std::string &Folder,
                      const std::string &Root) {
  if (std::string Header = systemHeader(Path); !Header.empty())
    return Header;
  if (isLibrary(Path))
    return lastParts(Path, 1);
  for (const std::string &Base : {Folder, Root})
    if (isInside(Path, Base))
      return Path.substr(Base.size() + 1);
  std::string_view Rest = Path;
  while (Rest.starts_with("../"))
    dropFolder(Rest);
  return Path.starts_with('/') ? lastParts(Path, 2) : std::string(Rest);
}

} // namespace

std::string systemHeader(const std::string &Path) {
  std::string_view Rest = Path;
  if (dropThrough(Rest, "/include/c++/")) {
    if (!Rest.empty() && isDigit(Rest[0]))
      dropFolder(Rest); // the version; libc++ has "v1"
    else if (Rest.starts_with("v1/"))
      dropFolder(Rest);
  } else if (dropThrough(Rest, "/lib/clang/") ||
             dropThrough(Rest, "/lib/gcc/")) {
    if (!dropThrough(Rest, "/include/"))
      return "";
  } else if (Rest.starts_with("/usr/include/") ||
             Rest.starts_with("/usr/local/include/")) {
    dropThrough(Rest, "/include/");
    // Debian has the C++ library's headers for one machine here.
    if (beginsWithTarget(Rest)) {
      dropFolder(Rest);
      if (Rest.starts_with("c++/")) {
        dropFolder(Rest);
        dropFolder(Rest);
      }
    }
  } else {
    return "";
  }
  if (beginsWithTarget(Rest))
    dropFolder(Rest);
  return Rest.empty() ? "" : "<" + std::string(Rest) + ">";
}

std::string projectRoot(const std::set<std::string> &Files) {
  std::set<std::string> ProjectFiles;
  for (const std::string &Recorded : Files)
    if (std::string File = normal(Recorded);
        File.starts_with('/') && systemHeader(File).empty() && !isLibrary(File))
      ProjectFiles.insert(File);
  std::string Root;
  for (;;) {
    std::map<std::string, size_t> Counts;
    for (const std::string &File : ProjectFiles)
      if (Root.empty() || isInside(File, Root))
        if (size_t End = File.find('/', Root.size() + 1); End != File.npos)
          ++Counts[File.substr(0, End)];
    auto Most = std::ranges::max_element(
        Counts, {}, [](const auto &Folder) { return Folder.second; });
    if (Most == Counts.end() || 10 * Most->second < 9 * ProjectFiles.size())
      return Root;
    Root = Most->first;
  }
}

std::map<std::string, std::string>
shortPaths(const std::set<std::string> &Files, const std::string &Folder,
           const std::string &Root) {
  std::set<std::string> Normal;
  for (const std::string &File : Files)
    if (!File.empty())
      Normal.insert(normal(File));
  std::map<std::string, std::string> Short;
  for (const std::string &File : Normal)
    Short[File] = shortPath(File, Folder, Root);
  // Files that would be written alike get more parts of their paths.
  for (bool Changed = true; Changed;) {
    std::map<std::string, std::vector<std::string>> Alike;
    for (const auto &[File, Text] : Short)
      Alike[Text].push_back(File);
    Changed = false;
    for (const auto &[Text, Namesakes] : Alike)
      for (const std::string &File : Namesakes)
        if (Namesakes.size() > 1 && Text != File) {
          Short[File] = lastParts(File, partCount(Text) + 1);
          Changed = true;
        }
  }
  std::map<std::string, std::string> Result;
  for (const std::string &File : Files)
    if (!File.empty())
      Result[File] = Short[normal(File)];
  return Result;
}

} // namespace memfacet::report

//===- SourceFile.h - the source that was compiled ------------------------===//

#ifndef MEMFACET_TOOLS_SUPPORT_SOURCEFILE_H
#define MEMFACET_TOOLS_SUPPORT_SOURCEFILE_H

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace memfacet {

/// Where \p Path is, seen from \p Folder or a folder around it: the compiler
/// records paths relative to where it ran, or to a folder around that. Empty:
/// it is not there.
std::filesystem::path findAbove(std::filesystem::path Folder,
                                const std::string &Path);

std::vector<std::string> readLines(const std::filesystem::path &File);

/// Lines of sources, each file read once.
class SourceLines {
public:
  /// \p Profile: path of the profile; its folder is looked at as well as the
  /// current one.
  explicit SourceLines(std::string Profile) : Profile(std::move(Profile)) {}
  /// Line \p Number, from 1, of \p File as recorded, without blanks around it;
  /// nothing where the file or the line is not there.
  std::optional<std::string> line(const std::string &File, uint32_t Number);

private:
  std::string Profile;
  std::map<std::string, std::vector<std::string>> Files;
};

} // namespace memfacet

#endif

//===- ForeignRecords.cpp - what processes recorded by themselves ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/record/ForeignRecords.h"
#include "tools/record/CollectorSettings.h"
#include <algorithm>
#include <iterator>
#include <string_view>
#include <system_error>
#include <tuple>

namespace memfacet::record {

namespace {

namespace fs = std::filesystem;

constexpr const char *DefaultRegion = "memfacet.region";

bool isNumber(std::string_view Text) {
  return !Text.empty() &&
         Text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Returns whether \p Name is \p Pattern with one or several numbers before the
/// extension: a.7.mfp and a.7.2.mfp for a.mfp.
bool isNumbered(std::string_view Name, const fs::path &Pattern) {
  std::string Stem = Pattern.stem().string();
  std::string Extension = Pattern.extension().string();
  if (!Name.starts_with(Stem) || !Name.ends_with(Extension) ||
      Name.size() <= Stem.size() + Extension.size())
    return false;
  std::string_view Numbers =
      Name.substr(Stem.size(), Name.size() - Stem.size() - Extension.size());
  while (!Numbers.empty()) {
    if (Numbers[0] != '.')
      return false;
    size_t End = std::min(Numbers.find('.', 1), Numbers.size());
    if (!isNumber(Numbers.substr(1, End - 1)))
      return false;
    Numbers.remove_prefix(End);
  }
  return true;
}

/// Returns \p Name without what files have that are being written.
std::string_view finalName(std::string_view Name) {
  constexpr std::string_view Part = ".part";
  if (Name.ends_with(Part))
    Name.remove_suffix(Part.size());
  return Name;
}

/// Returns the final names of new files in \p Folder that \p Belongs accepts.
template <typename Predicate>
std::vector<std::string> newFiles(const fs::path &Folder,
                                  fs::file_time_type Begin, Predicate Belongs) {
  std::vector<std::string> Result;
  std::error_code Error;
  for (fs::directory_iterator I(Folder, Error), End; !Error && I != End;
       I.increment(Error)) {
    std::string Name = I->path().filename().string();
    std::error_code Gone;
    if (Belongs(finalName(Name)) && I->last_write_time(Gone) >= Begin && !Gone)
      Result.emplace_back(finalName(Name));
  }
  std::ranges::sort(Result);
  auto Same = std::ranges::unique(Result);
  Result.erase(Same.begin(), Same.end());
  return Result;
}

} // namespace

std::vector<ForeignRecord> foreignRecords(const std::string &Profile,
                                          fs::file_time_type Begin) {
  std::vector<ForeignRecord> Result;
  for (std::string &Name : newFiles(".", Begin, [](std::string_view Name) {
         return isNumbered(Name, DefaultRegion);
       }))
    Result.push_back({std::move(Name), true, false});

  fs::path File = Profile, Folder = File.parent_path();
  for (const std::string &Name :
       newFiles(Folder.empty() ? "." : Folder, Begin,
                [&](auto Name) { return isNumbered(Name, File.filename()); }))
    Result.push_back({(Folder / Name).string(), false, false});

  const std::string DefaultProfile = CollectorSettings().Output;
  std::error_code Error;
  if (fs::absolute(File, Error) == fs::absolute(DefaultProfile, Error))
    return Result;
  for (std::string &Name : newFiles(".", Begin, [&](std::string_view Name) {
         return Name == DefaultProfile || isNumbered(Name, DefaultProfile);
       }))
    Result.push_back({std::move(Name), false, true});
  return Result;
}

} // namespace memfacet::record

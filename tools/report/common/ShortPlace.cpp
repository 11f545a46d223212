//===- ShortPlace.cpp - source places, short ------------------------------===//

#include "tools/report/common/ShortPlace.h"

namespace memfacet {

namespace {

std::string shortFile(const std::string &File, const std::string &Folder) {
  if (!Folder.empty() && File.starts_with(Folder + "/"))
    return File.substr(Folder.size() + 1);
  if (File.empty() || File[0] != '/')
    return File;
  size_t Last = File.rfind('/');
  size_t Before = Last == 0 ? std::string::npos : File.rfind('/', Last - 1);
  return Before == std::string::npos ? File : File.substr(Before + 1);
}

} // namespace

std::string shortPlace(const Structure &S, const std::string &Folder) {
  std::string Place = shortFile(S.File, Folder);
  if (!Place.empty() && S.Line != 0)
    Place += fmt::format(":{}", S.Line);
  if (!S.Function.empty())
    Place += (Place.empty() ? "" : " ") + S.Function;
  return Place;
}

} // namespace memfacet

//===- Places.cpp - places in the source, as text and columns -------------===//

#include "tools/report/common/Places.h"
#include "memfacet/WrittenNames.h"
#include <filesystem>
#include <fmt/format.h>

namespace memfacet {

static std::string shortFile(const std::string &File,
                             const std::string &Folder) {
  if (!Folder.empty() && File.starts_with(Folder + "/"))
    return File.substr(Folder.size() + 1);
  if (File.empty() || File[0] != '/')
    return File;
  size_t Last = File.rfind('/');
  size_t Before = Last == 0 ? std::string::npos : File.rfind('/', Last - 1);
  return Before == std::string::npos ? File : File.substr(Before + 1);
}

std::string shortPlace(const Structure &S, const std::string &Folder) {
  std::string Place = shortFile(S.File, Folder);
  if (!Place.empty() && S.Line != 0)
    Place += fmt::format(":{}", S.Line);
  if (!S.Function.empty())
    Place += (Place.empty() ? "" : " ") + shortName(S.Function);
  return Place;
}

std::string placeText(const PairSite &Site) {
  std::string Text = shortName(Site.Function);
  if (!Site.File.empty())
    Text += fmt::format("{}{}:{}", Text.empty() ? "" : " ",
                        std::filesystem::path(Site.File).filename().string(),
                        Site.Line);
  return Text;
}

std::string siteText(const PairSite &Site) {
  std::string Text = accessKindName(Site.Kind), Place = placeText(Site);
  return Place.empty() ? Text : Text + " " + Place;
}

Columns<PairSite> placeColumns() {
  return {forPrograms("function", [](auto &S) { return S.Function; }),
          forPrograms("file", [](auto &S) { return S.File; }),
          forPrograms("line", [](auto &S) { return S.Line; }),
          forPrograms("column", [](auto &S) { return S.Column; })};
}

Columns<PairSite> siteColumns() {
  Columns<PairSite> Cs = {
      forPrograms("kind", [](auto &S) { return accessKindName(S.Kind); })};
  addColumns(Cs, placeColumns());
  return Cs;
}

Columns<ThreadSite> threadSiteColumns(const Profile &P) {
  Columns<ThreadSite> Cs = {
      forPrograms("thread", [](auto &S) { return S.Thread; })};
  addColumns(Cs, partColumns<ThreadSite>(
                     siteColumns(), [](auto &S) -> auto & { return S.Site; }));
  addColumns<ThreadSite>(
      Cs, {forPrograms(
               "structure",
               [&P](auto &S) { return P.Structures[S.Structure.Value].Name; }),
           forJson("structure_id", [](auto &S) { return S.Structure.Value; })});
  return Cs;
}

Table threadMatrix(const std::vector<uint32_t> &Threads,
                   const std::vector<std::vector<uint64_t>> &Counts,
                   const std::function<std::string(uint64_t)> &Text) {
  Table T;
  T.Columns = {{"from"}};
  for (uint32_t Thread : Threads)
    T.Columns.push_back({fmt::format("to {}", Thread)});
  for (size_t I = 0; I != Threads.size(); ++I) {
    TableRow Row;
    Row.Cells = {fmt::format("{}", Threads[I])};
    for (uint64_t Count : Counts[I])
      Row.Cells.push_back(Text(Count));
    T.Rows.push_back(std::move(Row));
  }
  return T;
}

} // namespace memfacet

//===- Places.cpp - places in the source, as text and columns -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/common/Places.h"
#include "memfacet/Check.h"
#include "tools/support/ShortName.h"
#include <fmt/format.h>

namespace memfacet::report {

std::string shortPlace(const result::Profile &P, const std::string &File,
                       uint32_t Line, const std::string &Function) {
  std::string Place = tablePlace(P, File, Line);
  if (!Function.empty())
    Place += (Place.empty() ? "" : " ") + shortName(Function);
  return Place;
}

std::string placeText(const result::Profile &P, const result::PairSite &Site) {
  std::string Text = shortName(Site.Function);
  if (std::string Place = tablePlace(P, Site.File, Site.Line); !Place.empty())
    Text += (Text.empty() ? "" : " ") + Place;
  return Text;
}

std::string siteText(const result::Profile &P, const result::PairSite &Site) {
  std::string Text = result::accessKindName(Site.Kind),
              Place = placeText(P, Site);
  return Place.empty() ? Text : Text + " " + Place;
}

Columns<result::PairSite> placeColumns() {
  return {forPrograms("function", [](auto &S) { return S.Function; }),
          forPrograms("file", [](auto &S) { return S.File; }),
          forPrograms("line", [](auto &S) { return S.Line; }),
          forPrograms("column", [](auto &S) { return S.Column; })};
}

Columns<result::PairSite> siteColumns() {
  Columns<result::PairSite> Cs = {forPrograms(
      "kind", [](auto &S) { return result::accessKindName(S.Kind); })};
  addColumns(Cs, placeColumns());
  return Cs;
}

Columns<ThreadSite> threadSiteColumns(const result::Profile &P) {
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
  MEMFACET_CHECK(Counts.size() == Threads.size(), "each thread has a row");
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

} // namespace memfacet::report

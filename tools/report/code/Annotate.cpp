//===- Annotate.cpp - source with misses in the margin: text, JSON --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/code/CodeReport.h"
#include "tools/report/common/ReportHeader.h"
#include "tools/support/Say.h"
#include <algorithm>
#include <map>
#include <set>

namespace memfacet::report {

namespace {

using Fit = TableColumn::Fit;

bool matchesName(const std::string &File, const std::string &Name) {
  return File == Name || File.ends_with("/" + Name);
}

std::string baseName(const std::string &File) {
  return File.substr(File.rfind('/') + 1);
}

/// Returns the rows of \p File by line number.
std::map<uint32_t, CodeRow> rowsOf(const result::Profile &P,
                                   const std::string &File) {
  std::map<uint32_t, CodeRow> Rows;
  for (CodeRow &Row : codeRows(P, ReportBy::Line))
    if (Row.File == File && Row.Line != 0)
      Rows.emplace(Row.Line, std::move(Row));
  return Rows;
}

/// Returns the numbers of the lines to show. If the source has changed since,
/// rows may be after its end; they are shown, too, so that no count is lost.
std::set<uint32_t> chosenLines(const std::map<uint32_t, CodeRow> &Rows,
                               uint32_t Lines, const AnnotateOptions &O) {
  std::set<uint32_t> Chosen;
  for (uint32_t I = 1; O.Whole && I <= Lines; ++I)
    Chosen.insert(I);
  for (const auto &[Line, Row] : Rows) {
    Chosen.insert(Line);
    uint32_t First = Line > O.ContextLines ? Line - O.ContextLines : 1;
    uint64_t Last = std::min<uint64_t>(uint64_t(Line) + O.ContextLines, Lines);
    for (uint64_t I = First; I <= Last; ++I)
      Chosen.insert(uint32_t(I));
  }
  return Chosen;
}

std::string withoutTabs(const std::string &Line) {
  std::string Text;
  for (char C : Line)
    if (C == '\t')
      Text.append(8 - Text.size() % 8, ' ');
    else
      Text += C;
  return Text;
}

/// A line of the table.
struct ShownLine {
  std::string Number, Text;
  const CodeRow *Row = nullptr; ///< null: nothing is accessed

  bool misses() const { return Row && Row->Misses[0] != 0; }
};

/// \p Total: first-level misses of the program.
Columns<ShownLine> lineColumns(const result::Profile &P, uint64_t Total) {
  auto IfMisses = [](auto Text) {
    return [Text](const ShownLine &L) {
      return L.misses() ? Text(*L.Row) : std::string();
    };
  };
  Columns<ShownLine> Cs = {forPeople(
      "accesses",
      [](auto &L) { return L.Row ? humanCount(L.Row->accesses()) : ""; },
      Fit::Always, 4)};
  for (size_t L = 0; L != P.Caches.Levels.size(); ++L)
    Cs.push_back(forPeople(
        P.Caches.Levels[L].Name + " misses",
        [L](auto &Line) {
          return Line.Row && Line.Row->Misses[L]
                     ? humanCount(Line.Row->Misses[L])
                     : "";
        },
        Fit::Always, L == 0 ? 0 : 3));
  addColumns<ShownLine>(
      Cs, {forPeople("share", IfMisses([Total](auto &Row) {
                       return humanRate(Row.Misses[0], Total);
                     }),
                     Fit::Always, 2),
           forPeople("source line", [](auto &L) { return L.Number; }),
           forPeople(
               "", [](auto &L) { return printable(withoutTabs(L.Text)); },
               Fit::CutEnd),
           forPeople("missing structures", IfMisses([&P](auto &Row) {
                       return printable(missingStructures(P, Row, 3));
                     }),
                     Fit::CutEnd, 1)});
  return Cs;
}

} // namespace

Expected<std::string> findSource(const result::Profile &P,
                                 const std::string &Name) {
  std::set<std::string> Files, Matches;
  for (const result::CodeSite &S : P.Sites) {
    Files.insert(S.File);
    if (matchesName(S.File, Name))
      Matches.insert(S.File);
  }
  if (Matches.contains(Name) || Matches.size() == 1)
    return Matches.contains(Name) ? Name : *Matches.begin();
  if (Matches.size() > 1)
    return makeError("'{}' may be {}; say which", Name,
                     fmt::join(Matches, " or "));
  std::vector<std::string> Known;
  for (const std::string &File : Files)
    Known.push_back(baseName(File));
  return makeError(
      "nothing in '{}' was executed{}; 'memfacet report --by line' "
      "shows where the accesses are",
      Name, didYouMean(baseName(Name), Known));
}

std::vector<AnnotatedLine>
annotatedLines(const result::Profile &P, const std::string &File,
               const std::vector<std::string> &Source,
               const AnnotateOptions &Options) {
  std::map<uint32_t, CodeRow> Rows = rowsOf(P, File);
  std::vector<AnnotatedLine> Lines;
  for (uint32_t Line : chosenLines(Rows, uint32_t(Source.size()), Options)) {
    AnnotatedLine New;
    New.Number = Line;
    if (Line <= Source.size())
      New.Text = &Source[Line - 1];
    if (auto It = Rows.find(Line); It != Rows.end())
      New.Row = std::move(It->second);
    Lines.push_back(std::move(New));
  }
  return Lines;
}

std::string annotate(const result::Profile &P, const std::string &File,
                     const std::vector<std::string> &Source,
                     const AnnotateOptions &Options, const Terminal &Out) {
  uint64_t Total = 0;
  for (const result::SiteCounts &C : P.BySite)
    Total += C.Misses[0];
  Columns<ShownLine> Cs = lineColumns(P, Total);
  Table T = emptyTable(Cs);
  uint32_t Previous = 0;
  for (const AnnotatedLine &L : annotatedLines(P, File, Source, Options)) {
    if (L.Number != Previous + 1)
      addRow(T, Cs, {"...", ""}, Style::Dim);
    Previous = L.Number;
    ShownLine Line = {fmt::format("{}", L.Number),
                      L.Text ? *L.Text : "[not in the file]",
                      L.Row ? &*L.Row : nullptr};
    // Marks a line that causes a twentieth of all misses.
    bool Hot = Line.misses() && 20 * L.Row->Misses[0] >= Total;
    addRow(T, Cs, Line, !L.Row ? Style::Dim : Hot ? Style::Bold : Style::Plain);
  }
  return renderTable(T, Out);
}

std::string annotateJson(const result::Profile &P, const std::string &File,
                         const std::vector<std::string> &Source,
                         const AnnotateOptions &Options) {
  CodeRow NoAccesses;
  NoAccesses.Misses.resize(P.Caches.Levels.size());
  Columns<ShownCode> Counts = codeCounts(P);
  Json J = jsonHead(P);
  J["file"] = File;
  J["lines"] = Json::array();
  for (const AnnotatedLine &L : annotatedLines(P, File, Source, Options)) {
    J["lines"].push_back(
        {{"line", L.Number}, {"text", L.Text ? Json(*L.Text) : Json(nullptr)}});
    J["lines"].back().update(jsonObject(Counts, {L.Row ? *L.Row : NoAccesses}));
  }
  return jsonText(J);
}

} // namespace memfacet::report

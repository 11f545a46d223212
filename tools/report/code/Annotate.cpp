//===- Annotate.cpp - source with misses in the margin --------------------===//

#include "tools/report/code/Annotate.h"
#include "tools/report/code/CodeReport.h"
#include "tools/report/format/Table.h"
#include "tools/report/format/Units.h"
#include "tools/support/Suggest.h"
#include <algorithm>
#include <map>
#include <set>

namespace memfacet {

namespace {

using Fit = TableColumn::Fit;

bool isMeant(const std::string &File, const std::string &Name) {
  return File == Name || File.ends_with("/" + Name);
}

std::string baseName(const std::string &File) {
  return File.substr(File.rfind('/') + 1);
}

/// By line number.
std::map<uint32_t, CodeRow> rowsOf(const Profile &P, const std::string &File) {
  std::map<uint32_t, CodeRow> Rows;
  for (CodeRow &Row : codeRows(P, ReportBy::Line))
    if (Row.File == File && Row.Line != 0)
      Rows.emplace(Row.Line, std::move(Row));
  return Rows;
}

/// Line numbers to show. Rows may lie behind the end, anywhere, where the
/// source has changed since: no count may be lost.
std::set<uint32_t> chosenLines(const std::map<uint32_t, CodeRow> &Rows,
                               uint32_t Lines, const AnnotateOptions &O) {
  std::set<uint32_t> Chosen;
  for (uint32_t I = 1; O.Whole && I <= Lines; ++I)
    Chosen.insert(I);
  for (const auto &[Line, Row] : Rows) {
    Chosen.insert(Line);
    uint32_t First = Line > O.Around ? Line - O.Around : 1;
    uint64_t Last = std::min<uint64_t>(uint64_t(Line) + O.Around, Lines);
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

class Margin {
public:
  Margin(const Profile &P, uint64_t FirstLevelMisses)
      : P(P), FirstLevelMisses(FirstLevelMisses) {
    T.Columns = {{"accesses", Fit::Always, 4}};
    for (size_t L = 0; L != P.Caches.Levels.size(); ++L)
      T.Columns.push_back(
          {P.Caches.Levels[L].Name + " misses", Fit::Always, L == 0 ? 0u : 3u});
    T.Columns.push_back({"share", Fit::Always, 2});
    T.Columns.push_back({"line", Fit::Always, 0});
    T.Columns.push_back({"", Fit::CutEnd, 0});
    T.Columns.push_back({"missing structures", Fit::CutEnd, 1});
  }

  /// \p Row: null where nothing is accessed.
  void add(const std::string &Number, const std::string &Text,
           const CodeRow *Row) {
    TableRow New;
    New.Cells.push_back(Row ? humanCount(Row->accesses()) : "");
    for (size_t L = 0; L != P.Caches.Levels.size(); ++L)
      New.Cells.push_back(Row && Row->Misses[L] ? humanCount(Row->Misses[L])
                                                : "");
    bool Misses = Row && Row->Misses[0] != 0;
    New.Cells.push_back(Misses ? humanRate(Row->Misses[0], FirstLevelMisses)
                               : "");
    New.Cells.push_back(Number);
    New.Cells.push_back(printable(withoutTabs(Text)));
    New.Cells.push_back(Misses ? printable(missingStructures(P, *Row, 3)) : "");
    if (!Row)
      New.Look = Style::Dim;
    // A line that causes a twentieth of all misses.
    else if (20 * Row->Misses[0] >= FirstLevelMisses && Misses)
      New.Look = Style::Bold;
    T.Rows.push_back(std::move(New));
  }
  std::string text(const Terminal &Out) const { return renderTable(T, Out); }

private:
  const Profile &P;
  const uint64_t FirstLevelMisses; ///< of the whole program
  Table T;
};

} // namespace

Expected<std::string> findSource(const Profile &P, const std::string &Name) {
  std::set<std::string> Files, Meant;
  for (const CodeSite &S : P.Sites) {
    Files.insert(S.File);
    if (isMeant(S.File, Name))
      Meant.insert(S.File);
  }
  if (Meant.contains(Name) || Meant.size() == 1)
    return Meant.contains(Name) ? Name : *Meant.begin();
  if (Meant.size() > 1)
    return makeError("'{}' may be {}; say which", Name,
                     fmt::join(Meant, " or "));
  std::vector<std::string> Known;
  for (const std::string &File : Files)
    Known.push_back(baseName(File));
  return makeError(
      "nothing in '{}' was executed{}; 'memfacet report --by line' "
      "shows where the accesses are",
      Name, didYouMean(baseName(Name), Known));
}

std::vector<AnnotatedLine>
annotatedLines(const Profile &P, const std::string &File,
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

std::string annotate(const Profile &P, const std::string &File,
                     const std::vector<std::string> &Source,
                     const AnnotateOptions &Options, const Terminal &Out) {
  uint64_t Total = 0;
  for (const SiteCounts &C : P.BySite)
    Total += C.Misses[0];
  Margin M(P, Total);
  uint32_t Before = 0;
  for (const AnnotatedLine &L : annotatedLines(P, File, Source, Options)) {
    if (L.Number != Before + 1)
      M.add("...", "", nullptr);
    M.add(fmt::format("{}", L.Number), L.Text ? *L.Text : "[not in the file]",
          L.Row ? &*L.Row : nullptr);
    Before = L.Number;
  }
  return M.text(Out);
}

} // namespace memfacet

//===- CodeParts.cpp - source with misses, and what threads share ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/html/PageParts.h"
#include "tools/report/code/CodeReport.h"
#include "tools/report/common/LostLines.h"
#include "tools/report/common/TableNames.h"
#include "tools/report/threads/PairReport.h"
#include "tools/report/threads/SharingReport.h"
#include "tools/support/SourceFile.h"
#include <algorithm>
#include <map>
#include <tuple>

namespace memfacet::html {

namespace {

// Limits: files, those with most misses; lines of a file; bytes of all text. Of
// longer files, only lines near lines with counts are kept.
constexpr size_t MostFiles = 40, MostLines = 4000, MostText = 3'000'000;
constexpr size_t MostLineBytes = 400, MostParts = 6;
// Limits of the rows of tables of communication.
constexpr size_t MostEdges = 60, MostSharers = 40;

struct SourceCounts {
  std::vector<report::CodeRow> Lines; ///< ascending
  uint64_t Misses = 0, Accesses = 0;
};

report::Json lineJson(const report::CodeRow &Row) {
  report::Json Parts = report::Json::array();
  for (const report::CodeRow::Part &Part : Row.Parts) {
    if (Parts.size() == MostParts)
      break;
    Parts.push_back({Part.Structure.Value, Part.Misses});
  }
  return {Row.Line, Row.accesses(), Row.Misses, Parts};
}

std::vector<std::string> textOf(const std::string &File,
                                const std::string &Profile) {
  std::filesystem::path Found = findAbove(".", File);
  if (Found.empty())
    Found = findAbove(std::filesystem::path(Profile).parent_path(), File);
  return Found.empty() ? std::vector<std::string>() : readLines(Found);
}

/// Returns lines of \p Text that are near a line with counts, as [number,
/// text]. Takes their bytes from \p Room.
report::Json shownText(const std::vector<std::string> &Text,
                       const SourceCounts &Source, size_t &Room) {
  bool Whole = Text.size() <= MostLines;
  constexpr uint32_t Reach = 40;
  report::Json Shown = report::Json::array();
  auto Nearest = Source.Lines.begin();
  for (uint32_t Number = 1; Number <= Text.size(); ++Number) {
    while (Nearest != Source.Lines.end() && Nearest->Line + Reach < Number)
      ++Nearest;
    if (!Whole &&
        (Nearest == Source.Lines.end() || Nearest->Line > Number + Reach))
      continue;
    std::string Line = Text[Number - 1].substr(0, MostLineBytes);
    if (Line.size() >= Room)
      break;
    Room -= Line.size();
    Shown.push_back({Number, std::move(Line)});
  }
  return Shown;
}

report::Json matrixJson(const std::vector<std::vector<uint64_t>> &M) {
  report::Json Rows = report::Json::array();
  for (const std::vector<uint64_t> &Row : M)
    Rows.push_back(Row);
  return Rows;
}

/// Counts what goes from thread to thread in the lines of each structure, as
/// [structure, from, to, count].
class StructureFlows {
public:
  void add(StructureId Structure, uint32_t Source, uint32_t Target,
           uint64_t Count) {
    if (Source != Target && Count != 0)
      Counts[{Structure.Value, Source, Target}] += Count;
  }
  report::Json json() const {
    report::Json All = report::Json::array();
    for (const auto &[Key, Count] : Counts)
      All.push_back(
          {std::get<0>(Key), std::get<1>(Key), std::get<2>(Key), Count});
    return All;
  }

private:
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, uint64_t> Counts;
};

report::Json endJson(const result::Profile &P, const report::ThreadSite &E) {
  return {{"thread", E.Thread},
          {"site", report::siteText(P, E.Site)},
          {"name", report::tableName(P, E.Structure)},
          {"id", E.Structure.Value}};
}

report::Json pairsPage(const result::Profile &P) {
  report::PairModel M = report::pairModel(P, {});
  report::Json Rows = report::Json::array();
  for (const report::PairRow &R : M.Rows) {
    if (Rows.size() == MostEdges)
      break;
    Rows.push_back({{"from", endJson(P, R.First)},
                    {"to", endJson(P, R.Second)},
                    {"count", R.Pairs * P.Pairs.Period}});
  }
  std::vector<std::vector<uint64_t>> Estimates = M.Matrix;
  for (std::vector<uint64_t> &Row : Estimates)
    for (uint64_t &Count : Row)
      Count *= P.Pairs.Period;
  StructureFlows Flows;
  for (const result::PairCount &C : P.Pairs.Pairs) {
    const result::PairVertex &First = P.Pairs.Vertices[C.First],
                             &Second = P.Pairs.Vertices[C.Second];
    // Vertices with a known thread before are for the model of hot-spots.
    if (First.PreviousThread == result::UnknownThread)
      Flows.add(Second.Structure, First.Thread, Second.Thread,
                C.Pairs * P.Pairs.Period);
  }
  return {{"what", "reuse pairs, estimated from a sample"},
          {"threads", M.Threads},
          {"matrix", matrixJson(Estimates)},
          {"by_structure", Flows.json()},
          {"edges", Rows}};
}

report::Json sharingPage(const result::Profile &P,
                         const report::SharingModel &M) {
  report::Json Edges = report::Json::array(), Sharers = report::Json::array();
  for (const report::SharingEdgeRow &R : M.Edges) {
    if (Edges.size() == MostEdges)
      break;
    if (R.Writer.Thread != R.Victim.Thread)
      Edges.push_back({{"from", endJson(P, R.Writer)},
                       {"to", endJson(P, R.Victim)},
                       {"count", R.lines()},
                       {"false", R.False}});
  }
  for (const report::SharingRow &R : M.Structures) {
    if (Sharers.size() == MostSharers)
      break;
    Sharers.push_back({{"id", R.Structure.Value},
                       {"name", report::tableName(P, R.Structure)},
                       {"use", result::sharingClassName(R.Class)},
                       {"true", R.Total.True},
                       {"false", R.Total.False},
                       {"cold", R.Total.Cold},
                       {"units", R.Total.Units}});
  }
  StructureFlows Flows;
  for (const result::SharingEdge &E : P.Sharing.Edges) {
    const result::SharingVertex &Writer = P.Sharing.Vertices[E.Source],
                                &Reader = P.Sharing.Vertices[E.Target];
    Flows.add(Reader.Structure, Writer.Thread, Reader.Thread,
              E.Cold + E.True + E.False);
  }
  report::LostLines Lost = report::allLostLines(P);
  return {{"what",
           fmt::format("lines that one thread wrote and another missed; false "
                       "sharing: {}; true sharing: {}",
                       report::lostText(Lost.FalseInRun, Lost.FalseSharing),
                       report::lostText(Lost.TrueInRun, Lost.TrueSharing))},
          {"threads", M.Threads},
          {"matrix", matrixJson(M.Lines)},
          {"by_structure", Flows.json()},
          {"bytes", matrixJson(M.Bytes)},
          {"edges", Edges},
          {"sharers", Sharers}};
}

} // namespace

report::Json communicationPart(const result::Profile &P) {
  report::Json Parts = report::Json::array();
  if (!P.Sharing.Vertices.empty())
    Parts.push_back(sharingPage(P, report::sharingModel(P, {})));
  if (!P.Pairs.empty())
    Parts.push_back(pairsPage(P));
  return Parts.empty() ? report::Json() : Parts;
}

report::Json sourcePart(const result::Profile &P, const std::string &File,
                        bool Text) {
  if (P.Sites.empty())
    return {};
  std::map<std::string, SourceCounts> ByFile;
  for (report::CodeRow &Row : report::codeRows(P, report::ReportBy::Line)) {
    if (Row.File.empty() || Row.Line == 0)
      continue;
    SourceCounts &Source = ByFile[Row.File];
    Source.Misses += Row.Misses.empty() ? 0 : Row.Misses[0];
    Source.Accesses += Row.accesses();
    Source.Lines.push_back(std::move(Row));
  }
  std::vector<std::pair<std::string, SourceCounts>> Files(ByFile.begin(),
                                                          ByFile.end());
  std::ranges::stable_sort(Files, {}, [](const auto &F) {
    return std::pair(~F.second.Misses, ~F.second.Accesses);
  });
  Files.resize(std::min(Files.size(), MostFiles));
  report::Json Sources = report::Json::array();
  size_t Room = MostText;
  for (auto &[Name, Source] : Files) {
    std::ranges::sort(Source.Lines, {}, &report::CodeRow::Line);
    report::Json Lines = report::Json::array();
    for (const report::CodeRow &Row : Source.Lines)
      Lines.push_back(lineJson(Row));
    report::Json Shown = report::Json::array();
    if (Text)
      Shown = shownText(textOf(Name, File), Source, Room);
    Sources.push_back({{"file", report::tableFile(P, Name)},
                       {"lines", Lines},
                       {"text", Shown}});
  }
  return Sources;
}

} // namespace memfacet::html

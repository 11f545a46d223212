//===- CodeRows.cpp - counts by site, line or function --------------------===//

#include "tools/report/code/CodeRows.h"
#include "tools/support/Suggest.h"
#include <algorithm>
#include <map>
#include <tuple>

namespace memfacet {

namespace {

constexpr std::pair<const char *, ReportBy> Names[] = {
    {"structure", ReportBy::Structure},
    {"site", ReportBy::Site},
    {"line", ReportBy::Line},
    {"function", ReportBy::Function}};

/// What sites of one row have in common.
using Key =
    std::tuple<std::string_view, std::string_view, uint32_t, uint32_t, bool>;

Key keyOf(const CodeSite &S, ReportBy By) {
  switch (By) {
  case ReportBy::Function:
    return {S.File, S.Function, 0, 0, false};
  case ReportBy::Line:
    return {S.File, "", S.Line, 0, false};
  default:
    return {S.File, S.Function, S.Line, S.Column, S.Write};
  }
}

void add(std::vector<uint64_t> &To, const std::vector<uint64_t> &From) {
  To.resize(std::max(To.size(), From.size()));
  for (size_t L = 0; L != From.size(); ++L)
    To[L] += From[L];
}

void addPart(CodeRow &Row, const SiteCounts &C) {
  if (std::ranges::all_of(C.Misses, [](uint64_t M) { return M == 0; }))
    return;
  auto Same = [&](const CodeRow::Part &P) {
    return P.Structure == C.Structure;
  };
  auto It = std::ranges::find_if(Row.Parts, Same);
  if (It == Row.Parts.end())
    It = Row.Parts.insert(It, {C.Structure, {}});
  add(It->Misses, C.Misses);
  add(Row.Misses, C.Misses);
}

void addSite(CodeRow &Row, const CodeSite &S, ReportBy By) {
  (S.Write ? Row.Stores : Row.Loads) += S.Accesses;
  Row.Touches += S.Touches;
  // A line may be inlined into several functions, and be in none of them.
  if (By == ReportBy::Line && Row.Function != S.Function)
    Row.Function.clear();
}

void sortMostFirst(std::vector<CodeRow> &Rows) {
  auto PartKey = [](const CodeRow::Part &P) {
    return std::pair(~P.Misses[0], P.Structure.Value);
  };
  auto RowKey = [](const CodeRow &R) {
    return std::tuple(~R.Misses[0], ~R.accesses(), std::string_view(R.File),
                      R.Line, R.Column, std::string_view(R.Function), R.Stores);
  };
  for (CodeRow &Row : Rows)
    std::ranges::sort(Row.Parts, {}, PartKey);
  std::ranges::sort(Rows, {}, RowKey);
}

} // namespace

Expected<ReportBy> findReportBy(std::string_view Name) {
  std::vector<std::string> Known;
  for (auto [Text, By] : Names) {
    if (Text == Name)
      return By;
    Known.emplace_back(Text);
  }
  return makeError("unknown row '{}'{}; rows: {}", Name,
                   didYouMean(std::string(Name), Known),
                   fmt::join(Known, ", "));
}

const char *reportByName(ReportBy By) { return Names[size_t(By)].first; }

std::vector<CodeRow> codeRows(const Profile &P, ReportBy By) {
  std::map<Key, size_t> RowOf;
  std::vector<CodeRow> Rows;
  std::vector<size_t> RowOfSite;
  for (const CodeSite &S : P.Sites) {
    auto [It, New] = RowOf.try_emplace(keyOf(S, By), Rows.size());
    if (New) {
      CodeRow Row;
      Row.File = S.File, Row.Function = S.Function;
      if (By != ReportBy::Function)
        Row.Line = S.Line;
      if (By == ReportBy::Site)
        Row.Column = S.Column;
      Row.Misses.resize(std::max<size_t>(P.Caches.Levels.size(), 1));
      Rows.push_back(std::move(Row));
    }
    RowOfSite.push_back(It->second);
    addSite(Rows[It->second], S, By);
  }
  for (const SiteCounts &C : P.BySite)
    addPart(Rows[RowOfSite[C.Site]], C);
  sortMostFirst(Rows);
  return Rows;
}

} // namespace memfacet

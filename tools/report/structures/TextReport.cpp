//===- TextReport.cpp - a report for people -------------------------------===//

#include "tools/report/structures/TextReport.h"
#include "tools/report/common/ReportHeader.h"
#include "tools/report/common/SampledCells.h"
#include "tools/report/common/ShortPlace.h"
#include "tools/report/format/Table.h"
#include "tools/report/format/Units.h"

namespace memfacet {

namespace {

using Fit = TableColumn::Fit;

/// What is left out first on a narrow terminal, from the last to the first.
enum Spare : unsigned {
  Never,
  SpareWhere,
  SpareSize,
  SpareAccesses,
  SpareKind,
  SpareType,
  SpareOuterMisses,
  SpareObjects,
  SpareOuterRate,
};

std::string percent(uint32_t Tenths) {
  return fmt::format("{}.{} %", Tenths / 10, Tenths % 10);
}

/// \p Sampled: with how sure misses and shares are.
std::vector<TableColumn> columns(const CacheModel &Caches,
                                 const std::string &ShareOf, bool Sampled) {
  std::vector<TableColumn> Columns = {
      {"structure", Fit::CutEnd, Never},
      {"kind", Fit::CutEnd, SpareKind},
      {"type", Fit::CutEnd, SpareType},
      {"where", Fit::CutStart, SpareWhere},
      {"size", Fit::Always, SpareSize},
      {"objects", Fit::Always, SpareObjects},
      {"accesses", Fit::Always, SpareAccesses},
  };
  for (size_t L = 0; L != Caches.Levels.size(); ++L) {
    const std::string &Name = Caches.Levels[L].Name;
    Columns.push_back(
        {Name + " misses", Fit::Always, L == 0 ? Never : SpareOuterMisses});
    if (Sampled)
      Columns.push_back({"+-", Fit::Always, L == 0 ? Never : SpareOuterRate});
    Columns.push_back({"rate", Fit::Always, L == 0 ? Never : SpareOuterRate});
  }
  bool OfMisses = !Caches.Levels.empty() && ShareOf.ends_with("-misses");
  Columns.push_back(
      {OfMisses ? "share" : "share of " + ShareOf, Fit::Always, Never});
  if (Sampled)
    Columns.push_back({"+-", Fit::Always, Never});
  return Columns;
}

/// \p Sampled: the profile, where errors are to be shown, else null.
TableRow tableRow(const ReportRow &Row, const ReportModel &Model,
                  const std::string &Folder, const Profile *Sampled) {
  using Role = ReportRow::Role;
  const Structure &S = Row.Sum;
  bool Single = Row.Is == Role::Structure;
  bool Sized = S.Objects != 0;
  TableRow Result;
  Result.Cells = {
      printable(S.Name),
      Single ? structureKindName(S.Kind) : "",
      Single ? printable(S.Type) : "",
      Single ? printable(shortPlace(S, Folder)) : "",
      Sized ? humanBytes(S.PeakBytes) : "-",
      Sized ? humanCount(S.Objects) : "-",
      humanCount(S.Total.Accesses),
  };
  const SampledErrors *Errors = Sampled ? errorsOf(*Sampled, Row) : nullptr;
  for (size_t I = 0; I != S.Total.Levels.size(); ++I) {
    const LevelCounts &L = S.Total.Levels[I];
    Result.Cells.push_back(humanCount(L.Misses));
    if (Sampled)
      Result.Cells.push_back(Errors ? countError(Errors->Misses[I]) : "-");
    Result.Cells.push_back(humanRate(L.Misses, L.Accesses));
  }
  bool Known = Model.ShareKnown || Row.Is == Role::Total;
  Result.Cells.push_back(Known ? percent(Row.ShareTenths) : "-");
  if (Sampled)
    Result.Cells.push_back(
        Errors && Single
            ? shareError(errorOf(*Errors, Sampled->Caches, Model.ShareOf))
            : "-");
  Result.RuleBefore = Row.Is == Role::Total;
  Result.Look = Row.Is == Role::Total ? Style::Bold
                : Single              ? Style::Plain
                                      : Style::Dim;
  return Result;
}

/// The rows add up to the total together with this line.
std::string notShownText(const ReportModel &Model, const Terminal &Out) {
  if (Model.NotShown == 0)
    return {};
  const Structure &Sum = Model.NotShownSum;
  std::string Text =
      counted(Model.NotShown, "structure") + " without accesses not shown";
  if (Sum.Objects != 0)
    Text += fmt::format(" ({} in {})", humanBytes(Sum.PeakBytes),
                        counted(Sum.Objects, "object"));
  return styled(Out, Style::Dim, Text + ": --all") + "\n";
}

std::string tableText(const std::vector<Structure> &Structures,
                      const CacheModel &Caches, const ReportOptions &Options,
                      const std::string &Folder, const Terminal &Out,
                      const Profile *Sampled = nullptr) {
  ReportModel Model = makeReport(Structures, Caches, Options);
  Table T;
  T.Columns = columns(Caches, Model.ShareOf, Sampled);
  for (const ReportRow &Row : Model.Rows)
    T.Rows.push_back(tableRow(Row, Model, Folder, Sampled));
  return renderTable(T, Out) + notShownText(Model, Out);
}

} // namespace

std::string headerText(const Profile &P, const Terminal &Out) {
  std::string Text;
  for (const HeaderLine &Line : reportHeader(P))
    Text += styled(Out, Line.Warning ? Style::Warning : Style::Plain,
                   fmt::format("{:<13} {}", Line.Label, printable(Line.Text))) +
            "\n";
  return Text;
}

std::string textReport(const Profile &P, const ReportOptions &Options,
                       const TextOptions &Text, const Terminal &Out) {
  std::string Result = headerText(P, Out) + "\n";
  Result += tableText(P.Structures, P.Caches, Options, Text.Folder, Out,
                      P.Sampled.Known ? &P : nullptr);
  if (!Text.PerThread)
    return Result;
  for (const ThreadRow &T : P.Threads) {
    std::string Title = T.Thread == 0 ? "thread 0 (main)"
                                      : fmt::format("thread {} (started by {})",
                                                    T.Thread, T.Parent);
    Result += "\n" +
              styled(Out, Style::Bold,
                     fmt::format("{}: {} instructions", Title,
                                 humanCount(T.Instructions))) +
              "\n";
    Result += tableText(structuresOfThread(P, T.Thread), P.Caches, Options,
                        Text.Folder, Out);
  }
  return Result;
}

} // namespace memfacet

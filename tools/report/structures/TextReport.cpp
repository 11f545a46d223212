//===- TextReport.cpp - a report for people -------------------------------===//

#include "tools/report/structures/TextReport.h"
#include "tools/report/common/ReportHeader.h"
#include "tools/report/common/SampledCells.h"
#include "tools/report/structures/StructureColumns.h"

namespace memfacet {

namespace {

Style lookOf(ReportRow::Role Role) {
  return Role == ReportRow::Role::Total       ? Style::Bold
         : Role == ReportRow::Role::Structure ? Style::Plain
                                              : Style::Dim;
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

/// A table of \p Structures: those of \p P, or of one of its threads.
std::string tableText(const std::vector<Structure> &Structures,
                      const Profile &P, const ReportOptions &Options,
                      const std::string &Folder, const Terminal &Out,
                      bool HasErrors = false) {
  ReportModel Model = makeReport(Structures, P.Caches, Options);
  StructureTable Common = {P, HasErrors, Folder, Model.ShareOf,
                           Model.ShareKnown};
  Columns<StructureRow> Cs = structureColumns(Common);
  Table T = emptyTable(Cs);
  for (const ReportRow &Row : Model.Rows) {
    const SampledErrors *Errors = HasErrors ? errorsOf(P, Row) : nullptr;
    addRow(T, Cs, {Row.Sum, &Row, nullptr, Errors}, lookOf(Row.Is)).RuleBefore =
        Row.Is == ReportRow::Role::Total;
  }
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
  Result +=
      tableText(P.Structures, P, Options, Text.Folder, Out, P.Sampled.Known);
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
    Result += tableText(structuresOfThread(P, T.Thread), P, Options,
                        Text.Folder, Out);
  }
  return Result;
}

} // namespace memfacet

//===- FieldReport.cpp - members of structures, for people ----------------===//

#include "tools/report/fields/FieldReport.h"
#include "tools/report/common/ReportHeader.h"
#include "tools/report/common/ShortPlace.h"
#include "tools/report/format/Table.h"
#include "tools/report/format/Units.h"
#include "tools/report/structures/TextReport.h"

namespace memfacet {

namespace {

using Fit = TableColumn::Fit;

/// Pairs that are shown, and from which share on.
constexpr size_t MostPairs = 8;
constexpr uint64_t LeastPairPercent = 10;

/// What is left out first on a narrow terminal, from the last to the first.
enum Spare : unsigned { Never, SpareType, SpareStores, SpareWider, SpareOuter };

/// One structure's text.
class FieldText {
public:
  FieldText(const Profile &P, const StructureFields &F, size_t Top,
            const Terminal &Out)
      : P(P), F(F), Top(Top), Out(Out), ByMisses(F.Total.Misses.front() != 0) {}

  std::string text(const std::string &Folder);

private:
  std::string title(const std::string &Folder) const;
  std::vector<TableColumn> columns() const;
  uint64_t weight(const FieldCounts &C) const {
    return ByMisses ? C.Misses.front() : C.accesses();
  }
  void addRow(const FieldRow &Row);
  void addCounts(TableRow &To, const FieldCounts &C, uint64_t Wider) const;
  void addTitleRow(const FieldTable &T);
  void addUnknown();
  void addShares();
  std::string together(const FieldTable &T) const;

  const Profile &P;
  const StructureFields &F;
  size_t Top;
  const Terminal &Out;
  bool ByMisses;
  Table Result;
  std::vector<uint64_t> Weights; ///< of the rows so far
  std::vector<bool> Shared;      ///< whether a row has a share
};

std::vector<TableColumn> FieldText::columns() const {
  std::vector<TableColumn> Columns = {{"offset", Fit::Always, Never},
                                      {"field", Fit::CutEnd, Never},
                                      {"type", Fit::CutEnd, SpareType},
                                      {"size", Fit::Always, Never},
                                      {"accesses", Fit::Always, Never},
                                      {"stores", Fit::Always, SpareStores},
                                      {"in wider", Fit::Always, SpareWider}};
  for (size_t L = 0; L != P.Caches.Levels.size(); ++L)
    Columns.push_back({P.Caches.Levels[L].Name + " misses", Fit::Always,
                       L == 0 ? Never : SpareOuter});
  Columns.push_back(
      {ByMisses ? "share" : "share of accesses", Fit::Always, Never});
  Columns.push_back({"", Fit::CutEnd, Never});
  return Columns;
}

std::string FieldText::title(const std::string &Folder) const {
  const Structure &S = P.Structures[F.Structure.Value];
  std::string Text = S.Name + "  " + structureKindName(S.Kind);
  if (!S.Type.empty())
    Text += "  " + S.Type;
  if (std::string Place = shortPlace(S, Folder); !Place.empty())
    Text += "  " + Place;
  if (S.Objects != 0)
    Text += fmt::format("  {} in {}", humanBytes(S.PeakBytes),
                        counted(S.Objects, "object"));
  return styled(Out, Style::Bold, printable(Text)) + "\n";
}

void FieldText::addCounts(TableRow &To, const FieldCounts &C,
                          uint64_t Wider) const {
  To.Cells.push_back(humanCount(C.accesses()));
  To.Cells.push_back(humanCount(C.Stores));
  To.Cells.push_back(Wider ? humanCount(Wider) : "");
  for (uint64_t Misses : C.Misses)
    To.Cells.push_back(humanCount(Misses));
}

/// What a reader should see at once.
std::string remark(const FieldRow &Row) {
  if (Row.Is == FieldRow::Role::Hole)
    return Row.Own.accesses() ? "" : "hole";
  if (Row.Is != FieldRow::Role::Member || Row.Own.accesses() != 0)
    return "";
  return Row.InWider ? "only in wider" : "cold";
}

void FieldText::addRow(const FieldRow &Row) {
  bool HasPlace = Row.Bytes != 0;
  TableRow R;
  R.Cells = {HasPlace ? fmt::format("{}", Row.Offset) : "", printable(Row.Name),
             printable(Row.Type), HasPlace ? fmt::format("{}", Row.Bytes) : ""};
  addCounts(R, Row.Own, Row.InWider);
  R.Cells.push_back(""); // the share
  R.Cells.push_back(remark(Row));
  if (Row.Is != FieldRow::Role::Member || Row.Own.accesses() == 0)
    R.Look = Style::Dim;
  Result.Rows.push_back(std::move(R));
  Weights.push_back(weight(Row.Own));
  Shared.push_back(true);
}

/// "struct arc, 48 bytes", where there are several tables or the record is not
/// what the structure's line says.
void FieldText::addTitleRow(const FieldTable &T) {
  TableRow R;
  R.Cells.resize(columns().size());
  R.Cells[1] = printable(fmt::format("{}{}, {} bytes", T.IsElement ? "" : "as ",
                                     T.Record, T.Bytes));
  R.Look = Style::Bold;
  R.RuleBefore = !Result.Rows.empty();
  Result.Rows.push_back(std::move(R));
  Weights.push_back(0);
  Shared.push_back(false);
}

void FieldText::addUnknown() {
  if (F.Unknown.empty())
    return;
  size_t Shown = F.Unknown.size() <= Top + 1 ? F.Unknown.size() : Top;
  for (size_t I = 0; I != Shown; ++I) {
    addRow(F.Unknown[I]);
    Result.Rows.back().RuleBefore = I == 0 && Result.Rows.size() > 1;
  }
  if (Shown == F.Unknown.size())
    return;
  FieldRow Others;
  Others.Is = FieldRow::Role::Unknown;
  Others.Name = fmt::format("[no field: {}]",
                            counted(F.Unknown.size() - Shown, "other line"));
  for (size_t I = Shown; I != F.Unknown.size(); ++I)
    Others.Own += F.Unknown[I].Own;
  addRow(Others);
}

void FieldText::addShares() {
  size_t Column = columns().size() - 2;
  std::vector<uint32_t> Tenths = sharesInTenths(Weights);
  for (size_t I = 0; I != Weights.size(); ++I)
    if (Shared[I])
      Result.Rows[I].Cells[Column] =
          weight(F.Total) == 0
              ? "-"
              : fmt::format("{}.{} %", Tenths[I] / 10, Tenths[I] % 10);
  TableRow Total;
  Total.Cells = {"", "TOTAL", "", ""};
  addCounts(Total, F.Total, 0);
  Total.Cells.push_back("100.0 %");
  Total.Cells.push_back("");
  Total.RuleBefore = true;
  Total.Look = Style::Bold;
  Result.Rows.push_back(std::move(Total));
}

std::string FieldText::together(const FieldTable &T) const {
  std::string Text;
  size_t Shown = 0;
  for (const FieldPair &Pair : T.Pairs) {
    if (Pair.Together * 100 < Pair.Either * LeastPairPercent)
      continue;
    if (Shown++ == MostPairs)
      break;
    Text +=
        fmt::format("  {:>7}  {} + {}\n", humanRate(Pair.Together, Pair.Either),
                    printable(T.Rows[Pair.First].Name),
                    printable(T.Rows[Pair.Second].Name));
  }
  if (Text.empty())
    return Text;
  return fmt::format("used together (of the blocks that use one of the two, "
                     "those that use both), {}:\n",
                     printable(T.Record)) +
         Text;
}

std::string FieldText::text(const std::string &Folder) {
  Result.Columns = columns();
  std::string Behind;
  for (const FieldTable &T : F.Tables) {
    addTitleRow(T);
    for (const FieldRow &Row : T.Rows)
      addRow(Row);
    Behind += together(T);
    if (std::string Hint = splitHint(T, P.Caches.LineBytes); !Hint.empty())
      Behind += "hint: " + printable(Hint) + "\n";
  }
  addUnknown();
  addShares();
  std::string Text = title(Folder) + renderTable(Result, Out);
  if (F.Tables.empty())
    Text += "no fields of it are known: its elements are no struct or class, "
            "or it was compiled without debug information\n";
  return Text + Behind;
}

} // namespace

const char *fieldRoleName(FieldRow::Role Role) {
  switch (Role) {
  case FieldRow::Role::Member:
    return "member";
  case FieldRow::Role::Hole:
    return "padding";
  case FieldRow::Role::Several:
    return "several";
  case FieldRow::Role::Whole:
    return "whole";
  case FieldRow::Role::Unknown:
    return "unknown";
  }
  return "";
}

std::string fieldTextReport(const Profile &P,
                            const std::vector<StructureId> &Structures,
                            size_t Top, const std::string &Folder,
                            const Terminal &Out) {
  std::string Text = headerText(P, Out);
  for (StructureId Id : Structures)
    Text += "\n" + FieldText(P, fieldsOf(P, Id), Top, Out).text(Folder);
  return Text;
}

} // namespace memfacet

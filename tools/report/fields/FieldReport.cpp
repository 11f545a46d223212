//===- FieldReport.cpp - members of structures as text, JSON and CSV ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/common/Places.h"
#include "tools/report/common/ReportHeader.h"
#include "tools/report/fields/FieldTables.h"
#include "tools/report/format/Units.h"

namespace memfacet::report {

namespace {

using Fit = TableColumn::Fit;

/// The most pairs to show, and the least share of a pair in per cent.
constexpr size_t MostPairs = 8;
constexpr uint64_t LeastPairPercent = 10;

/// Columns that a narrow terminal leaves out, the last enumerator first.
enum Spare : unsigned { Never, SpareType, SpareStores, SpareWider, SpareOuter };

/// A row; Structure and Record are for CSV, Share is for people.
struct ShownField {
  const FieldRow &Row;
  std::string Structure = {}, Record = {}, Share = {};

  bool hasPlace() const { return Row.Bytes != 0; }
};

Columns<FieldCounts> countColumns(const result::Profile &P) {
  auto Levels = [&P](auto &C) {
    return missesJson(P.Caches, [&](size_t L) { return C.Misses[L]; });
  };
  return {
      countColumn("accesses", "accesses", [](auto &C) { return C.accesses(); }),
      forPrograms("loads", [](auto &C) { return C.Loads; }),
      countColumn(
          "stores", "stores", [](auto &C) { return C.Stores; }, SpareStores),
      forJson("levels", Levels)};
}

/// Returns "hole", "cold", "only in wider", or "" if the row has accesses.
std::string remark(const FieldRow &Row) {
  if (Row.Kind == FieldRow::Role::Hole)
    return Row.Counts.accesses() ? "" : "hole";
  if (Row.Kind != FieldRow::Role::Member || Row.Counts.accesses() != 0)
    return "";
  // Where a place in the code accesses several structures, how often it
  // accesses one of them is an estimate.
  if (Row.Counts.Misses.front() != 0)
    return "";
  return Row.InWider ? "only in wider" : "cold";
}

/// Returns the columns that say which member it is, and where.
Columns<ShownField> nameColumns() {
  return {
      forCsv("structure", [](auto &R) { return R.Structure; }),
      forCsv("record", [](auto &R) { return R.Record; }),
      forPeople("offset",
                [](auto &R) {
                  return R.hasPlace() ? fmt::format("{}", R.Row.Offset) : "";
                }),
      {.Header = "field",
       .Key = "name",
       .Value = [](auto &R) { return R.Row.Name; },
       .Text =
           [](auto &R) {
             const FieldRow &Row = R.Row;
             return printable(
                 shortName(Row.Title.empty() ? Row.Name : Row.Title));
           },
       .Fits = Fit::CutMiddle,
       .CsvKey = "field"},
      forPrograms("role", [](auto &R) { return fieldRoleName(R.Row.Kind); }),
      {"type", "type", [](auto &R) { return R.Row.Type; },
       [](auto &R) { return printable(R.Row.Type); }, Fit::CutMiddle,
       SpareType},
      forPrograms("offset", [](auto &R) { return R.Row.Offset; }),
      {"size", "bytes", [](auto &R) { return R.Row.Bytes; },
       [](auto &R) {
         return R.hasPlace() ? fmt::format("{}", R.Row.Bytes) : "";
       }}};
}

/// \p P outlives the columns. \p ByMisses: shares are of misses, else of
/// accesses.
Columns<ShownField> columnsOf(const result::Profile &P, bool ByMisses = true) {
  Columns<ShownField> Cs = nameColumns();
  addColumns(Cs,
             partColumns<ShownField>(countColumns(P), [](auto &R) -> auto & {
               return R.Row.Counts;
             }));
  Cs.push_back(
      {"in wider", "in_wider", [](auto &R) { return R.Row.InWider; },
       [](auto &R) { return R.Row.InWider ? humanCount(R.Row.InWider) : ""; },
       Fit::Always, SpareWider});
  for (size_t L = 0; L != P.Caches.Levels.size(); ++L)
    Cs.push_back(
        {.Header = P.Caches.Levels[L].Name + " misses",
         .Key = P.Caches.Levels[L].Name + "_misses",
         .Value = [L](auto &R) { return R.Row.Counts.Misses[L]; },
         .Text = [L](auto &R) { return humanCount(R.Row.Counts.Misses[L]); },
         .Spare = L == 0 ? Never : SpareOuter,
         .In = Forms::Csv});
  Cs.push_back(forPeople(ByMisses ? "share" : "share of accesses",
                         [](auto &R) { return R.Share; }));
  Cs.push_back(
      forPeople("", [](auto &R) { return remark(R.Row); }, Fit::CutMiddle));
  return Cs;
}

/// Writes the text of one structure.
class FieldText {
public:
  FieldText(const result::Profile &P, const StructureFields &F, size_t Top,
            const Terminal &Out)
      : P(P), F(F), Top(Top), Out(Out), ByMisses(F.Total.Misses.front() != 0) {}

  std::string text();

private:
  /// A row of the table: a title, or counts.
  struct Entry {
    std::string Title; ///< empty: counts
    FieldRow Row;
    bool RuleBefore = false;
  };

  std::string title() const;
  uint64_t weight(const FieldCounts &C) const {
    return ByMisses ? C.Misses.front() : C.accesses();
  }
  void addTable(const FieldTable &T);
  void addUnknown();
  Table table() const;
  std::string pairsText(const FieldTable &T) const;

  const result::Profile &P;
  const StructureFields &F;
  size_t Top;
  const Terminal &Out;
  bool ByMisses;
  std::vector<Entry> Entries;
};

std::string FieldText::title() const {
  const result::Structure &S = P.Structures[F.Structure.Value];
  std::string Text = tableName(S) + "  " + result::structureKindName(S.Kind);
  if (!S.Type.empty())
    Text += "  " + shortName(S.Type);
  if (std::string Place = shortPlace(P, S); !Place.empty())
    Text += "  " + Place;
  if (S.Objects != 0)
    Text += fmt::format("  {} in {}", humanBytes(S.PeakBytes),
                        counted(S.Objects, "object"));
  return styled(Out, Style::Bold, printable(Text)) + "\n";
}

/// Adds the rows of \p T below a title like "struct arc, 48 bytes".
void FieldText::addTable(const FieldTable &T) {
  std::string Title = printable(fmt::format(
      "{}{}, {} bytes", T.IsElement ? "" : "as ", T.Record, T.Bytes));
  Entries.push_back({std::move(Title), {}, !Entries.empty()});
  for (const FieldRow &Row : T.Rows)
    Entries.push_back({"", Row});
}

void FieldText::addUnknown() {
  if (F.Unknown.empty())
    return;
  bool Rule = !Entries.empty();
  size_t Shown = F.Unknown.size() <= Top + 1 ? F.Unknown.size() : Top;
  for (size_t I = 0; I != Shown; ++I)
    Entries.push_back({"", F.Unknown[I], I == 0 && Rule});
  if (Shown == F.Unknown.size())
    return;
  FieldRow Rest;
  Rest.Kind = FieldRow::Role::Unknown;
  Rest.Name = fmt::format("[no field: {}]",
                          counted(F.Unknown.size() - Shown, "other line"));
  for (size_t I = Shown; I != F.Unknown.size(); ++I)
    Rest.Counts += F.Unknown[I].Counts;
  Entries.push_back({"", std::move(Rest)});
}

Table FieldText::table() const {
  std::vector<uint64_t> Weights;
  for (const Entry &E : Entries)
    Weights.push_back(E.Title.empty() ? weight(E.Row.Counts) : 0);
  std::vector<uint32_t> Tenths = sharesInTenths(Weights);
  Columns<ShownField> Cs = columnsOf(P, ByMisses);
  Table T = emptyTable(Cs);
  for (size_t I = 0; I != Entries.size(); ++I) {
    const Entry &E = Entries[I];
    if (!E.Title.empty()) {
      TableRow R = {std::vector<std::string>(T.Columns.size()), Style::Bold,
                    E.RuleBefore};
      R.Cells[1] = E.Title;
      T.Rows.push_back(std::move(R));
      continue;
    }
    bool Dim =
        E.Row.Kind != FieldRow::Role::Member || E.Row.Counts.accesses() == 0;
    std::string Share = weight(F.Total) == 0 ? "-" : tenthsText(Tenths[I]);
    addRow(T, Cs, {E.Row, "", "", Share}, Dim ? Style::Dim : Style::Plain)
        .RuleBefore = E.RuleBefore;
  }
  FieldRow Total;
  Total.Kind = FieldRow::Role::Unknown;
  Total.Name = "TOTAL";
  Total.Counts = F.Total;
  addTotal(T, Cs, {Total, "", "", "100.0 %"});
  return T;
}

std::string FieldText::pairsText(const FieldTable &T) const {
  std::string Text;
  size_t Shown = 0;
  for (const FieldPair &Pair : T.Pairs) {
    if (Pair.BothCount * 100 < Pair.EitherCount * LeastPairPercent)
      continue;
    if (Shown++ == MostPairs)
      break;
    Text += fmt::format("  {:>7}  {} + {}\n",
                        humanRate(Pair.BothCount, Pair.EitherCount),
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

std::string FieldText::text() {
  std::string Notes;
  for (const FieldTable &T : F.Tables) {
    addTable(T);
    Notes += pairsText(T);
    std::string Hint = splitHint(T, P.Caches.LineBytes, F.unknownUses());
    if (!Hint.empty())
      Notes += "hint: " + printable(Hint) + "\n";
  }
  addUnknown();
  std::string Text = title() + renderTable(table(), Out);
  if (F.Tables.empty())
    Text += "no fields of it are known: its elements are no struct or class, "
            "or it was compiled without debug information\n";
  return Text + Notes;
}

Json tableJson(const result::Profile &P, const FieldTable &T) {
  Json Pairs = Json::array();
  for (const FieldPair &Pair : T.Pairs)
    Pairs.push_back({{"fields", {Pair.First, Pair.Second}},
                     {"together", Pair.BothCount},
                     {"either", Pair.EitherCount}});
  return {{"record", T.Record},
          {"bytes", T.Bytes},
          {"is_element", T.IsElement},
          {"fields", jsonRows(columnsOf(P), T.Rows)},
          {"together", std::move(Pairs)}};
}

Json structureJson(const result::Profile &P, const StructureFields &F) {
  Json Tables = Json::array();
  for (const FieldTable &T : F.Tables)
    Tables.push_back(tableJson(P, T));
  Json J = structureHead(P, F.Structure);
  J["element_bytes"] = P.Structures[F.Structure.Value].ElementBytes;
  J.update(jsonObject(countColumns(P), F.Total));
  J["tables"] = std::move(Tables);
  J["unknown"] = jsonRows(columnsOf(P), F.Unknown);
  return J;
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

std::string fieldTextReport(const result::Profile &P,
                            const std::vector<StructureId> &Structures,
                            size_t Top, const Terminal &Out) {
  std::string Text = headerText(P, Out);
  for (StructureId Id : Structures)
    Text += "\n" + FieldText(P, fieldsOf(P, Id), Top, Out).text();
  return Text;
}

std::string fieldJsonReport(const result::Profile &P,
                            const std::vector<StructureId> &Structures) {
  Json J = jsonHead(P);
  J["structures"] = Json::array();
  for (StructureId Id : Structures)
    J["structures"].push_back(structureJson(P, fieldsOf(P, Id)));
  return jsonText(J);
}

std::string fieldCsvReport(const result::Profile &P,
                           const std::vector<StructureId> &Structures) {
  Columns<ShownField> Cs = columnsOf(P);
  std::string Text = csvHeader(Cs);
  for (StructureId Id : Structures) {
    StructureFields F = fieldsOf(P, Id);
    const std::string &Name = P.Structures[Id.Value].Name;
    for (const FieldTable &T : F.Tables)
      for (const FieldRow &Row : T.Rows)
        Text += csvRow(Cs, {Row, Name, T.Record});
    for (const FieldRow &Row : F.Unknown)
      Text += csvRow(Cs, {Row, Name});
  }
  return Text;
}

} // namespace memfacet::report

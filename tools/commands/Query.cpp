//===- Query.cpp - memfacet query -----------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/store/QueryFile.h"
#include "tools/cli/ShowOptions.h"
#include "tools/export/QueryRows.h"
#include "tools/record/PartFile.h"
#include "tools/report/format/Columns.h"
#include "tools/support/TextLayout.h"
#include <algorithm>
#include <fmt/ranges.h>

namespace memfacet::commands {

namespace {

struct QueryCommand {
  std::string Sql;
  cli::ProfileOption Shown;
  cli::OutputFormat Format;
  bool Tables = false;
};

bool isNumber(const result::QueryValue &V) {
  return std::holds_alternative<int64_t>(V) ||
         std::holds_alternative<double>(V);
}

std::string textOf(const result::QueryValue &V) {
  if (std::holds_alternative<std::monostate>(V))
    return "-";
  if (const auto *Bytes = std::get_if<result::QueryBytes>(&V))
    return fmt::format("[{}]", report::counted(Bytes->Bytes.size(), "byte"));
  if (const auto *Number = std::get_if<double>(&V))
    return fmt::format("{:.6g}", *Number);
  return printable(report::csvCell(exports::jsonOf(V)));
}

/// Returns "; peak_objects is a column of 'lifetimes'", or "".
std::string ownerOf(const result::QueryFile &Q, const std::string &Column) {
  for (const auto *Sources : {&Q.views(), &Q.tables()})
    for (const result::QueryFile::Source &S : *Sources)
      if (std::ranges::find(S.Columns, Column) != S.Columns.end())
        return fmt::format("; {} is a column of '{}'", Column, S.Name);
  return "";
}

/// Returns the error of a query, with a similar name that exists.
Error queryError(const result::QueryFile &Q, const Error &E) {
  constexpr std::string_view NoTable = "no such table: ",
                             NoColumn = "no such column: ";
  std::vector<std::string> Known;
  std::string Wrong;
  if (E.Message.starts_with(NoTable)) {
    Wrong = E.Message.substr(NoTable.size());
    for (const auto *Sources : {&Q.views(), &Q.tables()})
      for (const result::QueryFile::Source &S : *Sources)
        Known.push_back(S.Name);
  } else if (E.Message.starts_with(NoColumn)) {
    // In "s.name", "s" may be any name of the table.
    Wrong = E.Message.substr(E.Message.rfind('.') == std::string::npos
                                 ? NoColumn.size()
                                 : E.Message.rfind('.') + 1);
    for (const auto *Sources : {&Q.views(), &Q.tables()})
      for (const result::QueryFile::Source &S : *Sources)
        Known.insert(Known.end(), S.Columns.begin(), S.Columns.end());
  } else {
    return E;
  }
  std::string Hint =
      E.Message.starts_with(NoColumn) ? ownerOf(Q, Wrong) : std::string();
  if (Hint.empty())
    Hint = didYouMean(Wrong, Known);
  return makeError("{}{}; 'memfacet query --tables' lists tables and columns",
                   E.Message, Hint);
}

/// Prints row by row: a result may be larger than memory.
int printForPrograms(const QueryCommand &C, result::QueryResult &R) {
  Expected<exports::ExportFile> File = exports::ExportFile::create("-");
  if (!File)
    return fail(File.error());
  Status Written = C.Format.Json ? exports::rowsAsJson(R, *File)
                                 : exports::rowsAsCsv(R, *File);
  if (C.Format.Json)
    File->add("\n");
  if (Written)
    Written = File->finish();
  return Written ? ExitGood : fail(Written.error());
}

int printForPeople(const QueryCommand &C, result::QueryResult &R) {
  report::Table T;
  std::vector<bool> Numbers(R.columns().size(), true);
  Status Read = exports::forEachRow(R, [&](const exports::QueryRow &Row) {
    report::TableRow TextRow;
    for (size_t I = 0; I != Row.size(); ++I) {
      Numbers[I] = Numbers[I] && (isNumber(Row[I]) || Row[I].index() == 0);
      TextRow.Cells.push_back(textOf(Row[I]));
    }
    T.Rows.push_back(std::move(TextRow));
  });
  if (!Read)
    return fail(Read.error());
  for (size_t I = 0; I != Numbers.size(); ++I)
    T.Columns.push_back({printable(R.columns()[I]),
                         Numbers[I] ? report::TableColumn::Fit::Always
                                    : report::TableColumn::Fit::CutMiddle,
                         0});
  return C.Format.print({nullptr, nullptr, [&](const Terminal &Out) {
                           return report::renderTable(T, Out);
                         }});
}

std::string listOf(const char *Title,
                   const std::vector<result::QueryFile::Source> &Sources) {
  constexpr size_t Indent = 4, Width = 80;
  std::string Text = fmt::format("{}:\n", Title);
  for (const result::QueryFile::Source &S : Sources)
    Text += fmt::format(
        "\n{}\n{}{}", S.Name, std::string(Indent, ' '),
        wrapped(fmt::format("{}", fmt::join(S.Columns, ", ")), Indent, Width));
  return Text;
}

int printTables(const QueryCommand &C, const result::QueryFile &Q) {
  return C.Format.print({nullptr, nullptr, [&](const Terminal &) {
                           return listOf("views", Q.views()) + "\n" +
                                  listOf("tables", Q.tables());
                         }});
}

int run(const QueryCommand &C) {
  if (C.Sql.empty() != C.Tables) {
    say(C.Tables ? "--tables goes with no query; name the profile with -p"
                 : "no query; type for instance: memfacet query \"SELECT "
                   "name, l1_misses FROM structures\"");
    return ExitUsage;
  }
  if (C.Tables && !C.Format.isText()) {
    say("--tables goes without --json and --csv");
    return ExitUsage;
  }
  record::waitForProfile(C.Shown.File, [&] {
    say(fmt::format("'{}' is being recorded; waiting for its end",
                    C.Shown.File));
  });
  Expected<result::QueryFile> Q = result::QueryFile::open(C.Shown.File);
  if (!Q)
    return fail(Q.error());
  if (C.Tables)
    return printTables(C, *Q);
  Expected<result::QueryResult> R = Q->ask(C.Sql);
  if (!R)
    return fail(queryError(*Q, R.error()));
  return C.Format.isText() ? printForPeople(C, *R) : printForPrograms(C, *R);
}

} // namespace

cli::Action declareQuery(CLI::App &App) {
  auto C = std::make_shared<QueryCommand>();
  cli::declareOption(App, "query", C->Sql,
                     "a query in SQL, which can only read")
      ->type_name("SQL");
  CLI::Option *File = C->Shown.declare(App, "profile to ask");
  cli::declareValue(App, "-p,--profile", C->Shown.File, "FILE",
                    "profile to show")
      ->excludes(File);
  cli::declareFlag(App, "--tables", C->Tables,
                   "list views and tables with their columns");
  C->Format.declare(App);
  return [C](const std::vector<std::string> &) { return run(*C); };
}

} // namespace memfacet::commands

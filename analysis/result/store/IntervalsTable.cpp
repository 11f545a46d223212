//===- IntervalsTable.cpp - counts over time as a table of SQL ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A virtual table of SQLite. A cursor goes through the threads and structures
// that have streams, and holds the columns of one of them at a time.
//
//===----------------------------------------------------------------------===//

#include "analysis/result/store/IntervalsTable.h"
#include "analysis/result/store/StreamReader.h"
#include <fmt/ranges.h>
#include <optional>
#include <sqlite3.h>

namespace memfacet::result {

namespace {

/// Numbers of the columns up to the first count.
struct Place {
  enum : int { Thread, Structure, Name, Interval, Begin, FirstCount };
};
/// Bits of SQLite's number of a plan, for columns that are given.
struct GivenColumns {
  enum : int { Thread = 1, Structure = 2 };
};

/// Returns the measures of the columns from FirstCount on; loads follow from
/// the first two.
std::vector<Measure> measuresOf(size_t Levels) {
  std::vector<Measure> All = {Measure::Accesses, Measure::Stores};
  for (size_t L = 0; L != Levels; ++L)
    for (uint32_t M = 0; M != LevelMeasures; ++M)
      All.push_back(levelMeasure(L, LevelMeasure(M)));
  return All;
}

struct IntervalsTable : sqlite3_vtab {
  const Profile *P = nullptr;
  std::vector<Measure> Measures;
};

struct IntervalsCursor : sqlite3_vtab_cursor {
  std::optional<uint32_t> OnlyThread, OnlyStructure;
  /// Index into streams(): the one that lists the intervals.
  size_t StreamIndex = 0;
  std::vector<uint32_t> Intervals;
  std::vector<std::vector<uint64_t>> Counts; ///< index: measure, then row
  size_t Row = 0;

  const IntervalsTable &table() const {
    return *static_cast<const IntervalsTable *>(pVtab);
  }
  const std::vector<Stream> &streams() const { return table().P->Streams.All; }
  bool atEnd() const { return StreamIndex == streams().size(); }
  bool isWanted(const Stream &S) const {
    return S.Kind == Measure::Intervals && S.Structure.valid() &&
           S.Thread != Stream::Process &&
           S.Structure.Value < table().P->Structures.size() &&
           (!OnlyThread || *OnlyThread == S.Thread) &&
           (!OnlyStructure || *OnlyStructure == S.Structure.Value);
  }
  /// Goes on to a stream that is wanted and has rows, from StreamIndex on.
  Status settle();
  Status read(const Stream &S);
};

Status IntervalsCursor::read(const Stream &S) {
  StreamReader Reader(table().P->Streams);
  Intervals.clear();
  Status Result = Reader.read(
      S.Thread, S.Structure, Measure::Intervals,
      [&](std::span<const uint32_t> Numbers, auto) {
        Intervals.insert(Intervals.end(), Numbers.begin(), Numbers.end());
      });
  Counts.assign(table().Measures.size(), {});
  for (size_t M = 0; M != Counts.size() && Result; ++M) {
    Result = Reader.read(S.Thread, S.Structure, table().Measures[M],
                         [&](auto, std::span<const uint64_t> Values) {
                           Counts[M].insert(Counts[M].end(), Values.begin(),
                                            Values.end());
                         });
    // A measure that is always 0 has no stream.
    Counts[M].resize(Intervals.size());
  }
  return Result;
}

Status IntervalsCursor::settle() {
  Row = 0;
  for (; !atEnd(); ++StreamIndex) {
    if (!isWanted(streams()[StreamIndex]))
      continue;
    if (Status Read = read(streams()[StreamIndex]); !Read)
      return Read;
    if (!Intervals.empty())
      return {};
  }
  return {};
}

IntervalsCursor &cursorOf(sqlite3_vtab_cursor *C) {
  return *static_cast<IntervalsCursor *>(C);
}

int resultOf(sqlite3_vtab *Table, const Status &S) {
  if (S)
    return SQLITE_OK;
  sqlite3_free(Table->zErrMsg);
  Table->zErrMsg = sqlite3_mprintf("%s", S.error().Message.c_str());
  return SQLITE_ERROR;
}

int connectIntervals(sqlite3 *D, void *UserData, int, const char *const *,
                     sqlite3_vtab **Result, char **) {
  const auto *P = static_cast<const Profile *>(UserData);
  size_t Levels = P->Caches.Levels.size();
  std::string Columns = fmt::format("CREATE TABLE intervals ({})",
                                    fmt::join(intervalsColumns(Levels), ", "));
  int Declared = sqlite3_declare_vtab(D, Columns.c_str());
  if (Declared != SQLITE_OK)
    return Declared;
  auto *Table = new IntervalsTable();
  Table->P = P;
  Table->Measures = measuresOf(Levels);
  *Result = Table;
  return SQLITE_OK;
}

int disconnectIntervals(sqlite3_vtab *Table) {
  delete static_cast<IntervalsTable *>(Table);
  return SQLITE_OK;
}

/// Takes equalities of the thread and the structure, which SQLite then gives to
/// filterIntervals().
int planIntervals(sqlite3_vtab *Table, sqlite3_index_info *Plan) {
  int Arguments = 0;
  for (auto [Column, Bit] :
       {std::pair(int(Place::Thread), int(GivenColumns::Thread)),
        {Place::Structure, GivenColumns::Structure}})
    for (int I = 0; I != Plan->nConstraint; ++I) {
      const auto &C = Plan->aConstraint[I];
      if (!C.usable || C.iColumn != Column ||
          C.op != SQLITE_INDEX_CONSTRAINT_EQ || (Plan->idxNum & Bit) != 0)
        continue;
      // SQLite checks the condition again: a text may equal no number.
      Plan->aConstraintUsage[I].argvIndex = ++Arguments;
      Plan->idxNum |= Bit;
    }
  uint64_t Rows = 1;
  for (const Stream &S : static_cast<IntervalsTable *>(Table)->P->Streams.All)
    if (S.Kind == Measure::Intervals)
      Rows += S.Total;
  constexpr int Fewer = 8; // a guess: how many others there are
  for (int Left = Arguments; Left != 0; --Left)
    Rows = Rows / Fewer + 1;
  Plan->estimatedRows = sqlite3_int64(Rows);
  Plan->estimatedCost = double(Rows);
  return SQLITE_OK;
}

int openCursor(sqlite3_vtab *, sqlite3_vtab_cursor **Result) {
  *Result = new IntervalsCursor();
  return SQLITE_OK;
}

int closeCursor(sqlite3_vtab_cursor *C) {
  delete &cursorOf(C);
  return SQLITE_OK;
}

int filterIntervals(sqlite3_vtab_cursor *C, int Plan, const char *, int,
                    sqlite3_value **Arguments) {
  IntervalsCursor &Cursor = cursorOf(C);
  Cursor.OnlyThread.reset();
  Cursor.OnlyStructure.reset();
  // A number that no thread has must not become one that some thread has.
  auto Next = [&] {
    sqlite3_int64 Number = sqlite3_value_int64(*Arguments++);
    return Number >= 0 && Number < Stream::Process ? uint32_t(Number)
                                                   : Stream::Process;
  };
  if (Plan & GivenColumns::Thread)
    Cursor.OnlyThread = Next();
  if (Plan & GivenColumns::Structure)
    Cursor.OnlyStructure = Next();
  Cursor.StreamIndex = 0;
  return resultOf(C->pVtab, Cursor.settle());
}

int nextInterval(sqlite3_vtab_cursor *C) {
  IntervalsCursor &Cursor = cursorOf(C);
  if (++Cursor.Row != Cursor.Intervals.size())
    return SQLITE_OK;
  ++Cursor.StreamIndex;
  return resultOf(C->pVtab, Cursor.settle());
}

int isCursorAtEnd(sqlite3_vtab_cursor *C) { return cursorOf(C).atEnd(); }

uint64_t countAt(const IntervalsCursor &C, int Column) {
  // accesses, loads, stores, then the levels
  switch (Column - Place::FirstCount) {
  case 0:
    return C.Counts[0][C.Row];
  case 1:
    return C.Counts[0][C.Row] - C.Counts[1][C.Row];
  default:
    return C.Counts[size_t(Column - Place::FirstCount - 1)][C.Row];
  }
}

int intervalColumn(sqlite3_vtab_cursor *Cursor, sqlite3_context *Context,
                   int Column) {
  const IntervalsCursor &C = cursorOf(Cursor);
  const Profile &P = *C.table().P;
  const Stream &S = C.streams()[C.StreamIndex];
  uint64_t Value = 0;
  switch (Column) {
  case Place::Thread:
    Value = S.Thread;
    break;
  case Place::Structure:
    Value = S.Structure.Value;
    break;
  case Place::Name: {
    const std::string &Text = P.Structures[S.Structure.Value].Name;
    sqlite3_result_text(Context, Text.data(), int(Text.size()), SQLITE_STATIC);
    return SQLITE_OK;
  }
  case Place::Interval:
    Value = C.Intervals[C.Row];
    break;
  case Place::Begin:
    // Where intervals are cut, interval_places says where they begin.
    if (P.hasCutIntervals(S.Thread)) {
      sqlite3_result_null(Context);
      return SQLITE_OK;
    }
    Value = C.Intervals[C.Row] * P.IntervalInstructions;
    break;
  default:
    Value = countAt(C, Column);
  }
  sqlite3_result_int64(Context, sqlite3_int64(Value));
  return SQLITE_OK;
}

int intervalRowId(sqlite3_vtab_cursor *Cursor, sqlite3_int64 *RowId) {
  const IntervalsCursor &C = cursorOf(Cursor);
  constexpr int RowBits = 32;
  *RowId = sqlite3_int64(uint64_t(C.StreamIndex) << RowBits | C.Row);
  return SQLITE_OK;
}

/// Returns a module without xCreate: the table is there without a statement,
/// under the module's name.
const sqlite3_module &intervalsModule() {
  static const sqlite3_module Module = [] {
    sqlite3_module M = {};
    M.xConnect = connectIntervals;
    M.xDisconnect = disconnectIntervals;
    M.xBestIndex = planIntervals;
    M.xOpen = openCursor;
    M.xClose = closeCursor;
    M.xFilter = filterIntervals;
    M.xNext = nextInterval;
    M.xEof = isCursorAtEnd;
    M.xColumn = intervalColumn;
    M.xRowid = intervalRowId;
    return M;
  }();
  return Module;
}

} // namespace

std::vector<std::string> intervalsColumns(size_t Levels) {
  std::vector<std::string> Names = {"thread", "structure", "name",  "interval",
                                    "begin",  "accesses",  "loads", "stores"};
  for (size_t L = 1; L <= Levels; ++L)
    for (const char *Count : {"accesses", "misses", "writebacks", "evictions"})
      Names.push_back(fmt::format("l{}_{}", L, Count));
  return Names;
}

Status addIntervalsTable(sqlite3 *D, const Profile &P) {
  // SQLite gives the pointer back as it got it, and nothing writes through it.
  void *UserData = const_cast<Profile *>(&P);
  if (sqlite3_create_module_v2(D, "intervals", &intervalsModule(), UserData,
                               nullptr) != SQLITE_OK)
    return Error{sqlite3_errmsg(D)};
  return {};
}

} // namespace memfacet::result

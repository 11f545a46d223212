//===- Profiles.cpp - profiles, as bytes and as rows ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/store/Database.h"
#include "analysis/result/store/Digest.h"
#include "analysis/result/store/IntervalRows.h"
#include "analysis/result/store/ProfileRows.h"
#include "analysis/result/store/StreamReader.h"
#include "test/fuzz/ChangedProfile.h"
#include "test/fuzz/Feed.h"
#include "test/fuzz/Targets.h"
#include "test/support/random/RandomProfile.h"
#include <unistd.h>

namespace memfacet::fuzz {

namespace {

/// A profile with rows in most tables, in a file of this process.
class Template {
public:
  Template() : Path("/dev/shm/memfacet-fuzz." + std::to_string(getpid())) {
    if (!writeProfile(test::RandomProfile(Number).make(), Path))
      contradiction("a profile cannot be written");
    Expected<Database> D = Database::open(Path, Database::Mode::Create);
    if (!D)
      contradiction("a profile cannot be opened");
    Rows = std::make_shared<Database>(std::move(*D));
    use(Rows->run("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF;"
                  "PRAGMA locking_mode = EXCLUSIVE"));
    findColumns();
    unlink(Path.c_str());
  }

  struct Column {
    std::string Table, Name;
  };
  std::vector<Column> Columns;
  std::shared_ptr<Database> Rows;

private:
  static constexpr uint64_t Number = 15;

  void findColumns() {
    Expected<Statement> S = Rows->prepare(
        "SELECT m.name, p.name FROM sqlite_master m, pragma_table_info(m.name)"
        " p WHERE m.type = 'table' ORDER BY 1, p.cid");
    if (!S)
      contradiction("a profile has no tables");
    while (true) {
      Expected<bool> More = S->next();
      if (!More || !*More)
        return;
      Columns.push_back({S->text(0), S->text(1)});
    }
  }

  std::string Path;
};

std::string quoted(std::string_view Bytes) {
  std::string Text = "x'";
  for (char C : Bytes)
    fmt::format_to(std::back_inserter(Text), "{:02x}", uint8_t(C));
  return Text + "'";
}

/// A value of SQLite: numbers at the limits are frequent.
std::string value(Feed &In) {
  switch (In.take<uint8_t>() % 10) {
  case 0:
    return "NULL";
  case 1:
    return quoted(In.bytes(In.take<uint8_t>()));
  case 2:
    return "CAST(" + quoted(In.bytes(In.take<uint8_t>())) + " AS TEXT)";
  case 3:
    return "1e300";
  case 4:
    return "-1";
  case 5:
    return "9223372036854775807";
  case 6:
    return std::to_string(int64_t(In.take<uint64_t>()));
  case 7:
    return std::to_string(In.take<uint32_t>());
  default:
    return std::to_string(In.take<uint8_t>() % 16);
  }
}

/// One change of a table: of a cell, of a column, a row less, a row more.
std::string change(Feed &In, const std::vector<Template::Column> &Columns) {
  auto Kind = In.take<uint8_t>();
  const auto &C = Columns[In.take<uint16_t>() % Columns.size()];
  std::string RowId =
      fmt::format("(SELECT rowid FROM \"{}\" LIMIT 1 OFFSET {})", C.Table,
                  In.take<uint8_t>() % 8);
  switch (Kind % 6) {
  case 0:
    return fmt::format("DELETE FROM \"{}\" WHERE rowid = {}", C.Table, RowId);
  case 1:
    return fmt::format("UPDATE OR REPLACE \"{}\" SET \"{}\" = {}", C.Table,
                       C.Name, value(In));
  case 2:
    return fmt::format("INSERT OR REPLACE INTO \"{0}\" SELECT * FROM \"{0}\" "
                       "WHERE rowid = {1}",
                       C.Table, RowId);
  default:
    return fmt::format("UPDATE OR REPLACE \"{}\" SET \"{}\" = {} WHERE rowid = "
                       "{}",
                       C.Table, C.Name, value(In), RowId);
  }
}

} // namespace

bool withChangedProfile(Feed &In, const std::function<void(Profile &)> &Do) {
  static Template T;
  use(T.Rows->run("BEGIN"));
  for (int I = 0; I != 8 && !In.empty(); ++I)
    use(T.Rows->run(change(In, T.Columns)));
  Profile P;
  std::vector<IntervalCounts> Old;
  RowReader R(*T.Rows, ProfileVersion);
  loadProgram(R, P);
  OldCurveErrors OldErrors;
  loadDetails(R, P, OldErrors);
  loadTimes(R, T.Rows, P, Old);
  loadSharing(R, P);
  bool Good = bool(R.status());
  if (Good) {
    use(digest(P, Old, OldErrors));
    Do(P);
  }
  use(T.Rows->run("ROLLBACK"));
  return Good;
}

namespace {

void readStreams(const Profile &P) {
  // Each takes as long as all the rest of a profile. The first rows of a table
  // are those that are changed.
  constexpr size_t Most = 12;
  StreamReader Reader(P.Streams);
  for (size_t I = 0; I != std::min(Most, P.Streams.All.size()); ++I) {
    const Stream &S = P.Streams.All[I];
    use(Reader.read(S.Thread, S.Structure, S.Kind, [](auto, auto) {}));
  }
}

} // namespace

void fuzzProfile(std::string_view Bytes) {
  static const MemoryFile File("profile");
  File.put(Bytes);
  Expected<Profile> P = readProfile(File.path());
  if (P)
    readStreams(*P);
}

void fuzzRows(std::string_view Bytes) {
  Feed In(Bytes);
  withChangedProfile(In, readStreams);
}

void fuzzStreams(std::string_view Bytes) {
  Feed In(Bytes);
  StreamSet Set;
  uint32_t Intervals = In.take<uint32_t>();
  uint64_t Total = In.take<uint64_t>();
  auto Split = In.take<uint16_t>();
  std::string First(In.bytes(Split)), Second(In.rest());
  Set.All = {{0, StructureId(), Measure::Intervals, Intervals, Intervals,
              First.size(), streamCheck(First), First},
             {0, StructureId(), Measure::Accesses, Intervals, Total,
              Second.size(), streamCheck(Second), Second}};
  StreamReader Reader(Set);
  uint64_t Sum = 0;
  Status Read = Reader.read(0, StructureId(), Measure::Accesses,
                            [&](auto, std::span<const uint64_t> Values) {
                              for (uint64_t V : Values)
                                Sum += V;
                            });
  if (Read && Sum != Total)
    contradiction("a stream does not add up to its total");
  use(Reader.sums(0, StructureId(), Measure::Accesses, 10, 20));
}

} // namespace memfacet::fuzz

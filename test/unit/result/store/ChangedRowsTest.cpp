//===- ChangedRowsTest.cpp - rows that another program changed ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/store/IntervalRows.h"
#include "test/unit/result/store/ProfileFiles.h"

namespace {

class ChangedRows : public ProfileFiles {};

/// A profile with few rows, of which each is known, in many tables.
Profile profileOfFewRows() {
  Profile P = RandomProfile(1).make();
  P.Structures.resize(1);
  P.ByThread.clear();
  P.Streams = {};
  addIntervals({{0, StructureId(0), 1, {3, 3, 0, {{3, 1, 0}}}}}, P);
  P.Sites = {{"a.c", "main", 3, 1, true, 10, 12}};
  P.BySite = {{0, StructureId(0), {4}}};
  P.BySite[0].Misses.resize(P.Caches.Levels.size());
  P.BlindSpots = {{"a.c", "main", 3, 1, 10}};
  std::vector<MissInterval> Interval(P.Caches.Levels.size(), {3, 5});
  P.Lines = {{{7, 2}}, Interval, {Interval}};
  P.Curves = {{{CurveScope::Private, 3, {{2, 9}}}},
              {{CurveScope::Private, StructureId(0), 2, {7}, 3, {{2, 9}}}}};
  P.Core = {"c",
            "s",
            {{0, 9, 8, 7, 6}},
            {{0, 0, StructureId(0), 5}},
            {{0, 1, 4}},
            {{{StructureId(0)}, 3}}};
  P.Vectors.Source = BlockSource::Counted;
  P.Vectors.Blocks = {{1, 2, "main", "a.c", 3, 4}};
  P.Vectors.Intervals = {{0, 0, 8, packCounts(std::vector{BlockCount{0, 2}})}};
  return P;
}

TEST_F(ChangedRows, AreNoticedByTheCheckValue) {
  const Profile P = profileOfFewRows();
  for (const char *Sql :
       {"UPDATE structure_rows SET accesses = accesses + 1",
        "UPDATE loss SET lost_chunks = lost_chunks + 1",
        "UPDATE site_rows SET accesses = accesses + 1",
        "UPDATE site_levels SET misses = misses + 1",
        "UPDATE blind_spots SET executions = executions + 1",
        "UPDATE curves SET compulsory = compulsory + 1",
        "UPDATE curve_reuses SET touches = touches + 1",
        "UPDATE curve_totals SET samples = samples + 1",
        "UPDATE curve_intervals SET low = low + 1",
        "DELETE FROM curve_total_intervals",
        "UPDATE core_model SET spec = 't'",
        "UPDATE core_threads SET mispredictions = 1",
        "UPDATE core_stalls SET cycles = cycles + 1",
        "UPDATE core_intervals SET interval = interval + 1",
        "UPDATE core_scenarios SET cycles = cycles + 1",
        "DELETE FROM core_perfect",
        "UPDATE line_stretches SET bits = 6",
        "UPDATE miss_totals SET low = low + 1",
        "DELETE FROM miss_intervals",
        "UPDATE block_sources SET outside = outside + 1",
        "UPDATE blocks SET size = size + 1",
        "UPDATE block_vectors SET length = length + 1",
        "UPDATE streams SET total = total + 1",
        "DELETE FROM streams",
        "UPDATE meta SET value = value + 1 WHERE key = 'instructions'"}) {
    write(P);
    auto D = Database::open(Path, Database::Mode::Create);
    ASSERT_TRUE(D->run(Sql));
    EXPECT_EQ(complaint(), "its contents do not fit their check value") << Sql;
  }
}

TEST_F(ChangedRows, ThatNoWriterMakesAreNamed) {
  const Profile P = profileOfFewRows();
  for (auto [Sql, Table] :
       {std::pair("UPDATE structure_rows SET id = 5", "structure_rows"),
        std::pair("UPDATE structure_rows SET kind = 'none'", "structure_rows"),
        std::pair("UPDATE site_rows SET id = 5", "site_rows"),
        std::pair("UPDATE site_levels SET structure = 9", "site_levels"),
        std::pair("UPDATE blind_spots SET id = 5", "blind_spots"),
        std::pair("UPDATE core_model SET spec = ''", "core_model"),
        std::pair("UPDATE core_stalls SET site = 1", "core_stalls"),
        std::pair("UPDATE core_stalls SET structure = 1", "core_stalls"),
        std::pair("UPDATE core_scenarios SET position = 1", "core_scenarios"),
        std::pair("UPDATE core_perfect SET structure = 1", "core_perfect"),
        std::pair("UPDATE streams SET structure = 1 WHERE measure = 0 AND "
                  "structure = 0",
                  "streams"),
        std::pair("UPDATE streams SET thread = -1", "streams"),
        std::pair("DELETE FROM loss", "loss")}) {
    write(P);
    auto D = Database::open(Path, Database::Mode::Create);
    ASSERT_TRUE(D->run(Sql));
    EXPECT_EQ(complaint(), fmt::format("table {} is damaged", Table)) << Sql;
  }
}

} // namespace

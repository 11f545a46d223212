//===- ProfileVersionsTest.cpp - files of earlier versions ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/store/IntervalRows.h"
#include "analysis/result/store/Schema.h"
#include "test/support/IntervalCounts.h"
#include "test/unit/result/store/IntervalEncoder.h"
#include "test/unit/result/store/ProfileFiles.h"

namespace {

/// SQL that drops these tables.
std::string drop(std::initializer_list<const char *> Tables) {
  std::string Sql;
  for (const char *Table : Tables)
    Sql += fmt::format("DROP TABLE {}; ", Table);
  return Sql;
}

const std::string DropEighteenth = drop({"site_searches", "class_errors"});
const std::string DropSeventeenth =
    DropEighteenth + drop({"mapping_uses", "mapping_lines"});
const std::string DropSixteenth = DropSeventeenth + drop({"site_uses"});
const std::string DropFifteenth =
    DropSixteenth + drop({"curve_intervals", "curve_total_intervals"});
const std::string DropThirteenth =
    DropFifteenth + drop({"line_stretches", "miss_totals", "miss_intervals"});
const std::string DropTwelfth =
    DropThirteenth + drop({"shard_warmth", "shard_cycles"});
const std::string DropEleventh =
    DropTwelfth +
    drop({"ranks", "shard", "shard_models", "shard_counts", "sharing_hints"});
const std::string DropSharing =
    DropEleventh +
    drop({"sharing", "sharing_sites", "sharing_vertices", "sharing_edges",
          "sharing_classes", "sharing_locks", "sharing_lock_sites",
          "sharing_fights", "sharing_paddings"});
const std::string DropSignatures =
    drop({"block_places", "signature_shape", "interval_places", "signatures",
          "miss_sites"});
const std::string DropPairs =
    drop({"pair_samples", "pair_sites", "pair_vertices", "pairs",
          "pair_distances", "pair_threads"});
const std::string DropMemory =
    drop({"way_partitions", "memory_levels", "memory_tlbs", "memory_traffic",
          "evictions", "hot_sets", "set_spreads", "occupancy"}) +
    "DELETE FROM meta WHERE key IN ('caches_spec', 'memory_detail', "
    "'occupancy_period'); ";
const std::string DropDescriptions =
    drop({"structure_lives", "site_steps", "site_strides"});
const std::string DropFields =
    drop({"site_accesses", "records", "record_members", "record_parts",
          "structure_records", "site_fields", "blind_spots"}) +
    DropDescriptions;

class ProfileVersions : public ProfileFiles {
protected:
  void run(const std::string &Sql) {
    auto D = Database::open(Path, Database::Mode::Create);
    ASSERT_TRUE(D->run(Sql));
  }
  /// The tables are those of version 10: no views, and three other names.
  void makeTenth(const Profile &P) { run(toVersion10(P)); }
  /// The tables are those of version 6.
  void makeSixth(const Profile &P) {
    makeTenth(P);
    run(DropSharing + DropSignatures + DropPairs +
        fmt::format("DROP TABLE streams; CREATE TABLE interval_streams {}; "
                    "PRAGMA user_version = 6",
                    tables::IntervalStreams.text().definition()));
  }
  /// \p P reads back where \p Sql makes its file one of \p Version.
  Profile readAs(int Version, const std::string &Sql, const Profile &P) {
    write(P);
    if (Version < 6)
      makeSixth(P);
    else
      makeTenth(P);
    run(Sql + fmt::format("PRAGMA user_version = {}", Version));
    Profile Read = good(readProfile(Path));
    expectEqual(Read, P);
    return Read;
  }
  /// Writes \p P, without streams, as version 6 would have with \p Rows.
  void writeSixth(Profile P, const std::vector<IntervalCounts> &Rows) {
    P.Streams = {};
    write(P);
    makeSixth(P);
    auto D = Database::open(Path, Database::Mode::Create);
    auto Insert =
        good(D->prepare("INSERT INTO interval_streams VALUES (?, ?, ?)"));
    for (size_t I = 0; I != Rows.size();) {
      const IntervalCounts &First = Rows[I];
      IntervalEncoder Encoder;
      for (; I != Rows.size() && Rows[I].Thread == First.Thread &&
             Rows[I].Structure == First.Structure;
           ++I)
        Encoder.append(Rows[I].Interval, Rows[I].Total);
      ASSERT_TRUE(Insert.insert(uint64_t(First.Thread),
                                uint64_t(First.Structure.Value),
                                Blob{Encoder.bytes()}));
    }
    auto Digest =
        good(D->prepare("UPDATE meta SET value = ? WHERE key = 'digest'"));
    ASSERT_TRUE(Digest.insert(digest(P, Rows)));
  }
};

/// Makes a profile as all were before version 18.
Profile asSeventeenth(uint64_t Seed) {
  Profile P = RandomProfile(Seed).make();
  for (SiteCounts &C : P.BySite)
    C.Steps.steps(StepKind::Search) = 0;
  for (MemoryCounters &C : P.Memory.ByStructure)
    for (LevelDetail &L : C.Levels)
      L.ClassError = 0;
  return P;
}

/// Makes a profile as all were before version 17.
Profile asSixteenth(uint64_t Seed) {
  Profile P = asSeventeenth(Seed);
  P.Mappings = {};
  return P;
}

/// Makes a profile as all were before version 16.
Profile asFifteenth(uint64_t Seed) {
  Profile P = asSixteenth(Seed);
  for (CodeSite &S : P.Sites)
    S.Field.Used = 0;
  return P;
}

/// Makes a profile as all were before version 15.
Profile asFourteenth(uint64_t Seed) {
  Profile P = asFifteenth(Seed);
  for (CurveTotal &T : P.Curves.Totals)
    T.Intervals.clear();
  for (MissCurve &C : P.Curves.Curves)
    C.Intervals.clear();
  return P;
}

/// A profile of one process, as all were before version 11.
Profile asTenth(uint64_t Seed) {
  Profile P = asFourteenth(Seed);
  P.Ranks = {}, P.Shard = {}, P.SharingHints = {}, P.Lines = {};
  return P;
}

/// Makes a profile as earlier versions had it.
Profile withoutStreams() {
  uint64_t Seed = 1;
  Profile P = asTenth(Seed);
  while (P.BySite.empty())
    P = asTenth(++Seed);
  P.Streams = {};
  P.Pairs = {};
  P.Signatures = {};
  P.Sharing = {};
  return P;
}

Profile withoutMemory() {
  Profile P = withoutStreams();
  P.Memory = {};
  P.Curves = {};
  P.Vectors = {};
  P.Core = {};
  CacheModel Plain;
  Plain.Name = P.Caches.Name, Plain.Source = P.Caches.Source;
  Plain.LineBytes = P.Caches.LineBytes;
  for (const CacheLevel &L : P.Caches.Levels)
    Plain.Levels.push_back({L.Name, L.Bytes, L.Ways, L.Shared});
  P.Caches = Plain;
  return P;
}

TEST_F(ProfileVersions, TheSeventeenthVersionHadNoSearches) {
  for (uint64_t Seed = 0; Seed != 10; ++Seed) {
    Profile P = asSeventeenth(Seed);
    write(P);
    run(DropEighteenth + "PRAGMA user_version = 17");
    expectEqual(good(readProfile(Path)), P);
  }
}

TEST_F(ProfileVersions, TheSixteenthVersionDidNotSayWhatProcessesShare) {
  Profile P = asSixteenth(1);
  write(P);
  run(DropSeventeenth + "PRAGMA user_version = 16");
  expectEqual(good(readProfile(Path)), P);
}

TEST_F(ProfileVersions, TheFifteenthVersionDidNotSayWhatHasAUse) {
  for (uint64_t Seed = 0; Seed != 10; ++Seed) {
    Profile P = asFifteenth(Seed);
    write(P);
    run(DropSixteenth + "PRAGMA user_version = 15");
    expectEqual(good(readProfile(Path)), P);
  }
}

TEST_F(ProfileVersions, TheFourteenthVersionBoundedTheErrorsOfCurves) {
  Profile P = asFourteenth(1);
  P.Curves.Totals = {{CurveScope::Private, 9}};
  P.Curves.Curves = {{CurveScope::Private, StructureId(0), 20, {70, 10}, 9}};
  write(P);
  run(DropFifteenth + "UPDATE curves SET error_ppm = 250000; "
                      "UPDATE curve_totals SET error_ppm = 125000; "
                      "PRAGMA user_version = 14");
  {
    auto D = Database::open(Path, Database::Mode::Create);
    auto Digest =
        good(D->prepare("UPDATE meta SET value = ? WHERE key = 'digest'"));
    ASSERT_TRUE(Digest.insert(digest(P, {}, {{125000}, {250000}})));
  }
  P.Curves.Curves[0].Intervals = {{75, 100}, {5, 55}, {0, 45}};
  expectEqual(good(readProfile(Path)), P);
}

TEST_F(ProfileVersions, TheThirteenthVersionHadEstimatesFromWindows) {
  Profile P = asFourteenth(1);
  write(P);
  run(addWindows() + DropFifteenth + "PRAGMA user_version = 13");
  expectEqual(good(readProfile(Path)), P);
  run("INSERT INTO sampling VALUES (3, 100, 50, 25, 40)");
  EXPECT_EQ(complaint(),
            "its counts are estimates from windows of the run (record "
            "--sample), as earlier versions made them; record it again with "
            "--lines 1/64");
}

TEST_F(ProfileVersions, TheTwelfthVersionHadAllLines) {
  for (uint64_t Seed = 0; Seed != 10; ++Seed) {
    Profile P = asFourteenth(Seed);
    P.Lines = {};
    write(P);
    run(addWindows() + DropThirteenth + "PRAGMA user_version = 12");
    expectEqual(good(readProfile(Path)), P);
  }
}

TEST_F(ProfileVersions, TheEleventhVersionDidNotSayWhatPartsOfPointsHide) {
  for (uint64_t Seed = 0; Seed != 10; ++Seed) {
    Profile P = asFourteenth(Seed);
    P.Shard.Warmth = {}, P.Shard.Cycles = {}, P.Lines = {};
    write(P);
    run(addWindows() + DropTwelfth + "PRAGMA user_version = 11");
    expectEqual(good(readProfile(Path)), P);
  }
}

TEST_F(ProfileVersions, TheTenthVersionHadOneProcessNoViewsAndNoHints) {
  for (uint64_t Seed = 0; Seed != 10; ++Seed)
    readAs(10, DropEleventh, asTenth(Seed));
}

TEST_F(ProfileVersions, TheNinthVersionDidNotSayWhereLocksAreTaken) {
  uint64_t Seed = 1;
  Profile P = asTenth(Seed);
  while (P.Sharing.Locks.empty())
    P = asTenth(++Seed);
  for (LockHandOver &L : P.Sharing.Locks)
    L.Site = LockHandOver::NoSite;
  readAs(9, DropEleventh + drop({"sharing_lock_sites"}), P);
}

TEST_F(ProfileVersions, TheEighthVersionHadNoSharing) {
  Profile P = asTenth(2);
  P.Sharing = {};
  readAs(8, DropSharing, P);
}

TEST_F(ProfileVersions, TheSeventhVersionHadNoSignatures) {
  Profile P = asTenth(2);
  P.Signatures = {}, P.Sharing = {};
  for (CodeBlock &B : P.Vectors.Blocks)
    B.Loop = 0, B.Symbol = B.Object = "";
  readAs(7, DropSharing + DropSignatures, P);
}

TEST_F(ProfileVersions, TheSixthVersionHadRowsOfCountsByInterval) {
  Profile P = asTenth(1);
  P.Structures.resize(2);
  P.Sites.clear(), P.BySite.clear(), P.ByThread.clear();
  P.Memory = {}, P.Curves = {}, P.Vectors = {}, P.Core = {}, P.Pairs = {},
  P.Signatures = {}, P.Sharing = {};
  P.Caches = *parseCacheModel("L1=1K,2;L2=2K,2");
  auto CountsOf = [](uint64_t N) {
    return Counts{3 * N, 2 * N, N, {{N, 5, 2}, {5, N, 1}}};
  };
  StructureId A(0), B(1);
  std::vector<IntervalCounts> Rows = {{0, A, 0, CountsOf(7)},
                                      {0, A, 3, CountsOf(1)},
                                      {0, B, 2, CountsOf(9)},
                                      {4, A, 2, CountsOf(100)}};
  writeSixth(P, Rows);
  Profile Read = good(readProfile(Path));
  std::vector<IntervalCounts> Back = good(intervalCounts(Read));
  expectSameRows(Back, Rows, &IntervalCounts::Thread,
                 &IntervalCounts::Structure, &IntervalCounts::Interval,
                 &IntervalCounts::Total);
  // It is not known when which thread ran.
  EXPECT_EQ(Read.Streams.processThread(Measure::Accesses), std::nullopt);
  // A wrong count is noticed, as ever.
  auto D = Database::open(Path, Database::Mode::Create);
  IntervalEncoder Other;
  Other.append(0, CountsOf(8));
  auto Change = D->prepare("UPDATE interval_streams SET counts = ? WHERE "
                           "thread = 4");
  ASSERT_TRUE(Change->insert(Blob{Other.bytes()}));
  EXPECT_EQ(complaint(), "its contents do not fit their check value");
}

TEST_F(ProfileVersions, TheFifthVersionHadWholeRunsOnly) {
  Profile P = withoutStreams();
  P.Vectors = {};
  readAs(5, drop({"sampling", "block_sources", "blocks", "block_vectors"}), P);
}

TEST_F(ProfileVersions, TheFourthVersionHadOnlyPlainCaches) {
  readAs(4, DropMemory, withoutMemory());
}

Profile withoutDescriptions() {
  Profile P = withoutMemory();
  P.HasDescriptions = false;
  P.Curves = {};
  for (Structure &S : P.Structures)
    S.Lives = {};
  for (SiteCounts &C : P.BySite)
    C.Steps = {};
  return P;
}

Profile withoutFields() {
  Profile P = withoutDescriptions();
  P.HasSiteAccesses = false;
  P.BlindSpots.clear();
  P.Records.clear();
  for (Structure &S : P.Structures)
    S.Record = NoRecord;
  for (CodeSite &S : P.Sites)
    S.Field = {};
  for (SiteCounts &C : P.BySite)
    C.Accesses = 0, C.Misses[0] += 1;
  return P;
}

TEST_F(ProfileVersions, TheThirdVersionHadNoDescriptions) {
  Profile P = withoutDescriptions();
  ASSERT_FALSE(P.BySite.empty());
  EXPECT_FALSE(readAs(3, DropDescriptions, P).HasDescriptions);
}

TEST_F(ProfileVersions, TheSecondVersionHadNoFieldsAndBlindSpots) {
  Profile P = withoutFields();
  ASSERT_FALSE(P.BySite.empty());
  EXPECT_FALSE(readAs(2, DropFields, P).HasSiteAccesses);
}

TEST_F(ProfileVersions, TheFirstVersionHadNoSitesAndMarkers) {
  Profile P = withoutFields();
  P.Sites.clear(), P.BySite.clear(), P.Markers.clear();
  P.BlindSpots.clear();
  readAs(1, DropFields + drop({"sites", "site_levels", "markers"}), P);
}

} // namespace

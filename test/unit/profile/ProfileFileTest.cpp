//===- unit/profile/ProfileFileTest.cpp - written, read, damaged ----------===//

#include "analysis/profile/Database.h"
#include "analysis/profile/Digest.h"
#include "analysis/profile/IntervalCodec.h"
#include "analysis/profile/IntervalRows.h"
#include "analysis/profile/Profile.h"
#include "analysis/profile/Schema.h"
#include "test/support/RandomProfile.h"
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

using namespace memfacet;
using memfacet::test::RandomProfile;
namespace fs = std::filesystem;

namespace {

class ProfileFile : public testing::Test {
protected:
  void SetUp() override {
    Folder = testing::TempDir() + "profile." + std::to_string(getpid());
    fs::create_directories(Folder);
    Path = Folder + "/a.mfp";
  }
  void TearDown() override { fs::remove_all(Folder); }

  void write(const Profile &P) {
    Status S = writeProfile(P, Path);
    ASSERT_TRUE(S) << S.error().Message;
  }
  std::string bytes() {
    std::ifstream In(Path, std::ios::binary);
    return {std::istreambuf_iterator<char>(In), {}};
  }
  void put(const std::string &Bytes) {
    std::ofstream(Path, std::ios::binary | std::ios::trunc) << Bytes;
  }
  /// What is wrong with the file, without the part that names it.
  std::string complaint() {
    Expected<Profile> P = readProfile(Path);
    if (P)
      return "";
    std::string Start = "cannot read profile '" + Path + "': ";
    EXPECT_EQ(P.error().Message.substr(0, Start.size()), Start);
    return P.error().Message.substr(Start.size());
  }

  std::string Folder, Path;
};

void expectEqual(const Profile &A, const Profile &B) {
  EXPECT_EQ(A.Program, B.Program);
  EXPECT_EQ(A.Arguments, B.Arguments);
  EXPECT_EQ(A.ProcessId, B.ProcessId);
  EXPECT_EQ(A.ToolVersion, B.ToolVersion);
  EXPECT_EQ(A.Caches.spec(), B.Caches.spec());
  EXPECT_EQ(A.Caches.Partitions, B.Caches.Partitions);
  EXPECT_EQ(A.Memory.Known, B.Memory.Known);
  EXPECT_EQ(A.Memory.ByStructure, B.Memory.ByStructure);
  EXPECT_EQ(A.Memory.Evictions, B.Memory.Evictions);
  EXPECT_EQ(A.Memory.HotSets, B.Memory.HotSets);
  EXPECT_EQ(A.Memory.Spreads, B.Memory.Spreads);
  EXPECT_EQ(A.Memory.OccupancyPeriod, B.Memory.OccupancyPeriod);
  EXPECT_EQ(A.Memory.Occupancy, B.Memory.Occupancy);
  EXPECT_EQ(A.Caches.Name, B.Caches.Name);
  EXPECT_EQ(A.Caches.Source, B.Caches.Source);
  EXPECT_EQ(A.Instructions, B.Instructions);
  EXPECT_EQ(A.IntervalInstructions, B.IntervalInstructions);
  EXPECT_EQ(A.Notes, B.Notes);
  EXPECT_EQ(A.Markers, B.Markers);
  EXPECT_EQ(A.Loss.CutRecords, B.Loss.CutRecords);
  EXPECT_EQ(A.Loss.Truncated, B.Loss.Truncated);
  EXPECT_EQ(A.Loss.TruncatedWhy, B.Loss.TruncatedWhy);
  ASSERT_EQ(A.Structures.size(), B.Structures.size());
  for (size_t I = 0; I != A.Structures.size(); ++I) {
    EXPECT_EQ(A.Structures[I].Kind, B.Structures[I].Kind);
    EXPECT_EQ(A.Structures[I].Name, B.Structures[I].Name);
    EXPECT_EQ(A.Structures[I].Total, B.Structures[I].Total);
    EXPECT_EQ(A.Structures[I].PeakBytes, B.Structures[I].PeakBytes);
    EXPECT_EQ(A.Structures[I].Lives, B.Structures[I].Lives);
  }
  ASSERT_EQ(A.ByThread.size(), B.ByThread.size());
  for (size_t I = 0; I != A.ByThread.size(); ++I)
    EXPECT_EQ(A.ByThread[I].Total, B.ByThread[I].Total);
  EXPECT_EQ(A.Records, B.Records);
  EXPECT_EQ(A.Curves, B.Curves);
  for (size_t I = 0; I != A.Structures.size(); ++I)
    EXPECT_EQ(A.Structures[I].Record, B.Structures[I].Record);
  ASSERT_EQ(A.Sites.size(), B.Sites.size());
  for (size_t I = 0; I != A.Sites.size(); ++I) {
    EXPECT_EQ(A.Sites[I].File, B.Sites[I].File);
    EXPECT_EQ(A.Sites[I].Function, B.Sites[I].Function);
    EXPECT_EQ(A.Sites[I].Line, B.Sites[I].Line);
    EXPECT_EQ(A.Sites[I].Column, B.Sites[I].Column);
    EXPECT_EQ(A.Sites[I].Write, B.Sites[I].Write);
    EXPECT_EQ(A.Sites[I].Accesses, B.Sites[I].Accesses);
    EXPECT_EQ(A.Sites[I].Touches, B.Sites[I].Touches);
    EXPECT_EQ(A.Sites[I].Field, B.Sites[I].Field);
  }
  ASSERT_EQ(A.BySite.size(), B.BySite.size());
  for (size_t I = 0; I != A.BySite.size(); ++I) {
    EXPECT_EQ(A.BySite[I].Site, B.BySite[I].Site);
    EXPECT_EQ(A.BySite[I].Structure, B.BySite[I].Structure);
    EXPECT_EQ(A.BySite[I].Misses, B.BySite[I].Misses);
    EXPECT_EQ(A.BySite[I].Accesses, B.BySite[I].Accesses);
    EXPECT_EQ(A.BySite[I].Steps, B.BySite[I].Steps);
  }
  ASSERT_EQ(A.BlindSpots.size(), B.BlindSpots.size());
  for (size_t I = 0; I != A.BlindSpots.size(); ++I) {
    EXPECT_EQ(A.BlindSpots[I].File, B.BlindSpots[I].File);
    EXPECT_EQ(A.BlindSpots[I].Function, B.BlindSpots[I].Function);
    EXPECT_EQ(A.BlindSpots[I].Line, B.BlindSpots[I].Line);
    EXPECT_EQ(A.BlindSpots[I].Column, B.BlindSpots[I].Column);
    EXPECT_EQ(A.BlindSpots[I].Executions, B.BlindSpots[I].Executions);
  }
  ASSERT_EQ(A.Streams.All.size(), B.Streams.All.size());
  for (size_t I = 0; I != A.Streams.All.size(); ++I) {
    EXPECT_EQ(A.Streams.All[I].key(), B.Streams.All[I].key());
    Expected<std::string> OfA = A.Streams.bytes(A.Streams.All[I]),
                          OfB = B.Streams.bytes(B.Streams.All[I]);
    ASSERT_TRUE(OfA && OfB);
    EXPECT_EQ(*OfA, *OfB);
  }
  EXPECT_EQ(A.Core, B.Core);
  EXPECT_EQ(A.Vectors, B.Vectors);
  EXPECT_EQ(A.Pairs, B.Pairs);
  EXPECT_EQ(A.Sampled, B.Sampled);
  // Everything, also what is not spelled out above.
  EXPECT_EQ(digest(A), digest(B));
}

TEST_F(ProfileFile, ReadsBackWhatWasWritten) {
  for (uint64_t Seed = 0; Seed != 60; ++Seed) {
    Profile P = RandomProfile(Seed).make();
    write(P);
    Expected<Profile> Back = readProfile(Path);
    ASSERT_TRUE(Back) << Seed << ": " << Back.error().Message;
    expectEqual(P, *Back);
  }
}

TEST_F(ProfileFile, AnEmptyProfileIsAProfile) {
  Profile P;
  P.Caches = *parseCacheModel("L1=1K,2");
  write(P);
  Expected<Profile> Back = readProfile(Path);
  ASSERT_TRUE(Back) << Back.error().Message;
  expectEqual(P, *Back);
}

TEST_F(ProfileFile, SortsWhatComesUnsorted) {
  Profile P = RandomProfile(3).make();
  P.Structures.resize(2);
  P.Streams = {};
  P.Sites.clear(), P.BySite.clear();
  P.Memory = {};
  P.Curves = {};
  P.Sampled = {};
  P.Vectors = {};
  P.Pairs = {};
  P.Core = {};
  StructureId A(0), B(1);
  P.ByThread = {{1, B, {}}, {0, B, {}}, {0, A, {}}};
  for (auto [Thread, Structure, Of] : {std::tuple(3, A, Measure::Intervals),
                                       {0, B, Measure::Intervals},
                                       {0, A, Measure::Stores},
                                       {0, A, Measure::Intervals}}) {
    Stream &S = P.Streams.All.emplace_back();
    S.Thread = uint32_t(Thread), S.Structure = Structure, S.Of = Of;
    S.Check = streamCheck(S.Packed);
  }
  P.Threads = {{1, 0, 5}, {0, 0, 6}};
  write(P);
  Expected<Profile> Back = readProfile(Path);
  ASSERT_TRUE(Back) << Back.error().Message;
  EXPECT_EQ(Back->ByThread[0].Thread, 0u);
  EXPECT_EQ(Back->ByThread[0].Structure, A);
  EXPECT_EQ(Back->Streams.All[0].key(), std::tuple(0u, 0u, Measure(0)));
  EXPECT_EQ(Back->Streams.All[1].Of, Measure::Stores);
  EXPECT_EQ(Back->Streams.All[2].Structure, B);
  EXPECT_EQ(Back->Streams.All[3].Thread, 3u);
  EXPECT_EQ(Back->Threads[1].Instructions, 5u);
}

TEST_F(ProfileFile, ThePreviousOneIsKeptAsOld) {
  Profile P = RandomProfile(1).make();
  P.Program = "first";
  write(P);
  P.Program = "second";
  write(P);
  EXPECT_EQ(readProfile(Path)->Program, "second");
  EXPECT_EQ(readProfile(Path + ".old")->Program, "first");
  P.Program = "third";
  ASSERT_TRUE(writeProfile(P, Path, Previous::Replace));
  EXPECT_EQ(readProfile(Path)->Program, "third");
  EXPECT_EQ(readProfile(Path + ".old")->Program, "first");
  size_t Files = 0;
  for ([[maybe_unused]] const auto &Entry : fs::directory_iterator(Folder))
    ++Files;
  EXPECT_EQ(Files, 2u) << "a temporary file is left";
}

TEST_F(ProfileFile, WhereItCannotBeWrittenIsOneClearError) {
  Profile P = RandomProfile(1).make();
  std::string Missing = Folder + "/none/a.mfp";
  EXPECT_EQ(writeProfile(P, Missing).error().Message,
            "cannot write profile '" + Missing +
                "': unable to open database file");
  EXPECT_EQ(writeProfile(P, Folder).error().Message,
            "cannot write profile '" + Folder + "': it is not a regular file");
  EXPECT_EQ(writeProfile(P, "/dev/null").error().Message,
            "cannot write profile '/dev/null': it is not a regular file");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST_F(ProfileFile, ForeignAndEmptyFilesAreNamedAsSuch) {
  EXPECT_EQ(complaint().substr(0, 25), "No such file or directory");
  put("");
  EXPECT_EQ(complaint(), "it is empty");
  put("#!/bin/sh\necho this is no profile, and longer than a header\n");
  EXPECT_EQ(complaint(), "file is not a database");
  fs::remove(Path);
  fs::create_directory(Path);
  EXPECT_EQ(complaint(), "it is not a regular file");
}

TEST_F(ProfileFile, ADatabaseOfSomebodyElseIsForeign) {
  {
    auto D = Database::open(Path, Database::Mode::Create);
    ASSERT_TRUE(D->run("CREATE TABLE meta (key, value)"));
  }
  EXPECT_EQ(complaint(), "not a MemFacet profile");
}

TEST_F(ProfileFile, ALaterVersionIsRefused) {
  write(RandomProfile(1).make());
  {
    auto D = Database::open(Path, Database::Mode::Create);
    ASSERT_TRUE(D->run("PRAGMA user_version = 8"));
  }
  EXPECT_EQ(complaint(),
            "profile of version 8, this memfacet reads versions 1 to 7");
}

/// As earlier versions had it.
Profile withoutStreams() {
  uint64_t Seed = 1;
  Profile P = RandomProfile(Seed).make();
  while (P.BySite.empty())
    P = RandomProfile(++Seed).make();
  P.Streams = {};
  P.Pairs = {};
  return P;
}

/// The tables of \p Path are those of version 6.
void makeSixth(const std::string &Path) {
  auto D = Database::open(Path, Database::Mode::Create);
  ASSERT_TRUE(D->run(
      fmt::format("DROP TABLE streams; CREATE TABLE interval_streams {}; "
                  "DROP TABLE pair_samples; DROP TABLE pair_sites; "
                  "DROP TABLE pair_vertices; DROP TABLE pairs; "
                  "DROP TABLE pair_distances; DROP TABLE pair_threads; "
                  "PRAGMA user_version = 6",
                  tableOf(ProfileTable::IntervalStreams).Definition)));
}

Profile withoutMemory() {
  Profile P = withoutStreams();
  P.Memory = {};
  P.Curves = {};
  P.Sampled = {};
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

constexpr const char *DropMemory =
    "DROP TABLE way_partitions; DROP TABLE memory_levels; "
    "DROP TABLE memory_tlbs; DROP TABLE memory_traffic; "
    "DROP TABLE evictions; DROP TABLE hot_sets; DROP TABLE set_spreads; "
    "DROP TABLE occupancy; DELETE FROM meta WHERE key IN ('caches_spec', "
    "'memory_detail', 'occupancy_period'); ";

/// Writes \p P, without streams, as version 6 would have with \p Rows.
void writeSixth(Profile P, const std::vector<IntervalCounts> &Rows,
                const std::string &Path) {
  P.Streams = {};
  ASSERT_TRUE(writeProfile(P, Path, Previous::Replace));
  makeSixth(Path);
  auto D = Database::open(Path, Database::Mode::Create);
  auto Insert = D->prepare("INSERT INTO interval_streams VALUES (?, ?, ?)");
  ASSERT_TRUE(Insert);
  for (size_t I = 0; I != Rows.size();) {
    const IntervalCounts &First = Rows[I];
    IntervalEncoder Encoder;
    for (; I != Rows.size() && Rows[I].Thread == First.Thread &&
           Rows[I].Structure == First.Structure;
         ++I)
      Encoder.append(Rows[I].Interval, Rows[I].Total);
    ASSERT_TRUE(Insert->insert(uint64_t(First.Thread),
                               uint64_t(First.Structure.Value),
                               Blob{Encoder.bytes()}));
  }
  auto Digest = D->prepare("UPDATE meta SET value = ? WHERE key = 'digest'");
  ASSERT_TRUE(Digest);
  ASSERT_TRUE(Digest->insert(digest(P, Rows)));
}

TEST_F(ProfileFile, TheSixthVersionHadRowsOfCountsByInterval) {
  Profile P = RandomProfile(1).make();
  P.Structures.resize(2);
  P.Sites.clear(), P.BySite.clear(), P.ByThread.clear();
  P.Memory = {}, P.Curves = {}, P.Sampled = {}, P.Vectors = {}, P.Core = {},
  P.Pairs = {};
  P.Caches = *parseCacheModel("L1=1K,2;L2=2K,2");
  auto Of = [](uint64_t N) {
    return Counts{3 * N, 2 * N, N, {{N, 5, 2}, {5, N, 1}}};
  };
  StructureId A(0), B(1);
  std::vector<IntervalCounts> Rows = {
      {0, A, 0, Of(7)}, {0, A, 3, Of(1)}, {0, B, 2, Of(9)}, {4, A, 2, Of(100)}};
  writeSixth(P, Rows, Path);
  Expected<Profile> Read = readProfile(Path);
  ASSERT_TRUE(Read) << Read.error().Message;
  Expected<std::vector<IntervalCounts>> Back = intervalCounts(*Read);
  ASSERT_TRUE(Back) << Back.error().Message;
  ASSERT_EQ(Back->size(), Rows.size());
  for (size_t I = 0; I != Rows.size(); ++I) {
    EXPECT_EQ((*Back)[I].Thread, Rows[I].Thread) << I;
    EXPECT_EQ((*Back)[I].Structure, Rows[I].Structure) << I;
    EXPECT_EQ((*Back)[I].Interval, Rows[I].Interval) << I;
    EXPECT_EQ((*Back)[I].Total, Rows[I].Total) << I;
  }
  // Nobody knows when which thread ran.
  EXPECT_EQ(Read->Streams.processThread(Measure::Accesses), std::nullopt);
  // A wrong count is noticed, as ever.
  auto D = Database::open(Path, Database::Mode::Create);
  IntervalEncoder Other;
  Other.append(0, Of(8));
  auto Change = D->prepare("UPDATE interval_streams SET counts = ? WHERE "
                           "thread = 4");
  ASSERT_TRUE(Change->insert(Blob{Other.bytes()}));
  EXPECT_EQ(complaint(), "its contents do not fit their check value");
}

TEST_F(ProfileFile, TheFifthVersionHadWholeRunsOnly) {
  Profile P = withoutStreams();
  P.Sampled = {};
  P.Vectors = {};
  write(P);
  makeSixth(Path);
  {
    auto D = Database::open(Path, Database::Mode::Create);
    ASSERT_TRUE(D->run("DROP TABLE sampling; DROP TABLE sampling_totals; "
                       "DROP TABLE sampling_errors; DROP TABLE block_sources; "
                       "DROP TABLE blocks; DROP TABLE block_vectors; "
                       "PRAGMA user_version = 5"));
  }
  Expected<Profile> Read = readProfile(Path);
  ASSERT_TRUE(Read) << Read.error().Message;
  expectEqual(*Read, P);
}

TEST_F(ProfileFile, TheFourthVersionHadOnlyPlainCaches) {
  Profile P = withoutMemory();
  write(P);
  makeSixth(Path);
  {
    auto D = Database::open(Path, Database::Mode::Create);
    ASSERT_TRUE(D->run(std::string(DropMemory) + "PRAGMA user_version = 4"));
  }
  Expected<Profile> Read = readProfile(Path);
  ASSERT_TRUE(Read) << Read.error().Message;
  expectEqual(*Read, P);
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

constexpr const char *DropFields =
    "DROP TABLE site_accesses; DROP TABLE records; DROP TABLE record_members; "
    "DROP TABLE record_parts; DROP TABLE structure_records; "
    "DROP TABLE site_fields; DROP TABLE blind_spots; "
    "DROP TABLE structure_lives; DROP TABLE site_steps; "
    "DROP TABLE site_strides; ";

TEST_F(ProfileFile, TheThirdVersionHadNoDescriptions) {
  Profile P = withoutDescriptions();
  ASSERT_FALSE(P.BySite.empty());
  write(P);
  makeSixth(Path);
  {
    auto D = Database::open(Path, Database::Mode::Create);
    ASSERT_TRUE(D->run("DROP TABLE structure_lives; DROP TABLE site_steps; "
                       "DROP TABLE site_strides; PRAGMA user_version = 3"));
  }
  Expected<Profile> Read = readProfile(Path);
  ASSERT_TRUE(Read) << Read.error().Message;
  EXPECT_FALSE(Read->HasDescriptions);
  expectEqual(*Read, P);
}

TEST_F(ProfileFile, TheSecondVersionHadNoFieldsAndBlindSpots) {
  Profile P = withoutFields();
  ASSERT_FALSE(P.BySite.empty());
  write(P);
  makeSixth(Path);
  {
    auto D = Database::open(Path, Database::Mode::Create);
    ASSERT_TRUE(D->run(std::string(DropFields) + "PRAGMA user_version = 2"));
  }
  Expected<Profile> Read = readProfile(Path);
  ASSERT_TRUE(Read) << Read.error().Message;
  EXPECT_FALSE(Read->HasSiteAccesses);
  expectEqual(*Read, P);
}

TEST_F(ProfileFile, TheFirstVersionHadNoSitesAndMarkers) {
  Profile P = withoutFields();
  P.Sites.clear(), P.BySite.clear(), P.Markers.clear();
  P.BlindSpots.clear();
  write(P);
  makeSixth(Path);
  {
    auto D = Database::open(Path, Database::Mode::Create);
    ASSERT_TRUE(D->run(std::string(DropFields) +
                       "DROP TABLE sites; DROP TABLE site_levels; "
                       "DROP TABLE markers; "
                       "PRAGMA user_version = 1"));
  }
  Expected<Profile> Read = readProfile(Path);
  ASSERT_TRUE(Read) << Read.error().Message;
  expectEqual(*Read, P);
}

TEST_F(ProfileFile, AViewInPlaceOfATableIsRefused) {
  write(RandomProfile(1).make());
  {
    auto D = Database::open(Path, Database::Mode::Create);
    ASSERT_TRUE(D->run("DROP TABLE notes; CREATE VIEW notes AS WITH RECURSIVE "
                       "r(position, text) AS (SELECT 0, '' UNION ALL SELECT "
                       "position + 1, '' FROM r) SELECT * FROM r"));
  }
  EXPECT_EQ(complaint(), "table notes is missing or not as memfacet makes it");
}

TEST_F(ProfileFile, ChangedNumbersAreNoticed) {
  Profile P = RandomProfile(1).make();
  P.Structures.resize(1);
  P.ByThread.clear();
  P.Streams = {};
  addIntervals({{0, StructureId(0), 1, {3, 3, 0, {{3, 1, 0}}}}}, P);
  P.Sites = {{"a.c", "main", 3, 1, true, 10, 12}};
  P.BySite = {{0, StructureId(0), {4}}};
  P.BySite[0].Misses.resize(P.Caches.Levels.size());
  P.BlindSpots = {{"a.c", "main", 3, 1, 10}};
  P.Curves = {{{CurveScope::Private, 0, 0}},
              {{CurveScope::Private, StructureId(0), 2, {7}, 0, 0}}};
  P.Core = {"c",
            "s",
            {{0, 9, 8, 7, 6}},
            {{0, 0, StructureId(0), 5}},
            {{0, 1, 4}},
            {{{StructureId(0)}, 3}}};
  P.Vectors.Source = BlockSource::Counted;
  P.Vectors.Blocks = {{1, 2, "main", "a.c", 3, 4}};
  P.Vectors.Intervals = {{0, 0, 8, packCounts(std::vector{BlockCount{0, 2}})}};
  for (const char *Sql :
       {"UPDATE structures SET accesses = accesses + 1",
        "UPDATE loss SET lost_chunks = lost_chunks + 1",
        "UPDATE sites SET accesses = accesses + 1",
        "UPDATE site_levels SET misses = misses + 1",
        "UPDATE blind_spots SET executions = executions + 1",
        "UPDATE curves SET compulsory = compulsory + 1",
        "UPDATE curve_reuses SET touches = touches + 1",
        "UPDATE curve_totals SET error_ppm = 1",
        "UPDATE core_model SET spec = 't'",
        "UPDATE core_threads SET mispredictions = 1",
        "UPDATE core_stalls SET cycles = cycles + 1",
        "UPDATE core_intervals SET interval = interval + 1",
        "UPDATE core_scenarios SET cycles = cycles + 1",
        "DELETE FROM core_perfect",
        "UPDATE block_sources SET outside = 1",
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
  for (auto [Sql, Table] :
       {std::pair("UPDATE structures SET id = 5", "structures"),
        std::pair("UPDATE structures SET kind = 'none'", "structures"),
        std::pair("UPDATE sites SET id = 5", "sites"),
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

TEST_F(ProfileFile, TruncatedAtAnyPageIsAnError) {
  Profile P = RandomProfile(2).make();
  P.BlindSpots = {{"a.c", "f", 1, 2, 3}}; // in the last page of the file
  write(P);
  std::string Whole = bytes();
  ASSERT_GT(Whole.size(), 4096u);
  for (size_t Size = 0; Size < Whole.size(); Size += 509) {
    put(Whole.substr(0, Size));
    EXPECT_NE(complaint(), "") << Size;
  }
}

TEST_F(ProfileFile, AnyFlippedByteIsAnErrorOrHarmless) {
  Profile P = RandomProfile(2).make();
  write(P);
  std::string Whole = bytes();
  std::mt19937_64 Random(1);
  size_t Noticed = 0;
  for (int Try = 0; Try != 1500; ++Try) {
    std::string Damaged = Whole;
    Damaged[Random() % Damaged.size()] ^= char(1 + Random() % 255);
    put(Damaged);
    Expected<Profile> Back = readProfile(Path);
    // Either it says so, or the byte meant nothing.
    if (Back)
      EXPECT_EQ(digest(P), digest(*Back));
    else
      ++Noticed;
  }
  EXPECT_GT(Noticed, 50u);
}

} // namespace

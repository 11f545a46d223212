//===- ProfileVersionsTest.cpp - files of earlier versions ----------------===//

#include "analysis/store/Schema.h"
#include "test/support/IntervalCounts.h"
#include "test/unit/store/IntervalEncoder.h"
#include "test/unit/store/ProfileFiles.h"

using namespace memfacet;
using memfacet::test::expectEqual;
using memfacet::test::RandomProfile;

namespace {

class ProfileVersions : public memfacet::test::ProfileFiles {};

/// As earlier versions had it.
Profile withoutStreams() {
  uint64_t Seed = 1;
  Profile P = RandomProfile(Seed).make();
  while (P.BySite.empty())
    P = RandomProfile(++Seed).make();
  P.Streams = {};
  P.Pairs = {};
  P.Signatures = {};
  P.Sharing = {};
  return P;
}

constexpr const char *DropSharing =
    "DROP TABLE sharing; DROP TABLE sharing_sites; "
    "DROP TABLE sharing_vertices; DROP TABLE sharing_edges; "
    "DROP TABLE sharing_classes; DROP TABLE sharing_locks; DROP TABLE "
    "sharing_lock_sites; "
    "DROP TABLE sharing_fights; DROP TABLE sharing_paddings; ";
/// And what was new before that.
constexpr const char *DropSignatures =
    "DROP TABLE sharing; DROP TABLE sharing_sites; "
    "DROP TABLE sharing_vertices; DROP TABLE sharing_edges; "
    "DROP TABLE sharing_classes; DROP TABLE sharing_locks; DROP TABLE "
    "sharing_lock_sites; "
    "DROP TABLE sharing_fights; DROP TABLE sharing_paddings; "
    "DROP TABLE block_places; DROP TABLE signature_shape; DROP TABLE "
    "interval_places; "
    "DROP TABLE signatures; DROP TABLE miss_sites; ";

/// The tables of \p Path are those of version 6.
void makeSixth(const std::string &Path) {
  auto D = Database::open(Path, Database::Mode::Create);
  ASSERT_TRUE(D->run(DropSignatures));
  ASSERT_TRUE(D->run(
      fmt::format("DROP TABLE streams; CREATE TABLE interval_streams {}; "
                  "DROP TABLE pair_samples; DROP TABLE pair_sites; "
                  "DROP TABLE pair_vertices; DROP TABLE pairs; "
                  "DROP TABLE pair_distances; DROP TABLE pair_threads; "
                  "PRAGMA user_version = 6",
                  tables::IntervalStreams.text().definition())));
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

TEST_F(ProfileVersions, TheNinthVersionDidNotSayWhereLocksAreTaken) {
  uint64_t Seed = 1;
  Profile P = RandomProfile(Seed).make();
  while (P.Sharing.Locks.empty())
    P = RandomProfile(++Seed).make();
  for (LockHandOver &L : P.Sharing.Locks)
    L.Site = LockHandOver::NoSite;
  write(P);
  {
    auto D = Database::open(Path, Database::Mode::Create);
    ASSERT_TRUE(D->run("DROP TABLE sharing_lock_sites"));
    ASSERT_TRUE(D->run("PRAGMA user_version = 9"));
  }
  Expected<Profile> Read = readProfile(Path);
  ASSERT_TRUE(Read) << Read.error().Message;
  expectEqual(P, *Read);
}

TEST_F(ProfileVersions, TheEighthVersionHadNoSharing) {
  Profile P = RandomProfile(2).make();
  P.Sharing = {};
  write(P);
  {
    auto D = Database::open(Path, Database::Mode::Create);
    ASSERT_TRUE(D->run(DropSharing));
    ASSERT_TRUE(D->run("PRAGMA user_version = 8"));
  }
  Expected<Profile> Read = readProfile(Path);
  ASSERT_TRUE(Read) << Read.error().Message;
  expectEqual(P, *Read);
}

TEST_F(ProfileVersions, TheSeventhVersionHadNoSignatures) {
  Profile P = RandomProfile(2).make();
  P.Signatures = {}, P.Sharing = {};
  for (CodeBlock &B : P.Vectors.Blocks)
    B.Loop = 0, B.Symbol = B.Object = "";
  write(P);
  {
    auto D = Database::open(Path, Database::Mode::Create);
    ASSERT_TRUE(D->run(DropSignatures));
    ASSERT_TRUE(D->run("PRAGMA user_version = 7"));
  }
  Expected<Profile> Read = readProfile(Path);
  ASSERT_TRUE(Read) << Read.error().Message;
  expectEqual(P, *Read);
}

TEST_F(ProfileVersions, TheSixthVersionHadRowsOfCountsByInterval) {
  Profile P = RandomProfile(1).make();
  P.Structures.resize(2);
  P.Sites.clear(), P.BySite.clear(), P.ByThread.clear();
  P.Memory = {}, P.Curves = {}, P.Sampled = {}, P.Vectors = {}, P.Core = {},
  P.Pairs = {}, P.Signatures = {}, P.Sharing = {};
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

TEST_F(ProfileVersions, TheFifthVersionHadWholeRunsOnly) {
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

TEST_F(ProfileVersions, TheFourthVersionHadOnlyPlainCaches) {
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

TEST_F(ProfileVersions, TheThirdVersionHadNoDescriptions) {
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

TEST_F(ProfileVersions, TheSecondVersionHadNoFieldsAndBlindSpots) {
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

TEST_F(ProfileVersions, TheFirstVersionHadNoSitesAndMarkers) {
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

} // namespace

//===- ProfileFiles.h - a profile in a folder of its own ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_TEST_UNIT_RESULT_STORE_PROFILEFILES_H
#define MEMFACET_TEST_UNIT_RESULT_STORE_PROFILEFILES_H

#include "analysis/result/profile/Profile.h"
#include "analysis/result/store/Database.h"
#include "analysis/result/store/Digest.h"
#include "analysis/result/store/Schema.h"
#include "analysis/result/store/Views.h"
#include "test/support/TemporaryFile.h"
#include "test/support/random/RandomProfile.h"

namespace memfacet::test {

class ProfileFiles : public testing::Test, protected TemporaryFile {
protected:
  ProfileFiles() : TemporaryFile(".folder/a.mfp") {
    std::filesystem::create_directories(Folder);
  }
  ~ProfileFiles() override { std::filesystem::remove_all(Folder); }

  void write(const Profile &P) {
    Status S = writeProfile(P, Path);
    ASSERT_TRUE(S) << S.error().Message;
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

  const std::string Folder = std::filesystem::path(Path).parent_path();
};

/// SQL that adds a table of versions 6 to 13, without a row.
inline std::string addWindows() {
  return fmt::format("CREATE TABLE sampling {}; ",
                     tables::Sampling.text().definition());
}

/// SQL that makes the file of \p P one of version 10.
inline std::string toVersion10(const Profile &P) {
  std::string Sql =
      addWindows() + "DELETE FROM meta WHERE key = 'view_version'; ";
  for (const ViewText &V : profileViews(P.Caches.Levels.size()))
    Sql += fmt::format("DROP VIEW {}; ", V.Name);
  auto Rename = [&](const auto &New, const auto &Old) {
    Sql += fmt::format("CREATE TABLE {0} {1}; INSERT INTO {0} SELECT * FROM "
                       "{2}; DROP TABLE {2}; ",
                       Old.Name, Old.text().definition(), New.Name);
  };
  Rename(tables::Structures, tables::OldStructures);
  Rename(tables::Sites, tables::OldSites);
  Rename(tables::Evictions, tables::OldEvictions);
  return Sql + "PRAGMA user_version = 10";
}

inline void expectSameRun(const Profile &A, const Profile &B) {
  EXPECT_EQ(A.Program, B.Program);
  EXPECT_EQ(A.Arguments, B.Arguments);
  EXPECT_EQ(A.ProcessId, B.ProcessId);
  EXPECT_EQ(A.ToolVersion, B.ToolVersion);
  EXPECT_EQ(A.Instructions, B.Instructions);
  EXPECT_EQ(A.IntervalInstructions, B.IntervalInstructions);
  EXPECT_EQ(A.Notes, B.Notes);
  EXPECT_EQ(A.Markers, B.Markers);
  EXPECT_EQ(A.Loss.CutRecords, B.Loss.CutRecords);
  EXPECT_EQ(A.Loss.Truncated, B.Loss.Truncated);
  EXPECT_EQ(A.Loss.TruncatedWhy, B.Loss.TruncatedWhy);
}

inline void expectSameCaches(const Profile &A, const Profile &B) {
  EXPECT_EQ(A.Caches.Name, B.Caches.Name);
  EXPECT_EQ(A.Caches.Source, B.Caches.Source);
  EXPECT_EQ(A.Caches.spec(), B.Caches.spec());
  EXPECT_EQ(A.Caches.Partitions, B.Caches.Partitions);
  EXPECT_EQ(A.Memory.Known, B.Memory.Known);
  EXPECT_EQ(A.Memory.ByStructure, B.Memory.ByStructure);
  EXPECT_EQ(A.Memory.Evictions, B.Memory.Evictions);
  EXPECT_EQ(A.Memory.HotSets, B.Memory.HotSets);
  EXPECT_EQ(A.Memory.Spreads, B.Memory.Spreads);
  EXPECT_EQ(A.Memory.OccupancyPeriod, B.Memory.OccupancyPeriod);
  EXPECT_EQ(A.Memory.Occupancy, B.Memory.Occupancy);
}

inline void expectSameMemory(const Profile &A, const Profile &B) {
  expectSameRows(A.Structures, B.Structures, &Structure::Kind, &Structure::Name,
                 &Structure::Total, &Structure::PeakBytes, &Structure::Lives,
                 &Structure::Record);
  expectSameRows(A.ByThread, B.ByThread, &ThreadCounts::Total);
  EXPECT_EQ(A.Records, B.Records);
  EXPECT_EQ(A.Lines, B.Lines);
  EXPECT_EQ(A.Curves, B.Curves);
  expectSameRows(A.Sites, B.Sites, &CodeSite::File, &CodeSite::Function,
                 &CodeSite::Line, &CodeSite::Column, &CodeSite::Write,
                 &CodeSite::Accesses, &CodeSite::Touches, &CodeSite::Field);
  expectSameRows(A.BySite, B.BySite, &SiteCounts::Site, &SiteCounts::Structure,
                 &SiteCounts::Misses, &SiteCounts::Accesses,
                 &SiteCounts::Steps);
  expectSameRows(A.BlindSpots, B.BlindSpots, &BlindSpot::File,
                 &BlindSpot::Function, &BlindSpot::Line, &BlindSpot::Column,
                 &BlindSpot::Executions);
}

inline void expectSameTimes(const Profile &A, const Profile &B) {
  EXPECT_EQ(A.Signatures.Shape, B.Signatures.Shape);
  EXPECT_EQ(A.Signatures.Places, B.Signatures.Places);
  EXPECT_EQ(A.Signatures.MissSites, B.Signatures.MissSites);
  for (SignatureKind Kind : AllSignatures) {
    Expected<std::vector<SignatureVector>> OfA = A.Signatures.vectors(Kind),
                                           OfB = B.Signatures.vectors(Kind);
    ASSERT_TRUE(OfA && OfB);
    EXPECT_EQ(*OfA, *OfB);
    EXPECT_EQ(A.Signatures.has(Kind), !OfA->empty());
  }
  ASSERT_EQ(A.Streams.All.size(), B.Streams.All.size());
  for (size_t I = 0; I != A.Streams.All.size(); ++I) {
    EXPECT_EQ(A.Streams.All[I].key(), B.Streams.All[I].key());
    Expected<std::string> OfA = A.Streams.bytes(A.Streams.All[I]),
                          OfB = B.Streams.bytes(B.Streams.All[I]);
    ASSERT_TRUE(OfA && OfB);
    EXPECT_EQ(*OfA, *OfB);
  }
}

inline void expectEqual(const Profile &A, const Profile &B) {
  expectSameRun(A, B);
  expectSameCaches(A, B);
  expectSameMemory(A, B);
  ASSERT_NO_FATAL_FAILURE(expectSameTimes(A, B));
  EXPECT_EQ(A.Core, B.Core);
  EXPECT_EQ(A.Vectors, B.Vectors);
  EXPECT_EQ(A.Pairs, B.Pairs);
  EXPECT_EQ(A.Sharing, B.Sharing);
  EXPECT_EQ(A.SharingHints, B.SharingHints);
  EXPECT_EQ(A.Mappings, B.Mappings);
  EXPECT_EQ(A.Ranks, B.Ranks);
  EXPECT_EQ(A.Shard, B.Shard);
  // Everything, also what is not spelled out above.
  EXPECT_EQ(digest(A), digest(B));
}

} // namespace memfacet::test

#endif

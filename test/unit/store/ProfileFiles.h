//===- ProfileFiles.h - a profile in a folder of its own ------------------===//

#ifndef MEMFACET_TEST_UNIT_STORE_PROFILEFILES_H
#define MEMFACET_TEST_UNIT_STORE_PROFILEFILES_H

#include "analysis/profile/Profile.h"
#include "analysis/store/Database.h"
#include "analysis/store/Digest.h"
#include "test/support/RandomProfile.h"
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

namespace memfacet::test {

class ProfileFiles : public testing::Test {
protected:
  void SetUp() override {
    Folder = testing::TempDir() + "profile." + std::to_string(getpid());
    std::filesystem::create_directories(Folder);
    Path = Folder + "/a.mfp";
  }
  void TearDown() override { std::filesystem::remove_all(Folder); }

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

inline void expectEqual(const Profile &A, const Profile &B) {
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
  EXPECT_EQ(A.Core, B.Core);
  EXPECT_EQ(A.Vectors, B.Vectors);
  EXPECT_EQ(A.Pairs, B.Pairs);
  EXPECT_EQ(A.Sharing, B.Sharing);
  EXPECT_EQ(A.Sampled, B.Sampled);
  // Everything, also what is not spelled out above.
  EXPECT_EQ(digest(A), digest(B));
}

} // namespace memfacet::test

#endif

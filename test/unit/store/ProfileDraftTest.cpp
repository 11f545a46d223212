//===- ProfileDraftTest.cpp - a file before its profile -------------------===//

#include "analysis/store/ProfileFile.h"
#include "test/unit/store/ProfileFiles.h"
#include <future>

using namespace memfacet;
using namespace memfacet::test;
namespace fs = std::filesystem;

namespace {

class Draft : public ProfileFiles {
protected:
  ptrdiff_t files() {
    return std::distance(fs::directory_iterator(Folder), {});
  }
};

TEST_F(Draft, MadeInAnotherThreadIsTheSameFile) {
  Profile P = RandomProfile(5).make();
  write(P);
  std::string Expected = bytes();
  auto Made = std::async(std::launch::async, ProfileDraft::create, Path).get();
  ASSERT_TRUE(Made) << Made.error().Message;
  ASSERT_TRUE(Made->write(P, Previous::Replace));
  EXPECT_EQ(bytes(), Expected);
  EXPECT_EQ(files(), 1);
}

TEST_F(Draft, LeavesNothingWhereNoProfileComes) {
  write(RandomProfile(5).make());
  std::string Before = bytes();
  {
    auto Made = ProfileDraft::create(Path);
    ASSERT_TRUE(Made);
    EXPECT_EQ(files(), 2);
    ProfileDraft Elsewhere = std::move(*Made);
    EXPECT_EQ(files(), 2);
  }
  EXPECT_EQ(files(), 1);
  EXPECT_EQ(bytes(), Before);
}

TEST_F(Draft, IsNoJournalBesideAProfile) {
  auto Made = ProfileDraft::create(Path);
  ASSERT_TRUE(Made);
  // What is written is not written twice.
  EXPECT_EQ(files(), 1);
}

TEST_F(Draft, APlaceThatCannotBeHadIsAnErrorAtOnce) {
  EXPECT_EQ(ProfileDraft::create(Folder).error().Message,
            "cannot write profile '" + Folder + "': it is not a regular file");
  EXPECT_EQ(ProfileDraft::create("/none/a.mfp").error().Message,
            "cannot write profile '/none/a.mfp': unable to open database file");
}

} // namespace

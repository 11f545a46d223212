//===- ProfileDraftTest.cpp - a file before its profile -------------------===//

#include "analysis/store/ProfileDraft.h"
#include "test/unit/store/ProfileFiles.h"
#include <future>

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
  auto Made =
      good(std::async(std::launch::async, ProfileDraft::create, Path).get());
  ASSERT_TRUE(Made.write(P, Previous::Replace));
  EXPECT_EQ(bytes(), Expected);
  EXPECT_EQ(files(), 1);
}

TEST_F(Draft, LeavesNothingWhereNoProfileComes) {
  write(RandomProfile(5).make());
  std::string Before = bytes();
  {
    auto Made = good(ProfileDraft::create(Path));
    EXPECT_EQ(files(), 2);
    ProfileDraft Elsewhere = std::move(Made);
    EXPECT_EQ(files(), 2);
  }
  EXPECT_EQ(files(), 1);
  EXPECT_EQ(bytes(), Before);
}

TEST_F(Draft, IsNoJournalBesideAProfile) {
  auto Made = good(ProfileDraft::create(Path));
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

//===- PartFileTest.cpp ---------------------------------------------------===//

#include "tools/record/PartFile.h"
#include "test/support/TemporaryFile.h"
#include <atomic>
#include <thread>

TEST(PartFile, ExistsWhileTheProfileIsMade) {
  TemporaryFile Profile(".mfp");
  const std::string &Path = Profile.Path;
  {
    PartFile Part = good(PartFile::create(Path));
    EXPECT_TRUE(std::filesystem::exists(Path + ".part"));
  }
  EXPECT_FALSE(std::filesystem::exists(Path + ".part"));
}

TEST(PartFile, TheLastOfSeveralCollectorsRemovesIt) {
  TemporaryFile Profile(".mfp");
  const std::string &Path = Profile.Path;
  std::optional<Expected<PartFile>> First(PartFile::create(Path));
  EXPECT_FALSE((*First)->isShared());
  std::optional<Expected<PartFile>> Second(PartFile::create(Path));
  EXPECT_TRUE((*First)->isShared());
  EXPECT_TRUE((*Second)->isShared());
  First.reset();
  EXPECT_FALSE((*Second)->isShared());
  EXPECT_TRUE(std::filesystem::exists(Path + ".part"));
  Second.reset();
  EXPECT_FALSE(std::filesystem::exists(Path + ".part"));
}

TEST(PartFile, ReadersWaitForIt) {
  TemporaryFile Profile(".mfp");
  const std::string &Path = Profile.Path;
  std::optional<Expected<PartFile>> Part(PartFile::create(Path));
  std::atomic<bool> Done = false, Asked = false;
  std::thread Reader([&] {
    waitForProfile(Path, [&] { Asked = true; });
    Done = true;
  });
  while (!Asked)
    std::this_thread::yield();
  EXPECT_FALSE(Done);
  Part.reset();
  Reader.join();
  EXPECT_TRUE(Done);
}

TEST(PartFile, NobodyWaitsForWhatACrashedCollectorLeft) {
  TemporaryFile Profile(".mfp");
  const std::string &Path = Profile.Path;
  std::ofstream(Path + ".part") << "";
  waitForProfile(Path, [] { FAIL() << "waited"; });
  std::filesystem::remove(Path + ".part");
}

TEST(PartFile, UnwritablePlacesAreErrors) {
  EXPECT_EQ(errorOf(PartFile::create("/nonexistent/x.mfp")),
            "cannot write '/nonexistent/x.mfp': No such file or directory; "
            "choose another file with -o");
  EXPECT_FALSE(PartFile::create("/"));
}

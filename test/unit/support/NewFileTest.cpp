//===- NewFileTest.cpp - files that only this process can have made -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/support/NewFile.h"
#include "test/support/TemporaryFile.h"
#include <sys/stat.h>

namespace {

namespace fs = std::filesystem;

class NewFile : public testing::Test, protected TemporaryFile {
protected:
  NewFile() : TemporaryFile(".new") {}
};

TEST_F(NewFile, ALinkIsReplacedAndItsTargetStays) {
  TemporaryFile Target(".target");
  Target.put("precious");
  fs::create_symlink(Target.Path, Path);
  int Fd = good(openNewFile(Path));
  EXPECT_EQ(write(Fd, "new", 3), 3);
  close(Fd);
  EXPECT_EQ(Target.bytes(), "precious");
  EXPECT_EQ(bytes(), "new");
  EXPECT_FALSE(fs::is_symlink(Path));
}

TEST_F(NewFile, WhatWasThereIsGone) {
  put("old");
  close(good(openNewFile(Path)));
  EXPECT_EQ(bytes(), "");
}

TEST_F(NewFile, ItsModeIsTheUsers) {
  mode_t Mask = umask(077);
  close(good(openNewFile(Path)));
  umask(Mask);
  struct stat Info;
  ASSERT_EQ(stat(Path.c_str(), &Info), 0);
  EXPECT_EQ(Info.st_mode & 0777, 0600u);
}

TEST_F(NewFile, AFolderIsAnError) {
  fs::create_directory(Path);
  EXPECT_FALSE(openNewFile(Path));
}

} // namespace

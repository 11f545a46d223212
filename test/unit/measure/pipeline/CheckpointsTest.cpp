//===- CheckpointsTest.cpp - when profiles of a run are written -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/pipeline/Checkpoints.h"
#include "test/support/Test.h"
#include <thread>
#include <unistd.h>

namespace {

/// A process that ends with \p Code at once.
pid_t ended(int Code) {
  pid_t Process = fork();
  if (Process == 0)
    _exit(Code);
  return Process;
}

TEST(Checkpoints, ThereIsNoneWithoutAPeriod) {
  Checkpoints C(0);
  EXPECT_FALSE(C.due());
  EXPECT_FALSE(C.await());
}

TEST(Checkpoints, TheFirstIsDueAfterThePeriod) {
  EXPECT_FALSE(Checkpoints(1e6).due());
  Checkpoints C(1e-9);
  std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_TRUE(C.due());
}

TEST(Checkpoints, TellsWhetherAnyWasWritten) {
  Checkpoints Good(1e-9), Bad(1e-9), None(1e-9);
  Good.began(ended(0));
  EXPECT_TRUE(Good.await());
  Good.began(ended(1));
  EXPECT_TRUE(Good.await()); // the first one is there
  Bad.began(ended(1));
  EXPECT_FALSE(Bad.await());
  None.began(-1);
  EXPECT_FALSE(None.await());
}

TEST(Checkpoints, WaitsForTheLastOneAndPausesInProportion) {
  Checkpoints C(1e-9);
  int Pipe[2];
  ASSERT_EQ(pipe(Pipe), 0);
  pid_t Process = fork();
  if (Process == 0) {
    char Byte;
    close(Pipe[1]);
    _exit(read(Pipe[0], &Byte, 1) == 0 ? 0 : 1);
  }
  C.began(Process);
  EXPECT_FALSE(C.due()); // it still writes
  // The pause after it is twenty times as long as this.
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  close(Pipe[0]);
  close(Pipe[1]);
  EXPECT_TRUE(C.await());
  EXPECT_FALSE(C.due());
}

} // namespace

//===- PartFile.cpp - marks a profile that is being made ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/record/PartFile.h"
#include "memfacet/Check.h"
#include "tools/support/Say.h"
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <sys/stat.h>
#include <thread>
#include <tuple>
#include <unistd.h>
#include <utility>

namespace memfacet::record {

namespace {

int lock(int Fd, int Operation) {
  int Failed;
  do
    Failed = flock(Fd, Operation);
  while (Failed != 0 && errno == EINTR);
  return Failed;
}

/// Returns whether another collector removed the file between open and lock.
bool isRemoved(int Fd) {
  struct stat Info;
  return fstat(Fd, &Info) == 0 && Info.st_nlink == 0;
}

/// Returns whether \p Profile was written before the file \p Part was made, or
/// does not exist.
bool isOlder(const std::string &Profile, int Part) {
  struct stat ProfileInfo, PartInfo;
  if (stat(Profile.c_str(), &ProfileInfo) != 0 || fstat(Part, &PartInfo) != 0)
    return true;
  return std::tie(ProfileInfo.st_mtim.tv_sec, ProfileInfo.st_mtim.tv_nsec) <
         std::tie(PartInfo.st_mtim.tv_sec, PartInfo.st_mtim.tv_nsec);
}

} // namespace

Expected<PartFile> PartFile::create(const std::string &Profile,
                                    const char *Option) {
  if (std::filesystem::is_directory(Profile))
    return makeError("cannot write '{}': it is a folder; name a file in it",
                     Profile);
  std::string Path = Profile + ".part";
  for (;;) {
    int Fd =
        open(Path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (Fd < 0)
      return makeError("cannot write '{}': {}; choose another file with {}",
                       Profile, std::strerror(errno), Option);
    // If the file system has no locks, report cannot wait; the rest works.
    lock(Fd, LOCK_SH);
    futimens(Fd, nullptr); // a killed collector may have left the file
    if (!isRemoved(Fd))
      return PartFile(std::move(Path), Fd);
    close(Fd);
  }
}

PartFile::PartFile(PartFile &&Other) noexcept
    : Path(std::move(Other.Path)), Fd(std::exchange(Other.Fd, -1)) {}

PartFile::~PartFile() {
  if (Fd < 0)
    return;
  // The last collector of several removes it.
  if (lock(Fd, LOCK_EX | LOCK_NB) == 0)
    unlink(Path.c_str());
  close(Fd);
}

bool PartFile::isShared() const {
  MEMFACET_CHECK(Fd >= 0, "the file has no other owner");
  // A reader holds the exclusive lock only briefly.
  constexpr int Tries = 3;
  for (int Try = 0; Try != Tries; ++Try) {
    bool IsAlone = lock(Fd, LOCK_EX | LOCK_NB) == 0;
    // A failed attempt to convert a lock loses it: take the shared lock again.
    bool Unlockable = !IsAlone && errno != EWOULDBLOCK;
    lock(Fd, LOCK_SH);
    if (IsAlone || Unlockable)
      return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

void waitForProfile(const std::string &Profile,
                    const std::function<void()> &OnWait) {
  MEMFACET_CHECK(OnWait, "a user who waits is told");
  int Fd = open((Profile + ".part").c_str(), O_RDONLY | O_CLOEXEC);
  if (Fd < 0)
    return;
  constexpr std::chrono::milliseconds Step(20), Long(1000);
  for (auto Waited = Step; lock(Fd, LOCK_EX | LOCK_NB) != 0; Waited += Step) {
    if (errno != EWOULDBLOCK)
      break;
    std::this_thread::sleep_for(Step);
    if (Waited == Long)
      OnWait();
  }
  // A collector that finishes removes the file before it unlocks it.
  if (!isRemoved(Fd) && isOlder(Profile, Fd))
    say(fmt::format("the last recording of '{}' was cut off, its collector was "
                    "killed; a profile there is of an earlier run",
                    Profile));
  close(Fd);
}

} // namespace memfacet::record

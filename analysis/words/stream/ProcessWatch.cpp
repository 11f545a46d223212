//===- ProcessWatch.cpp - whether a process still runs --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/words/stream/ProcessWatch.h"
#include <cerrno>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <poll.h>
#include <sstream>
#include <string>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace memfacet::words {

/// kill() finds zombies too.
static bool isZombie(uint32_t Process) {
  std::ifstream File(fmt::format("/proc/{}/stat", Process));
  std::string Line;
  if (!std::getline(File, Line))
    return false;
  // "pid (name) state ...": the name may hold anything.
  size_t End = Line.rfind(')');
  return End != std::string::npos && End + 2 < Line.size() &&
         (Line[End + 2] == 'Z' || Line[End + 2] == 'X');
}

ProcessWatch::~ProcessWatch() {
  if (Fd >= 0)
    close(Fd);
}

void ProcessWatch::markEnded() {
  if (Fd >= 0)
    close(Fd);
  Fd = -1;
  HasEnded = true;
}

void ProcessWatch::follow(uint32_t Id) {
  if (Fd >= 0)
    close(Fd);
  Process = Id;
  Fd = int(syscall(SYS_pidfd_open, pid_t(Id), 0));
  HasEnded = Fd < 0 && errno == ESRCH;
}

bool ProcessWatch::ended() const {
  if (Process == 0)
    return false;
  if (HasEnded)
    return true;
  if (Fd >= 0) {
    pollfd Poll = {Fd, POLLIN, 0};
    return poll(&Poll, 1, 0) == 1;
  }
  return (kill(pid_t(Process), 0) != 0 && errno == ESRCH) || isZombie(Process);
}

uint64_t ownProcessSpace() {
  struct stat Info;
  return stat("/proc/self/ns/pid", &Info) == 0 ? uint64_t(Info.st_ino) : 0;
}

/// Returns whether /proc/ID/maps has the file with this number. Device numbers
/// there are not always those of stat.
static bool hasMapping(const std::string &Id, uint64_t Inode) {
  std::ifstream File("/proc/" + Id + "/maps");
  const std::string Wanted = fmt::format(" {} ", Inode);
  for (std::string Line; std::getline(File, Line);)
    if (Line.find(Wanted) != std::string::npos &&
        Line.find("memfd:memfacet") != std::string::npos)
      return true;
  return false;
}

/// Returns whether process \p Id is called \p Process in its own namespace, the
/// last of its numbers.
static bool isCalled(const std::string &Id, uint32_t Process) {
  std::ifstream File("/proc/" + Id + "/status");
  const std::string End = fmt::format("\t{}", Process);
  for (std::string Line; std::getline(File, Line);)
    if (Line.starts_with("NSpid:"))
      return Line.ends_with(End);
  return false;
}

std::optional<uint32_t> findMapping(uint32_t Process, int Descriptor) {
  struct stat Info;
  if (fstat(Descriptor, &Info) != 0)
    return std::nullopt;
  if (hasMapping(fmt::format("{}", Process), uint64_t(Info.st_ino)))
    return Process;
  std::error_code Failed;
  for (const auto &Entry :
       std::filesystem::directory_iterator("/proc", Failed)) {
    std::string Id = Entry.path().filename().string();
    uint32_t Number = 0;
    std::from_chars(Id.data(), Id.data() + Id.size(), Number);
    if (Number != 0 && Number != uint32_t(getpid()) && isCalled(Id, Process) &&
        hasMapping(Id, uint64_t(Info.st_ino)))
      return Number;
  }
  return std::nullopt;
}

/// Returns when a process began, in ticks since the machine did; 0: not known.
static uint64_t beginOf(const std::string &Id) {
  std::ifstream File("/proc/" + Id + "/stat");
  std::string Line, Word;
  std::getline(File, Line);
  size_t Name = Line.rfind(')');
  if (Name == std::string::npos)
    return 0;
  std::istringstream Rest(Line.substr(Name + 1));
  for (int Field = 3; Field <= 22 && Rest >> Word; ++Field)
    ;
  uint64_t Ticks = 0;
  std::from_chars(Word.data(), Word.data() + Word.size(), Ticks);
  return Rest ? Ticks : 0;
}

bool beganBefore(uint32_t Process) {
  uint64_t Begin = beginOf(fmt::format("{}", Process)),
           OwnBegin = beginOf("self");
  return Begin != 0 && Begin < OwnBegin;
}

bool threadEnded(uint32_t Process, uint32_t Thread) {
  return syscall(SYS_tgkill, pid_t(Process), pid_t(Thread), 0) != 0 &&
         errno == ESRCH;
}

} // namespace memfacet::words

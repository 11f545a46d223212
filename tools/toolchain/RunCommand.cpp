//===- RunCommand.cpp - run another program and read its output ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/toolchain/RunCommand.h"
#include <array>
#include <fcntl.h>
#include <spawn.h>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>

namespace memfacet::toolchain {

/// Starts \p Command, whose \p Streams go to the descriptor \p Output. Returns
/// 0 if that fails.
static pid_t start(const std::vector<std::string> &Command, ReadStreams Streams,
                   int Output) {
  posix_spawn_file_actions_t Actions;
  posix_spawn_file_actions_init(&Actions);
  posix_spawn_file_actions_addopen(&Actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&Actions, Output, 1);
  if (Streams == ReadStreams::Both)
    posix_spawn_file_actions_adddup2(&Actions, Output, 2);
  std::vector<char *> Words;
  Words.reserve(Command.size() + 1);
  for (const std::string &Word : Command)
    Words.push_back(const_cast<char *>(Word.c_str()));
  Words.push_back(nullptr);
  pid_t Child = 0;
  int Failed =
      posix_spawnp(&Child, Words[0], &Actions, nullptr, Words.data(), environ);
  posix_spawn_file_actions_destroy(&Actions);
  return Failed ? 0 : Child;
}

CommandResult runCommand(const std::vector<std::string> &Command,
                         ReadStreams Streams) {
  CommandResult Result;
  std::array<int, 2> Pipe;
  if (pipe2(Pipe.data(), O_CLOEXEC) != 0)
    return Result;
  pid_t Child = start(Command, Streams, Pipe[1]);
  close(Pipe[1]);
  std::array<char, 512> Buffer;
  for (ssize_t Count;
       Child && (Count = read(Pipe[0], Buffer.data(), Buffer.size())) > 0;)
    Result.Text.append(Buffer.data(), size_t(Count));
  close(Pipe[0]);
  int Status = 0;
  if (Child && waitpid(Child, &Status, 0) == Child && WIFEXITED(Status))
    Result.Code = WEXITSTATUS(Status);
  return Result;
}

std::string clangVersion(const std::string &Clang) {
  constexpr std::string_view Prefix = "clang version ";
  std::string Text = runCommand({Clang, "--version"}, ReadStreams::Output).Text;
  size_t Position = Text.find(Prefix);
  if (Position == std::string::npos)
    return {};
  size_t Start = Position + Prefix.size();
  return Text.substr(Start, Text.find_first_of(" \n", Start) - Start);
}

} // namespace memfacet::toolchain

//===- ClangVersion.cpp - check that a clang fits the plugin --------------===//

#include "tools/wrapper/ClangVersion.h"
#include "BuildConfig.h"
#include <array>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace memfacet {

namespace {

/// Standard output of `Clang --version`; empty if it cannot be run.
std::string versionText(const std::string &Clang) {
  std::array<int, 2> Pipe;
  if (pipe2(Pipe.data(), O_CLOEXEC) != 0)
    return {};
  posix_spawn_file_actions_t Actions;
  posix_spawn_file_actions_init(&Actions);
  posix_spawn_file_actions_adddup2(&Actions, Pipe[1], 1);
  std::string Name = Clang, Option = "--version";
  char *Arguments[] = {Name.data(), Option.data(), nullptr};
  pid_t Child = 0;
  int Failed =
      posix_spawnp(&Child, Name.c_str(), &Actions, nullptr, Arguments, environ);
  posix_spawn_file_actions_destroy(&Actions);
  close(Pipe[1]);
  std::string Text;
  std::array<char, 512> Buffer;
  for (ssize_t Got;
       !Failed && (Got = read(Pipe[0], Buffer.data(), Buffer.size())) > 0;)
    Text.append(Buffer.data(), size_t(Got));
  close(Pipe[0]);
  if (!Failed)
    waitpid(Child, nullptr, 0);
  return Text;
}

} // namespace

std::string refuseClang(const std::string &Clang) {
  constexpr std::string_view Before = "clang version ";
  std::string Text = versionText(Clang);
  size_t At = Text.find(Before);
  if (At == std::string::npos)
    return "MEMFACET_CLANG='" + Clang +
           "' is not a clang; set it to a clang " MEMFACET_LLVM_MAJOR;
  size_t Start = At + Before.size();
  std::string Version =
      Text.substr(Start, Text.find_first_of(" \n", Start) - Start);
  if (Version.substr(0, Version.find('.')) == MEMFACET_LLVM_MAJOR)
    return {};
  return "MEMFACET_CLANG='" + Clang + "' is version " + Version +
         ", the plugin is for version " MEMFACET_LLVM_MAJOR
         "; set it to a clang " MEMFACET_LLVM_MAJOR;
}

} // namespace memfacet

//===- main.cpp - memfacet-clang and memfacet-clang++ ---------------------===//
//
// Executes the clang it was built for with additional arguments. Environment:
// MEMFACET_CLANG is another clang of the same major version,
// MEMFACET_DISABLE=1 switches instrumentation off, as --memfacet-disable does
// for one command.
//
//===----------------------------------------------------------------------===//

#include "BuildConfig.h"
#include "tools/wrapper/CommandLine.h"
#include "tools/wrapper/Invocation.h"
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace memfacet;

static int fail(const std::string &Why) {
  std::fprintf(stderr, "memfacet-clang: %s\n", Why.c_str());
  return 1;
}

static int execute(const Words &Command) {
  std::vector<char *> Pointers;
  Pointers.reserve(Command.size() + 1);
  for (const std::string &Word : Command)
    Pointers.push_back(const_cast<char *>(Word.c_str()));
  Pointers.push_back(nullptr);
  execvp(Pointers[0], Pointers.data());
  return fail("cannot run '" + Command[0] + "': " + std::strerror(errno) +
              "; install clang-" MEMFACET_LLVM_MAJOR
              " or set MEMFACET_CLANG to its path");
}

/// Standard output of `Clang --version`; empty if it cannot be run.
static std::string versionText(const std::string &Clang) {
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

/// Why \p Clang does not fit the plugin, as a sentence; "" if it has the
/// plugin's major version.
static std::string refuseClang(const std::string &Clang) {
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

static bool isSet(const char *Variable) {
  const char *Value = std::getenv(Variable);
  return Value && *Value && std::strcmp(Value, "0") != 0;
}

/// The name of \p Clang that is for C++, by which its messages begin; \p Clang
/// itself where there is none.
static std::string cxxNameOf(const std::string &Clang) {
  size_t At = Clang.rfind("/clang");
  if (At == std::string::npos || Clang.find("++", At) != std::string::npos)
    return Clang;
  std::string Name = Clang;
  Name.insert(At + 6, "++");
  return access(Name.c_str(), X_OK) == 0 ? Name : Clang;
}

int main(int Count, char **Values) {
  Words Arguments(Values + 1, Values + Count);
  bool Cxx = std::string(Values[0]).ends_with("++");
  bool Other = isSet("MEMFACET_CLANG");
  std::string Named =
      Other ? std::getenv("MEMFACET_CLANG") : MEMFACET_DEFAULT_CLANG;
  std::string Clang = Cxx ? cxxNameOf(Named) : Named;
  // With additions clang would see inputs where there are none, and not say so.
  if (isSet("MEMFACET_DISABLE") || !findsAnInput(classify(Arguments)))
    return execute(plainCommand(Clang, Cxx, Arguments));
  if (Other && Named != MEMFACET_DEFAULT_CLANG)
    if (std::string Why = refuseClang(Named); !Why.empty())
      return fail(Why);
  CompilerCommand C =
      compilerCommand(Installation::ofThisProcess(), Clang, Cxx, Arguments);
  if (!C.Refusal.empty())
    return fail(C.Refusal);
  return execute(C.Command);
}

//===- main.cpp - memfacet-clang and memfacet-clang++ ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Executes the clang that MemFacet was built for, with additional arguments.
// Environment: MEMFACET_CLANG is another clang with a plugin,
// MEMFACET_DISABLE=1 switches instrumentation off, as --memfacet-disable does
// for one command, MEMFACET_LAUNCHER is a program that runs clang, such as
// ccache.
//
//===----------------------------------------------------------------------===//

#include "BuildConfig.h"
#include "PluginIdentity.h"
#include "tools/toolchain/RunCommand.h"
#include "tools/wrapper/CommandLine.h"
#include "tools/wrapper/Invocation.h"
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

using namespace memfacet;
using namespace memfacet::wrapper;

static int fail(const std::string &Message) {
  std::fprintf(stderr, "memfacet-clang: %s\n", Message.c_str());
  return 1;
}

/// ccache and the like compare the compiler that they call, which is this
/// program, not the plugin. So another plugin must change this program.
__attribute__((used)) static const char Identity[] =
    "plugins" MEMFACET_PLUGINS_SHA256;

static bool isSet(const char *Variable) {
  const char *Value = std::getenv(Variable);
  return Value && *Value && std::strcmp(Value, "0") != 0;
}

static int execute(toolchain::Words Command) {
  std::string Hint =
      "install clang-" MEMFACET_LLVM_MAJOR " or set MEMFACET_CLANG to its path";
  if (isSet("MEMFACET_LAUNCHER")) {
    Command.insert(Command.begin(), std::getenv("MEMFACET_LAUNCHER"));
    Hint = "set MEMFACET_LAUNCHER to a program, or unset it";
  }
  std::vector<char *> Pointers;
  Pointers.reserve(Command.size() + 1);
  for (const std::string &Word : Command)
    Pointers.push_back(const_cast<char *>(Word.c_str()));
  Pointers.push_back(nullptr);
  execvp(Pointers[0], Pointers.data());
  return fail("cannot run '" + Command[0] + "': " + std::strerror(errno) +
              "; " + Hint);
}

/// Sets the version of \p I to that of \p Clang. Returns why that is not
/// possible, as a sentence, or "".
static std::string useVersionOf(const std::string &Clang,
                                toolchain::Installation &I) {
  std::string Version = toolchain::clangVersion(Clang);
  std::string Hint = "; set it to a clang " + I.pluginVersions("or");
  if (Version.empty())
    return "MEMFACET_CLANG='" + Clang + "' is not a clang" + Hint;
  if (I.use(Version))
    return {};
  return "MEMFACET_CLANG='" + Clang + "' is version " + Version +
         ", the plugin is for version " + I.pluginVersions() + Hint;
}

/// Returns the name of \p Clang for C++, with which its messages begin;
/// \p Clang itself if there is no such program.
static std::string cxxNameOf(const std::string &Clang) {
  size_t Position = Clang.rfind("/clang");
  if (Position == std::string::npos ||
      Clang.find("++", Position) != std::string::npos)
    return Clang;
  std::string Name = Clang;
  Name.insert(Position + 6, "++");
  return access(Name.c_str(), X_OK) == 0 ? Name : Clang;
}

int main(int Count, char **Values) {
  toolchain::Words Arguments(Values + 1, Values + Count);
  bool Cxx = std::string(Values[0]).ends_with("++");
  bool IsOther = isSet("MEMFACET_CLANG");
  std::string Named =
      IsOther ? std::getenv("MEMFACET_CLANG") : MEMFACET_DEFAULT_CLANG;
  std::string Clang = Cxx ? cxxNameOf(Named) : Named;
  // With additional arguments, clang would find inputs and not report that
  // there are none.
  if (isSet("MEMFACET_DISABLE") || !findsAnInput(classify(Arguments)))
    return execute(plainCommand(Clang, Cxx, Arguments));
  toolchain::Installation I = toolchain::Installation::ofThisProcess();
  if (IsOther && Named != MEMFACET_DEFAULT_CLANG)
    if (std::string Problem = useVersionOf(Named, I); !Problem.empty())
      return fail(Problem);
  CompilerCommand C = compilerCommand(I, Clang, Cxx, Arguments);
  if (!C.Refusal.empty())
    return fail(C.Refusal);
  for (const std::string &Note : C.Notes)
    std::fprintf(stderr, "memfacet-clang: %s\n", Note.c_str());
  return execute(C.Command);
}

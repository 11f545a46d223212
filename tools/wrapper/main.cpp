//===- main.cpp - memfacet-clang and memfacet-clang++ ---------------------===//
//
// Executes the clang it was built for with additional arguments. Environment:
// MEMFACET_CLANG is another clang of the same major version,
// MEMFACET_DISABLE=1 switches instrumentation off.
//
//===----------------------------------------------------------------------===//

#include "BuildConfig.h"
#include "tools/wrapper/ClangVersion.h"
#include "tools/wrapper/CommandLine.h"
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
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

static bool isSet(const char *Variable) {
  const char *Value = std::getenv(Variable);
  return Value && *Value && std::strcmp(Value, "0") != 0;
}

int main(int Count, char **Values) {
  Words Arguments(Values + 1, Values + Count);
  bool Cxx = std::string(Values[0]).ends_with("++");
  std::string Clang = MEMFACET_DEFAULT_CLANG;
  if (isSet("MEMFACET_CLANG"))
    Clang = std::getenv("MEMFACET_CLANG");
  if (isSet("MEMFACET_DISABLE"))
    return execute(plainCommand(Clang, Cxx, Arguments));
  if (Clang != MEMFACET_DEFAULT_CLANG)
    if (std::string Why = refuseClang(Clang); !Why.empty())
      return fail(Why);
  CompilerCommand C =
      compilerCommand(Installation::ofThisProcess(), Clang, Cxx, Arguments);
  if (!C.Refusal.empty())
    return fail(C.Refusal);
  return execute(C.Command);
}

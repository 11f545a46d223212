//===- CommandLine.cpp - the clang command that the wrapper runs ----------===//

#include "tools/wrapper/CommandLine.h"
#include "tools/wrapper/Invocation.h"
#include <string_view>

namespace memfacet {

namespace {

/// Translates options of the pass (`--memfacet-verify`, `--memfacet-no-elide`,
/// `--memfacet-NAME=VALUE`) to options of clang. They are for the compiler
/// only: the assembler loads no plugin and does not know them.
Words passOption(std::string_view Name) {
  std::string Option = "-memfacet-";
  if (Name.starts_with("no-"))
    Option += std::string(Name.substr(3)) + "=false";
  else
    Option += Name;
  return {"-Xclang", "-mllvm", "-Xclang", Option};
}

struct Split {
  bool OnlyMap = false; ///< --block-map: nothing is instrumented
  Words ForClang;
  Words ForPass; ///< options of the pass, as options of clang
};

Split splitArguments(const Words &Arguments) {
  constexpr std::string_view Prefix = "--memfacet-";
  Split S;
  for (const std::string &A : Arguments) {
    // Options that are no test modes have short names.
    if (A == "--block-map") {
      S.OnlyMap = true;
      continue;
    }
    if (A == "--count-blocks") {
      for (std::string &Word : passOption("count-blocks"))
        S.ForPass.push_back(std::move(Word));
      continue;
    }
    if (!A.starts_with(Prefix)) {
      S.ForClang.push_back(A);
      continue;
    }
    for (std::string &Word : passOption(std::string_view(A).substr(11)))
      S.ForPass.push_back(std::move(Word));
  }
  return S;
}

std::string refusal(const Invocation &What) {
  constexpr const char *Way =
      "; set MEMFACET_DISABLE=1 in the environment to compile without MemFacet";
  if (!What.AllocatorSanitizer.empty())
    return "-fsanitize=" + What.AllocatorSanitizer +
           " replaces the allocator, which MemFacet watches" + Way;
  if (What.Is32Bit)
    return std::string("only 64-bit code can be recorded, not -m32") + Way;
  return {};
}

void append(Words &To, const Words &From) {
  To.insert(To.end(), From.begin(), From.end());
}

Words compileAdditions(const Installation &I, const Invocation &What,
                       const Words &ForPass) {
  Words Added = compileFlags(I);
  // clang knows options of a plugin only after it was loaded with -fplugin.
  if (!ForPass.empty())
    Added.push_back("-fplugin=" + I.plugin().string());
  append(Added, ForPass);
  // Names need the classes of objects that others construct.
  if (!What.Assembles)
    append(Added, {"-Xclang", "-fno-use-ctor-homing"});
  if (What.DebugGiven)
    return Added;
  // Assembler files may have line tables of their own; -g is an error there.
  if (What.Assembles)
    append(Added, {"-Xclang", "-debug-info-kind=constructor", "-Xclang",
                   "-dwarf-version=5"});
  else
    Added.push_back("-g");
  return Added;
}

Words linkAdditions(const Installation &I, const Invocation &What) {
  Words Added;
  if (What.Lto && !What.LinkerGiven)
    Added.push_back("-fuse-ld=lld");
  if (What.Partial || What.NoLibrary)
    return Added;
  if (!What.Shared) {
    // A static program loads nothing that needs exported symbols, and in a
    // position-independent one, exported thread-locals would be relocated
    // before they exist.
    if (!What.Static)
      append(Added, linkFlags());
    append(Added, linkLibraries(What.Static ? I.staticRuntime() : I.runtime()));
  } else if (What.ForbidsUndefined) {
    // Shared objects use the runtime of the program.
    append(Added, {"-Xlinker", "-z", "-Xlinker", "undefs"});
  }
  return Added;
}

} // namespace

Words plainCommand(const std::string &Clang, bool Cxx, const Words &Arguments) {
  Words Command = {Clang};
  if (Cxx)
    Command.push_back("--driver-mode=g++");
  append(Command, splitArguments(Arguments).ForClang);
  return Command;
}

CompilerCommand compilerCommand(const Installation &I, const std::string &Clang,
                                bool Cxx, const Words &Arguments) {
  CompilerCommand Result;
  Result.Command = plainCommand(Clang, Cxx, Arguments);
  Split S = splitArguments(Arguments);
  if (!S.ForClang.empty() && S.ForClang[0].starts_with("-cc1"))
    return Result;
  Invocation What = classify(S.ForClang);
  if (S.OnlyMap) {
    if (What.Compiles)
      append(Result.Command, blockMapFlags());
    return Result;
  }
  if (!What.Preprocesses && !What.Links)
    return Result;
  if (What.Compiles || What.Links)
    Result.Refusal = refusal(What);
  // No warnings about unused arguments: with -Werror, configure scripts must
  // see the same as with plain clang.
  Words &C = Result.Command;
  C.emplace_back("--start-no-unused-arguments");
  if (What.Compiles)
    append(C, compileAdditions(I, What, S.ForPass));
  else if (What.Preprocesses)
    append(C, preprocessorFlags(I));
  if (What.Links)
    append(C, linkAdditions(I, What));
  C.emplace_back("--end-no-unused-arguments");
  return Result;
}

} // namespace memfacet

//===- CommandLine.cpp - the clang command that the wrapper runs ----------===//

#include "tools/wrapper/CommandLine.h"
#include "tools/wrapper/Invocation.h"
#include <string_view>

namespace memfacet {

namespace {

/// Options of the pass: `--memfacet-verify`, `--memfacet-no-elide`,
/// `--memfacet-NAME=VALUE`, as clang wants them: for its compiler only, as the
/// assembler loads no plugin and knows none of them.
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
  Words ForPass; ///< as clang wants them
};

Split splitArguments(const Words &Arguments) {
  constexpr std::string_view Prefix = "--memfacet-";
  Split S;
  for (const std::string &A : Arguments) {
    // Those that are no test modes have short names.
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
  // Options of a plugin are known only once it was loaded as one of clang's.
  if (!ForPass.empty())
    Added.push_back("-fplugin=" + I.plugin().string());
  append(Added, ForPass);
  if (What.DebugGiven)
    return Added;
  // Assembler may carry line tables of its own; -g would be an error there.
  // What the same command compiles has it all the same.
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
    // Nothing is loaded into a static program; and exported thread-locals would
    // be relocated before there are any, in a position-independent one.
    if (!What.Static)
      append(Added, linkFlags());
    append(Added, linkLibraries(What.Static ? I.staticRuntime() : I.runtime()));
  } else if (What.ForbidsUndefined) {
    // The runtime is in the program, not in its shared objects.
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
  // Silent about what a step does not need, so that -Werror in a configure
  // script sees the same as with plain clang.
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

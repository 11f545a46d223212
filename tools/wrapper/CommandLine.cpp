//===- CommandLine.cpp - the clang command that the wrapper runs ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/wrapper/CommandLine.h"
#include "tools/wrapper/Invocation.h"
#include <algorithm>
#include <string_view>

namespace memfacet::wrapper {

namespace {

/// Translates an option of the pass (`--memfacet-verify`,
/// `--memfacet-no-elide`, `--memfacet-NAME=VALUE`) to options of clang. These
/// are for the compiler only: the assembler loads no plugin and does not know
/// them.
toolchain::Words passOption(std::string_view Name) {
  std::string Option = "-memfacet-";
  if (Name.starts_with("no-"))
    Option += std::string(Name.substr(3)) + "=false";
  else
    Option += Name;
  return {"-Xclang", "-mllvm", "-Xclang", Option};
}

struct Split {
  bool Disabled = false; ///< --memfacet-disable: plain clang
  bool OnlyMap = false;  ///< --block-map: nothing is instrumented
  toolchain::Words ForClang;
  toolchain::Words ForPass; ///< options of the pass, as options of clang
};

constexpr std::string_view Prefix = "--memfacet-";

/// Returns whether \p Word is an option of the wrapper, which clang does not
/// know.
bool isOurs(const std::string &Word) {
  // Options for users, not for tests, have short names.
  return Word.starts_with(Prefix) || Word == "--block-map" ||
         Word == "--count-blocks";
}

Split splitArguments(const toolchain::Words &Typed) {
  // Response files stay as they are if they contain no option of the wrapper.
  toolchain::Words Expanded = expandResponseFiles(Typed);
  const toolchain::Words &Arguments =
      std::ranges::any_of(Expanded, isOurs) ? Expanded : Typed;
  Split S;
  for (const std::string &A : Arguments) {
    if (A == "--memfacet-disable") {
      S.Disabled = true;
      continue;
    }
    if (A == "--block-map") {
      S.OnlyMap = true;
      continue;
    }
    if (A == "--count-blocks") {
      for (std::string &Word : passOption("count-blocks"))
        S.ForPass.push_back(std::move(Word));
      continue;
    }
    if (!isOurs(A)) {
      S.ForClang.push_back(A);
      continue;
    }
    for (std::string &Word :
         passOption(std::string_view(A).substr(Prefix.size())))
      S.ForPass.push_back(std::move(Word));
  }
  return S;
}

std::string refusal(const toolchain::Installation &I, const Invocation &Call) {
  constexpr const char *Hint =
      "; set MEMFACET_DISABLE=1 in the environment to compile without MemFacet";
  if (!Call.RefusedSanitizer.empty())
    return "-fsanitize=" + Call.RefusedSanitizer + " " + Call.SanitizerReason +
           Hint;
  if (Call.Is32Bit)
    return std::string("only 64-bit code can be recorded, not -m32") + Hint;
  bool NeedsRuntime =
      Call.Links && !Call.Partial && !Call.NoLibrary && !Call.Shared;
  std::filesystem::path Runtime = I.runtime(Call.Processor, Call.Static);
  std::error_code Ignored;
  if (NeedsRuntime && Runtime != I.runtime({}, Call.Static) &&
      !std::filesystem::exists(Runtime, Ignored))
    return "there is no runtime for '" + Call.Processor +
           "': build MemFacet with -DMEMFACET_MORE_PROCESSORS=" +
           Call.Processor + " (aarch64 and x86_64 are known)" + Hint;
  return {};
}

void append(toolchain::Words &Target, const toolchain::Words &Added) {
  Target.insert(Target.end(), Added.begin(), Added.end());
}

/// Returns what is compiled in another way than the user may expect, a sentence
/// each.
toolchain::Words notes(const Invocation &Call) {
  toolchain::Words Result;
  for (const std::string &File : Call.Foreign)
    Result.push_back(
        "'" + File +
        "' is compiled without MemFacet, which sees what clang translates: C, "
        "C++, Objective-C and LLVM's IR; have its compiler write IR (flang-new "
        "-S -emit-llvm), and compile that with memfacet-clang");
  if (Call.EmulatedTls && Call.Compiles)
    Result.push_back(
        "-femulated-tls is left out, as MemFacet's runtime has thread-locals "
        "of the system's kind; set MEMFACET_DISABLE=1 in the environment to "
        "compile with it and without MemFacet");
  if (Call.WithoutPasses && Call.Compiles && !Call.WritesIr)
    Result.push_back(
        "-disable-llvm-passes is for all passes, so this is compiled without "
        "MemFacet; write IR by it (-S -emit-llvm), and compile that with "
        "memfacet-clang");
  return Result;
}

toolchain::Words compileAdditions(const toolchain::Installation &I,
                                  const Invocation &Call,
                                  const toolchain::Words &ForPass) {
  toolchain::Words Added = toolchain::compileFlags(I);
  append(Added, ForPass);
  if (Call.EmulatedTls)
    Added.push_back("-fno-emulated-tls");
  // With -gmodules, clang leaves out the types of modules and precompiled
  // headers, which the pass needs.
  if (Call.DebugInModules)
    Added.push_back("-gno-modules");
  // Names need the classes of objects that other modules construct.
  if (!Call.Assembles)
    append(Added, {"-Xclang", "-fno-use-ctor-homing"});
  if (Call.DebugGiven)
    return Added;
  // With -g, clang refuses assembler files that have line tables of their own.
  if (Call.Assembles)
    append(Added, {"-Xclang", "-debug-info-kind=constructor", "-Xclang",
                   "-dwarf-version=5"});
  // The check sums of version 5 make clang warn about temporary files.
  else if (Call.SavesTemps)
    Added.push_back("-gdwarf-4");
  else
    Added.push_back("-g");
  return Added;
}

toolchain::Words linkAdditions(const toolchain::Installation &I,
                               const Invocation &Call) {
  toolchain::Words Added;
  if (Call.Lto && !Call.LinkerGiven)
    Added.push_back("-fuse-ld=lld");
  if (Call.Partial || Call.NoLibrary)
    return Added;
  if (!Call.Shared) {
    // A static program loads nothing that needs exported symbols, and in a
    // position-independent one, exported thread-locals would be relocated
    // before they exist.
    if (!Call.Static)
      append(Added, toolchain::linkFlags());
    append(Added,
           toolchain::linkLibraries(I.runtime(Call.Processor, Call.Static)));
    // The static part of the C library must come after what needs it.
    if (Call.NamesCLibrary)
      Added.push_back("-lc");
  } else if (Call.ForbidsUndefined) {
    // Shared objects use the program's runtime.
    append(Added, {"-Xlinker", "-z", "-Xlinker", "undefs"});
  }
  return Added;
}

} // namespace

static toolchain::Words commandOf(const std::string &Clang, bool Cxx,
                                  const toolchain::Words &ForClang) {
  toolchain::Words Command = {Clang};
  if (Cxx)
    Command.push_back("--driver-mode=g++");
  append(Command, ForClang);
  return Command;
}

toolchain::Words plainCommand(const std::string &Clang, bool Cxx,
                              const toolchain::Words &Arguments) {
  return commandOf(Clang, Cxx, splitArguments(Arguments).ForClang);
}

/// Returns what is added to a command of kind \p Call, with the options
/// \p ForPass of the pass.
static toolchain::Words additions(const toolchain::Installation &I,
                                  const Invocation &Call,
                                  const toolchain::Words &ForPass) {
  // No warnings about unused arguments: with -Werror, configure scripts must
  // see the same as with plain clang.
  toolchain::Words Added = {"--start-no-unused-arguments"};
  if (Call.Compiles)
    append(Added, compileAdditions(I, Call, ForPass));
  else if (Call.Preprocesses)
    append(Added, toolchain::preprocessorFlags(I));
  if (Call.Links)
    append(Added, linkAdditions(I, Call));
  Added.emplace_back("--end-no-unused-arguments");
  return Added;
}

CompilerCommand compilerCommand(const toolchain::Installation &I,
                                const std::string &Clang, bool Cxx,
                                const toolchain::Words &Arguments) {
  Split S = splitArguments(Arguments);
  CompilerCommand Result = {commandOf(Clang, Cxx, S.ForClang), "", {}};
  if (S.Disabled || (!S.ForClang.empty() && S.ForClang[0].starts_with("-cc1")))
    return Result;
  Invocation Call = classify(S.ForClang);
  if (S.OnlyMap) {
    if (Call.Compiles)
      append(Result.Command, toolchain::blockMapFlags(I));
    return Result;
  }
  if (!Call.WritesNoCode)
    Result.Notes = notes(Call);
  if (!Call.Preprocesses && !Call.Links)
    return Result;
  if (Call.Compiles || Call.Links)
    Result.Refusal = refusal(I, Call);
  toolchain::Words Added = additions(I, Call, S.ForPass);
  // After --, even in a response file, all words are inputs.
  auto Position = Call.EndsOptions ? Result.Command.begin() + (Cxx ? 2 : 1)
                                   : Result.Command.end();
  Result.Command.insert(Position, Added.begin(), Added.end());
  return Result;
}

} // namespace memfacet::wrapper

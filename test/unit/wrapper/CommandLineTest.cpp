//===- CommandLineTest.cpp ------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/wrapper/CommandLine.h"
#include "test/support/Test.h"

namespace {

const Installation Installed{.Prefix = "/dev/null/mf"};

CompilerCommand command(const Words &Arguments, bool Cxx = false) {
  return compilerCommand(Installed, "clang", Cxx, Arguments);
}

bool has(const CompilerCommand &C, const std::string &Word) {
  return std::find(C.Command.begin(), C.Command.end(), Word) != C.Command.end();
}

std::string runtime(const CompilerCommand &C) {
  for (const std::string &Word : C.Command)
    if (Word.ends_with(".a"))
      return Word;
  return "";
}

} // namespace

static const char *const LoadOptions =
    "-fplugin=/dev/null/mf/lib/memfacet/MemFacetPass-19.so";
static const char *const LoadPlugin =
    "-fpass-plugin=/dev/null/mf/lib/memfacet/MemFacetPass-19.so";

TEST(CommandLine, CompilingAddsThePluginAndDebugInfo) {
  CompilerCommand C = command({"-c", "a.c"});
  EXPECT_EQ(C.Command,
            (Words{"clang", "-c", "a.c", "--start-no-unused-arguments",
                   "-D__MEMFACET__=1", "-idirafter", "/dev/null/mf/include",
                   LoadOptions, LoadPlugin, "-Xclang", "-fno-use-ctor-homing",
                   "-g", "--end-no-unused-arguments"}));
}

TEST(CommandLine, TheUsersDebugLevelStays) {
  EXPECT_FALSE(has(command({"-c", "-g1", "a.c"}), "-g"));
  EXPECT_FALSE(has(command({"-c", "-g0", "a.c"}), "-g"));
}

TEST(CommandLine, ProgramsGetTheRuntime) {
  EXPECT_EQ(runtime(command({"a.o"})),
            "/dev/null/mf/lib/memfacet/libmemfacet_rt.a");
  EXPECT_EQ(runtime(command({"-static", "a.o"})),
            "/dev/null/mf/lib/memfacet/libmemfacet_rt-static.a");
}

TEST(CommandLine, ProcessorsHaveRuntimesOfTheirOwn) {
  EXPECT_EQ(Installed.runtime("aarch64", true),
            "/dev/null/mf/lib/memfacet/aarch64/libmemfacet_rt-static.a");
  for (const Words &Options : {Words{"--target=arm64-linux-gnu", "a.o"},
                               Words{"-target", "aarch64-linux-gnu", "a.o"}}) {
    CompilerCommand C = command(Options);
    EXPECT_EQ(runtime(C), "/dev/null/mf/lib/memfacet/aarch64/libmemfacet_rt.a");
    EXPECT_TRUE(C.Refusal.starts_with("there is no runtime for 'aarch64'"))
        << C.Refusal;
  }
  EXPECT_EQ(
      command({"--target=" MEMFACET_PROCESSOR "-linux-gnu", "a.o"}).Refusal,
      "");
  EXPECT_EQ(command({"--target=riscv64-linux-gnu", "-c", "a.c"}).Refusal, "");
}

TEST(CommandLine, SharedAndPartialLinksGetNone) {
  EXPECT_EQ(runtime(command({"-shared", "a.o"})), "");
  EXPECT_EQ(runtime(command({"-r", "a.o"})), "");
  EXPECT_EQ(runtime(command({"-nostdlib", "a.o"})), "");
}

TEST(CommandLine, SharedObjectsMayLeaveTheRuntimeUndefined) {
  EXPECT_FALSE(has(command({"-shared", "a.o"}), "undefs"));
  EXPECT_TRUE(has(command({"-shared", "-Wl,-z,defs", "a.o"}), "undefs"));
}

TEST(CommandLine, NothingIsAddedWhereNothingIsMade) {
  for (const Words &Arguments : {Words{"--version"}, Words{"-E", "a.s"},
                                 Words{"-v"}, Words{"-cc1", "-c", "a.c"}}) {
    Words Plain = {"clang"};
    Plain.insert(Plain.end(), Arguments.begin(), Arguments.end());
    EXPECT_EQ(command(Arguments).Command, Plain);
  }
}

TEST(CommandLine, WhateverReadsSourcesFindsTheHeader) {
  for (const Words &Arguments :
       {Words{"-E", "a.c"}, Words{"-MM", "a.c"}, Words{"-fsyntax-only", "a.c"},
        Words{"a.h"}, Words{"-c", "a.c"}}) {
    EXPECT_TRUE(has(command(Arguments), "-D__MEMFACET__=1"));
    EXPECT_TRUE(has(command(Arguments), "/dev/null/mf/include"));
  }
  EXPECT_FALSE(has(command({"a.o"}), "-D__MEMFACET__=1"));
  EXPECT_FALSE(has(command({"-E", "a.c"}), "-g"));
}

TEST(CommandLine, CxxIsAModeOfTheOneClang) {
  EXPECT_EQ(command({"a.cpp"}, true).Command[1], "--driver-mode=g++");
  EXPECT_FALSE(has(command({"a.c"}), "--driver-mode=g++"));
}

TEST(CommandLine, PassOptionsBecomeThoseOfThePlugin) {
  CompilerCommand C =
      command({"-c", "a.c", "--memfacet-verify", "--memfacet-no-elide"});
  EXPECT_FALSE(has(C, "--memfacet-verify"));
  EXPECT_TRUE(has(C, "-fplugin=/dev/null/mf/lib/memfacet/MemFacetPass-19.so"));
  EXPECT_TRUE(has(C, "-memfacet-verify"));
  EXPECT_TRUE(has(C, "-memfacet-elide=false"));
  EXPECT_FALSE(has(command({"a.o", "--memfacet-verify"}), "-memfacet-verify"));
}

TEST(CommandLine, CountingBlocksIsAnOptionOfThePlugin) {
  CompilerCommand C = command({"-c", "a.c", "--count-blocks"});
  EXPECT_FALSE(has(C, "--count-blocks"));
  EXPECT_TRUE(has(C, "-memfacet-count-blocks"));
}

TEST(CommandLine, ABlockMapIsPlainClangWithAFlag) {
  CompilerCommand C = command({"-c", "a.c", "--block-map"});
  EXPECT_EQ(C.Command.back(), "-fbasic-block-sections=labels");
  EXPECT_FALSE(has(C, "-g"));
  CompilerCommand Link = command({"a.o", "--block-map"});
  EXPECT_EQ(Link.Command.back(), "a.o");
}

TEST(CommandLine, LtoLinksWithLldUnlessTold) {
  EXPECT_TRUE(has(command({"-flto", "a.o"}), "-fuse-ld=lld"));
  EXPECT_FALSE(has(command({"-flto", "-c", "a.c"}), "-fuse-ld=lld"));
  EXPECT_FALSE(has(command({"-flto", "-fuse-ld=gold", "a.o"}), "-fuse-ld=lld"));
}

TEST(CommandLine, AllocatorSanitizersAreRefusedInOneSentence) {
  EXPECT_EQ(command({"-fsanitize=address", "-c", "a.c"}).Refusal,
            "-fsanitize=address replaces the allocator, which MemFacet "
            "watches; set MEMFACET_DISABLE=1 in the environment to compile "
            "without MemFacet");
  EXPECT_EQ(command({"-fsanitize=undefined", "-c", "a.c"}).Refusal, "");
  EXPECT_EQ(command({"-fsanitize=address", "-E", "a.c"}).Refusal, "");
}

TEST(CommandLine, WhatIsNotInstrumentedIsSaid) {
  EXPECT_EQ(command({"-c", "a.f90"}).Notes.size(), 1u);
  EXPECT_TRUE(command({"-fsyntax-only", "a.f90"}).Notes.empty());
  EXPECT_TRUE(command({"-c", "a.pcm"}).Notes.empty());
  CompilerCommand Emulated = command({"-femulated-tls", "-c", "a.c"});
  EXPECT_EQ(Emulated.Notes.size(), 1u);
  EXPECT_TRUE(has(Emulated, "-fno-emulated-tls"));
  EXPECT_FALSE(has(command({"-c", "a.c"}), "-fno-emulated-tls"));
  EXPECT_TRUE(has(command({"-gmodules", "-c", "a.c"}), "-gno-modules"));
  EXPECT_FALSE(has(command({"-c", "a.c"}), "-gno-modules"));
  Words Raw = {"-Xclang", "-disable-llvm-passes", "-c", "a.c"};
  EXPECT_EQ(command(Raw).Notes.size(), 1u);
  Raw.emplace_back("-emit-llvm"); // to be compiled later
  EXPECT_TRUE(command(Raw).Notes.empty());
  EXPECT_TRUE(command({"-Xclang", "-O2", "-c", "a.c"}).Notes.empty());
}

TEST(CommandLine, PlainCommandsLoseOurOptionsOnly) {
  EXPECT_EQ(plainCommand("clang", false, {"-c", "--memfacet-verify", "a.c"}),
            (Words{"clang", "-c", "a.c"}));
}

TEST(CommandLine, DisabledIsPlainClang) {
  EXPECT_EQ(command({"-c", "--memfacet-disable", "a.c"}).Command,
            (Words{"clang", "-c", "a.c"}));
  EXPECT_EQ(
      command({"--memfacet-disable", "-fsanitize=address", "a.c"}).Refusal, "");
}

TEST(CommandLine, BehindDashesStandOnlyInputs) {
  CompilerCommand C = command({"-o", "a", "--", "-a.c"}, true);
  EXPECT_TRUE(has(C, LoadPlugin));
  EXPECT_NE(runtime(C), "");
  EXPECT_EQ(C.Command[2], "--start-no-unused-arguments");
  Words End(C.Command.end() - 4, C.Command.end());
  EXPECT_EQ(End, (Words{"-o", "a", "--", "-a.c"}));
}

TEST(CommandLine, SavedAssemblerIsReadWithoutWarnings) {
  EXPECT_TRUE(has(command({"-save-temps", "a.c"}), "-gdwarf-4"));
  EXPECT_FALSE(has(command({"-save-temps", "-g2", "a.c"}), "-gdwarf-4"));
}

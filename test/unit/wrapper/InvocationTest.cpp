//===- InvocationTest.cpp -------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/wrapper/Invocation.h"
#include "test/support/TemporaryFile.h"

namespace {

/// "compile link" and so on.
std::string steps(const Words &Arguments) {
  Invocation I = classify(Arguments);
  return std::string(I.Compiles ? "compile" : "") +
         (I.Compiles && I.Links ? " " : "") + (I.Links ? "link" : "");
}

} // namespace

TEST(Invocation, StepsFollowFromOptionsAndInputs) {
  EXPECT_EQ(steps({"a.c", "-o", "a"}), "compile link");
  EXPECT_EQ(steps({"-c", "a.c"}), "compile");
  EXPECT_EQ(steps({"a.o", "-o", "a"}), "link");
  EXPECT_EQ(steps({"-S", "a.cpp"}), "compile");
  EXPECT_EQ(steps({"-E", "a.c"}), "");
  EXPECT_EQ(steps({"-MM", "a.c"}), "");
  EXPECT_EQ(steps({"-fsyntax-only", "a.c"}), "");
  EXPECT_EQ(steps({"-x", "c", "-"}), "compile link");
  EXPECT_EQ(steps({"-xc++", "-", "-c"}), "compile");
  EXPECT_EQ(steps({"lib.a", "-x", "none", "b.so"}), "link");
}

TEST(Invocation, QuestionsAreNoLinks) {
  EXPECT_EQ(steps({}), "");
  EXPECT_EQ(steps({"-v"}), "");
  EXPECT_EQ(steps({"--version"}), "");
  EXPECT_EQ(steps({"-print-search-dirs"}), "");
  EXPECT_EQ(steps({"-dumpmachine", "-O2"}), "");
}

TEST(Invocation, ValuesOfOptionsAreNoInputs) {
  EXPECT_EQ(steps({"-o", "a.c"}), "");
  EXPECT_EQ(steps({"-include", "config.h", "-D", "x.c", "-v"}), "");
  EXPECT_EQ(steps({"-Xclang", "a.c"}), "");
  EXPECT_EQ(steps({"-MF", "a.d", "-c", "a.c"}), "compile");
}

TEST(Invocation, HeadersArePrecompiledNotLinked) {
  EXPECT_EQ(steps({"a.h"}), "");
  EXPECT_EQ(steps({"-x", "c++-header", "a.h", "-o", "a.pch"}), "");
}

TEST(Invocation, AssemblerGetsNoDebugInfoOfOurs) {
  Invocation I = classify({"-c", "a.s"});
  EXPECT_FALSE(I.Compiles);
  EXPECT_TRUE(I.Assembles);
  I = classify({"-x", "assembler-with-cpp", "a.txt", "b.o"});
  EXPECT_TRUE(I.Assembles);
  EXPECT_TRUE(I.Links);
}

TEST(Invocation, KindsOfLinksAreTold) {
  EXPECT_TRUE(classify({"-shared", "a.o"}).Shared);
  EXPECT_TRUE(classify({"-Wl,-shared", "a.o"}).Shared);
  EXPECT_TRUE(classify({"-r", "a.o"}).Partial);
  EXPECT_TRUE(classify({"-static", "a.o"}).Static);
  EXPECT_TRUE(classify({"-static-pie", "a.o"}).Static);
  EXPECT_FALSE(classify({"-static-libgcc", "a.o"}).Static);
  EXPECT_TRUE(classify({"-nostdlib", "a.o"}).NoLibrary);
  EXPECT_TRUE(classify({"-Wl,-z,defs", "a.o"}).ForbidsUndefined);
  EXPECT_TRUE(classify({"-Wl,-z", "-Wl,defs", "a.o"}).ForbidsUndefined);
  EXPECT_TRUE(classify({"-Xlinker", "--no-undefined"}).ForbidsUndefined);
  EXPECT_TRUE(classify({"-z", "defs"}).ForbidsUndefined);
  EXPECT_FALSE(classify({"-Wl,-z,now,-O1"}).ForbidsUndefined);
}

TEST(Invocation, DebugOptionsAreThoseThatChooseALevel) {
  for (const char *Option : {"-g", "-g0", "-g3", "-ggdb3", "-gdwarf-4",
                             "-gline-tables-only", "-gmlt"})
    EXPECT_TRUE(classify({Option}).DebugGiven) << Option;
  for (const char *Option :
       {"-gz", "-gsplit-dwarf", "-gno-column-info", "-G", "-fgnu-keywords"})
    EXPECT_FALSE(classify({Option}).DebugGiven) << Option;
}

TEST(Invocation, TheLastOfContraryOptionsWins) {
  EXPECT_TRUE(classify({"-fno-lto", "-flto=thin"}).Lto);
  EXPECT_FALSE(classify({"-flto", "-fno-lto"}).Lto);
  EXPECT_TRUE(classify({"-m32"}).Is32Bit);
  EXPECT_FALSE(classify({"-m32", "-m64"}).Is32Bit);
}

TEST(Invocation, SanitizersThatCannotBeCombinedAreFound) {
  EXPECT_EQ(classify({"-fsanitize=undefined"}).RefusedSanitizer, "");
  EXPECT_EQ(classify({"-fsanitize=undefined,address"}).RefusedSanitizer,
            "address");
  EXPECT_EQ(
      classify({"-fsanitize=thread", "-fno-sanitize=thread"}).RefusedSanitizer,
      "");
  EXPECT_EQ(
      classify({"-fsanitize=memory", "-fno-sanitize=all"}).RefusedSanitizer,
      "");
}

TEST(Invocation, SourcesAreWhatClangTranslates) {
  for (const char *Name : {"a.c", "a.ii", "a.cppm", "a.ccm", "a.cxxm", "a.c++m",
                           "a.ixx", "a.iim", "a.pcm", "a.ast", "a.pch", "a.M"})
    EXPECT_TRUE(classify({"-c", Name}).Compiles) << Name;
  for (const char *Name : {"a.o", "a.a", "a.so", "a", "a.so.1", "a.s", "a.h"})
    EXPECT_FALSE(classify({"-c", Name}).Compiles) << Name;
}

TEST(Invocation, OtherLanguagesAreToldOf) {
  Invocation Kinds = classify({"a.f90", "-x", "f95", "b", "-x", "none", "c.c"});
  EXPECT_EQ(Kinds.Foreign, (Words{"a.f90", "b"}));
  EXPECT_TRUE(Kinds.Compiles);
  EXPECT_TRUE(Kinds.Links);
  EXPECT_TRUE(classify({"a.o", "b.a", "c.s"}).Foreign.empty());
}

TEST(ResponseFile, WordsAreSplitByGnuRules) {
  EXPECT_EQ(splitResponse("a  'b c'\n\"d \\\"e\" f\\ g '' "),
            (Words{"a", "b c", "d \"e", "f g", ""}));
}

TEST(ResponseFile, OptionsInFilesCount) {
  TemporaryFile Response(".response");
  Response.put("-c -g1\n'a file.c'\n");
  Invocation I = classify({"-O2", "@" + Response.Path});
  EXPECT_TRUE(I.Compiles);
  EXPECT_FALSE(I.Links);
  EXPECT_TRUE(I.DebugGiven);
}

TEST(ResponseFile, MissingFilesStayWords) {
  EXPECT_EQ(expandResponseFiles({"@/nonexistent"}), Words{"@/nonexistent"});
}

TEST(Invocation, InputsThatExistAreFound) {
  EXPECT_FALSE(findsAnInput(classify({"-v"})));
  EXPECT_FALSE(findsAnInput(classify({"/no/file.c", "-o", "/proc/self/exe"})));
  EXPECT_TRUE(findsAnInput(classify({"/no/file.c", "/proc/self/exe"})));
  EXPECT_TRUE(findsAnInput(classify({"-x", "c", "-"})));
  // Names are relative to another folder: nothing is known.
  EXPECT_TRUE(findsAnInput(classify({"-working-directory", "/no", "a.c"})));
}

TEST(Invocation, TheCLibraryMayBeNamed) {
  EXPECT_TRUE(classify({"-nodefaultlibs", "a.o"}).NoLibrary);
  EXPECT_TRUE(classify({"-nostdlib", "a.o", "-lcrypt"}).NoLibrary);
  EXPECT_FALSE(classify({"-nodefaultlibs", "a.o", "-lc"}).NoLibrary);
  EXPECT_FALSE(classify({"-nostdlib", "a.o", "-l", "c"}).NoLibrary);
}

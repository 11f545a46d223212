//===- SourcePathsTest.cpp ------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/common/SourcePaths.h"
#include "test/support/Test.h"

namespace {

using Short = std::map<std::string, std::string>;

Short shortOf(const std::set<std::string> &Files, const std::string &Folder) {
  return shortPaths(Files, Folder, projectRoot(Files));
}

} // namespace

TEST(SystemHeader, StandsInBracketsWithoutVersionAndMachine) {
  for (const auto &[Path, Header] : std::map<std::string, std::string>{
           {"/usr/include/c++/12/vector", "<vector>"},
           {"/usr/include/c++/12/bits/stl_vector.h", "<bits/stl_vector.h>"},
           {"/usr/include/c++/12/x86_64-linux-gnu/bits/gthr.h",
            "<bits/gthr.h>"},
           {"/usr/include/x86_64-linux-gnu/c++/12/bits/gthr.h",
            "<bits/gthr.h>"},
           {"/usr/lib/llvm-19/include/c++/v1/vector", "<vector>"},
           {"/usr/lib/llvm-19/lib/clang/19/include/immintrin.h",
            "<immintrin.h>"},
           {"/usr/lib/gcc/x86_64-linux-gnu/12/include/stddef.h", "<stddef.h>"},
           {"/usr/include/x86_64-linux-gnu/sys/cdefs.h", "<sys/cdefs.h>"},
           {"/usr/include/eigen3/Eigen/src/Core/Map.h",
            "<eigen3/Eigen/src/Core/Map.h>"},
           {"/usr/local/include/zlib.h", "<zlib.h>"},
           {"/home/me/include/zlib.h", ""},
           {"/usr/src/lua/lapi.c", ""},
           {"include/c++.h", ""}})
    EXPECT_EQ(systemHeader(Path), Header) << Path;
}

TEST(ProjectRoot, IsWhereNineTenthsAre) {
  EXPECT_EQ(projectRoot({}), "");
  EXPECT_EQ(projectRoot({"/home/me/app/src/a.c"}), "/home/me/app/src");
  EXPECT_EQ(projectRoot({"/home/me/app/src/a.c", "/home/me/app/lib/b.c",
                         "/usr/include/c++/12/vector", "gen.c"}),
            "/home/me/app");
  EXPECT_EQ(projectRoot({"/home/me/app/a.c", "/tmp/gen.c"}), "");
  EXPECT_EQ(projectRoot({"/home/me/app/a.c", "/lib/libc.so.6"}),
            "/home/me/app");
  std::set<std::string> Files = {"/tmp/gen.c"};
  for (char C = 'a'; C != 'i'; ++C)
    Files.insert(std::string("/home/me/app/") + C + ".c");
  EXPECT_EQ(projectRoot(Files), "") << "8 of 9";
  Files.insert("/home/me/app/i.c");
  EXPECT_EQ(projectRoot(Files), "/home/me/app") << "9 of 10";
}

TEST(ShortPaths, AreRelativeToTheFolderElseToTheProgram) {
  EXPECT_EQ(shortOf({"/home/me/app/src/a.c", "/home/me/app/build/gen.c",
                     "/home/me/app/src/../lib/b.c"},
                    "/home/me/app/build"),
            (Short{{"/home/me/app/src/a.c", "src/a.c"},
                   {"/home/me/app/build/gen.c", "gen.c"},
                   {"/home/me/app/src/../lib/b.c", "lib/b.c"}}));
  EXPECT_EQ(shortOf({"/home/me/app/a.c"}, "/home/me"),
            (Short{{"/home/me/app/a.c", "app/a.c"}}));
  EXPECT_EQ(shortOf({"/home/me/app/a.c"}, "/home/m"),
            (Short{{"/home/me/app/a.c", "a.c"}}));
  EXPECT_EQ(shortOf({"/home/me/app/a.c"}, "/"),
            (Short{{"/home/me/app/a.c", "a.c"}}));
}

TEST(ShortPaths, ElsewhereHaveTheirFolder) {
  EXPECT_EQ(shortOf({"/opt/z/lib/inflate.c", "/home/me/a.c", "/x.c"}, ""),
            (Short{{"/opt/z/lib/inflate.c", "lib/inflate.c"},
                   {"/home/me/a.c", "me/a.c"},
                   {"/x.c", "/x.c"}}));
  EXPECT_EQ(shortOf({"/opt/z/lib/libz.so.1.2", "/opt/z/lib/z.solo.c"}, ""),
            (Short{{"/opt/z/lib/libz.so.1.2", "libz.so.1.2"},
                   {"/opt/z/lib/z.solo.c", "z.solo.c"}}));
}

TEST(ShortPaths, OfCompilersThatSayNoFolder) {
  EXPECT_EQ(shortOf({"./src/a.c", "../../lib/b.c", "<stdin>", ""}, "/home"),
            (Short{{"./src/a.c", "src/a.c"},
                   {"../../lib/b.c", "lib/b.c"},
                   {"<stdin>", "<stdin>"}}));
}

TEST(ShortPaths, TellFilesApart) {
  EXPECT_EQ(shortOf({"/p/a/x.c", "/p/x.c", "/p/b/x.c"}, "/p/a"),
            (Short{{"/p/a/x.c", "a/x.c"},
                   {"/p/x.c", "/p/x.c"},
                   {"/p/b/x.c", "b/x.c"}}));
  EXPECT_EQ(shortOf({"/u/src/util.c", "/v/src/util.c"}, "/home"),
            (Short{{"/u/src/util.c", "/u/src/util.c"},
                   {"/v/src/util.c", "/v/src/util.c"}}));
  EXPECT_EQ(shortOf({"../x.c", "x.c"}, "/home"),
            (Short{{"../x.c", "../x.c"}, {"x.c", "x.c"}}));
  // The same file, written in two ways.
  EXPECT_EQ(shortOf({"/p/a/x.c", "/p/b/../a/x.c"}, "/home"),
            (Short{{"/p/a/x.c", "x.c"}, {"/p/b/../a/x.c", "x.c"}}));
}

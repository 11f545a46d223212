//===- RecordTest.cpp - what a recording gets and makes -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/support/TemporaryFile.h"
#include "tools/record/ChildProgram.h"
#include "tools/record/CollectPlan.h"
#include "tools/record/CollectorSettings.h"
#include "tools/record/OutputNames.h"
#include "tools/record/PartFile.h"
#include <atomic>
#include <cstring>
#include <map>
#include <thread>
#include <unistd.h>

namespace {

TEST(CollectorSettings, WithoutAnyTheDefaultsHold) {
  CollectorSettings S = good(CollectorSettings::parse(nullptr));
  EXPECT_EQ(S.Output, "memfacet.mfp");
  EXPECT_EQ(S.Trace, "");
  EXPECT_EQ(S.Cache, "host");
  EXPECT_EQ(S.Interval, 1'000'000u);
  EXPECT_TRUE(S.Analyse);
}

TEST(CollectorSettings, TheLastOfTwoWinsAndForeignOptionsAreSkipped) {
  CollectorSettings S =
      good(CollectorSettings::parse("output=a.mfp:fork=stop:cache=L1=32K,8;"
                                    "line=64:interval=5K:output=b.mfp"));
  EXPECT_EQ(S.Output, "b.mfp");
  EXPECT_EQ(S.Cache, "L1=32K,8;line=64");
  EXPECT_EQ(S.Interval, 5'000u);
}

TEST(CollectorSettings, JoinedSettingsParseBack) {
  CollectorSettings S;
  S.Output = "/tmp/x.mfp";
  S.Trace = "/tmp/x.mft";
  S.Interval = 7;
  S.Context = 2;
  S.Wrappers = "/tmp/list";
  S.Containers = "/tmp/classes";
  S.Curves = "exact";
  S.Core = "zen4,levels=3/9";
  S.Analyse = false;
  S.Blocks = "1";
  S.Phases = "reuse";
  S.Checkpoint = "7.5";
  std::string Joined = good(S.join("fork=stop:output=user.mfp"));
  EXPECT_EQ(Joined.substr(0, Joined.find_last_not_of(':') + 1),
            "fork=stop:output=user.mfp:output=/tmp/x.mfp:trace=/tmp/x.mft:"
            "analysis=0:checkpoint=7.5:cache=host:"
            "core=zen4,levels=3/9:interval=7:context=2:wrappers=/tmp/list:"
            "containers=/tmp/classes:why=0:select=0:lines=auto:"
            "windows=short:curves=exact:blocks=1:phases=reuse");
  CollectorSettings Back = good(CollectorSettings::parse(Joined.c_str()));
  EXPECT_EQ(Back.Output, S.Output);
  EXPECT_EQ(Back.Trace, S.Trace);
  EXPECT_EQ(Back.Interval, 7u);
  EXPECT_EQ(Back.Checkpoint, "7.5");
  EXPECT_EQ(Back.Blocks, "1");
  EXPECT_EQ(Back.Phases, "reuse");
  EXPECT_EQ(Back.Context, 2u);
  EXPECT_EQ(Back.Wrappers, "/tmp/list");
  EXPECT_EQ(Back.Containers, "/tmp/classes");
  EXPECT_EQ(Back.Curves, "exact");
  EXPECT_EQ(Back.Core, S.Core);
  EXPECT_FALSE(Back.Analyse);
}

TEST(CollectorSettings, JoinTellsTheRuntimeWhichLinesAreChosen) {
  CollectorSettings S;
  S.Select = true;
  S.Lines = "1/8";
  EXPECT_TRUE(has(good(S.join(nullptr)), ":select=1:lines=1/8:"));
  EXPECT_TRUE(has(good(CollectorSettings().join(nullptr)), ":lines=auto:"));
}

TEST(CollectorSettings, LinesAreSelectedWhereThatIsEnough) {
  CollectorSettings S;
  S.Cache = "L1=32K,8;L2=1M,16";
  EXPECT_TRUE(checkSelection(S));
  auto Refused = [](const CollectorSettings &S) {
    return errorOf(checkSelection(S));
  };
  CollectorSettings Causes = S, Trace = S, Pairs = S, Full = S;
  Causes.MissCauses = true;
  Trace.Trace = "x.mft";
  Pairs.Communication = "1000";
  Full.Cache = "L1=32K,full";
  EXPECT_TRUE(checkSelection(Causes));
  EXPECT_EQ(Refused(Trace), "--trace needs every access");
  EXPECT_EQ(Refused(Pairs), "--communication needs every access");
  EXPECT_TRUE(has(Refused(Full), "L1 has 1 sets"));
}

TEST(CollectorSettings, SecondsAreADecimalNumber) {
  EXPECT_EQ(good(parseSeconds("30", "--x")), 30);
  EXPECT_EQ(good(parseSeconds("0.25", "--x")), 0.25);
  for (const char *Bad : {"", "x", "1x", "-1", "nan", "inf", "1e9", "2000000"})
    EXPECT_TRUE(has(errorOf(parseSeconds(Bad, "--x")),
                    "is no number of seconds for --x"))
        << Bad;
}

TEST(CollectorSettings, JoinedSettingsAreAllAsLong) {
  CollectorSettings S;
  std::string Joined = *S.join(nullptr);
  EXPECT_EQ(Joined.size(), 2048u);
  EXPECT_EQ(Joined.back(), ':');
  S.Output = "/tmp/" + std::string(200, 'x');
  S.Cache = "L1=32K,8;line=64";
  EXPECT_EQ(S.join("fork=stop")->size(), 2048u);
  EXPECT_EQ(CollectorSettings::parse(S.join("fork=stop")->c_str())->Output,
            S.Output);
  // Padding does not add up in a recording within a recording.
  EXPECT_EQ(S.join(Joined.c_str())->size(), 2048u);
  // What does not fit is as long as it is: the runtime takes 4078 bytes.
  S.Output = std::string(3000, 'x');
  EXPECT_EQ(S.join(nullptr)->size(),
            3000 +
                strlen("output=:trace=:cache=L1=32K,8;line=64:"
                       "interval=1000000:context=0:wrappers=:containers=:why=0:"
                       "curves=:"
                       "core=:analysis=1:"
                       "checkpoint=30:"
                       "blocks=:phases=:"
                       "select=0:lines=auto:windows=short"));
}

TEST(CollectorSettings, AnAnalysisIsOffByNoValueAndByZero) {
  EXPECT_EQ(askedAnalysis(*CollectorSettings::parse("curves=")), nullptr);
  EXPECT_EQ(askedAnalysis(*CollectorSettings::parse("blocks=0")), nullptr);
  EXPECT_STREQ(askedAnalysis(*CollectorSettings::parse("blocks=1")),
               "--blocks");
  EXPECT_STREQ(askedAnalysis(*CollectorSettings::parse("phases=all")),
               "--phases");
}

TEST(CollectorSettings, AnalysesOfATraceAreAskedForAsSimulateSpellsThem) {
  CollectorSettings Core, Sharing, Communication;
  Core.Core = "zen4";
  Sharing.Sharing = "map=threads";
  Communication.Communication = "1000";
  EXPECT_STREQ(askedAnalysis(Core), "--core");
  EXPECT_STREQ(askedAnalysis(Sharing), "--sharing");
  EXPECT_STREQ(askedAnalysis(Communication), "--communication");
  // The collector has no options for them.
  EXPECT_EQ(*Sharing.join(nullptr), *CollectorSettings().join(nullptr));
}

TEST(CollectorSettings, AContextIsAsManyCallsAsAnEventHolds) {
  EXPECT_EQ(*parseContext("0"), 0u);
  EXPECT_EQ(*parseContext("8"), 8u);
  for (const char *Wrong : {"9", "", "-1", "two", "1x"}) {
    EXPECT_EQ(errorOf(parseContext(Wrong)),
              "'" + std::string(Wrong) +
                  "' is not a number of calls; write 0 to 8");
  }
  EXPECT_FALSE(CollectorSettings::parse("context=9"));
}

TEST(CollectorSettings, AValueWithAColonIsQuoted) {
  CollectorSettings S;
  S.Output = "a:b.mfp";
  S.Cache = "L1=32K,8,next:2;L2=1M,8,shared:2";
  std::string Joined = good(S.join(nullptr));
  EXPECT_TRUE(has(Joined, "output='a:b.mfp':"));
  EXPECT_TRUE(has(Joined, "cache='L1=32K,8,next:2;L2=1M,8,shared:2':"));
  CollectorSettings Copy = good(CollectorSettings::parse(Joined.c_str()));
  EXPECT_EQ(Copy.Output, S.Output);
  EXPECT_EQ(Copy.Cache, S.Cache);
  EXPECT_EQ(CollectorSettings::parse("output=it's:cache=zen4")->Cache, "zen4");
}

TEST(CollectorSettings, AQuoteThatDoesNotEndIsAnError) {
  for (const char *Text : {"output='a", "output='a:b", "output='a'b:cache=x"})
    EXPECT_TRUE(has(errorOf(CollectorSettings::parse(Text)),
                    "option output in MEMFACET_OPTIONS: write 'a"))
        << Text;
  CollectorSettings S;
  S.Output = "it's:a.mfp";
  EXPECT_TRUE(has(errorOf(S.join(nullptr)),
                  "'it's:a.mfp' has both a colon and a quote"));
}

TEST(CollectorSettings, WrongIntervalsAreErrors) {
  for (const char *Text : {"", "0", "-1", "1x", "99999999999999999999", "M",
                           "18446744073709551615K"})
    EXPECT_FALSE(parseCount(Text)) << Text;
  EXPECT_FALSE(CollectorSettings::parse("interval=no"));
  EXPECT_EQ(*parseCount("3G"), 3'000'000'000u);
}

TEST(OutputPath, ProcessNumbersStandBeforeTheExtensionOrForPercentP) {
  EXPECT_EQ(outputPath("memfacet.mfp", 12, false), "memfacet.mfp");
  EXPECT_EQ(outputPath("memfacet.mfp", 12, true), "memfacet.12.mfp");
  EXPECT_EQ(outputPath("/a.b/profile", 12, true), "/a.b/profile.12");
  EXPECT_EQ(outputPath("/a/.hidden", 12, true), "/a/.hidden.12");
  EXPECT_EQ(outputPath("x-%p.mfp", 12, true), "x-12.mfp");
  EXPECT_EQ(outputPath("%p/%p", 12, false), "12/12");
  EXPECT_EQ(outputPath("", 12, true), "");
}

Environment environmentWith(std::map<std::string, std::string> Variables) {
  return [Variables = std::move(Variables)](const char *Name) {
    auto Found = Variables.find(Name);
    return Found == Variables.end() ? nullptr : Found->second.c_str();
  };
}

TEST(OutputNames, RanksComeFromTheInnermostLauncher) {
  auto Rank = [](std::map<std::string, std::string> Variables) {
    return rankOf(environmentWith(std::move(Variables))).value_or("none");
  };
  EXPECT_EQ(Rank({}), "none");
  for (const char *Name : {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK",
                           "MV2_COMM_WORLD_RANK", "SLURM_PROCID"})
    EXPECT_EQ(Rank({{Name, "12"}}), "12") << Name;
  // Slurm started mpirun's helper, which started the process.
  EXPECT_EQ(Rank({{"OMPI_COMM_WORLD_RANK", "3"}, {"SLURM_PROCID", "0"}}), "3");
  EXPECT_EQ(Rank({{"SLURM_ARRAY_TASK_ID", "5"}, {"SLURM_PROCID", "0"}}), "5");
  EXPECT_EQ(Rank({{"SLURM_ARRAY_TASK_ID", "5"},
                  {"SLURM_STEP_NUM_TASKS", "4"},
                  {"SLURM_PROCID", "2"}}),
            "2");
  EXPECT_EQ(Rank({{"PMI_RANK", "../x"}, {"SLURM_PROCID", ""}}), "none");
}

TEST(OutputNames, HostAndRankAreFilledInAndTheProcessIsNot) {
  Environment Third = environmentWith({{"PMI_RANK", "3"}});
  EXPECT_EQ(*fillNames("a.%r.%p.%r.mfp", Third), "a.3.%p.3.mfp");
  EXPECT_EQ(*fillNames("plain.mfp", environmentWith({})), "plain.mfp");
  char Host[256] = {};
  ASSERT_EQ(gethostname(Host, sizeof Host - 1), 0);
  EXPECT_EQ(*fillNames("%h/x", environmentWith({})), std::string(Host) + "/x");
  EXPECT_TRUE(has(errorOf(fillNames("x.%r", environmentWith({}))),
                  "'x.%r' asks for a rank"));
}

using Words = std::vector<std::string>;

Words environmentFrom(const Words &Command, const Words &Variables,
                      Words Inherited) {
  std::vector<char *> Pointers;
  for (std::string &Word : Inherited)
    Pointers.push_back(Word.data());
  Pointers.push_back(nullptr);
  return programEnvironment(Command, Variables, Pointers.data());
}

/// Texts, pointers, the path; the kernel rounds down to 16.
size_t stackBytes(const Words &Command, const Words &Environment) {
  size_t Bytes = Command[0].size() + 1;
  for (const Words *List : {&Command, &Environment})
    for (const std::string &Word : *List)
      Bytes += Word.size() + 1 + 8;
  return (Bytes + 15) / 16 * 16;
}

TEST(Environment, OurVariablesReplaceInheritedOnes) {
  Words E = environmentFrom({"./a"}, {"X=new"}, {"A=1", "X=old", "XY=2"});
  ASSERT_EQ(E.size(), 4u);
  E.pop_back();
  EXPECT_EQ(E, (Words{"A=1", "XY=2", "X=new"}));
}

TEST(Environment, ItTakesTheSameOfTheStackWhateverTheNames) {
  for (size_t Length : {size_t(0), size_t(1), size_t(200), size_t(16'000)}) {
    Words Command = {"./" + std::string(Length / 4, 'a'),
                     std::string(Length / 2, 'b')};
    Words E = environmentFrom(Command, {"X=" + std::string(Length, 'x')},
                              {"PATH=/bin"});
    EXPECT_EQ(stackBytes(Command, E), 64u * 1024) << Length;
    EXPECT_EQ(E.size(), 3u);
  }
}

TEST(Environment, ItTakesTheSameOfTheStackHoweverManyVariables) {
  Words Inherited;
  for (int I = 0; I < 50; ++I) {
    Words E = environmentFrom({"./a"}, {"X=1"}, Inherited);
    EXPECT_EQ(stackBytes({"./a"}, E), 64u * 1024) << I;
    Inherited.push_back("A" + std::to_string(I) + "=");
  }
}

TEST(Environment, VeryLargeOnesTakeTheNextMultiple) {
  Words E = environmentFrom({"./a"}, {}, {"A=" + std::string(70'000, 'x')});
  EXPECT_EQ(stackBytes({"./a"}, E), 128u * 1024);
}

TEST(Environment, PaddingDoesNotAddUp) {
  Words First = environmentFrom({"./a"}, {}, {"A=1"});
  EXPECT_EQ(environmentFrom({"./a"}, {}, First), First);
}

class PartFiles : public testing::Test, protected TemporaryFile {
protected:
  PartFiles() : TemporaryFile(".mfp") {}
};

TEST_F(PartFiles, ExistsWhileTheProfileIsMade) {
  {
    PartFile Part = good(PartFile::create(Path));
    EXPECT_TRUE(std::filesystem::exists(Path + ".part"));
  }
  EXPECT_FALSE(std::filesystem::exists(Path + ".part"));
}

TEST_F(PartFiles, TheLastOfSeveralCollectorsRemovesIt) {
  std::optional<Expected<PartFile>> First(PartFile::create(Path));
  EXPECT_FALSE((*First)->isShared());
  std::optional<Expected<PartFile>> Second(PartFile::create(Path));
  EXPECT_TRUE((*First)->isShared());
  EXPECT_TRUE((*Second)->isShared());
  First.reset();
  EXPECT_FALSE((*Second)->isShared());
  EXPECT_TRUE(std::filesystem::exists(Path + ".part"));
  Second.reset();
  EXPECT_FALSE(std::filesystem::exists(Path + ".part"));
}

TEST_F(PartFiles, ReadersWaitForIt) {
  std::optional<Expected<PartFile>> Part(PartFile::create(Path));
  std::atomic<bool> HasEnded = false, HasAsked = false;
  std::thread Reader([&] {
    waitForProfile(Path, [&] { HasAsked = true; });
    HasEnded = true;
  });
  while (!HasAsked)
    std::this_thread::yield();
  EXPECT_FALSE(HasEnded);
  Part.reset();
  Reader.join();
  EXPECT_TRUE(HasEnded);
}

TEST_F(PartFiles, NobodyWaitsForWhatACrashedCollectorLeft) {
  std::ofstream(Path + ".part") << "";
  testing::internal::CaptureStderr();
  waitForProfile(Path, [] { FAIL() << "waited"; });
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "memfacet: the last recording of '" + Path +
                "' was cut off, its collector was killed; a profile there is "
                "of an earlier run\n");
  std::filesystem::remove(Path + ".part");
}

TEST_F(PartFiles, UnwritablePlacesAreErrors) {
  EXPECT_EQ(errorOf(PartFile::create("/nonexistent/x.mfp")),
            "cannot write '/nonexistent/x.mfp': No such file or directory; "
            "choose another file with -o");
  EXPECT_FALSE(PartFile::create("/"));
}

} // namespace

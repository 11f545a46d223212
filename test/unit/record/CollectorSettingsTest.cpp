//===- CollectorSettingsTest.cpp ------------------------------------------===//

#include "tools/record/CollectorSettings.h"
#include "test/support/Test.h"
#include <cstring>

TEST(CollectorSettings, WithoutAnyTheDefaultsHold) {
  CollectorSettings S = good(CollectorSettings::parse(nullptr));
  EXPECT_EQ(S.Output, "memfacet.mfp");
  EXPECT_EQ(S.Trace, "");
  EXPECT_EQ(S.Cache, "host");
  EXPECT_EQ(S.Interval, 1'000'000u);
  EXPECT_TRUE(S.Analyse);
  EXPECT_EQ(S.Coding, "predicted");
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
  S.Curves = "exact";
  S.Core = "zen4,levels=3/9";
  S.Analyse = false;
  S.Coding = "plain";
  S.Communication = "10K,seed=2";
  S.Pairs = "/tmp/x.csv";
  S.Blocks = "1";
  S.Phases = "reuse";
  S.Sharing = "map=0,1|2";
  std::string Joined = good(S.join("fork=stop:output=user.mfp"));
  EXPECT_EQ(Joined.substr(0, Joined.find_last_not_of(':') + 1),
            "fork=stop:output=user.mfp:output=/tmp/x.mfp:trace=/tmp/"
            "x.mft:coding=plain:cache=host:wrappers=/tmp/list:"
            "core=zen4,levels=3/9:sample=:communication=10K,seed=2:"
            "pairs=/tmp/x.csv:curves=exact:blocks=1:phases=reuse:"
            "sharing=map=0,1|2:interval=7:context=2:why=0:analysis=0:"
            "filter=0");
  CollectorSettings Back = good(CollectorSettings::parse(Joined.c_str()));
  EXPECT_EQ(Back.Output, S.Output);
  EXPECT_EQ(Back.Trace, S.Trace);
  EXPECT_EQ(Back.Interval, 7u);
  EXPECT_EQ(Back.Blocks, "1");
  EXPECT_EQ(Back.Phases, "reuse");
  EXPECT_EQ(Back.Sharing, "map=0,1|2");
  EXPECT_EQ(Back.Context, 2u);
  EXPECT_EQ(Back.Wrappers, "/tmp/list");
  EXPECT_EQ(Back.Curves, "exact");
  EXPECT_EQ(Back.Core, S.Core);
  EXPECT_FALSE(Back.Analyse);
  EXPECT_EQ(Back.Coding, "plain");
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
            3000 + strlen("output=:trace=:cache=L1=32K,8;line=64:"
                          "interval=1000000:context=0:wrappers=:why=0:curves=:"
                          "core=:sample=:analysis=1:coding=predicted:"
                          "blocks=:communication=:pairs=:phases=:sharing=:"
                          "filter=0"));
}

TEST(CollectorSettings, AnAnalysisIsOffByNoValueAndByZero) {
  EXPECT_EQ(askedAnalysis(*CollectorSettings::parse("curves="), true), nullptr);
  EXPECT_EQ(askedAnalysis(*CollectorSettings::parse("blocks=0"), true),
            nullptr);
  EXPECT_STREQ(askedAnalysis(*CollectorSettings::parse("blocks=1"), true),
               "--blocks");
  // Windows of a run do for it.
  EXPECT_EQ(askedAnalysis(*CollectorSettings::parse("blocks=1"), false),
            nullptr);
  EXPECT_STREQ(askedAnalysis(*CollectorSettings::parse("phases=all"), false),
               "--phases");
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

TEST(CollectorSettings, AColonInAPathIsRefused) {
  CollectorSettings S;
  S.Output = "a:b.mfp";
  EXPECT_TRUE(has(errorOf(S.join(nullptr)), "'a:b.mfp' has a colon"));
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

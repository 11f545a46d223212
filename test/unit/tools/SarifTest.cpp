//===- SarifTest.cpp - findings for code scanning -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/format/Sarif.h"
#include "test/support/Test.h"
#include <nlohmann/json.hpp>

using Json = nlohmann::json;

namespace {

const std::vector<SarifRule> Rules = {
    {"first", "First", "The first rule", "Do this."},
    {"second", "Second", "The second rule", "Do that."}};

Json resultOf(const SarifResult &R) {
  Json Log = Json::parse(sarifText(Rules, {R}, "/home/me/app"));
  return Log["runs"][0]["results"][0];
}

std::string uriOf(const std::string &File) {
  return resultOf(
      {0,
       true,
       "x",
       {{File, 1, 0, ""}},
       {},
       {}})["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
}

} // namespace

TEST(SarifTest, ALogHasOneRunWithItsRules) {
  Json Log = Json::parse(sarifText(Rules, {}, "/"));
  EXPECT_EQ(Log["version"], "2.1.0");
  EXPECT_TRUE(Log["$schema"].is_string());
  ASSERT_EQ(Log["runs"].size(), 1u);
  Json Driver = Log["runs"][0]["tool"]["driver"];
  EXPECT_EQ(Driver["name"], "memfacet");
  EXPECT_EQ(Driver["informationUri"], "https://memfacet.example");
  ASSERT_EQ(Driver["rules"].size(), 2u);
  EXPECT_EQ(Driver["rules"][1]["id"], "second");
  EXPECT_EQ(Driver["rules"][1]["shortDescription"]["text"], "The second rule.");
  EXPECT_EQ(Log["runs"][0]["results"], Json::array());
}

TEST(SarifTest, AResultNamesItsRuleAndPlaces) {
  Json R = resultOf({1,
                     false,
                     "it happened",
                     {{"/home/me/app/a.c", 7, 3, ""}, {"", 9, 0, "nowhere"}},
                     {{"b.c", 0, 0, "there"}, {"c.c", 2, 0, ""}},
                     {{"misses", 12}}});
  EXPECT_EQ(R["ruleId"], "second");
  EXPECT_EQ(R["ruleIndex"], 1);
  EXPECT_EQ(R["level"], "note");
  EXPECT_EQ(R["message"]["text"], "it happened");
  ASSERT_EQ(R["locations"].size(), 1u);
  Json Place = R["locations"][0]["physicalLocation"];
  EXPECT_EQ(Place["artifactLocation"]["uri"], "a.c");
  EXPECT_EQ(Place["region"], (Json{{"startLine", 7}, {"startColumn", 3}}));
  ASSERT_EQ(R["relatedLocations"].size(), 2u);
  EXPECT_EQ(R["relatedLocations"][0]["message"]["text"], "there");
  EXPECT_FALSE(R["relatedLocations"][0]["physicalLocation"].contains("region"));
  EXPECT_EQ(R["relatedLocations"][1]["id"], 1);
  EXPECT_EQ(R["properties"]["misses"], 12);
}

TEST(SarifTest, WithoutRelatedPlacesThereAreNone) {
  Json R = resultOf({0, true, "x", {}, {{"", 1, 1, "unknown"}}, {}});
  EXPECT_EQ(R["locations"], Json::array());
  EXPECT_FALSE(R.contains("relatedLocations"));
  EXPECT_FALSE(R.contains("properties"));
  EXPECT_EQ(R["level"], "warning");
}

TEST(SarifTest, PathsAreReferences) {
  EXPECT_EQ(uriOf("src/main.c"), "src/main.c");
  EXPECT_EQ(uriOf("/home/me/app/src/../main.c"), "main.c");
  EXPECT_EQ(uriOf("/usr/include/x.h"), "file:///usr/include/x.h");
  EXPECT_EQ(uriOf("/home/me/apples/x.h"), "file:///home/me/apples/x.h");
  EXPECT_EQ(uriOf("a b/50%.c"), "a%20b/50%25.c");
}

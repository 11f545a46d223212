//===- ContractsTest.cpp - what callers of reports must give --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/support/Test.h"
#include "tools/record/CollectPlan.h"
#include "tools/report/caches/SweepReport.h"
#include "tools/report/code/CodeReport.h"
#include "tools/report/diff/Noise.h"
#include "tools/report/format/Canvas.h"
#include "tools/report/format/Png.h"
#include "tools/report/format/Sarif.h"
#include "tools/report/format/Table.h"
#include "tools/report/misses/Criticality.h"
#include "tools/report/misses/DetailReports.h"
#include "tools/support/Interruption.h"

#ifdef MEMFACET_CHECKS

namespace {

using namespace memfacet::record;
using namespace memfacet::report;

TEST(ContractsDeathTest, PicturesHaveDotsAndColours) {
  Raster R(2, 2);
  EXPECT_DEATH(R.set(2, 0, {}), "a dot of the picture");
  EXPECT_DEATH((void)R.at(0, 2), "a dot of the picture");
  EXPECT_DEATH(pngFile(Raster(0, 0)), "has dots");
  EXPECT_DEATH(colourOf("red"), "a colour is #rrggbb");
  EXPECT_DEATH(mixed({}, {}, 1.5), "a share of a mixture");
  Canvas C(1, 1);
  C.set(1, 3);
  EXPECT_DEATH(C.set(2, 0), "a dot of the picture");
}

TEST(ContractsDeathTest, ARowHasACellForEachColumn) {
  Table T = {{{"a"}, {"b"}}, {{{"1"}}}};
  EXPECT_DEATH(renderTable(T, {}), "a cell for each column");
}

TEST(ContractsDeathTest, ReportsGetProfilesThatHaveTheirCounts) {
  Profile P;
  EXPECT_DEATH(whyCsv(P), "says what to record");
  EXPECT_DEATH(criticality(P), "says what to record");
  EXPECT_DEATH(codeRows(P, ReportBy::Structure), "a place in the code");
  EXPECT_DEATH(sweepText({P, {}}, {}), "a sweep has a model");
  EXPECT_DEATH((void)perfectScenarios(P, {}), "order the structures");
}

TEST(ContractsDeathTest, BothSidesOfADifferenceHaveRuns) {
  EXPECT_DEATH((void)judge({{1}, {}}), "each side has a run");
}

TEST(ContractsDeathTest, AResultIsOfARule) {
  EXPECT_DEATH(sarifText({}, {SarifResult()}, "/src"), "one of the rules");
}

TEST(ContractsDeathTest, SignalsHaveOneHandler) {
  memfacet::Interruption First;
  EXPECT_DEATH(memfacet::Interruption(), "object before");
}

} // namespace

#endif

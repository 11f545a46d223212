//===- TableTest.cpp - tables, their columns and units --------------------===//

#include "tools/report/format/Table.h"
#include "test/support/Test.h"
#include "tools/report/format/Columns.h"
#include "tools/report/format/Units.h"

namespace {

TEST(Units, CountsHaveThreeDigitsFromTenThousandOn) {
  EXPECT_EQ(humanCount(0), "0");
  EXPECT_EQ(humanCount(9'999), "9999");
  EXPECT_EQ(humanCount(10'000), "10.0 K");
  EXPECT_EQ(humanCount(123'456), "123 K");
  EXPECT_EQ(humanCount(999'499), "999 K");
  EXPECT_EQ(humanCount(999'500), "1.00 M");
  EXPECT_EQ(humanCount(1'234'567'890), "1.23 G");
  EXPECT_EQ(humanCount(UINT64_MAX), "18.4 E");
}

TEST(Units, BytesArePowersOf1024) {
  EXPECT_EQ(humanBytes(0), "0 B");
  EXPECT_EQ(humanBytes(1023), "1023 B");
  EXPECT_EQ(humanBytes(48 * 1024), "48 KiB");
  EXPECT_EQ(humanBytes(1536), "1.50 KiB");
  EXPECT_EQ(humanBytes(uint64_t(3) << 40), "3 TiB");
  EXPECT_EQ(humanBytes(UINT64_MAX), "16 EiB");
}

TEST(Units, RatesOfNothingAreADash) {
  EXPECT_EQ(humanRate(1, 8), "12.5 %");
  EXPECT_EQ(humanRate(0, 8), "0.0 %");
  EXPECT_EQ(humanRate(0, 0), "-");
  EXPECT_EQ(perThousand(12, 1000), "12.0");
  EXPECT_EQ(perThousand(1, 0), "-");
}

TEST(Units, CountedNounsAgree) {
  EXPECT_EQ(counted(1, "thread"), "1 thread");
  EXPECT_EQ(counted(0, "thread"), "0 threads");
}

TEST(Units, SharesAddUpToTheWhole) {
  EXPECT_EQ(sharesInTenths({1, 1, 1}), (std::vector<uint32_t>{334, 333, 333}));
  EXPECT_EQ(sharesInTenths({1, 999'999}), (std::vector<uint32_t>{0, 1000}));
  for (uint64_t Seed = 1; Seed != 200; ++Seed) {
    std::vector<uint64_t> Parts;
    for (uint64_t I = 0, X = Seed; I != Seed % 17 + 1; ++I)
      Parts.push_back((X = X * 6364136223846793005u + 1442695040888963407u) >>
                      (Seed % 60));
    std::vector<uint32_t> Shares = sharesInTenths(Parts);
    EXPECT_EQ(std::accumulate(Shares.begin(), Shares.end(), 0u), 1000u) << Seed;
  }
}

TEST(Units, SharesOfNothingAreNothing) {
  EXPECT_EQ(sharesInTenths({0, 0}), (std::vector<uint32_t>{0, 0}));
  EXPECT_TRUE(sharesInTenths({}).empty());
}

struct Place {
  std::string File;
  unsigned Line = 0;
};

struct Row {
  std::string Name;
  uint64_t Misses = 0;
  double Share = 0;
  Place At = {};
};

const Place &placeOf(const Row &R) { return R.At; }

Columns<Place> placeColumns() {
  return {forPrograms("file", [](auto &P) { return P.File; }),
          forPrograms("line", [](auto &P) { return P.Line; })};
}

Columns<Row> columns() {
  return {
      nameColumn(
          "structure", "name", [](auto &R) { return R.Name; }, "structure"),
      countColumn("misses", "misses", [](auto &R) { return R.Misses; }),
      forPeople("share", [](auto &R) { return fmt::format("{} %", R.Share); }),
      forCsv("share", [](auto &R) { return R.Share; }),
      forJson("odd",
              [](auto &R) { return R.Misses % 2 ? Json(true) : leftOut(); })};
}

const std::vector<Row> Rows = {{"a,b", 12345, 50, {"x.c", 3}},
                               {"c", 2, 0.5, {"y.c", 4}}};

TEST(Columns, TableHasThoseForPeople) {
  Columns<Row> Cs = columns();
  Table T = emptyTable(Cs);
  for (const Row &R : Rows)
    addRow(T, Cs, R);
  ASSERT_EQ(T.Columns.size(), 3u);
  EXPECT_EQ(T.Columns[2].Header, "share");
  EXPECT_EQ(T.Rows[0].Cells,
            (std::vector<std::string>{"a,b", "12.3 K", "50 %"}));
}

TEST(Columns, JsonLeavesOutWhatIsForCsvOrLeftOut) {
  EXPECT_EQ(jsonText(jsonRows(columns(), Rows), -1),
            "[{\"name\":\"a,b\",\"misses\":12345,\"odd\":true},"
            "{\"name\":\"c\",\"misses\":2}]\n");
}

TEST(Columns, CsvHasItsOwnNamesAndNoFractionOfWholeNumbers) {
  EXPECT_EQ(csvText(columns(), Rows), "structure,misses,share\n"
                                      "\"a,b\",12345,50\n"
                                      "c,2,0.5\n");
}

TEST(Columns, ColumnsOfAPartAreColumnsOfTheRow) {
  EXPECT_EQ(csvText(csvColumnsOf<Row>(placeColumns(), placeOf, "at_"), Rows),
            "at_file,at_line\nx.c,3\ny.c,4\n");
  EXPECT_EQ(
      jsonText(jsonObject(partColumns<Row>(placeColumns(), placeOf), Rows[1]),
               -1),
      "{\"file\":\"y.c\",\"line\":4}\n");
}

using Fit = TableColumn::Fit;

Table sample() {
  Table T;
  T.Columns = {{"structure", Fit::CutEnd, 0},
               {"where", Fit::CutStart, 1},
               {"objects", Fit::Always, 2},
               {"misses", Fit::Always, 0}};
  T.Rows = {{{"nodes", "source/network.c:12", "1", "12.3 K"}},
            {{"TOTAL", "", "1", "12.3 K"}, Style::Bold, true}};
  return T;
}

Terminal ofWidth(size_t Width) {
  Terminal Out;
  Out.Width = Width;
  return Out;
}

TEST(Table, NumbersAreAlignedRightAndTextsLeft) {
  EXPECT_EQ(renderTable(sample(), ofWidth(0)),
            "structure  where                objects  misses\n"
            "nodes      source/network.c:12        1  12.3 K\n"
            "-----------------------------------------------\n"
            "TOTAL                                 1  12.3 K\n");
}

TEST(Table, PathsLoseTheirStartFirst) {
  EXPECT_EQ(renderTable(sample(), ofWidth(40)),
            "structure  where         objects  misses\n"
            "nodes      ..twork.c:12        1  12.3 K\n"
            "----------------------------------------\n"
            "TOTAL                          1  12.3 K\n");
}

TEST(Table, SpareColumnsGoBeforeTheTableGetsTooWide) {
  EXPECT_EQ(renderTable(sample(), ofWidth(30)),
            "structure  where        misses\n"
            "nodes      ..work.c:12  12.3 K\n"
            "------------------------------\n"
            "TOTAL                   12.3 K\n");
  EXPECT_EQ(renderTable(sample(), ofWidth(10)), "structure  misses\n"
                                                "nodes      12.3 K\n"
                                                "-----------------\n"
                                                "TOTAL      12.3 K\n");
}

TEST(Table, ColoursSurroundWholeLines) {
  Terminal Out;
  Out.Colour = true;
  std::string Text = renderTable(sample(), Out);
  EXPECT_EQ(Text.substr(0, 4), "\033[1m");
  EXPECT_TRUE(has(Text, "12.3 K\033[0m\n"));
  EXPECT_TRUE(has(Text, "\nnodes"));
}

TEST(Table, WideCharactersCountOnce) {
  Table T;
  T.Columns = {{"name", Fit::CutEnd, 0}, {"n", Fit::Always, 0}};
  T.Rows = {{{"größe", "1"}}, {{"abcde", "2"}}};
  EXPECT_EQ(renderTable(T, ofWidth(0)), "name   n\ngröße  1\nabcde  2\n");
}

} // namespace

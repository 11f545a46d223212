//===- TableTest.cpp - tables, their columns and units --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

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
  EXPECT_EQ(humanMissRate(1, 8), "12.5 %");
  EXPECT_EQ(humanMissRate(0, 0), "-");
  EXPECT_EQ(humanMissRate(8, 8), "100.0 %");
  EXPECT_EQ(humanMissRate(16, 8), "~100.0 %");
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
  Place Position = {};
};

const Place &placeOf(const Row &R) { return R.Position; }

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
  T.Columns = {{"structure", Fit::CutMiddle, 0},
               {"where", Fit::CutPath, 1},
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

TEST(Table, ColumnsGoByImportanceAndAreNamed) {
  EXPECT_EQ(renderTable(sample(), ofWidth(38)),
            "structure  where                misses\n"
            "nodes      source/network.c:12  12.3 K\n"
            "--------------------------------------\n"
            "TOTAL                           12.3 K\n"
            "not in 38 columns: objects; add --wide\n");
  EXPECT_EQ(renderTable(sample(), ofWidth(35)),
            "structure  misses\n"
            "nodes      12.3 K\n"
            "-----------------\n"
            "TOTAL      12.3 K\n"
            "not in 35 columns: where, objects;\n"
            "add --wide\n");
}

TEST(Table, PathsKeepTheirLastPart) {
  EXPECT_EQ(renderTable(sample(), ofWidth(37)),
            "structure  where               misses\n"
            "nodes      sou../network.c:12  12.3 K\n"
            "-------------------------------------\n"
            "TOTAL                          12.3 K\n"
            "not in 37 columns: objects; add\n"
            "--wide\n");
}

/// A name that is long, and as many numbers as fit on a wide screen.
Table numbers(size_t Count) {
  Table T;
  T.Columns = {{"structure", Fit::CutMiddle, 0}};
  T.Rows = {{{"Book::orders_by_customer_and_day_ (nodes)"}}};
  for (size_t I = 0; I != Count; ++I) {
    T.Columns.push_back({fmt::format("L{}", I), Fit::Always, 0});
    T.Rows[0].Cells.push_back("12.3 K");
  }
  T.Columns.push_back({"where", Fit::CutMiddle, 0});
  T.Rows[0].Cells.push_back("Book.cpp:12");
  return T;
}

TEST(Table, TheFirstTextStaysReadable) {
  EXPECT_EQ(
      renderTable(numbers(4), ofWidth(80)),
      "structure                                L0      L1      L2      L3  "
      "where"
      "\n"
      "Book::orders_by_cust.._day_ (nodes)  12.3 K  12.3 K  12.3 K  12.3 K  "
      "Book.cpp:12\n");
}

TEST(Table, WithoutImportanceNumbersGoFromTheRight) {
  std::string Text = renderTable(numbers(20), ofWidth(60));
  EXPECT_TRUE(has(Text, "structure"));
  EXPECT_TRUE(has(Text, "  L0"));
  EXPECT_TRUE(has(Text, "where"));
  EXPECT_TRUE(has(Text, "not in 60 columns: L2, L3, L4, L5, L6, L7, L8, L9, "
                        "10 more;\nadd --wide\n"))
      << Text;
}

TEST(Table, NoLineIsWiderThanTheTerminal) {
  for (size_t Width = 30; Width != 200; ++Width)
    for (size_t Count : {1, 3, 20}) {
      std::string Text = renderTable(numbers(Count), ofWidth(Width));
      for (size_t Position = 0; Position < Text.size();) {
        size_t End = Text.find('\n', Position);
        EXPECT_LE(displayWidth(Text.substr(Position, End - Position)), Width)
            << Text;
        Position = End + 1;
      }
    }
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
  T.Columns = {{"name", Fit::CutMiddle, 0}, {"n", Fit::Always, 0}};
  T.Rows = {{{"größe", "1"}}, {{"abcde", "2"}}};
  EXPECT_EQ(renderTable(T, ofWidth(0)), "name   n\ngröße  1\nabcde  2\n");
}

} // namespace

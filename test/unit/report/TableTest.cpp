//===- TableTest.cpp ------------------------------------------------------===//

#include "tools/report/format/Table.h"
#include "test/support/Test.h"

namespace {

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

} // namespace

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

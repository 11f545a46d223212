//===- ColumnsTest.cpp ----------------------------------------------------===//

#include "tools/report/format/Columns.h"
#include "test/support/Test.h"

namespace {

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

} // namespace

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

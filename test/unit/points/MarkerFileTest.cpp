//===- MarkerFileTest.cpp - files of marked regions -----------------------===//

#include "analysis/points/Markers.h"
#include <gtest/gtest.h>
#include <sstream>
#include <vector>

using namespace memfacet;

namespace {

TEST(MarkerFile, OneRegionAndItsWarmup) {
  SimulationRegion R;
  R.Cluster = 1;
  R.Interval = 5459;
  R.Range = {{0x4029a5, "my prog,v2", 0x29a5, 478047360},
             {0x401e47, "libm.so", 0x1e47, 2406261603},
             1516288,
             30000005};
  R.Weight = 0.044614;
  R.Multiplier = 463;
  R.Warmup = PlaceRange{{0x4049ab, "p", 0x49ab, 21}, R.Range.Start, 7, 1600};
  SimulationRegion Other;
  Other.Thread = 3;
  Other.Range = {{0x10, "p", 0, 1}, {0x20, "p", 0x10, 2}, 2, 9};
  Other.Weight = 1;
  EXPECT_EQ(
      markerFile(std::vector{Other, R}, {"memfacet", 1000, 10}),
      "# Regions based on: memfacet\n"
      "# comment,thread-id,region-id,start-pc, start-image-name, "
      "start-image-offset, start-pc-count,end-pc, end-image-name, "
      "end-image-offset, end-pc-count,end-pc-relative-count, region-length, "
      "region-weight, region-multiplier, region-type\n"
      "cluster 0 from slice 0,3,1,0x10,p,0x0,1,0x20,p,0x10,2,2,9,1.00000,"
      "0.000,simulation\n"
      "cluster 1 from slice 5459,global,2,0x4029a5,my_prog_v2,0x29a5,478047360,"
      "0x401e47,libm.so,0x1e47,2406261603,1516288,30000005,0.04461,463.000,"
      "simulation\n"
      "Warmup for regionid 2,global,4,0x4049ab,p,0x49ab,21,0x4029a5,my_prog_v2,"
      "0x29a5,478047360,7,1600,0.00000,0.000,warmup:2\n"
      "# Total instructions in 2 regions = 30000014\n"
      "# Total instructions in workload = 1000\n"
      "# Total slices in workload = 10\n");
}

std::vector<std::string> split(const std::string &Text, char At) {
  std::vector<std::string> Parts;
  std::istringstream In(Text);
  for (std::string Part; std::getline(In, Part, At);)
    Parts.push_back(Part);
  return Parts;
}

/// gem5 takes lines apart at blanks first, then the word that has the commas.
TEST(MarkerFile, ReadersFindTheirFields) {
  SimulationRegion R;
  R.Range.Start = {0xabc, "a b\tc", 1, 17};
  R.Range.End = {0xdef, "d,e", 2, 23};
  R.Range.RelativeEnd = 6;
  R.Multiplier = 2.5;
  R.Warmup = R.Range;
  std::vector<std::string> Lines = split(markerFile(std::vector{R}, {}), '\n');
  std::vector<std::string> Words = split(Lines.at(2), ' ');
  ASSERT_EQ(Words.size(), 5u);
  EXPECT_EQ(Words[0], "cluster");
  std::vector<std::string> Fields = split(Words[4], ',');
  ASSERT_EQ(Fields.size(), 16u);
  EXPECT_EQ(Fields[2], "1");
  EXPECT_EQ(Fields[3], "0xabc");
  EXPECT_EQ(Fields[6], "17");
  EXPECT_EQ(Fields[7], "0xdef");
  EXPECT_EQ(Fields[10], "23");
  EXPECT_EQ(Fields[11], "6");
  EXPECT_EQ(Fields[14], "2.500");
  Words = split(Lines.at(3), ' ');
  ASSERT_EQ(Words.size(), 4u);
  EXPECT_EQ(Words[0], "Warmup");
  Fields = split(Words[3], ',');
  EXPECT_EQ(Fields[0], "1");
  EXPECT_EQ(Fields[3], "0xabc");
  EXPECT_EQ(Fields[10], "23");
}

} // namespace

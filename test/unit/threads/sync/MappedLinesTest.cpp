//===- MappedLinesTest.cpp - lines of mappings that processes share -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/sync/MappedLines.h"
#include "test/support/Test.h"

namespace {

constexpr uint64_t Base = 0x10000, Bytes = 0x1000;

class Mapped : public testing::Test {
protected:
  Mapped() : Lines(64) { P.Structures.resize(4); }

  void happens(EventKind Kind, uint64_t Low, uint64_t High, uint32_t Argument) {
    uint64_t Payload[] = {Low, High, 1, 0};
    decode::Event E;
    E.Kind = Kind, E.Argument = Argument, E.Payload = Payload;
    Lines.event(E);
  }
  void map(bool IsShared, uint64_t Low = Base) {
    happens(EventKind::Mapping, Low, Low + Bytes,
            IsShared ? MappingIsShared : 0);
  }
  void see(uint64_t Address, uint64_t Size, bool IsWrite, int Times = 1) {
    for (int I = 0; I != Times; ++I)
      Lines.access(Address, Size, IsWrite, 2, {});
  }
  const MappingTable &table() {
    P.Mappings = {};
    Lines.fill(P);
    return P.Mappings;
  }

  Profile P;
  threads::MappedLines Lines;
};

TEST_F(Mapped, HasTheBytesOfEachLine) {
  map(true);
  P.Structures[2].Total.Accesses = 100, P.Structures[2].Total.Stores = 60;
  see(Base + 64, 8, true, 3), see(Base + 72, 4, false);
  see(Base + 124, 8, true); // two lines
  MappingTable Expected = {
      {{StructureId(2), 0, 100, 60, 6}},
      {{StructureId(2), 0, 1, 5, 4, 0xf0000000'00000fff, 0xf0000000'000000ff},
       {StructureId(2), 0, 2, 1, 1, 0xf, 0xf}}};
  EXPECT_EQ(table(), Expected);
}

TEST_F(Mapped, LeavesOutWhatNoOtherProcessSees) {
  map(false);
  see(Base, 8, true);
  EXPECT_EQ(table(), MappingTable());
  map(true);
  see(Base - 8, 8, true), see(Base + Bytes, 8, true);
  EXPECT_EQ(table(), MappingTable());
  see(Base, 8, true);
  EXPECT_EQ(table().Lines.size(), 1u);
  map(false); // in the place of the first
  see(Base + 64, 8, true);
  EXPECT_EQ(table().Lines.size(), 1u);
}

TEST_F(Mapped, NumbersLinesFromTheBeginOfTheMapping) {
  map(true), map(true, 4 * Base);
  happens(EventKind::Unmap, Base, Base + 0x400, 0);
  see(Base, 8, true);
  EXPECT_EQ(table(), MappingTable());
  see(Base + 0x400, 8, true);
  see(4 * Base + 64, 8, true);
  ASSERT_EQ(table().Lines.size(), 2u);
  EXPECT_EQ(table().Lines[0].Line, 1u);
  EXPECT_EQ(table().Lines[1].Line, 16u);
}

TEST_F(Mapped, LeavesOutLinesBeyondTheRoom) {
  happens(EventKind::Mapping, Base, Base << 8, MappingIsShared);
  for (uint64_t I = 0; I != 2 * threads::MappedLines::MaxLines; ++I)
    see(Base + 64 * I, 8, true);
  EXPECT_EQ(table().Lines.size(), threads::MappedLines::MaxLines);
  EXPECT_EQ(table().Uses[0].Sampled, threads::MappedLines::MaxLines);
}

} // namespace

//===- TablesTest.cpp - the attributor's tables ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/owners/attribute/HeapObjects.h"
#include "analysis/owners/objects/BirthTable.h"
#include "analysis/owners/objects/LocalList.h"
#include "analysis/owners/objects/Shadow.h"
#include "test/support/Test.h"
#include <random>
#include <set>

namespace {

TEST(LocalList, IsWhatAMapSays) {
  std::mt19937_64 Random(5);
  LocalList List;
  std::map<uint64_t, uint64_t> Slow; // from low to high
  for (int Step = 0; Step != 5000; ++Step) {
    uint64_t Low = 0x1000 + Random() % 0x400, High = Low + 1 + Random() % 40;
    size_t Begin = List.firstBelow(High), End = Begin;
    while (End != List.size() && List[End].High > Low)
      ++End;
    size_t Count = std::erase_if(
        Slow, [&](auto &L) { return L.first < High && Low < L.second; });
    ASSERT_EQ(End - Begin, Count);
    if (Random() % 4) {
      List.replace(Begin, End, {Low, High, StructureId(1)});
      Slow[Low] = High;
    } else {
      List.erase(Begin, End);
    }
    ASSERT_EQ(List.size(), Slow.size());
    size_t I = List.size();
    for (auto [Lower, Upper] : Slow) {
      ASSERT_EQ(List[--I].Low, Lower);
      ASSERT_EQ(List[I].High, Upper);
    }
    uint64_t Address = 0x1000 + Random() % 0x400;
    auto Next = Slow.upper_bound(Address);
    bool Covers = Next != Slow.begin() && Address < std::prev(Next)->second;
    ASSERT_EQ(List.find(Address) != nullptr, Covers);
  }
}

TEST(RegionTable, NextIsTheFirstThatWasMade) {
  struct Leaf {
    uint64_t Number;
  };
  std::mt19937_64 Random(6);
  RegionTable<Leaf> Table;
  std::set<uint64_t> Slow;
  for (int Step = 0; Step != 2000; ++Step) {
    uint64_t Address = Random() >> Random() % 20 & AddressMask;
    if (Random() % 8 == 0) {
      Table.get(Address).Number = Address / RegionBytes;
      Slow.insert(Address / RegionBytes);
    }
    uint64_t Low = Random() >> Random() % 20 & AddressMask;
    uint64_t High = std::max(Low, Random() & AddressMask);
    auto Entry = Slow.lower_bound(Low / RegionBytes);
    uint64_t Next = Entry == Slow.end()
                        ? High
                        : std::clamp(*Entry * RegionBytes, Low, High);
    ASSERT_EQ(Table.next(Low, High), Next);
  }
  for (uint64_t Region : Slow)
    EXPECT_EQ(Table.find(Region * RegionBytes)->Number, Region);
}

constexpr StructureId First(5), Second(6);

TEST(LoadedObjects, CodeIsTheObjectsWhoseDataFollows) {
  LoadedObjects Objects;
  // Read-only data, code, data.
  Objects.add(0x1000, 0x2000, First);
  Objects.add(0x3000, 0x4000, First);
  // Code first.
  Objects.add(0x8000, 0x9000, Second);
  EXPECT_EQ(Objects.libraryOf(0x2800), First);
  EXPECT_EQ(Objects.libraryOf(0x7000), Second);
  EXPECT_EQ(Objects.libraryOf(0x9000), StructureRegistry::Library);
  EXPECT_EQ(Objects.libraryOf(0), StructureRegistry::Library);
}

TEST(LoadedObjects, CodeFarAwayIsNobodys) {
  LoadedObjects Objects;
  Objects.add(0x700000000000, 0x700000001000, First);
  EXPECT_EQ(Objects.libraryOf(0x400000), StructureRegistry::Library);
  EXPECT_EQ(Objects.libraryOf(0x6fffffff0000), First);
}

TEST(LoadedObjects, WhatIsUnloadedOwnsNothing) {
  LoadedObjects Objects;
  Objects.add(0x3000, 0x4000, First);
  Objects.remove(0x3000, 0x4000);
  EXPECT_EQ(Objects.libraryOf(0x2800), StructureRegistry::Library);
  // Another one comes to its place.
  Objects.add(0x3000, 0x4000, First);
  Objects.add(0x2000, 0x5000, Second);
  EXPECT_EQ(Objects.libraryOf(0x1800), Second);
  EXPECT_EQ(Objects.libraryOf(0x2800), StructureRegistry::Library);
}

TEST(BirthTable, HoldsWhatAMapHolds) {
  std::mt19937_64 Random(3);
  BirthTable Table;
  std::map<uint64_t, uint64_t> Wanted;
  for (int I = 0; I != 200'000; ++I) {
    // Neighbours, as allocators give them out, so that places collide.
    uint64_t Address = 0x10000 + 16 * (Random() % 3000);
    if (Random() % 2) {
      Table.add({Address, uint64_t(I), 7});
      Wanted[Address] = uint64_t(I);
      continue;
    }
    BirthTable::Entry *Found = Table.find(Address);
    auto Entry = Wanted.find(Address);
    ASSERT_EQ(Found != nullptr, Entry != Wanted.end());
    if (!Found)
      continue;
    EXPECT_EQ(Found->Time, Entry->second);
    EXPECT_EQ(Found->Structure, 7u);
    Table.remove(*Found);
    Wanted.erase(Entry);
  }
  size_t Count = 0;
  Table.forEachBirth([&](const BirthTable::Entry &E) {
    ++Count;
    EXPECT_EQ(Wanted.at(E.Address), E.Time);
  });
  EXPECT_EQ(Count, Wanted.size());
  EXPECT_EQ(Table.scale(), 1u);
}

TEST(BirthTable, KeepsHalfOfWhatDoesNotFit) {
  BirthTable Table(1000);
  for (uint64_t I = 1; I <= 7000; ++I)
    Table.add({I * 32, I, 0});
  EXPECT_EQ(Table.scale(), 8u);
  size_t Count = 0;
  for (uint64_t I = 1; I <= 7000; ++I)
    if (BirthTable::Entry *Found = Table.find(I * 32)) {
      EXPECT_EQ(Found->Time, I);
      Table.remove(*Found);
      ++Count;
    }
  EXPECT_GT(Count * 8, 6000u);
  EXPECT_LT(Count * 8, 8000u);
}

TEST(BirthTable, KeepsAllThatAreNotClaimed) {
  BirthTable Table(1000);
  for (uint64_t I = 1; I <= 7000; ++I)
    Table.add({I * 32, I % 2 ? I : BirthTable::NoTime, 0, 8});
  // Half of them tell a birth.
  EXPECT_EQ(Table.scale(), 4u);
  size_t Births = 0;
  for (uint64_t I = 1; I <= 7000; ++I) {
    BirthTable::Entry *Found = Table.find(I * 32);
    ASSERT_NE(Found, nullptr);
    bool IsBirth = Table.isBirth(*Found);
    Births += IsBirth;
    Table.claim(*Found);
    EXPECT_EQ(Table.find(I * 32) != nullptr, IsBirth);
  }
  EXPECT_LE(Births, 1000u);
}

constexpr uint64_t Line = 0x1000;

Shadow::FineWords fineFrom(uint32_t First) {
  Shadow::FineWords Words;
  for (uint32_t I = 0; I != Words.size(); ++I)
    Words[I] = StructureId(First + I);
  return Words;
}

Shadow::Words coarseFrom(uint32_t First) {
  Shadow::Words Words;
  for (uint32_t I = 0; I != Words.size(); ++I)
    Words[I] = StructureId(First + I);
  return Words;
}

void expectWords(const Shadow &S, uint64_t Address, uint32_t First,
                 uint32_t Bytes) {
  for (uint32_t I = 0; I != ShadowLineBytes; ++I)
    EXPECT_EQ(S.find(Address + I).Value, First + I / Bytes) << I;
}

TEST(Shadow, NeighbouringIntsAreToldApart) {
  Shadow S;
  S.setMixed(Line, fineFrom(100));
  EXPECT_TRUE(S.mixed(Line));
  EXPECT_FALSE(Shadow::whole(S.entry(Line)).valid());
  expectWords(S, Line, 100, 4);
}

TEST(Shadow, ALineBecomesFineCoarseAndWhole) {
  Shadow S;
  // Neighbours, so that places that are mixed up show.
  S.setMixed(Line - 64, fineFrom(500));
  S.setMixed(Line + 64, fineFrom(300));
  for (int Round = 0; Round != 3; ++Round) {
    S.setMixed(Line, coarseFrom(100));
    expectWords(S, Line, 100, 8);
    S.forget(Line, Line + 1);
    S.setMixed(Line, fineFrom(200));
    expectWords(S, Line, 200, 4);
    S.forget(Line + 63, Line + 64);
    S.setMixed(Line, coarseFrom(220));
    expectWords(S, Line, 220, 8);
    S.forget(Line, Line + 64);
    S.setLine(Line, StructureId(7));
    EXPECT_EQ(S.find(Line + 63).Value, 7u);
    expectWords(S, Line - 64, 500, 4);
    expectWords(S, Line + 64, 300, 4);
    S.forget(Line + 8, Line + 9);
    EXPECT_FALSE(S.find(Line).valid());
  }
}

TEST(Shadow, OnlyTheLinesOfARangeAreForgotten) {
  constexpr uint64_t Begin = 0x1000, Bytes = uint64_t(9) << 20;
  std::mt19937_64 Random(7);
  for (int Round = 0; Round != 40; ++Round) {
    Shadow S;
    uint64_t Step = 64 * (1 + Random() % 100);
    for (uint64_t Address = Begin; Address < Begin + Bytes; Address += Step)
      S.setLine(Address, StructureId(1));
    uint64_t Low = Begin + Random() % Bytes,
             Length = Random() % (Round % 2 ? 3 * 4096 : Bytes),
             High = std::min(Low + 1 + Length, Begin + Bytes);
    S.forget(Low, High);
    for (uint64_t Address = Begin; Address < Begin + Bytes; Address += Step)
      ASSERT_EQ(S.find(Address).valid(), Address + 64 <= Low || Address >= High)
          << Address << " of " << Low << " to " << High;
    // What was forgotten can be known again, and forgotten.
    S.setLine(Low, StructureId(2));
    S.forget(Begin, Begin + Bytes);
    for (uint64_t Address = Begin; Address < Begin + Bytes; Address += Step)
      ASSERT_FALSE(S.find(Address).valid()) << Address;
    ASSERT_FALSE(S.find(Low).valid());
  }
}

} // namespace

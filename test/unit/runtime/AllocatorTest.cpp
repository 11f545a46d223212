//===- AllocatorTest.cpp - the interposed allocator -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "memfacet/Tables.h"
#include "test/runtime/support/Run.h"

namespace {

class Allocator : public testing::Test, protected BetweenRecords {
protected:
  std::map<std::string, uint64_t> Address;

  Allocator() : BetweenRecords("allocates") {
    for (const char *Name : {"M", "A", "B", "C", "D", "E", "F"}) {
      size_t Line = O.Errors.find(std::string(Name) + " ");
      Address[Name] = strtoull(O.Errors.c_str() + Line + 2, nullptr, 16);
    }
  }
  /// Stands for any address in the program's code.
  static constexpr uint64_t Caller = 0xca11;
  /// Words without the order number.
  Words words(size_t I) const {
    Words Result = BetweenRecords::words(I);
    uint64_t Main = Address.at("M");
    if (Items[I].is(EventKind::Alloc) && Result[2] > Main &&
        Result[2] - Main < 4096)
      Result[2] = Caller;
    return Result;
  }
};

} // namespace

TEST_F(Allocator, ResultsAndErrorsAreTheProgramsOwn) {
  EXPECT_EQ(O.Errors.substr(O.Errors.size() - 8), "1 1 1 1\n");
}

TEST_F(Allocator, EventsStandInProgramOrderWithSiteAndContexts) {
  auto kind = [](AllocationKind K) { return uint32_t(K); };
  ASSERT_EQ(Items.size(), 11u);
  EXPECT_EQ(words(0), (Words{Address["A"], 100, 0x5170, 0, 0xc2, 0xc1}));
  EXPECT_EQ(argument(0), kind(AllocationKind::Malloc));
  EXPECT_EQ(words(1), (Words{Address["B"], 200, Caller, 0, 0x105, 0x104, 0x103,
                             0x102, 0x101, 0x100, 0x13f, 0x13e}));
  EXPECT_EQ(argument(1), kind(AllocationKind::Calloc));
  EXPECT_EQ(words(6), (Words{Address["D"], 128, Caller, 0}));
  EXPECT_EQ(argument(6), kind(AllocationKind::AlignedAlloc));
  EXPECT_EQ(words(7), (Words{Address["E"], 8, Caller, 0}));
  EXPECT_TRUE(Items[8].is(EventKind::Free));
  EXPECT_EQ(words(8), Words{Address["B"]});
  EXPECT_EQ(argument(8), 0u);
  EXPECT_EQ(words(9), (Words{Address["F"], 21, Caller, 0}));
  EXPECT_EQ(argument(9), kind(AllocationKind::Realloc));
}

TEST_F(Allocator, ReallocReleasesBeforeAndAllocatesAfter) {
  ASSERT_EQ(Items.size(), 11u);
  EXPECT_TRUE(Items[2].is(EventKind::Free));
  EXPECT_EQ(argument(2), 1u);
  EXPECT_EQ(words(2), Words{Address["A"]});
  EXPECT_EQ(words(3), (Words{Address["C"], 100000, Caller, Address["A"]}));
}

TEST_F(Allocator, FailedReallocKeepsTheOldBlockKnown) {
  ASSERT_EQ(Items.size(), 11u);
  EXPECT_EQ(words(4), Words{Address["C"]});
  EXPECT_EQ(words(5), (Words{Address["C"], 0, 0, Address["C"]}));
}

TEST_F(Allocator, ReallocToNothingIsARelease) {
  ASSERT_EQ(Items.size(), 11u);
  EXPECT_TRUE(Items[10].is(EventKind::Free));
  EXPECT_EQ(argument(10), 0u);
  EXPECT_EQ(words(10), Words{Address["F"]});
}

TEST(Mappings, ComeAndGo) {
  Outcome O = runUnderCollector("loads", {});
  uint64_t Address = strtoull(O.Errors.c_str(), nullptr, 16);
  unsigned Maps = 0, Unmaps = 0;
  for (const Item &I : O.Recorded.items(0)) {
    if (I.is(EventKind::Mapping) && I.Words[1] == Address) {
      ++Maps;
      EXPECT_EQ(I.Words[2], Address + 3 * 4096);
      EXPECT_EQ(I.Words[3], uint64_t(MappingKind::Anonymous));
    }
    if (I.is(EventKind::Unmap) && I.Words[1] == Address)
      ++Unmaps;
  }
  EXPECT_EQ(Maps, 1u);
  EXPECT_EQ(Unmaps, 1u);
}

TEST(Mappings, LoadedObjectsAreAnnouncedAndWithdrawn) {
  Outcome O = runUnderCollector("loads", {});
  std::map<uint64_t, std::string> Objects;
  std::vector<unsigned> Loaded; // segments of the library at each record
  for (const Item &I : O.Recorded.items(0)) {
    if (I.is(EventKind::Mapping) && I.Words[3] == uint64_t(MappingKind::Object))
      Objects[I.Words[1]] =
          std::string(reinterpret_cast<const char *>(&I.Words[5]), I.Words[4]);
    if (I.is(EventKind::Unmap))
      Objects.erase(I.Words[1]);
    if (!I.isBlock())
      continue;
    unsigned Count = 0, Libc = 0;
    for (auto &[Low, Path] : Objects) {
      Count += Path.find("libresolv.so.2") != std::string::npos;
      Libc += Path.find("libc.so.6") != std::string::npos;
    }
    EXPECT_GE(Libc, 2u);
    Loaded.push_back(Count);
  }
  ASSERT_EQ(Loaded.size(), 2u);
  EXPECT_GE(Loaded[0], 2u);
  EXPECT_EQ(Loaded[1], 0u);
}

//===- AllocatorTest.cpp - the interposed allocator -----------------------===//

#include "memfacet/Tables.h"
#include "test/runtime/support/Run.h"

namespace {

struct Allocations {
  Outcome O = runUnderCollector("allocates", {});
  std::map<std::string, uint64_t> At;
  std::vector<Item> Items; ///< between the two records

  Allocations() {
    for (const char *Name : {"M", "A", "B", "C", "D", "E", "F"}) {
      size_t Line = O.Errors.find(std::string(Name) + " ");
      At[Name] = strtoull(O.Errors.c_str() + Line + 2, nullptr, 16);
    }
    bool Inside = false;
    for (const Item &I : O.Recorded.items(0))
      if (I.isBlock())
        Inside = I.Words[0] == 0xbe9;
      else if (Inside)
        Items.push_back(I);
  }
  /// Stands for any address in the program's code.
  static constexpr uint64_t Caller = 0xca11;
  /// Words without the order number.
  std::vector<uint64_t> words(size_t I) const {
    std::vector<uint64_t> Result{Items.at(I).Words.begin() + 1,
                                 Items.at(I).Words.end()};
    uint64_t Main = At.at("M");
    if (Items[I].is(EventKind::Alloc) && Result[2] > Main &&
        Result[2] - Main < 4096)
      Result[2] = Caller;
    return Result;
  }
  uint32_t argument(size_t I) const { return eventArgument(Items[I].Header); }
};

using Words = std::vector<uint64_t>;

} // namespace

TEST(Allocator, ResultsAndErrorsAreTheProgramsOwn) {
  Allocations A;
  EXPECT_EQ(A.O.Errors.substr(A.O.Errors.size() - 8), "1 1 1 1\n");
}

TEST(Allocator, EventsStandInProgramOrderWithSiteAndContexts) {
  Allocations A;
  auto kind = [](AllocationKind K) { return uint32_t(K); };
  ASSERT_EQ(A.Items.size(), 11u);
  EXPECT_EQ(A.words(0), (Words{A.At["A"], 100, 0x5170, 0, 0xc2, 0xc1}));
  EXPECT_EQ(A.argument(0), kind(AllocationKind::Malloc));
  EXPECT_EQ(A.words(1), (Words{A.At["B"], 200, A.Caller, 0, 0x105, 0x104, 0x103,
                               0x102, 0x101, 0x100, 0x13f, 0x13e}));
  EXPECT_EQ(A.argument(1), kind(AllocationKind::Calloc));
  EXPECT_EQ(A.words(6), (Words{A.At["D"], 128, A.Caller, 0}));
  EXPECT_EQ(A.argument(6), kind(AllocationKind::AlignedAlloc));
  EXPECT_EQ(A.words(7), (Words{A.At["E"], 8, A.Caller, 0}));
  EXPECT_TRUE(A.Items[8].is(EventKind::Free));
  EXPECT_EQ(A.words(8), Words{A.At["B"]});
  EXPECT_EQ(A.argument(8), 0u);
  EXPECT_EQ(A.words(9), (Words{A.At["F"], 21, A.Caller, 0}));
  EXPECT_EQ(A.argument(9), kind(AllocationKind::Realloc));
}

TEST(Allocator, ReallocReleasesBeforeAndAllocatesAfter) {
  Allocations A;
  ASSERT_EQ(A.Items.size(), 11u);
  EXPECT_TRUE(A.Items[2].is(EventKind::Free));
  EXPECT_EQ(A.argument(2), 1u);
  EXPECT_EQ(A.words(2), Words{A.At["A"]});
  EXPECT_EQ(A.words(3), (Words{A.At["C"], 100000, A.Caller, A.At["A"]}));
}

TEST(Allocator, FailedReallocKeepsTheOldBlockKnown) {
  Allocations A;
  ASSERT_EQ(A.Items.size(), 11u);
  EXPECT_EQ(A.words(4), Words{A.At["C"]});
  EXPECT_EQ(A.words(5)[0], A.At["C"]);
  EXPECT_GE(A.words(5)[1], 100000u);
  EXPECT_EQ(A.words(5)[3], A.At["C"]);
}

TEST(Allocator, ReallocToNothingIsARelease) {
  Allocations A;
  ASSERT_EQ(A.Items.size(), 11u);
  EXPECT_TRUE(A.Items[10].is(EventKind::Free));
  EXPECT_EQ(A.argument(10), 0u);
  EXPECT_EQ(A.words(10), Words{A.At["F"]});
}

TEST(Mappings, ComeAndGo) {
  Outcome O = runUnderCollector("loads", {});
  uint64_t At = strtoull(O.Errors.c_str(), nullptr, 16);
  unsigned Maps = 0, Unmaps = 0;
  for (const Item &I : O.Recorded.items(0)) {
    if (I.is(EventKind::Mapping) && I.Words[1] == At) {
      ++Maps;
      EXPECT_EQ(I.Words[2], At + 3 * 4096);
      EXPECT_EQ(I.Words[3], uint64_t(MappingKind::Anonymous));
    }
    if (I.is(EventKind::Unmap) && I.Words[1] == At)
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

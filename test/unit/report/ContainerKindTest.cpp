//===- ContainerKindTest.cpp - kinds by types and sizes -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/support/Test.h"
#include "tools/report/structures/Description.h"

namespace {

RecordMember member(const char *Name, const char *Type, uint64_t Bits = 64) {
  return {Name, Type, 0, Bits, 1, 0};
}

class ContainerKinds : public testing::Test {
protected:
  uint32_t record(const char *Name, std::vector<RecordMember> Members) {
    P.Records.push_back({Name, 64, std::move(Members), {}});
    return uint32_t(P.Records.size() - 1);
  }
  /// \p Each bytes in each of \p Objects on the heap.
  std::string kind(const char *Type, uint64_t ElementBytes, uint64_t Bytes,
                   uint64_t Objects, uint32_t Record = NoRecord,
                   const char *Name = "s") {
    Structure S{};
    S.Kind = StructureKind::Heap;
    S.Name = Name;
    S.Type = Type;
    S.ElementBytes = ElementBytes;
    S.Bytes = Bytes * Objects;
    S.Objects = Objects;
    S.Record = Record;
    return containerKindName(containerKind(P, S));
  }
  std::string links(uint32_t Record) {
    return containerKindName(linksOf(P, Record));
  }

  Profile P;
};

// One more byte, or a header, does not make a record of a table.
TEST_F(ContainerKinds, TablesAreNoRecordsWithATail) {
  EXPECT_EQ(kind("struct slot", 16, 16 * 5'000'000 + 8, 1), "array");
  EXPECT_EQ(kind("struct slot", 16, 16 * 65 + 8, 3), "array");
  EXPECT_EQ(kind("struct text", 16, 16 * 60 + 8, 3), "object");
}

TEST_F(ContainerKinds, FollowFromSizesWhereNothingPoints) {
  EXPECT_EQ(kind("int", 4, 400, 1), "array");
  EXPECT_EQ(kind("int", 4, 400, 50), "array");
  EXPECT_EQ(kind("struct item", 64, 64, 1), "object");
  EXPECT_EQ(kind("struct item", 64, 64, 50), "object");
  EXPECT_EQ(kind("struct item", 64, 64 + 77, 1), "object");
  EXPECT_EQ(kind("", 0, 400, 1), "unknown");
}

TEST_F(ContainerKinds, FollowFromPointersToTheOwnType) {
  EXPECT_EQ(links(record("struct a", {member("next", "struct a *")})), "list");
  EXPECT_EQ(links(record("struct b", {member("next", "struct b *"),
                                      member("prev", "struct b *")})),
            "list");
  EXPECT_EQ(links(record("struct c", {member("left", "struct c *"),
                                      member("right", "struct c *"),
                                      member("parent", "struct c *")})),
            "tree");
  EXPECT_EQ(links(record("Trie", {member("kids", "Trie *[26]", 26 * 64)})),
            "tree");
  EXPECT_EQ(links(record("struct d", {member("next", "struct d *"),
                                      member("other", "const struct d *")})),
            "linked");
  EXPECT_EQ(links(record("struct e", {member("parent", "struct e *")})),
            "linked");
  EXPECT_EQ(links(record("struct f", {member("text", "char *"),
                                      member("nested", "struct f")})),
            "unknown");
  EXPECT_EQ(links(NoRecord), "unknown");
}

// A vector may have the heads of a hash table of the program's own.
TEST_F(ContainerKinds, ArraysOfListsAreHashTables) {
  record("Table<int>::Cell", {member("Next", "Table<int>::Cell *")});
  EXPECT_EQ(kind("Table<int>::Cell *", 8, 800, 1), "hash");
  EXPECT_EQ(kind("std::vector<Table<int>::Cell *>", 8, 800, 1), "hash");
  EXPECT_EQ(kind("std::vector<Table<int>::Cell>", 8, 800, 1), "array");
}

TEST_F(ContainerKinds, FollowFromPointersThatLeadBack) {
  uint32_t Arc = record("struct arc", {member("tail", "struct vertex *")});
  uint32_t Vertex = record("struct vertex", {member("first", "struct arc *")});
  uint32_t Label = record("struct label", {member("of", "struct arc *")});
  EXPECT_EQ(links(Arc), "linked");
  EXPECT_EQ(links(Vertex), "linked");
  EXPECT_EQ(links(Label), "unknown");
  EXPECT_EQ(kind("struct arc", 64, 64, 9, Arc), "linked");
  EXPECT_EQ(kind("struct arc", 64, 6400, 1, Arc), "array");
}

TEST_F(ContainerKinds, OfPointersToListsAreHashTables) {
  record("struct entry", {member("next", "struct entry *")});
  record("struct item", {member("n", "int", 32)});
  EXPECT_EQ(kind("struct entry *", 8, 800, 1), "hash");
  EXPECT_EQ(kind("struct item *", 8, 800, 1), "array");
  EXPECT_EQ(kind("struct entry *", 8, 8, 1), "object");
}

TEST_F(ContainerKinds, OfTheStandardLibraryAreKnown) {
  auto Standard = [&](const char *Type, const char *Name) {
    return kind(Type, 40, 40, 10, NoRecord, Name);
  };
  EXPECT_EQ(Standard("std::unordered_map<int, int>", "m (nodes)"), "hash");
  EXPECT_EQ(Standard("std::unordered_map<int, int>", "m (buckets)"), "hash");
  EXPECT_EQ(Standard("std::map<int, int>", "m (nodes)"), "tree");
  EXPECT_EQ(Standard("std::vector<std::set<int> >", "v (nodes)"), "tree");
  EXPECT_EQ(Standard("std::vector<std::set<int> >", "v"), "array");
  EXPECT_EQ(Standard("std::list<int>", "l (nodes)"), "list");
  EXPECT_EQ(Standard("std::deque<int>", "d (blocks)"), "array");
  EXPECT_EQ(Standard("std::__cxx11::basic_string<char>", "s"), "array");
  EXPECT_EQ(Standard("std::map<int, std::string>", "m (characters)"), "array");
  EXPECT_EQ(Standard("std::shared_ptr<T>", "p (control block)"), "object");
}

} // namespace

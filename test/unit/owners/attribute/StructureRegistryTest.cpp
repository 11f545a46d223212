//===- StructureRegistryTest.cpp - names and identities -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/owners/names/StructureRegistry.h"
#include "test/support/Test.h"

namespace {

AllocationInfo site(const char *Name, const char *Type, uint32_t Line,
                    uint16_t Flags = AllocationNamed) {
  AllocationInfo A = {};
  A.Name = Name;
  A.Type = Type;
  A.Function = "build";
  A.Location = {"graph.c", "build", Line, 3};
  A.ElementSize = 24;
  A.Kind = AllocationKind::Malloc;
  A.Flags = Flags;
  return A;
}

HeapName by(const AllocationInfo &Frame) { return {&Frame, &Frame, {}, false}; }

GlobalInfo global(const char *Name, const char *File, uint32_t Flags = 0) {
  return {0x10, 0x4000, 64, Name, "int", File, "", Name, 7, Flags, 4};
}

class StructureRegistryTest : public testing::Test {
protected:
  const Structure &of(StructureId Id) { return R.structures()[Id.Value]; }
  StructureRegistry R;
};

TEST_F(StructureRegistryTest, LibraryAndUnattributedAlwaysExist) {
  EXPECT_EQ(of(R.Library).Name, "[library]");
  EXPECT_EQ(of(R.Unattributed).Name, "[unattributed]");
  EXPECT_EQ(R.heap({}), R.Library);
}

TEST_F(StructureRegistryTest, ANamedSiteIsCalledAfterItsVariable) {
  AllocationInfo A = site("nodes", "node_t", 42);
  const Structure &S = of(R.heap(by(A)));
  EXPECT_EQ(S.Kind, StructureKind::Heap);
  EXPECT_EQ(S.Name, "nodes");
  EXPECT_TRUE(S.Named);
  EXPECT_EQ(S.Type, "node_t");
  EXPECT_EQ(S.File, "graph.c");
  EXPECT_EQ(S.Line, 42u);
  EXPECT_EQ(S.Function, "build");
  EXPECT_EQ(S.ElementBytes, 24u);
}

TEST_F(StructureRegistryTest, ASiteWithoutNameIsCalledAfterItsPlace) {
  AllocationInfo A = site("", "", 42, 0);
  const Structure &S = of(R.heap(by(A)));
  EXPECT_EQ(S.Name, "build:42");
  EXPECT_FALSE(S.Named);
}

TEST_F(StructureRegistryTest, AContainersElementsAreAsLargeAsWhatItAllocates) {
  AllocationInfo Site = site("", "", 99, AllocationInLibraryCode);
  Site.Function = "std::_Rb_tree<int>::insert";
  AllocationInfo Context = site("index", "std::map<int, int>", 12);
  Context.Kind = AllocationKind::Context;
  Context.ElementSize = 0;
  StructureId Id = R.heap({&Context, &Site, {}, false});
  EXPECT_EQ(of(Id).Name, "index");
  EXPECT_EQ(of(Id).Type, "std::map<int, int>");
  EXPECT_EQ(of(Id).ElementBytes, 24u);
}

TEST_F(StructureRegistryTest, TheCallsAroundArePartOfTheNameOnDemand) {
  AllocationInfo A = site("nodes", "node_t", 42), Left = site("", "", 7),
                 Right = site("", "", 8);
  StructureId First = R.heap({&A, &A, {&Left}, true});
  StructureId Two = R.heap({&A, &A, {&Right, &Left}, true});
  EXPECT_EQ(of(First).Name, "nodes (at 42:3 from build:7:3)");
  EXPECT_EQ(of(Two).Name, "nodes (at 42:3 from build:8:3 < build:7:3)");
  EXPECT_EQ(of(R.heap({&A, &A, {}, true})).Name, "nodes (at 42:3)");
  EXPECT_TRUE(of(First).Named);
}

TEST_F(StructureRegistryTest, AnObjectThatNoVariableNamesIsCalledByItsClass) {
  AllocationInfo A = site("this", "ParseError", 42);
  EXPECT_EQ(of(R.heap(by(A))).Name, "ParseError");
  AllocationInfo OfC = site("this", "", 43);
  EXPECT_EQ(of(R.heap(by(OfC))).Name, "this");
}

TEST_F(StructureRegistryTest, CopiesOfOneSiteAreOneStructure) {
  AllocationInfo A = site("nodes", "node_t", 42), B = A;
  EXPECT_EQ(R.heap(by(A)), R.heap(by(B)));
  B.Location.Line = 43;
  EXPECT_NE(R.heap(by(A)), R.heap(by(B)));
}

TEST_F(StructureRegistryTest, GlobalsOfOneNameInTwoFilesAreTwo) {
  StructureId A = R.global(global("table", "a.c"));
  EXPECT_NE(A, R.global(global("table", "b.c")));
  EXPECT_EQ(A, R.global(global("table", "a.c")));
  EXPECT_EQ(of(A).Kind, StructureKind::Global);
  EXPECT_TRUE(of(A).Named);
}

TEST_F(StructureRegistryTest, LiteralsAreOneStructurePerFile) {
  StructureId A = R.global(global(".str", "src/a.c", GlobalStringLiteral));
  EXPECT_EQ(A, R.global(global(".str.1", "src/a.c", GlobalStringLiteral)));
  EXPECT_NE(A, R.global(global(".str", "src/b.c", GlobalStringLiteral)));
  EXPECT_EQ(of(A).Name, "[literals a.c]");
  EXPECT_EQ(of(A).Kind, StructureKind::Literals);
}

TEST_F(StructureRegistryTest, PeakIsTheMostThatLivedAtOnce) {
  AllocationInfo A = site("nodes", "node_t", 42);
  StructureId Id = R.heap(by(A));
  for (int Round = 0; Round != 3; ++Round) {
    R.grow(Id, 100, true);
    R.addToSum(Id, 100);
    R.grow(Id, 50, true);
    R.addToSum(Id, 50);
    R.shrink(Id, 100);
    R.shrink(Id, 50);
  }
  EXPECT_EQ(of(Id).PeakBytes, 150u);
  EXPECT_EQ(of(Id).Bytes, 450u);
  EXPECT_EQ(of(Id).Objects, 6u);
}

TEST_F(StructureRegistryTest, EveryThreadHasItsStack) {
  EXPECT_EQ(of(R.stack(ThreadId(0))).Name, "[stack]");
  EXPECT_EQ(of(R.stack(ThreadId(7))).Name, "[stack of thread 7]");
  EXPECT_EQ(R.stack(ThreadId(7)), R.stack(ThreadId(7)));
}

TEST_F(StructureRegistryTest, ALocalIsOneInAllThreadsAndInlinedCopies) {
  AllocationInfo Buffer{.Name = "buffer",
                        .Type = "char[64]",
                        .Function = "caller",
                        .Callee = "",
                        .Location = {"a.c", "callee", 12},
                        .ElementSize = 1,
                        .Kind = AllocationKind::Local,
                        .Flags = AllocationNamed};
  AllocationInfo Copy = Buffer, Other = Buffer;
  Copy.Function = "callee";
  Other.Location.Line = 13;
  const Structure &S = of(R.local(Buffer));
  EXPECT_EQ(S.Kind, StructureKind::Local);
  EXPECT_EQ(S.Function, "callee");
  EXPECT_EQ(S.ElementBytes, 1u);
  EXPECT_TRUE(S.Named);
  EXPECT_EQ(R.local(Copy), R.local(Buffer));
  EXPECT_NE(R.local(Other), R.local(Buffer));
}

} // namespace

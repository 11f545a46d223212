//===- HeapNamesTest.cpp - which frame names an allocation ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/owners/names/HeapNames.h"
#include "analysis/decode/Decoder.h"
#include "analysis/decode/ModuleBuilder.h"
#include "test/support/StreamBuilder.h"
#include "test/support/Test.h"

namespace {

struct NoBatches final : BatchSink {
  void batch(const AccessBatch &) override {}
  void event(const Event &) override {}
};

/// A program of rows; `call` and `site` give their addresses. All of them
/// before the first name is asked for: tables are announced once.
struct Program {
  TableBuilder Tables;
  ModuleSet Modules;
  StructureRegistry Structures;

  uint64_t row(const char *Name, const char *Function, uint32_t Line,
               AllocationKind Kind, uint16_t Flags = 0, uint64_t Outer = 0,
               const char *Callee = "") {
    return Tables.allocation(
        {.Name = Name,
         .Location = Tables.location("a.c", Function, Line, 9),
         .Function = Function,
         .Kind = Kind,
         .Flags = uint16_t(Flags | (*Name ? AllocationNamed : 0)),
         .Outer = Outer,
         .Callee = Callee});
  }
  uint64_t site(const char *Name, const char *Function, uint16_t Flags = 0,
                uint64_t Outer = 0) {
    return row(Name, Function, 10, AllocationKind::Malloc, Flags, Outer);
  }
  uint64_t call(const char *Name, const char *Function, uint32_t Line,
                uint16_t Flags = 0, uint64_t Outer = 0,
                const char *Callee = "") {
    return row(Name, Function, Line, AllocationKind::Call, Flags, Outer,
               Callee);
  }

  /// Memory that a member function keeps.
  uint64_t kept(const char *Name, const char *Function, uint16_t Flags) {
    return row(Name, Function, 10, AllocationKind::New, Flags);
  }
  /// Memory that a function of C keeps in a member of \p Record.
  uint64_t keptInRecord(const char *Name, const char *Record,
                        const char *Function) {
    return Tables.allocation({.Name = Name,
                              .Function = Function,
                              .Kind = AllocationKind::Malloc,
                              .Flags = AllocationNamed | AllocationKeptPlainly,
                              .ObjectType = Record});
  }
  /// A call on an object.
  uint64_t on(const char *Object, const char *Type, const char *Function,
              uint16_t Flags) {
    return Tables.allocation({.Name = "",
                              .Function = Function,
                              .Kind = AllocationKind::Call,
                              .Flags = Flags,
                              .Object = Object,
                              .ObjectType = Type});
  }

  /// The name of memory from \p Site below \p Contexts.
  std::string name(uint64_t Site, std::vector<uint64_t> Contexts,
                   const NamingOptions &Options = {}) {
    ModuleBuilder Builder(Modules);
    NoBatches Ignore;
    Decoder Records(Builder, Ignore, {});
    StreamBuilder Stream;
    Stream.module(0, Tables);
    EXPECT_TRUE(Records.segment({ThreadId(0), Stream.words()}));
    HeapNames Names(Modules, Structures, Options);
    StructureId First = Names.structureOf(Site, Contexts);
    EXPECT_EQ(Names.structureOf(Site, Contexts), First);
    return Structures.structures()[First.Value].Name;
  }
};

NamingOptions listing(const char *Text, uint32_t Frames = 0) {
  return {Frames, *WrapperNames::parse(Text, "list"), {}};
}

class HeapNamesTest : public testing::Test, protected Program {};

TEST_F(HeapNamesTest, TheFirstFrameThatKeepsTheMemoryNamesIt) {
  uint64_t Inner = site("p", "xmalloc", AllocationPassedOn);
  uint64_t Middle = call("q", "zeroed", 20, AllocationPassedOn);
  uint64_t Asks = call("nodes", "build", 30);
  uint64_t Main = call("", "main", 40);
  uint64_t Named = site("own", "f");
  EXPECT_EQ(name(Inner, {Middle, Asks, Main}), "nodes");
  EXPECT_EQ(name(Inner, {Asks, Main}), "nodes");
  EXPECT_EQ(name(Named, {Asks, Main}), "own");
}

TEST_F(HeapNamesTest, InlinedFramesCountAsCallsDo) {
  uint64_t Asks = call("nodes", "build", 30);
  uint64_t Middle = call("q", "zeroed", 20, AllocationPassedOn, Asks);
  uint64_t Inner = site("p", "xmalloc", AllocationPassedOn, Middle);
  uint64_t Main = call("", "main", 40);
  EXPECT_EQ(name(Inner, {}), "nodes");
  EXPECT_EQ(name(Inner, {Main}), "nodes");
}

TEST_F(HeapNamesTest, WrappersAllTheWayAreNamedByTheOutermost) {
  uint64_t Inner = site("p", "xmalloc", AllocationPassedOn);
  uint64_t Thread = call("result", "run", 20, AllocationPassedOn);
  EXPECT_EQ(name(Inner, {}), "p");
  EXPECT_EQ(name(Inner, {Thread}), "result");
}

TEST_F(HeapNamesTest, LibraryCodeAllocatesForTheFrameBelowWhichItRuns) {
  uint64_t Inner = site("", "std::allocate", AllocationInLibraryCode);
  uint64_t Index = row("index", "f", 12, AllocationKind::Context);
  uint64_t Main = call("", "main", 40);
  EXPECT_EQ(name(Inner, {Index, Main}), "index");
  EXPECT_EQ(name(0, {Index, Main}), "index");
  // The library calls the program's copy of a template.
  EXPECT_EQ(name(Inner, {}), "[library]");
}

TEST_F(HeapNamesTest, WhatAnUninstrumentedLibraryTakesIsItsOwn) {
  uint64_t Plain = call("image", "f", 12, 0, 0, "png_create");
  uint64_t Known = call("list", "f", 13, 0, 0, "g_malloc");
  uint64_t New = row("order", "f", 14, AllocationKind::New);
  EXPECT_EQ(name(0, {}), "[library]");
  EXPECT_EQ(name(0, {Plain}), "[library]");
  EXPECT_EQ(name(0, {Known}), "list");
  EXPECT_EQ(name(0, {New, Plain}), "order");
  EXPECT_EQ(name(0, {Plain}, listing("png_*")), "image");
  EXPECT_EQ(name(0, {Known}, listing("!g_malloc")), "[library]");
}

TEST_F(HeapNamesTest, AListAddsWrappersAndTakesThemBack) {
  uint64_t Chunk = site("Arena::chunk", "Arena::get");
  uint64_t Fresh = site("p", "xmalloc", AllocationPassedOn);
  uint64_t Asks = call("nodes", "build", 30);
  EXPECT_EQ(name(Chunk, {Asks}), "Arena::chunk");
  EXPECT_EQ(name(Chunk, {Asks}, listing("Arena::*")), "nodes");
  EXPECT_EQ(name(Fresh, {Asks}, listing("!xmalloc")), "p");
}

TEST_F(HeapNamesTest, WhatAnObjectKeepsIsCalledAfterTheObject) {
  uint64_t Fresh = kept("vec<int>::start_", "vec<int>::grow", AllocationKept);
  uint64_t Slots = kept("map<int>::slots", "map<int>::map", AllocationKept);
  uint64_t Table = kept("map<int>::table", "map<int>::map", AllocationKept);
  uint64_t Self = on("", "", "vec<int>::push", AllocationOnSelf);
  uint64_t Result = on("", "", "make", AllocationOnResult);
  uint64_t Member = on("stack<int>::items", "vec<int>", "stack<int>::push",
                       AllocationOnMember | AllocationHolds);
  uint64_t Scores = on("scores", "vec<int>", "main", AllocationHolds);
  uint64_t Unknown = call("", "main", 40);
  EXPECT_EQ(name(Fresh, {Scores}), "scores");
  EXPECT_EQ(name(Fresh, {Self, Scores}), "scores");
  EXPECT_EQ(name(Fresh, {Result, Scores}), "scores");
  EXPECT_EQ(name(Fresh, {Self, Member, Scores}), "scores");
  EXPECT_EQ(name(Fresh, {Self, Member}), "stack<int>::items");
  EXPECT_EQ(name(Fresh, {Unknown}), "vec<int>::start_");
  EXPECT_EQ(name(Slots, {Scores}), "scores (slots)");
  EXPECT_EQ(name(Table, {Scores}), "scores (table)");
  NamingOptions None{0, {}, *WrapperNames::parse("!vec", "list")};
  EXPECT_EQ(name(Fresh, {Scores}, None), "vec<int>::start_");
}

TEST_F(HeapNamesTest, APlainClassIsAContainerIfSeveralHoldIt) {
  uint64_t Text = kept("String::text", "String::String", AllocationKeptPlainly);
  uint64_t Board = kept("Board::cells", "Board::Board", AllocationKeptPlainly);
  uint64_t Name =
      on("Person::name", "String", "Person::Person", AllocationHolds);
  uint64_t City =
      on("Person::city", "String", "Person::Person", AllocationHolds);
  uint64_t Holder = on("board", "Board", "main", AllocationHolds);
  EXPECT_EQ(name(Text, {Name}), "Person::name");
  EXPECT_EQ(name(Text, {City}), "Person::city");
  EXPECT_EQ(name(Board, {Holder}), "Board::cells");
  NamingOptions Listed{0, {}, *WrapperNames::parse("Board", "list")};
  EXPECT_EQ(name(Board, {Holder}, Listed), "board");
}

TEST_F(HeapNamesTest, ARecordOfCIsAContainerIfSeveralHoldIt) {
  uint64_t Head = keptInRecord("list->head", "struct list", "list_append");
  uint64_t Index = keptInRecord("v->index", "struct sparse", "sparse_init");
  uint64_t Value = keptInRecord("v->value", "struct sparse", "sparse_init");
  uint64_t Cells = keptInRecord("b->cells", "struct board", "board_init");
  uint64_t Self = on("", "", "list_add_once", AllocationOnSelf);
  uint64_t Callers = on("s->callers", "struct list", "note", AllocationHolds);
  uint64_t Names = on("names", "struct list", "main", AllocationHolds);
  uint64_t Row = on("row", "struct sparse", "main", AllocationHolds);
  on("column", "struct sparse", "main", AllocationHolds);
  uint64_t Board = on("board", "struct board", "main", AllocationHolds);
  uint64_t Unknown = call("", "main", 40);
  EXPECT_EQ(name(Head, {Callers}), "s->callers");
  EXPECT_EQ(name(Head, {Self, Names}), "names");
  EXPECT_EQ(name(Index, {Row}), "row (index)");
  EXPECT_EQ(name(Value, {Row}), "row (value)");
  EXPECT_EQ(name(Cells, {Board}), "b->cells");
  EXPECT_EQ(name(Head, {Unknown}), "list->head");
  EXPECT_EQ(name(Head, {Row}), "list->head") << "another record";
}

TEST_F(HeapNamesTest, WhatTheLibraryMakesForASmartPointerIsItsObject) {
  uint64_t Data = kept("Matrix::data", "Matrix::Matrix", AllocationKeptPlainly);
  auto Shared = [&](const char *Name) {
    return Tables.allocation(
        {.Name = Name,
         .Function = "Model::Model",
         .Kind = AllocationKind::Context,
         .Flags = AllocationNamed | AllocationHolds | AllocationOnNew,
         .Object = Name,
         .ObjectType = "Matrix"});
  };
  uint64_t Input = Shared("Model::input"), Output = Shared("Model::output");
  EXPECT_EQ(name(Data, {Input}), "Model::input (data)");
  EXPECT_EQ(name(Data, {Output}), "Model::output (data)");
}

TEST_F(HeapNamesTest, WhatACalleeMakesAndReturnsIsKeptByTheCaller) {
  uint64_t Maker = kept("r", "Rep::make", AllocationReturned);
  uint64_t Keeps = on("", "", "Text<char>::Text", AllocationKept);
  uint64_t Label = on("label", "Text<char>", "main", AllocationHolds);
  uint64_t Unknown = call("", "main", 40);
  EXPECT_EQ(name(Maker, {Keeps, Label}), "label");
  EXPECT_EQ(name(Maker, {Unknown, Label}), "r");
}

TEST_F(HeapNamesTest, WhatASmartPointerHoldsIsCalledAfterIt) {
  uint64_t Head = Tables.allocation({.Name = "head",
                                     .Function = "main",
                                     .Kind = AllocationKind::New,
                                     .Flags = AllocationHeld | AllocationHolds,
                                     .Object = "head",
                                     .ObjectType = "Ref<Node>"});
  uint64_t Maker = kept("Node", "make", AllocationHeld | AllocationOnResult);
  uint64_t Tail = on("tail", "Ref<Node>", "main", AllocationHolds);
  EXPECT_EQ(name(Head, {}), "head");
  EXPECT_EQ(name(Maker, {Tail}), "tail");
  EXPECT_EQ(name(Maker, {}), "Node");
}

TEST_F(HeapNamesTest, APartOfAContainerWithOthersIsTheRole) {
  uint64_t Fresh = kept("vec<int>::start_", "vec<int>::grow", AllocationKept);
  uint16_t Part = AllocationOnMember | AllocationHolds;
  uint64_t Items = on("heap<less>::items", "vec<int>", "heap<less>::put", Part);
  on("heap<less>::places", "vec<int>", "heap<less>::put", Part);
  uint64_t Order = on("order", "heap<less>", "main", AllocationHolds);
  EXPECT_EQ(name(Fresh, {Items, Order}), "order (items)");
  EXPECT_EQ(name(Fresh, {Items}), "heap<less>::items");
}

TEST_F(HeapNamesTest, AnOnlyMemberIsItsObjectIfSeveralHoldSuch) {
  uint64_t Fresh = kept("vec<int>::start_", "vec<int>::grow", AllocationKept);
  uint16_t Flags = AllocationOnOnlyMember | AllocationHolds;
  uint64_t Numbers = on("Vector::numbers", "vec<int>", "Vector::add", Flags);
  uint64_t Cells = on("Board::cells", "vec<int>", "Board::add", Flags);
  uint64_t Left = on("left", "Vector", "main", AllocationHolds);
  on("right", "Vector", "main", AllocationHolds);
  uint64_t Board = on("board", "Board", "main", AllocationHolds);
  EXPECT_EQ(name(Fresh, {Numbers, Left}), "left");
  EXPECT_EQ(name(Fresh, {Cells, Board}), "Board::cells");
}

TEST_F(HeapNamesTest, ABaseOfATemplateIsAPartOfIt) {
  uint64_t Fresh = kept("Base::begin", "Base::grow", AllocationKeptPlainly);
  uint64_t Typed = on("", "", "Small<int>::push", AllocationOnSelf);
  uint64_t Plain = on("", "", "Derived::push", AllocationOnSelf);
  uint64_t Numbers = on("numbers", "Small<int>", "main", AllocationHolds);
  uint64_t Other = on("other", "Derived", "main", AllocationHolds);
  EXPECT_EQ(name(Fresh, {Typed, Numbers}), "numbers");
  EXPECT_EQ(name(Fresh, {Plain, Other}), "Base::begin");
}

TEST_F(HeapNamesTest, ContextSplitsByTheFramesAroundTheNamingOne) {
  uint64_t Inner = site("p", "xmalloc", AllocationPassedOn);
  uint64_t Asks = call("n", "append", 30);
  uint64_t Library = call("", "std::sort", 1, AllocationInLibraryCode);
  uint64_t Insert = call("", "insert", 40, 0, call("", "load", 50));
  uint64_t Main = call("", "main", 60);
  std::vector<uint64_t> Calls = {Asks, Library, Insert, Main};
  EXPECT_EQ(name(Inner, Calls), "n");
  EXPECT_EQ(name(Inner, Calls, listing("", 1)), "n (at 30:9 from insert:40:9)");
  EXPECT_EQ(name(Inner, Calls, listing("", 3)),
            "n (at 30:9 from insert:40:9 < load:50:9 < main:60:9)");
  EXPECT_EQ(name(Inner, Calls, listing("", 8)),
            "n (at 30:9 from insert:40:9 < load:50:9 < main:60:9)");
}

TEST_F(HeapNamesTest, EntriesThatNoTableHoldsAreLeftOut) {
  uint64_t Fresh = site("p", "xmalloc", AllocationPassedOn);
  uint64_t Asks = call("nodes", "build", 30);
  EXPECT_EQ(name(Fresh, {0x1234, Asks}), "nodes");
  EXPECT_EQ(name(0x1234, {}), "[library]");
}

} // namespace

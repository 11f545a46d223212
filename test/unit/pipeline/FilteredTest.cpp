//===- FilteredTest.cpp - filtered and complete streams, compared ---------===//

#include "analysis/cache/CacheLimits.h"
#include "analysis/observers/MakeObservers.h"
#include "analysis/store/IntervalRows.h"
#include "test/support/AnalysisRun.h"
#include "test/support/IntervalCounts.h"
#include "test/support/NamedStructure.h"
#include "test/support/ReferenceFilter.h"

namespace {

std::vector<MakeObserver> blockObservers() {
  CollectOptions Options;
  observeBlocks(Options);
  return Options.Observers;
}

/// A stream into an analysis.
struct Analysed : AnalysisRun {
  Analysed(const char *Caches, uint64_t Interval,
           std::optional<size_t> Threads = {}, bool Vectors = false)
      : AnalysisRun(Caches,
                    {.IntervalInstructions = Interval,
                     .Observers = Vectors ? blockObservers()
                                          : std::vector<MakeObserver>()},
                    Threads) {}

  void take(uint32_t Thread, const StreamBuilder &Words) {
    segment(Words.words(), Thread);
  }
  Profile finish() {
    Profile P = AnalysisRun::finish();
    EXPECT_EQ(Records.loss().UnknownWords, 0u);
    return P;
  }
};

using Shape = ReferenceFilter::Shape;
constexpr Shape OneWay = ReferenceFilter::OneWay;

/// Of the filter cache in programs that are recorded for \p Caches.
Shape shapeFor(const char *Caches) {
  FilterShape S = filterShape(*parseCacheModel(Caches));
  return {S.Sets, S.Ways};
}

/// A program in two versions of its stream. Blocks are functions of their own,
/// each with a counter of how often it was entered.
class Program {
public:
  Program(Analysed &Complete, Analysed &Filtered, Shape First)
      : Complete(Complete), Filtered(Filtered), Filter(First) {}

  struct Run {
    uint64_t Row;                ///< of a path that ends with it
    std::vector<uint64_t> Sites; ///< addresses of its own
    std::vector<SiteSpec> Specs;
    uint32_t Instructions;
    const Run *Before = nullptr;
  };

  /// A run with these sites, each of which has a slot; those with a length or a
  /// mask have two.
  Run run(std::vector<SiteSpec> Sites, uint32_t Instructions,
          const Run *Before = nullptr) {
    uint16_t Slot = Before ? slotsOf(*Before) : 0;
    Run R{0, {}, Sites, Instructions, Before};
    for (SiteSpec &S : Sites) {
      S.Base = Slot++;
      if (hasExtra(S))
        S.Extra = Slot++;
    }
    uint64_t At = Tables.range(TableKind::Sites).End;
    for (size_t I = 0; I != Sites.size(); ++I)
      R.Sites.push_back(At + I * sizeof(Site));
    uint32_t All = Instructions;
    for (const Run *B = Before; B; B = B->Before)
      All += B->Instructions;
    R.Row = Tables.block({.Instructions = All,
                          .Slots = Slot,
                          .Sites = Sites,
                          .Before = Before ? Before->Row : 0});
    uint64_t Counter = Tables.counter(Instructions);
    Tables.flow(0, R.Row, Counter);
    Tables.flow(R.Row, 0, 0);
    Counters[R.Row] = Count++;
    return R;
  }

  /// Thread 0 begins, too, unless several will.
  void start(bool Several = false) {
    for (Analysed *To : {&Complete, &Filtered}) {
      StreamBuilder Words;
      Words.module(0, Tables);
      To->take(0, Words);
    }
    if (!Several)
      Filter.start(0, Part);
  }
  void startThread(uint64_t StackLow, uint64_t StackHigh) {
    ++Order;
    event([&](StreamBuilder &S) { S.threadStart(Order, StackLow, StackHigh); });
    Filter.start(Now, Part);
  }
  void endThread() {
    endInterval();
    Filter.end(Now);
    ++Order;
    event([&](StreamBuilder &S) { S.threadEnd(Order); });
  }
  /// From here on, \p Thread executes.
  void enter(uint32_t Thread) {
    pass();
    Now = Thread;
  }
  /// What \p Write(StreamBuilder &) writes, in both versions.
  template <typename Writer> void event(Writer Write) {
    Write(Whole);
    Write(Part);
  }
  void alloc(uint64_t Address, uint64_t Size, uint64_t Site) {
    Filter.objectBegins(Now, Part, Address, Size);
    ++Order;
    event([&](StreamBuilder &S) { S.alloc(Order, Address, Size, Site); });
  }
  void free(uint64_t Address) {
    ++Order;
    event([&](StreamBuilder &S) { S.free(Order, Address); });
  }
  void begin(uint64_t Address, uint64_t Bytes) {
    Filter.objectBegins(Now, Part, Address, Bytes);
  }
  struct Place {
    uint64_t Address;
    uint64_t More = 0; ///< bytes of a Range, lanes of a Masked one
  };
  /// The path to \p R at \p Places, of all its sites. \p Recorded: it has no
  /// filtering body.
  void execute(const Run &R, const std::vector<Place> &Places,
               bool Recorded = false) {
    std::vector<uint64_t> Slots;
    size_t At = 0;
    write(R, Places, At, Slots, Recorded);
    Whole.block(R.Row, Slots);
    if (!Recorded)
      return;
    Filter.handOver(Now, Part);
    Part.block(R.Row, Slots);
  }
  void endInterval() {
    Filter.endInterval(Now, Part);
    std::vector<uint64_t> Payload{countsOf(Now, false)};
    for (const auto &[Counter, Growth] : Grown[Now])
      Payload.push_back(counterWord(Counter, Growth));
    Grown[Now].clear();
    if (Payload.size() > 1)
      Part.event(EventKind::Counts, Payload);
    Part.event(EventKind::Counts, {countsOf(Now, true)});
  }
  /// The process ends by itself.
  void told() { Part.filtered(FilteredKind::Told, 0, 0, 0); }
  void pass() {
    Complete.take(Now, Whole);
    Filtered.take(Now, Part);
    Words += {Whole.size(), Part.size()};
    Whole = {};
    Part = {};
  }

  struct Sizes {
    size_t Complete = 0, Filtered = 0;
    void operator+=(const Sizes &More) {
      Complete += More.Complete;
      Filtered += More.Filtered;
    }
  };
  Sizes Words;
  TableBuilder Tables;
  uint64_t Order = 0;

private:
  static bool hasExtra(const SiteSpec &S) {
    return S.Shape == SiteShape::Range || S.Shape == SiteShape::Masked;
  }
  static uint16_t slotsOf(const Run &R) {
    uint16_t Slots = R.Before ? slotsOf(*R.Before) : 0;
    for (const SiteSpec &S : R.Specs)
      Slots += hasExtra(S) ? 2 : 1;
    return Slots;
  }
  void write(const Run &R, const std::vector<Place> &Places, size_t &At,
             std::vector<uint64_t> &Slots, bool Recorded) {
    if (R.Before)
      write(*R.Before, Places, At, Slots, Recorded);
    if (!Recorded)
      ++Grown[Now][Counters.at(R.Row)];
    for (size_t I = 0; I != R.Specs.size(); ++I) {
      const SiteSpec &S = R.Specs[I];
      auto [Address, More] = Places[At++];
      Slots.push_back(Address);
      if (hasExtra(S))
        Slots.push_back(More);
      if (!Recorded)
        filter(S, R.Sites[I], Address, More);
    }
  }
  void filter(const SiteSpec &S, uint64_t Site, uint64_t Address,
              uint64_t More) {
    ReferenceFilter::Access A{Address, S.Size, Site, S.Kind != AccessKind::Load,
                              bool(S.Flags & SiteDirect)};
    if (isStackMark(S.Shape))
      Filter.mark(Now, Part, Site, Address,
                  S.Shape == SiteShape::LocalBegin ? S.Size : 0);
    else if (S.Shape == SiteShape::Masked)
      Filter.lanes(Now, Part, A, More);
    else if (S.Shape == SiteShape::Range)
      A.Bytes = More, Filter.range(Now, Part, A);
    else if (S.Size > FilterLineBytes)
      Filter.range(Now, Part, A);
    else
      Filter.access(Now, Part, A);
  }

  Analysed &Complete, &Filtered;
  ReferenceFilter Filter;
  StreamBuilder Whole, Part;
  uint32_t Now = 0;
  std::map<uint64_t, uint32_t> Counters; ///< by row
  uint32_t Count = 0;
  std::map<uint32_t, std::map<uint32_t, int64_t>> Grown; ///< by thread
};

/// All that must be the same, by name.
using Summary = std::map<std::string, std::string>;
Summary summary(const Profile &P) {
  Summary Lines;
  auto Levels = [&](const Counts &C) {
    std::string Text = fmt::format("{} loads {} stores", C.Loads, C.Stores);
    for (const LevelCounts &L : C.Levels)
      Text += fmt::format(", {} {} {}", L.Accesses, L.Misses, L.Writebacks);
    return Text;
  };
  auto Name = [&](StructureId Id) { return P.Structures[Id.Value].Name; };
  for (const ThreadCounts &C : P.ByThread)
    Lines[fmt::format("thread {} {}", C.Thread, Name(C.Structure))] =
        Levels(C.Total);
  for (const Structure &S : P.Structures)
    if (S.Total.Accesses || S.Total.Levels[0].Accesses)
      Lines[S.Name] = Levels(S.Total);
  for (const ThreadRow &T : P.Threads)
    Lines[fmt::format("thread {}", T.Thread)] = std::to_string(T.Instructions);
  for (size_t I = 0; I != P.Sites.size(); ++I)
    Lines[fmt::format("site {}", I)] = fmt::format(
        "{} accesses {} touches", P.Sites[I].Accesses, P.Sites[I].Touches);
  for (const SiteCounts &C : P.BySite)
    if (std::ranges::any_of(C.Misses, [](uint64_t M) { return M != 0; }))
      Lines[fmt::format("site {} {}", C.Site, Name(C.Structure))] =
          fmt::format("{} misses", fmt::join(C.Misses, " "));
  return Lines;
}

void expectSame(Summary A, Summary B) {
  for (const auto &[Key, Value] : A)
    EXPECT_EQ(Value, B[Key]) << Key;
  for (const auto &[Key, Value] : B)
    EXPECT_EQ(Value, A[Key]) << Key;
}

/// By place and structure: as many as the place has.
void expectSitesAddUp(const Profile &P) {
  std::vector<uint64_t> Sums(P.Sites.size());
  for (const SiteCounts &C : P.BySite)
    Sums[C.Site] += C.Accesses;
  for (size_t I = 0; I != Sums.size(); ++I)
    EXPECT_EQ(Sums[I], P.Sites[I].Accesses) << "site " << I;
}

constexpr uint64_t GlobalsAt = 0x10000000, HeapAt = 0x20000000;

/// Random accesses to heap, globals and locals.
class RandomProgram {
public:
  RandomProgram(uint32_t Seed, Program &P, uint32_t Threads,
                uint32_t OneIsRecorded)
      : Random(Seed), P(P), Threads(Threads), OneIsRecorded(OneIsRecorded) {}

  void execute(size_t Steps) {
    makeGlobals();
    makeLocals();
    makeRuns();
    P.start(/*Several=*/true);
    for (uint32_t T = 0; T != Threads; ++T) {
      P.enter(T);
      P.startThread(stackOf(T) - 0x10000, stackOf(T));
    }
    P.enter(Thread);
    for (const auto &[Address, Bytes] : Globals)
      P.begin(Address, Bytes);
    Stacks.resize(Threads);
    for (size_t I = 0; I != Steps; ++I)
      step();
    // The first one goes on alone.
    for (Thread = 1; Thread != Threads; ++Thread) {
      P.enter(Thread);
      P.endThread();
    }
    Alone = true;
    Thread = 0;
    P.enter(Thread);
    for (size_t I = 0; I != Steps / 2; ++I)
      step();
    P.endInterval();
    P.pass();
  }

private:
  using Place = Program::Place;
  struct Frame {
    uint64_t Anchor;
    size_t Function;
  };

  static uint64_t stackOf(uint32_t Thread) {
    return 0x700000000000 + (Thread + 1) * 0x100000;
  }
  uint64_t below(uint64_t Limit) { return Random() % Limit; }
  bool oneIn(uint64_t Times) { return below(Times) == 0; }

  void makeGlobals() {
    uint64_t At = GlobalsAt;
    for (uint64_t Bytes : {4, 8, 4, 40, 8, 100, 2, 6, 64, 300}) {
      P.Tables.global({.Name = "g" + std::to_string(Globals.size()),
                       .Address = At,
                       .Size = Bytes});
      Globals.push_back({At, Bytes});
      At += Bytes + (oneIn(3) ? 8 : 0);
      At = (At + 3) & ~uint64_t(3);
    }
  }
  /// Three functions with a frame of 192 bytes and two locals each.
  void makeLocals() {
    for (int F = 0; F != 3; ++F)
      for (int L = 0; L != 2; ++L)
        LocalRows.push_back(
            P.Tables.allocation({.Name = fmt::format("l{}{}", F, L),
                                 .Function = fmt::format("f{}", F),
                                 .Kind = AllocationKind::Local}));
    for (int I = 0; I != 6; ++I)
      Kinds.push_back(P.Tables.allocation(
          {.Name = "h" + std::to_string(I), .ElementSize = 1}));
  }
  SiteSpec pointer() {
    SiteSpec S{.Size = uint32_t(1) << below(5)};
    if (oneIn(3))
      S.Kind = AccessKind::Store;
    if (oneIn(12))
      S.Kind = AccessKind::ReadModifyWrite;
    if (oneIn(6))
      S.Shape = oneIn(3) ? SiteShape::Masked : SiteShape::Range;
    else if (oneIn(20))
      S.Size = 100;
    return S;
  }
  SiteSpec direct(uint64_t Object, uint32_t Size) {
    return {.Size = Size,
            .Kind = oneIn(3) ? AccessKind::Store : AccessKind::Load,
            .Flags = SiteDirect,
            .Object = Object};
  }
  void makeRuns() {
    Runs.reserve(100);
    for (int I = 0; I != 20; ++I) {
      std::vector<SiteSpec> Sites;
      for (uint64_t N = below(5); N != 0; --N)
        Sites.push_back(pointer());
      bool Continues = !Runs.empty() && oneIn(3);
      Runs.push_back(P.run(Sites, uint32_t(1 + below(9)),
                           Continues ? &Runs[below(Runs.size())] : nullptr));
    }
    for (size_t G = 0; G != Globals.size(); ++G)
      for (int I = 0; I != 2; ++I)
        OfGlobals.push_back(
            {P.run({direct(Globals[G].Address,
                           uint32_t(1 + below(Globals[G].More)))},
                   2),
             G});
    for (size_t F = 0; F != 3; ++F) {
      auto Mark = [](SiteShape Shape, uint32_t Size = 0, uint64_t Row = 0) {
        return SiteSpec{.Size = Size, .Shape = Shape, .Local = Row};
      };
      Enter.push_back(
          P.run({Mark(SiteShape::FrameBegin),
                 Mark(SiteShape::LocalBegin, 24, LocalRows[2 * F]),
                 Mark(SiteShape::LocalBegin, 100, LocalRows[2 * F + 1])},
                3));
      Leave.push_back(P.run({Mark(SiteShape::FrameEnd)}, 1));
      for (size_t L = 0; L != 2; ++L)
        OfLocals.push_back(P.run(
            {direct(LocalRows[2 * F + L], 8), direct(LocalRows[2 * F + L], 4)},
            2));
    }
  }
  static uint64_t localAt(const Frame &F, size_t Number) {
    return F.Anchor + (Number == 0 ? 8 : 40);
  }

  void step() {
    if (oneIn(40) && !Alone) {
      Thread = uint32_t(below(Threads));
      P.enter(Thread);
    }
    if (oneIn(400))
      P.endInterval();
    switch (below(12)) {
    case 0:
      return allocate();
    case 1:
      return release();
    case 2:
      return call();
    case 3:
      return leave();
    case 4:
    case 5:
      return accessLocal();
    case 6:
    case 7:
      return accessGlobal();
    default:
      return accessMemory();
    }
  }
  void allocate() {
    if (Heap.size() > 150)
      return;
    uint64_t Bytes = 1 + below(oneIn(8) ? 3000 : 90);
    // Most are in the same few sets.
    uint64_t At = HeapAt + below(128) * 0x2000 + below(0x300) / 4 * 4;
    if (oneIn(4))
      At += below(0x1800) / 4 * 4;
    if (oneIn(10))
      At += below(4);
    auto Next = Heap.lower_bound(At);
    if (Next != Heap.end() && Next->first < At + Bytes)
      return;
    if (Next != Heap.begin() &&
        std::prev(Next)->first + std::prev(Next)->second > At)
      return;
    Heap[At] = Bytes;
    P.alloc(At, Bytes, Kinds[below(Kinds.size())]);
  }
  void release() {
    if (Heap.size() < 100)
      return;
    auto It = std::next(Heap.begin(), long(below(Heap.size())));
    P.free(It->first);
    Heap.erase(It);
  }
  void call() {
    std::vector<Frame> &Stack = Stacks[Thread];
    if (Stack.size() == 4)
      return;
    uint64_t Top = Stack.empty() ? stackOf(Thread) - 64 : Stack.back().Anchor;
    Stack.push_back({Top - 192, size_t(below(3))});
    const Frame &F = Stack.back();
    P.execute(Enter[F.Function],
              {{F.Anchor}, {localAt(F, 0)}, {localAt(F, 1)}});
  }
  void leave() {
    std::vector<Frame> &Stack = Stacks[Thread];
    if (Stack.empty())
      return;
    P.execute(Leave[Stack.back().Function], {{Stack.back().Anchor}});
    Stack.pop_back();
  }
  void accessLocal() {
    if (Stacks[Thread].empty())
      return;
    const Frame &F = Stacks[Thread].back();
    size_t Number = size_t(below(2));
    uint64_t Bytes = Number == 0 ? 24 : 100;
    auto Somewhere = [&](uint64_t Size) {
      return Place{localAt(F, Number) + below(Bytes - Size + 1)};
    };
    for (uint64_t N = 1 + below(4); N != 0; --N)
      P.execute(OfLocals[2 * F.Function + Number], {Somewhere(8), Somewhere(4)},
                recorded());
  }
  void accessGlobal() {
    const auto &[R, Number] = OfGlobals[below(OfGlobals.size())];
    const Place &G = Globals[Number];
    for (uint64_t N = 1 + below(4); N != 0; --N)
      P.execute(R, {{G.Address + below(G.More - R.Specs[0].Size + 1)}},
                recorded());
  }
  struct Somewhere {
    uint64_t Address;
    uint64_t End; ///< of the object
  };
  /// Somewhere in an object, with room for \p Bytes unless it is smaller.
  Somewhere anywhere(uint64_t Bytes) {
    Place Of = Globals[below(Globals.size())];
    if (!Heap.empty() && !oneIn(4)) {
      auto It = std::next(Heap.begin(), long(below(Heap.size())));
      Of = {It->first, It->second};
    } else if (!Stacks[Thread].empty() && oneIn(2)) {
      size_t Number = size_t(below(2));
      Of = {localAt(Stacks[Thread][below(Stacks[Thread].size())], Number),
            Number == 0 ? 24u : 100u};
    }
    return {Of.Address + (Of.More > Bytes ? below(Of.More - Bytes + 1) : 0),
            Of.Address + Of.More};
  }
  /// Accesses begin in an object, but may end behind it.
  void accessMemory() {
    const Program::Run &R = Runs[below(Runs.size())];
    std::vector<Place> Places;
    std::vector<const Program::Run *> Path;
    for (const Program::Run *B = &R; B; B = B->Before)
      Path.insert(Path.begin(), B);
    Somewhere Near = anywhere(32);
    for (const Program::Run *B : Path)
      for (const SiteSpec &S : B->Specs) {
        uint64_t More = 0, Bytes = S.Size;
        if (S.Shape == SiteShape::Range)
          More = Bytes = below(oneIn(20) ? 6000 : 100);
        if (S.Shape == SiteShape::Masked)
          Bytes *= 16;
        Somewhere At = Near;
        if (oneIn(3))
          At = anywhere(Bytes);
        else
          At.Address = std::min(At.Address + below(16), At.End - 1);
        if (S.Shape == SiteShape::Masked) {
          uint64_t Lanes = (At.End - At.Address + S.Size - 1) / S.Size;
          More = Random() & (oneIn(3) ? 0xffff : 0xf);
          More &= Lanes < 64 ? (uint64_t(1) << Lanes) - 1 : ~uint64_t(0);
        }
        Places.push_back({At.Address, More});
      }
    bool Now = recorded();
    for (uint64_t N = 1 + below(6); N != 0; --N)
      P.execute(R, Places, Now);
  }
  bool recorded() { return OneIsRecorded != 0 && oneIn(OneIsRecorded); }

  std::mt19937 Random;
  Program &P;
  const uint32_t Threads;
  const uint32_t OneIsRecorded; ///< of so many runs; 0: of none
  uint32_t Thread = 0;
  bool Alone = false;
  std::vector<Place> Globals;
  std::vector<uint64_t> LocalRows, Kinds;
  std::vector<Program::Run> Runs, Enter, Leave, OfLocals;
  std::vector<std::pair<Program::Run, size_t>> OfGlobals;
  std::map<uint64_t, uint64_t> Heap; ///< bytes by address
  std::vector<std::vector<Frame>> Stacks;
};

struct Compared {
  const char *Caches;
  uint32_t Threads = 1;
  uint32_t OneIsRecorded = 0;
  std::optional<size_t> Stages = {};
};

void compare(const Compared &C, Shape First, uint32_t Seed,
             size_t Steps = 3000) {
  SCOPED_TRACE(fmt::format("{}, {} sets of {} ways, {} threads, seed {}",
                           C.Caches, First.Sets, First.Ways, C.Threads, Seed));
  Analysed Complete(C.Caches, 1'000'000),
      Filtered(C.Caches, 1'000'000, C.Stages);
  Program P(Complete, Filtered, First);
  RandomProgram(Seed, P, C.Threads, C.OneIsRecorded).execute(Steps);
  Profile Whole = Complete.finish(), Part = Filtered.finish();
  expectSame(summary(Whole), summary(Part));
  EXPECT_GT(Whole.total().Accesses, Steps);
  EXPECT_GT(Whole.total().Levels[0].Writebacks, 0u);
  expectSitesAddUp(Part);
  EXPECT_TRUE(Part.Vectors.Intervals.empty());
}

/// With the filter cache that programs have for the model, and with the one of
/// one way.
void compareBoth(const Compared &C, uint32_t Seed) {
  compare(C, shapeFor(C.Caches), Seed);
  if (shapeFor(C.Caches) != OneWay)
    compare(C, OneWay, Seed);
}

TEST(Filtered, CountsAsComplete) {
  const char *Models[] = {
      "L1=4K,1",
      "L1=8K,2;L2=16K,4;L3=64K,8",
      "L1=8K,1;L2=16K,4",
      "L1=12K,1;L2=16K,4",
      "L1=16K,4;L2=32K,4",
      "L1=32K,4;L2=64K,8",
      "L1=32K,8;L2=64K,8",
      "L1=64K,8;L2=128K,16",
      "L1=48K,12;L2=96K,12",
      "L1=96K,12;L2=192K,12",
  };
  for (const char *Model : Models)
    for (uint32_t Seed = 0; Seed != 6; ++Seed)
      compareBoth({Model}, Seed);
}

TEST(Filtered, FilterCachesAreAsFirstLevels) {
  EXPECT_EQ(shapeFor("L1=4K,1"), OneWay);
  EXPECT_EQ(shapeFor("L1=32K,8;L2=64K,8"), (Shape{64, 8}));
  EXPECT_EQ(shapeFor("L1=96K,12"), (Shape{128, 12}));
  EXPECT_EQ(shapeFor("L1=128K,16"), (Shape{128, 16}));
  // Too many ways, lines or sets, and sets that are no power of two.
  for (const char *Model : {"L1=80K,20", "L1=256K,8", "L1=128K,1", "L1=12K,1"})
    EXPECT_EQ(shapeFor(Model), OneWay) << Model;
}

// What threads leave dirty is written back behind the levels that they share.
TEST(Filtered, CountsAsCompleteWithThreads) {
  for (const char *Model :
       {"L1=4K,1;L2=16K,4;L3=32K,8", "L1=4K,1;L2=16K,4,shared",
        "L1=32K,8;L2=64K,8,shared", "L1=16K,2;L2=32K,4;L3=64K,8,shared"})
    for (uint32_t Seed = 0; Seed != 8; ++Seed)
      compareBoth({Model, 3}, Seed);
}

TEST(Filtered, CountsAsCompleteInStages) {
  for (const char *Model :
       {"L1=4K,1;L2=16K,4;L3=32K,8", "L1=16K,4;L2=32K,8,shared"})
    for (uint32_t Seed = 0; Seed != 6; ++Seed)
      compareBoth({Model, 3, 0, Seed % 3}, Seed);
}

// Often, and so seldom that the first level has filled when it is handed over.
TEST(Filtered, CountsAsCompleteWhereSomeIsRecorded) {
  for (const char *Model :
       {"L1=4K,1;L2=16K,4", "L1=16K,4;L2=32K,4", "L1=64K,8;L2=128K,8,shared"})
    for (uint32_t OneIn : {20, 1000, 3000})
      for (uint32_t Seed = 0; Seed != 6; ++Seed)
        compareBoth({Model, 2, OneIn, {}}, Seed);
}

/// A program with a heap object of 1 MB at HeapAt, in which \p Execute executes
/// runs of one site each.
template <typename Work>
void compareWork(const char *Caches, const std::vector<SiteSpec> &Sites,
                 Work Execute) {
  for (Shape First : {shapeFor(Caches), OneWay}) {
    SCOPED_TRACE(fmt::format("{} ways", First.Ways));
    Analysed Complete(Caches, 1'000'000'000), Filtered(Caches, 1'000'000'000);
    Program P(Complete, Filtered, First);
    uint64_t Kind = P.Tables.allocation({.Name = "object"});
    std::vector<Program::Run> Runs;
    for (const SiteSpec &S : Sites)
      Runs.push_back(P.run({S}, 1));
    P.start();
    P.alloc(HeapAt, 1 << 20, Kind);
    Execute(P, Runs);
    P.endInterval();
    P.pass();
    expectSame(summary(Complete.finish()), summary(Filtered.finish()));
  }
}

// An access of 64 KB to a first level of 16 KB: the lines at its end are there,
// and leave before they are written.
TEST(Filtered, LongAccessesWriteOneLineAfterTheOther) {
  compareWork("L1=16K,4;L2=64K,8",
              {{.Shape = SiteShape::Range},
               {.Kind = AccessKind::Store, .Shape = SiteShape::Range}},
              [](Program &P, const std::vector<Program::Run> &Runs) {
                for (int I = 0; I != 3; ++I)
                  for (const Program::Run &R : Runs)
                    P.execute(R, {{HeapAt + 8, 0x10000}});
              });
}

TEST(Filtered, CountsOfPiecesMayBeLarge) {
  compareWork("L1=16K,4;L2=64K,8", {{}, {.Kind = AccessKind::Store}},
              [](Program &P, const std::vector<Program::Run> &Runs) {
                for (uint64_t Line = 0; Line != 6; ++Line)
                  for (const Program::Run &R : Runs)
                    for (int I = 0; I != 40'000; ++I)
                      P.execute(R, {{HeapAt + Line * 0x1000}});
              });
}

TEST(Filtered, AnExecutionMayBeNoAccessOrSeveral) {
  compareWork("L1=16K,4;L2=64K,8",
              {{.Shape = SiteShape::Range}, {.Shape = SiteShape::Masked}},
              [](Program &P, const std::vector<Program::Run> &Runs) {
                for (uint64_t I = 0; I != 5; ++I) {
                  P.execute(Runs[0], {{HeapAt + 8, I % 2 * 100}});
                  P.execute(Runs[1], {{HeapAt + 64 * I, uint64_t(0x15) >> I}});
                }
              });
}

/// One pointer site, then another in the same run; a heap object of each of
/// two kinds.
struct TwoSites {
  Analysed Complete, Filtered;
  Program P;
  uint64_t A, B;
  Program::Run R;

  explicit TwoSites(bool Vectors = false, uint64_t Interval = 1'000'000)
      : Complete("L1=4K,1", Interval),
        Filtered("L1=4K,1", Interval, {}, Vectors),
        P(Complete, Filtered, OneWay), A(P.Tables.allocation({.Name = "a"})),
        B(P.Tables.allocation({.Name = "b"})),
        R(P.run({{.Size = 8}, {.Size = 8, .Kind = AccessKind::Store}}, 4)) {
    P.start();
    P.alloc(0x10000, 0x1000, A);
    P.alloc(0x20000, 0x1000, B);
  }
  Profile finish(bool Killed = false) {
    P.endInterval();
    if (!Killed)
      P.told();
    P.pass();
    return Filtered.finish();
  }
};

/// Accesses by site and name.
std::map<std::pair<uint32_t, std::string>, uint64_t> shares(const Profile &P) {
  std::map<std::pair<uint32_t, std::string>, uint64_t> Result;
  for (const SiteCounts &C : P.BySite)
    if (C.Accesses)
      Result[{C.Site, P.Structures[C.Structure.Value].Name}] += C.Accesses;
  return Result;
}

TEST(Filtered, SitesAreSharedOutByTheirChanges) {
  TwoSites T;
  // Three changes in one, one in the other; the second site has none.
  for (uint64_t I = 0; I != 3; ++I)
    T.P.execute(T.R, {{0x10000 + 64 * I}, {0x10008 + 64 * I}});
  for (uint64_t I = 0; I != 4; ++I)
    T.P.execute(T.R, {{0x20000}, {0x20008}});
  Profile P = T.finish();
  EXPECT_EQ(named(P, "a").Total.Accesses, 6u);
  EXPECT_EQ(named(P, "b").Total.Accesses, 8u);
  std::map<std::pair<uint32_t, std::string>, uint64_t> Expected{
      {{0, "a"}, 5}, {{0, "b"}, 2}, {{1, "a"}, 5}, {{1, "b"}, 2}};
  EXPECT_EQ(shares(P), Expected);
  ASSERT_EQ(P.Notes.size(), 1u);
  EXPECT_TRUE(has(P.Notes[0], "estimate"));
}

TEST(Filtered, SitesOfOneStructureAreExact) {
  TwoSites T;
  for (uint64_t I = 0; I != 7; ++I)
    T.P.execute(T.R, {{0x10000}, {0x10008}});
  Profile P = T.finish();
  std::map<std::pair<uint32_t, std::string>, uint64_t> Expected{{{0, "a"}, 7},
                                                                {{1, "a"}, 7}};
  EXPECT_EQ(shares(P), Expected);
  EXPECT_TRUE(P.Notes.empty());
}

TEST(Filtered, SaysThatItWasKilled) {
  TwoSites T;
  T.P.execute(T.R, {{0x10000}, {0x10008}});
  Profile P = T.finish(/*Killed=*/true);
  ASSERT_EQ(P.Notes.size(), 1u);
  EXPECT_TRUE(has(P.Notes[0], "the program was killed"));
}

TEST(Filtered, IntervalsEndWhereCountersSaySo) {
  TwoSites T(false, 100);
  for (uint64_t I = 0; I != 4; ++I) {
    for (uint64_t N = 0; N != 26 + 25 * (I == 2); ++N)
      T.P.execute(T.R, {{0x10000}, {0x10008}});
    T.P.endInterval();
  }
  Profile P = T.finish();
  EXPECT_EQ(P.Instructions, 4u * (4 * 26 + 25));
  std::map<uint32_t, uint64_t> Accesses;
  std::vector<IntervalCounts> Rows = *intervalCounts(P);
  for (const IntervalCounts &C : Rows)
    Accesses[C.Interval] += C.Total.Accesses;
  std::map<uint32_t, uint64_t> Expected{{0, 52}, {1, 52}, {2, 102}, {4, 52}};
  EXPECT_EQ(Accesses, Expected);
}

TEST(Filtered, HasBlockVectorsOnlyIfAskedFor) {
  for (bool Asked : {false, true}) {
    TwoSites T(Asked);
    for (uint64_t I = 0; I != 5; ++I)
      T.P.execute(T.R, {{0x10000}, {0x10008}});
    Profile P = T.finish();
    EXPECT_EQ(P.Vectors.Intervals.size(), size_t(Asked));
    EXPECT_EQ(P.Instructions, 20u);
    EXPECT_EQ(P.Vectors.Source,
              Asked ? BlockSource::Counted : BlockVectors().Source);
  }
}

TEST(Filtered, IsRefusedWhereEveryAccessIsNeeded) {
  ModuleSet Modules;
  auto Check = [&](const char *Caches, const AnalysisOptions &Options) {
    return Analysis(*parseCacheModel(Caches), Modules, Options).checkFiltered();
  };
  EXPECT_TRUE(Check("L1=4K,1", {}));
  EXPECT_TRUE(Check("L1=4K,1", {.Observers = blockObservers()}));
  EXPECT_FALSE(Check("L1=4K,1", {.Why = true}));
  EXPECT_FALSE(Check("L1=4K,1,plru", {}));
  AnalysisRun Run;
  TableBuilder Tables;
  Tables.block({.Slots = 1, .Sites = {{.Base = 0}}});
  StreamBuilder S;
  S.module(0, Tables);
  S.filtered(FilteredKind::Change, 0x1000, Tables.begin(TableKind::Sites), 0);
  Status Refused = Run.Records.segment({ThreadId(0), S.words()});
  ASSERT_FALSE(Refused);
  EXPECT_TRUE(has(Refused.error().Message, "--complete"));
}

} // namespace

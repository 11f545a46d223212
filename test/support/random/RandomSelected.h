//===- RandomSelected.h - random accesses, selected or not ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads access heap memory, globals and locals at random. Objects begin and
// end in between.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_TEST_SUPPORT_RANDOM_RANDOMSELECTED_H
#define MEMFACET_TEST_SUPPORT_RANDOM_RANDOMSELECTED_H

#include "test/support/SelectedProgram.h"
#include <functional>
#include <random>

namespace memfacet::test {

constexpr uint64_t GlobalsAt = 0x10000000, HeapAt = 0x20000000;

/// Makes random accesses to heap, globals and locals.
class RandomProgram {
public:
  RandomProgram(uint32_t Seed, Program &P, uint32_t Threads,
                uint32_t OneIsRecorded)
      : Random(Seed), P(P), Threads(Threads), OneIsRecorded(OneIsRecorded) {}

  /// Sets a function to call before each step.
  void beforeSteps(std::function<void()> Callback) {
    BeforeStep = std::move(Callback);
  }

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
    Stacks.resize(Threads);
    for (size_t I = 0; I != Steps; ++I)
      step();
    // Only the first thread continues.
    for (Thread = 1; Thread != Threads; ++Thread) {
      P.enter(Thread);
      P.endThread();
    }
    IsSingle = true;
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
    uint64_t Address = GlobalsAt;
    for (uint64_t Bytes : {4, 8, 4, 40, 8, 100, 2, 6, 64, 300}) {
      P.Tables.global({.Name = "g" + std::to_string(Globals.size()),
                       .Address = Address,
                       .Size = Bytes});
      Globals.push_back({Address, Bytes});
      Address += Bytes + (oneIn(3) ? 8 : 0);
      Address = (Address + 3) & ~uint64_t(3);
    }
  }
  /// Makes three functions with a frame of 192 bytes and two locals each.
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
        GlobalRuns.push_back(
            {P.run({direct(Globals[G].Address,
                           uint32_t(1 + below(Globals[G].Extent)))},
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
        LocalRuns.push_back(P.run(
            {direct(LocalRows[2 * F + L], 8), direct(LocalRows[2 * F + L], 4)},
            2));
    }
  }
  static uint64_t localAt(const Frame &F, size_t Number) {
    return F.Anchor + (Number == 0 ? 8 : 40);
  }

  void step() {
    if (BeforeStep)
      BeforeStep();
    if (oneIn(40) && !IsSingle) {
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
    // Most objects are in the same few sets.
    uint64_t Address = HeapAt + below(128) * 0x2000 + below(0x300) / 4 * 4;
    if (oneIn(4))
      Address += below(0x1800) / 4 * 4;
    if (oneIn(10))
      Address += below(4);
    auto Next = Heap.lower_bound(Address);
    if (Next != Heap.end() && Next->first < Address + Bytes)
      return;
    if (Next != Heap.begin() &&
        std::prev(Next)->first + std::prev(Next)->second > Address)
      return;
    Heap[Address] = Bytes;
    P.alloc(Address, Bytes, Kinds[below(Kinds.size())]);
  }
  void release() {
    if (Heap.size() < 100)
      return;
    auto Entry = std::next(Heap.begin(), long(below(Heap.size())));
    P.free(Entry->first);
    Heap.erase(Entry);
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
      P.execute(LocalRuns[2 * F.Function + Number],
                {Somewhere(8), Somewhere(4)}, recorded());
  }
  void accessGlobal() {
    const auto &[R, Number] = GlobalRuns[below(GlobalRuns.size())];
    const Place &G = Globals[Number];
    for (uint64_t N = 1 + below(4); N != 0; --N)
      P.execute(R, {{G.Address + below(G.Extent - R.Specs[0].Size + 1)}},
                recorded());
  }
  struct Somewhere {
    uint64_t Address;
    uint64_t End; ///< end of the object
  };
  /// Returns a place in an object, with room for \p Bytes unless the object is
  /// smaller.
  Somewhere anywhere(uint64_t Bytes) {
    Place Object = Globals[below(Globals.size())];
    if (!Heap.empty() && !oneIn(4)) {
      auto Entry = std::next(Heap.begin(), long(below(Heap.size())));
      Object = {Entry->first, Entry->second};
    } else if (!Stacks[Thread].empty() && oneIn(2)) {
      size_t Number = size_t(below(2));
      Object = {localAt(Stacks[Thread][below(Stacks[Thread].size())], Number),
                Number == 0 ? 24u : 100u};
    }
    return {Object.Address +
                (Object.Extent > Bytes ? below(Object.Extent - Bytes + 1) : 0),
            Object.Address + Object.Extent};
  }
  /// Makes accesses that begin in an object, but may end after it.
  void accessMemory() {
    const Program::Run &R = Runs[below(Runs.size())];
    std::vector<Place> Places;
    std::vector<const Program::Run *> Path;
    for (const Program::Run *B = &R; B; B = B->Prefix)
      Path.insert(Path.begin(), B);
    Somewhere Origin = anywhere(32);
    for (const Program::Run *B : Path)
      for (const SiteSpec &S : B->Specs) {
        uint64_t Extent = 0, Bytes = S.Size;
        if (S.Shape == SiteShape::Range)
          Extent = Bytes = below(oneIn(20) ? 6000 : 100);
        if (S.Shape == SiteShape::Masked)
          Bytes *= 16;
        Somewhere Target = Origin;
        if (oneIn(3))
          Target = anywhere(Bytes);
        else
          Target.Address = std::min(Target.Address + below(16), Target.End - 1);
        if (S.Shape == SiteShape::Masked) {
          uint64_t Lanes = (Target.End - Target.Address + S.Size - 1) / S.Size;
          Extent = Random() & (oneIn(3) ? 0xffff : 0xf);
          Extent &= Lanes < 64 ? (uint64_t(1) << Lanes) - 1 : ~uint64_t(0);
        }
        Places.push_back({Target.Address, Extent});
      }
    bool IsRecorded = recorded();
    for (uint64_t N = 1 + below(6); N != 0; --N)
      P.execute(R, Places, IsRecorded);
  }
  bool recorded() { return OneIsRecorded != 0 && oneIn(OneIsRecorded); }

  std::mt19937 Random;
  std::function<void()> BeforeStep;
  Program &P;
  const uint32_t Threads;
  const uint32_t OneIsRecorded; ///< one run in this number is recorded; 0: none
  uint32_t Thread = 0;
  bool IsSingle = false;
  std::vector<Place> Globals;
  std::vector<uint64_t> LocalRows, Kinds;
  std::vector<Program::Run> Runs, Enter, Leave, LocalRuns;
  std::vector<std::pair<Program::Run, size_t>> GlobalRuns;
  std::map<uint64_t, uint64_t> Heap; ///< bytes by address
  std::vector<std::vector<Frame>> Stacks;
};

} // namespace memfacet::test

#endif

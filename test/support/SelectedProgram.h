//===- SelectedProgram.h - one program, two streams ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The accesses of a program go into two analyses: all of them, and the records
// that a selecting program writes (memfacet/Select.h).
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_TEST_SUPPORT_SELECTEDPROGRAM_H
#define MEMFACET_TEST_SUPPORT_SELECTEDPROGRAM_H

#include "analysis/measure/observers/MakeObservers.h"
#include "test/support/AnalysisRun.h"
#include "test/support/ReferenceSelection.h"
#include "test/support/Wings.h"

namespace memfacet::test {

/// An analysis, and its decoder, for one stream.
struct Analysed : AnalysisRun {
  Analysed(const char *Caches, uint64_t Interval,
           std::optional<size_t> Threads = {},
           std::vector<MakeObserver> Observers = {}, bool MissCauses = false)
      : AnalysisRun(Caches,
                    {.Decoding = {.Intervals = {Interval}},
                     .MissCauses = MissCauses,
                     .Observers = std::move(Observers)},
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

/// Writes two versions of a program's stream. Each block is a function of its
/// own, with a counter of how often it was entered.
class Program {
public:
  Program(Analysed &Complete, Analysed &Selected)
      : Complete(Complete), Selected(Selected) {}

  struct Run {
    uint64_t Row;                ///< of a path that ends with this run
    std::vector<uint64_t> Sites; ///< addresses of the sites of this run
    std::vector<SiteSpec> Specs;
    uint32_t Instructions;
    const Run *Prefix = nullptr;
  };

  /// Makes a run with these sites. Each has a slot; sites with a length or a
  /// mask have two.
  Run run(std::vector<SiteSpec> Sites, uint32_t Instructions,
          const Run *Prefix = nullptr) {
    uint16_t Slot = Prefix ? slotsOf(*Prefix) : 0;
    Run R{0, {}, Sites, Instructions, Prefix};
    for (SiteSpec &S : Sites) {
      S.Base = Slot++;
      if (hasExtra(S))
        S.Extra = Slot++;
    }
    uint64_t FirstSite = Tables.range(TableKind::Sites).End;
    for (size_t I = 0; I != Sites.size(); ++I)
      R.Sites.push_back(FirstSite + I * sizeof(Site));
    uint32_t All = Instructions;
    for (const Run *B = Prefix; B; B = B->Prefix)
      All += B->Instructions;
    R.Row = Tables.block({.Instructions = All,
                          .Slots = Slot,
                          .Sites = Sites,
                          .Prefix = Prefix ? Prefix->Row : 0});
    uint64_t Counter = Tables.counter(Instructions);
    Tables.flow(0, R.Row, Counter);
    Tables.flow(R.Row, 0, 0);
    Counters[R.Row] = Count++;
    return R;
  }

  /// Writes the tables. Thread 0 begins to select, too, unless there are
  /// several threads.
  void start(bool Several = false) {
    for (Analysed *Target : {&Complete, &Selected}) {
      StreamBuilder Words;
      Words.module(0, Tables);
      Target->take(0, Words);
    }
    if (!Several)
      choose(Bits, InWindow);
  }
  void startThread(uint64_t StackLow, uint64_t StackHigh) {
    ++Order;
    event([&](StreamBuilder &S) { S.threadStart(Order, StackLow, StackHigh); });
    choose(Bits, InWindow);
  }
  void endThread() {
    endInterval();
    Choice.end(Current);
    ++Order;
    event([&](StreamBuilder &S) { S.threadEnd(Order); });
  }
  /// Makes \p Thread the executing thread.
  void enter(uint32_t Thread) {
    pass();
    Current = Thread;
  }
  /// Returns the executing thread.
  uint32_t thread() const { return Current; }
  /// Writes what \p Write(StreamBuilder &) writes to both versions.
  template <typename Writer> void event(Writer Write) {
    Write(Whole);
    Write(Part);
  }
  void alloc(uint64_t Address, uint64_t Size, uint64_t Site) {
    ++Order;
    event([&](StreamBuilder &S) { S.alloc(Order, Address, Size, Site); });
  }
  void free(uint64_t Address) {
    ++Order;
    event([&](StreamBuilder &S) { S.free(Order, Address); });
  }
  /// Chooses one line in 2^\p NewBits in the thread from here on. \p Window: as
  /// in ReferenceSelection.
  void choose(uint8_t NewBits, uint64_t Window = 0) {
    Bits = std::max(Bits, NewBits);
    InWindow = Window;
    Choice.choose(Current, Part, NewBits, Window);
  }
  struct Place {
    uint64_t Address;
    uint64_t Extent = 0; ///< bytes of a Range, mask of lanes of a Masked site
  };
  /// Executes the path to \p R; \p Places are the addresses of all its sites.
  /// \p Recorded: the run has no selecting body.
  void execute(const Run &R, const std::vector<Place> &Places,
               bool Recorded = false) {
    std::vector<uint64_t> Slots;
    size_t Index = 0;
    write(R, Places, Index, Slots, Recorded);
    Whole.block(R.Row, Slots);
    if (!Recorded)
      return;
    Part.block(R.Row, Slots);
    Choice.forget(Current);
  }
  void endInterval() {
    std::vector<uint64_t> Payload{countsOf(Current, false)};
    for (const auto &[Counter, Growth] : Grown[Current])
      Payload.push_back(counterWord(Counter, Growth));
    Grown[Current].clear();
    if (Payload.size() > 1)
      Part.event(EventKind::Counts, Payload);
    Part.event(EventKind::Counts, {countsOf(Current, true)});
  }
  /// Writes that the process ends by itself.
  void endProcess() { Part.selected(SelectedKind::Ended, 0, 0, EndedBySelf); }
  void pass() {
    Complete.take(Current, Whole);
    Selected.take(Current, Part);
    Whole = {};
    Part = {};
  }

  TableBuilder Tables;
  uint64_t Order = 0;
  /// The selection of the process, and whether a thread that begins is in a
  /// window.
  uint8_t Bits = 0;
  uint64_t InWindow = 0;

private:
  static bool hasExtra(const SiteSpec &S) {
    return S.Shape == SiteShape::Range || S.Shape == SiteShape::Masked;
  }
  static uint16_t slotsOf(const Run &R) {
    uint16_t Slots = R.Prefix ? slotsOf(*R.Prefix) : 0;
    for (const SiteSpec &S : R.Specs)
      Slots += hasExtra(S) ? 2 : 1;
    return Slots;
  }
  void write(const Run &R, const std::vector<Place> &Places, size_t &Index,
             std::vector<uint64_t> &Slots, bool Recorded) {
    if (R.Prefix)
      write(*R.Prefix, Places, Index, Slots, Recorded);
    if (!Recorded)
      ++Grown[Current][Counters.at(R.Row)];
    for (size_t I = 0; I != R.Specs.size(); ++I) {
      const SiteSpec &S = R.Specs[I];
      auto [Address, Extent] = Places[Index++];
      Slots.push_back(Address);
      if (hasExtra(S))
        Slots.push_back(Extent);
      if (!Recorded)
        select(S, R.Sites[I], Address, Extent);
    }
  }
  void select(const SiteSpec &S, uint64_t Site, uint64_t Address,
              uint64_t Extent) {
    ReferenceSelection::Access A{Address, S.Size, Site,
                                 S.Kind != AccessKind::Load};
    if (isStackMark(S.Shape))
      Part.selected(SelectedKind::Mark, Address, Site,
                    S.Shape == SiteShape::LocalBegin ? S.Size : 0);
    else if (S.Shape == SiteShape::Masked)
      Choice.lanes(Current, Part, A, Extent);
    else if (S.Shape == SiteShape::Range)
      A.Bytes = Extent, Choice.range(Current, Part, A);
    else
      Choice.access(Current, Part, A);
  }

  Analysed &Complete, &Selected;
  ReferenceSelection Choice;
  StreamBuilder Whole, Part;
  uint32_t Current = 0;
  std::map<uint64_t, uint32_t> Counters; ///< by row
  uint32_t Count = 0;
  std::map<uint32_t, std::map<uint32_t, int64_t>> Grown; ///< by thread
};

/// The counts that must be equal in both versions, by name.
using Summary = std::map<std::string, std::string>;
inline Summary summary(const Profile &P) {
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

inline void expectSame(Summary A, Summary B) {
  for (const auto &[Key, Value] : A)
    EXPECT_EQ(Value, B[Key]) << Key;
  for (const auto &[Key, Value] : B)
    EXPECT_EQ(Value, A[Key]) << Key;
}

/// Expects that the accesses by site and structure add up to those of each
/// site.
inline void expectSitesAddUp(const Profile &P) {
  std::vector<uint64_t> Sums(P.Sites.size());
  for (const SiteCounts &C : P.BySite)
    Sums[C.Site] += C.Accesses;
  for (size_t I = 0; I != Sums.size(); ++I)
    EXPECT_EQ(Sums[I], P.Sites[I].Accesses) << "site " << I;
}

} // namespace memfacet::test

#endif

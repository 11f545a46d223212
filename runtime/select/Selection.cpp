//===- Selection.cpp - which lines are chosen, and when -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A process begins with all lines. It halves the number of chosen lines each
// time that what it spends on them is more than it may. Costs are counted, not
// measured: a program of one thread selects the same in each run.
//
//===----------------------------------------------------------------------===//

#include "memfacet/Check.h"
#include "runtime/process/Process.h"
#include "runtime/record/Upcalls.h"
#include "runtime/select/Records.h"
#include "runtime/select/Schedule.h"
#include <array>
#include <utility>

extern "C" {
MEMFACET_EXPORT constinit uint8_t __memfacet_selecting = 0;
// All lines.
MEMFACET_EXPORT constinit MEMFACET_TLS uint64_t __memfacet_lines = ~uint64_t(0);
MEMFACET_EXPORT constinit MEMFACET_TLS uint64_t __memfacet_spans = ~uint64_t(0);
}

namespace memfacet::select {

namespace {

// Costs, in the time that the program takes for one of its instructions: a call
// of the runtime and the jump there, which a processor may not predict; a chunk
// of some 16,000 records, with what the collector does about them.
constexpr int64_t CallCost = 40, ChunkCost = 16'000 * 300;
/// The cost that may be spent on all lines, and then each time before the mask
/// gets one bit more. This number of instructions of the program adds one to
/// the budget.
constexpr int64_t FirstBudget = 400'000'000, StepBudget = 60'000'000,
                  InstructionsOfCost = 4;
/// Accesses of a search for lines to watch, and intervals from one to the next.
constexpr uint32_t SearchAccesses = 512, SearchPeriod = 8;
/// Instructions of a turn, which is at least one interval.
constexpr uint64_t LeastTurn = 1'000'000;

struct ProcessSelection {
  std::atomic<uint32_t> Bits;
  std::atomic<int64_t> Spent; ///< since Bits changed
  bool IsFixed;               ///< Bits does not change
  bool HasVisits;             ///< threads visit other lines
  bool HasLongWindows;        ///< else windows are short or middle
  SlotClock Slots;
};
constinit ProcessSelection Selection{};

/// All threads but the main one.
struct ThreadCounts {
  std::atomic<uint32_t> Running, MostRunning;
  /// Counts of those that have ended.
  std::atomic<uint64_t> EndedIntervals, EndedTurns;
};
constinit ThreadCounts Threads{};

/// Counts \p T, which begins. It goes on with the windows and visits of threads
/// that have ended.
void addThread(record::ThreadState &T) {
  if (T.Index == 0)
    return;
  uint32_t Running = Threads.Running.fetch_add(1) + 1,
           Most = Threads.MostRunning.load();
  while (Most < Running &&
         !Threads.MostRunning.compare_exchange_weak(Most, Running))
    ;
  Most = Threads.MostRunning.load();
  T.Selection.Intervals = inheritedCount(Threads.EndedIntervals.load(), Most);
  T.Selection.InheritedIntervals = T.Selection.Intervals;
  T.Selection.Turns = inheritedCount(Threads.EndedTurns.load(), Most);
  T.Selection.InheritedTurns = T.Selection.Turns;
}

/// Counts what \p T did until its end.
void removeThread(record::ThreadState &T) {
  const record::ThreadSelection &S = T.Selection;
  if (T.Index == 0 || !S.HasBegun)
    return;
  MEMFACET_CHECK(Threads.Running.load() != 0, "the thread was counted");
  Threads.EndedIntervals.fetch_add(S.Intervals - S.InheritedIntervals);
  Threads.EndedTurns.fetch_add(S.Turns - S.InheritedTurns);
  Threads.Running.fetch_sub(1);
}

/// Returns the slot in which the process is now.
uint64_t currentSlot() { return Selection.Slots.slot(Threads.Running.load()); }

/// Makes the thread record accesses to \p Lines from now on. The thread's
/// checks also find the lines that are watched.
void setCheckedLines(record::ThreadSelection &S, ResidueSet Lines) {
  MEMFACET_CHECK(S.Bits <= MostSelectBits, "no residue is divided");
  S.Recorded = Lines;
  S.Watched = sharing::Sharing.Watched.residues();
  Lines |= S.Watched;
  __memfacet_lines = Lines;
  __memfacet_spans = Lines | std::rotr(Lines, 1);
}

bool isOutdated(const record::ThreadSelection &S) {
  return S.Bits != Selection.Bits.load(std::memory_order_relaxed) ||
         S.Watched != sharing::Sharing.Watched.residues();
}

/// Takes over what the process selects now.
void follow(record::ThreadState &T) {
  record::ThreadSelection &S = T.Selection;
  if (S.HasBegun && S.Window == 0 && isOutdated(S))
    chooseLines(T);
}

/// Adds \p Cost, which \p T has spent, and the calls that \p T has counted, to
/// what the process has spent; \p Instructions, which \p T has executed, reduce
/// it. Adds one bit to the mask when the budget is used up.
void spend(record::ThreadState &T, int64_t Cost, uint64_t Instructions) {
  uint32_t Bits = Selection.Bits.load(std::memory_order_relaxed);
  Cost += CallCost * int64_t(T.Selection.Calls);
  Cost -= int64_t(Instructions) / InstructionsOfCost;
  T.Selection.Calls = 0;
  int64_t Spent =
      Selection.Spent.fetch_add(Cost, std::memory_order_relaxed) + Cost;
  if (Selection.IsFixed || Bits == MostSelectBits ||
      Spent <= (Bits == 0 ? FirstBudget : StepBudget))
    return;
  if (Selection.Bits.compare_exchange_strong(Bits, Bits + 1,
                                             std::memory_order_relaxed)) {
    Selection.Spent.store(0, std::memory_order_relaxed);
    if (Bits == 0)
      sharing::Sharing.Watched.choose();
  }
}

/// Returns the lines that the thread chooses in its turn, after the window.
LinesValue currentLines(const record::ThreadSelection &S) {
  if (S.Visit == 0)
    return {uint8_t(S.Bits)};
  bool HasVisit = hasVisit(S.Turns) || S.Repeats;
  return {uint8_t(S.Bits), uint8_t(HasVisit ? S.Visit : BetweenVisits),
          visitPeriod(S.Turns), S.Repeats};
}

/// Returns the next visit of \p T. Threads do not begin with the same one.
uint32_t visitOfNextTurn(const record::ThreadState &T) {
  const record::ThreadSelection &S = T.Selection;
  return nextVisit(S.Visit == 0 ? T.Index : S.Visit, S.Bits);
}

/// Ends an interval of \p T after \p Instructions instructions. If another turn
/// begins, goes on to the next visit. Then the thread's earlier accesses to
/// those lines are long ago.
void visit(record::ThreadState &T, uint64_t Instructions) {
  record::ThreadSelection &S = T.Selection;
  S.TurnInstructions += Instructions;
  if (S.TurnInstructions < LeastTurn)
    return;
  S.TurnInstructions = 0;
  ++S.Turns;
  S.Repeats = false;
  if (!Selection.HasVisits)
    return;
  if (hasVisit(S.Turns))
    S.Visit = visitOfNextTurn(T);
  else if (S.Visit != 0 && repeatsVisit(S.Turns))
    S.Repeats = true;
  else
    return;
  T.Recent.forget(visitedLines(S.Bits, S.Visit));
}

/// \p Address: that of the record Lines.
void openWindow(record::ThreadState &T, uint32_t Accesses, uint64_t Address) {
  MEMFACET_CHECK(T.Selection.Window == 0, "windows do not overlap");
  MEMFACET_CHECK(Accesses != 0, "its last access closes it");
  if (sharing::followsLines())
    T.Selection.WindowNumber = sharing::Sharing.Watched.beginWindow();
  T.Selection.Search = 0;
  T.Selection.Window = Accesses;
  setCheckedLines(T.Selection, AllResidues);
  T.Recent.forget();
  writeSelected(SelectedKind::Lines, Address, 0,
                packLines(currentLines(T.Selection)));
}

void openShortWindow(record::ThreadState &T, uint32_t Accesses) {
  openWindow(T, Accesses, Accesses);
}

/// Returns whether a long window begins with each interval at \p Slot, or a
/// middle one if there are no long ones: a thread has one of these in a slot.
bool hasWindow(const record::ThreadSelection &S, uint64_t Slot) {
  if (Selection.HasLongWindows)
    return memfacet::hasWindow(Slot, SpreadWindows);
  return memfacet::hasWindow(Slot, SpreadMiddleWindows) &&
         S.WindowSlot != Slot + 1;
}

/// Opens a window that ends when it is full. If it is long, it ends with the
/// interval, too (closeLongWindow).
void openLongWindow(record::ThreadState &T, uint64_t Slot) {
  const uint32_t Most = longWindow(T.Index);
  T.Selection.LongWindow =
      Selection.HasLongWindows ? Most : std::min(Most, MiddleWindowAccesses);
  T.Selection.WindowSlot = Slot + 1;
  openWindow(T, T.Selection.LongWindow, longWindowAddress(Slot));
}

/// Opens the first window of \p T. It is middle if its slot has a window, and
/// as long as others.
void openFirstWindow(record::ThreadState &T, uint64_t Slot) {
  const uint32_t Accesses = firstWindow(T.Index);
  const bool IsMiddle = hasWindow(T.Selection, Slot);
  T.Selection.WindowSlot = Slot + 1;
  openWindow(T, Accesses, IsMiddle ? longWindowAddress(Slot) : Accesses);
}

/// Ends the long window of \p T, if one is open, without a record. To record
/// whole intervals must not make the process choose fewer lines than it would.
void closeLongWindow(record::ThreadSelection &S) {
  if (std::exchange(S.LongWindow, 0) == 0)
    return;
  S.Window = 0;
  if (S.Bits != 0)
    S.Calls = 0;
}

/// Begins a search: the thread looks at all lines for some accesses, and
/// records only accesses to the chosen ones. So lines are found that threads
/// begin to fight for late in the run.
void search(record::ThreadState &T) {
  record::ThreadSelection &S = T.Selection;
  bool CanSearch = sharing::followsLines() && S.HasBegun && S.Bits != 0;
  if (!CanSearch || S.Window != 0 || S.Search != 0)
    return;
  S.WindowNumber = sharing::Sharing.Watched.beginWindow();
  S.Search = SearchAccesses;
  // Forgets chosen lines too, which were not followed while they were visited.
  T.Recent.forget();
  __memfacet_lines = __memfacet_spans = AllResidues;
}

/// Returns whether a search begins when an interval has ended.
bool searchesAfterInterval(record::ThreadSelection &S) {
  if (!sharing::followsLines())
    return false;
  return (sharing::Sharing.Watched.suspects() && isDue(++S.Suspicions)) ||
         S.Intervals % SearchPeriod == 0;
}

} // namespace

void endSearch(record::ThreadState &T) {
  record::ThreadSelection &S = T.Selection;
  S.Search = 0;
  T.Recent.forget(~(S.Recorded | S.Watched));
  setCheckedLines(S, S.Recorded);
}

void searchAfterAcquire(record::ThreadState &T) {
  if (sharing::followsLines() && isDue(++T.Selection.Acquisitions))
    search(T);
}

void chooseLines(record::ThreadState &T) {
  MEMFACET_CHECK(T.Selection.HasBegun, "the first window comes first");
  record::ThreadSelection &S = T.Selection;
  uint32_t Bits = Selection.Bits.load(std::memory_order_relaxed);
  if (S.Bits != Bits) {
    // Other lines are visited from the next turn on. Until then, it is not
    // known what their sets hold.
    S.Bits = Bits;
    S.Visit = 0;
    S.Repeats = false;
  }
  if (S.Search != 0)
    endSearch(T);
  S.Window = S.LongWindow = 0;
  LinesValue Lines = currentLines(S);
  T.Recent.forget(sharing::Sharing.Watched.residues() & ~S.Watched);
  setCheckedLines(S, chosenLines(Bits) | visitedLines(Bits, Lines.Visit));
  writeSelected(SelectedKind::Lines, 0, 0, packLines(Lines));
}

uint8_t bitsOfMoves(uint64_t Line) {
  static constexpr auto Chosen = [] {
    std::array<ResidueSet, MostSelectBits + 1> Lines{};
    for (unsigned Bits = 0; Bits <= MostSelectBits; ++Bits)
      Lines[Bits] = chosenLines(Bits);
    return Lines;
  }();
  uint32_t Bits = Selection.Bits.load(std::memory_order_relaxed);
  if (sharing::Sharing.Watched.has(Line))
    return sharing::LineHolders::Watched;
  return hasResidue(Chosen[Bits], Line) ? uint8_t(Bits)
                                        : sharing::LineHolders::Unfollowed;
}

void prepareSelection(bool IsEnabled) {
  __memfacet_selecting = IsEnabled;
  record::RecordUpcalls.BeginThread = IsEnabled ? beginSelection : nullptr;
  record::RecordUpcalls.OpenChunk = IsEnabled ? continueSelection : nullptr;
  Selection.HasVisits =
      process::process().Settings.get(process::Option::visits) != "0";
  Text Windows = process::process().Settings.get(process::Option::windows);
  Selection.HasLongWindows = Windows == "long";
  Text Value = process::process().Settings.get(process::Option::lines);
  uint64_t Parts = takeNumber(Value);
  if (Parts == 0)
    return; // auto
  if (Value.startsWith("/")) {
    Value = Value.suffix(1);
    Parts = takeNumber(Value);
  }
  uint32_t Bits = 0;
  while (Bits != MostSelectBits && (uint64_t(1) << Bits) < Parts)
    ++Bits;
  Selection.Bits.store(Bits);
  Selection.IsFixed = true;
  if (Bits == 0)
    sharing::followAllLines();
}

/// Clears all of it. (For an assignment, the compiler may call memset, which
/// may be the program's.)
static void resetSelection(record::ThreadState &T) {
  static_assert(std::is_trivially_copyable_v<record::ThreadSelection>);
  clearBytes(&T.Selection, sizeof(T.Selection));
}

void beginSelection(record::ThreadState &T) {
  resetSelection(T);
  T.Selection.HasBegun = true;
  addThread(T);
  T.Selection.Bits = Selection.Bits.load(std::memory_order_relaxed);
  if (T.Index != 0)
    sharing::followLines();
  // The thread's caches are empty, so all that it fetches is known.
  if (Selection.HasVisits)
    T.Selection.Visit = visitOfNextTurn(T);
  if (uint64_t Slot = currentSlot();
      Selection.HasLongWindows && hasWindow(T.Selection, Slot))
    openLongWindow(T, Slot);
  else
    openFirstWindow(T, Slot);
}

void continueSelection(record::ThreadState &T) {
  bool IsCounted = T.Selection.LongWindow == 0 || T.Selection.Bits == 0;
  spend(T, IsCounted ? ChunkCost : 0, 0);
  follow(T);
}

void endSelectedInterval(record::ThreadState &T, uint64_t Instructions) {
  record::ThreadSelection &S = T.Selection;
  const bool WasLong =
      Selection.HasLongWindows && S.Window != 0 && S.LongWindow != 0;
  if (Selection.HasLongWindows)
    closeLongWindow(S);
  Selection.Slots.advance(S.SlotInstructions, S.SlotInstructions + Instructions,
                          Threads.Running.load());
  spend(T, 0, Instructions);
  sharing::Sharing.Watched.advance(Instructions,
                                   std::exchange(S.WatchedLookups, 0));
  follow(T);
  if (!S.HasBegun || S.Window != 0)
    return;
  if (S.Search != 0)
    endSearch(T);
  LinesValue Previous = currentLines(S);
  ++S.Intervals;
  visit(T, Instructions);
  if (uint64_t Slot = currentSlot(); hasWindow(S, Slot))
    openLongWindow(T, Slot);
  else if (isDue(S.Intervals) && !Selection.HasLongWindows)
    openShortWindow(T, LaterWindowAccesses);
  else if (WasLong || currentLines(S) != Previous)
    chooseLines(T);
  if (searchesAfterInterval(S))
    search(T);
}

void endSelection(record::ThreadState &T) {
  if (!T.Selection.HasBegun)
    return;
  if (sharing::followsLines())
    sharing::Sharing.Directory.settle(
        [](uint64_t Line, const sharing::LineMove &M) { writeMove(Line, M); });
  writeSelected(SelectedKind::Ended, 0, 0, EndedBySelf);
}

void leaveSelection(record::ThreadState &T) {
  Selection.Slots.advance(T.Selection.SlotInstructions, T.Counts.Reported,
                          Threads.Running.load());
  removeThread(T);
  if (sharing::KnownRights *Rights = std::exchange(T.Selection.Rights, nullptr))
    sharing::giveRights(Rights);
}

void forgetSelection(record::ThreadState &T) {
  resetSelection(T);
  T.Recent.forget();
  sharing::forgetSharing();
  setCheckedLines(T.Selection, AllResidues);
  Threads.Running.store(0);
  Threads.MostRunning.store(0);
  Threads.EndedIntervals.store(0);
  Threads.EndedTurns.store(0);
  Selection.Spent.store(0);
  Selection.Slots.begin();
  if (!Selection.IsFixed)
    Selection.Bits.store(0);
}

} // namespace memfacet::select

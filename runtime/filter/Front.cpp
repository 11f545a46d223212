//===- Front.cpp - the lines that a thread touched last -------------------===//

#include "runtime/filter/Front.h"
#include "runtime/filter/Filtered.h"
#include "runtime/filter/Pieces.h"
#include "runtime/process/Process.h"

extern "C" {
MEMFACET_EXPORT constinit uint8_t __memfacet_filtering = 0;
}

namespace memfacet {

namespace {

/// Whether something of \p E lies in [\p Low, \p High).
bool overlaps(const FrontEntry &E, uint64_t Low, uint64_t High) {
  return E.Start < High && E.Start + (E.Length ? E.Length : 1) > Low;
}

/// Calls \p Visit for the entries of \p Front for the lines of [\p Low, \p
/// High), each once.
template <typename Visitor>
void forLines(FrontEntry *Front, uint64_t Low, uint64_t High, Visitor Visit) {
  uint64_t First = Low >> FilterLineShift, Last = (High - 1) >> FilterLineShift;
  if (Last - First >= FrontSets)
    Last = First + FrontSets - 1;
  for (uint64_t Line = First; Line <= Last; ++Line)
    if (FrontEntry &E = Front[Line % FrontSets]; overlaps(E, Low, High))
      Visit(E);
}

/// Fronts of the threads that live.
struct AllFronts {
  static constexpr size_t Most = 256; ///< others' counts may be another's
  Lock Mutex;
  FrontEntry *Fronts[Most];
};
constinit AllFronts Others{};

/// Other threads do not remember what is in [\p Low, \p High) any more, but
/// still have its counts. A thread that is just remembering something else is
/// made to look again, no more. Not waited for where a handler has interrupted
/// its own thread in here.
void loseLines(uint64_t Low, uint64_t High) {
  if (!Others.Mutex.tryTake())
    return;
  for (FrontEntry *Front : Others.Fronts)
    if (Front && Front != __memfacet_front)
      forLines(Front, Low, High, [](FrontEntry &E) {
        __atomic_store_n(&E.Length, 0u, __ATOMIC_RELAXED);
      });
  Others.Mutex.release();
}

} // namespace

void tellEntry(FrontEntry &E) {
  uint64_t Start = E.Start, Counts = E.Counts;
  uint32_t Writer = E.Writer;
  E.Length = E.Writer = 0;
  E.Counts = 0;
  E.Line = NoLine;
  while (Counts != 0) {
    uint64_t Loads = uint32_t(Counts), Stores = Counts >> 32;
    Loads = Loads < MostFilteredCount ? Loads : MostFilteredCount;
    Stores = Stores < MostFilteredCount ? Stores : MostFilteredCount;
    uint64_t Part = Loads | Stores << 32;
    writeFiltered(FilteredKind::Counts, Start, 0, filteredCounts(Part));
    Counts -= Part;
  }
  if (Writer != 0)
    writeFiltered(FilteredKind::Written, Start, 0, Writer);
}

void forgetFront() {
  for (FrontEntry &E : __memfacet_front)
    tellEntry(E);
}

void showFront() {
  LockGuard Guard(Others.Mutex);
  for (FrontEntry *&Slot : Others.Fronts)
    if (!Slot) {
      Slot = __memfacet_front;
      return;
    }
}

void hideFront() {
  LockGuard Guard(Others.Mutex);
  for (FrontEntry *&Slot : Others.Fronts)
    if (Slot == __memfacet_front)
      Slot = nullptr;
}

void objectBegins(uint64_t Low, uint64_t High) {
  if (Low >= High)
    return;
  forLines(__memfacet_front, Low, High, tellEntry);
  if (!isAloneHere())
    loseLines(Low, High);
  setPiece(Low, High);
}

void globalsBegin(const ModuleTables &Tables) {
  const TableRange &R = Tables.Ranges[unsigned(TableKind::Globals)];
  for (uint64_t At = R.Begin; At + sizeof(Global) <= R.End;
       At += sizeof(Global)) {
    auto *G = reinterpret_cast<const Global *>(At);
    if (G->Address && !(G->Flags & GlobalThreadLocal))
      setPiece(G->Address, G->Address + G->Size);
  }
}

void clearFront() {
  Others.Mutex.reset();
  for (FrontEntry *&Slot : Others.Fronts)
    Slot = nullptr;
  for (FrontEntry &E : __memfacet_front)
    E = {};
}

void interruptFront(InterruptedFront &To) {
  for (uint32_t I = 0; I != FrontSets; ++I)
    To.Starts[I] = __memfacet_front[I].Start;
  forgetFront();
}

void resumeFront(const InterruptedFront &From) {
  forgetFront();
  for (uint32_t I = 0; I != FrontSets; ++I)
    __memfacet_front[I].Start = From.Starts[I];
}

} // namespace memfacet

//===- Selection.cpp - which lines are chosen, and when -------------------===//
//
// A process begins with all lines. It goes on with half as many when its
// threads have filled so many chunks or, at first, executed so many
// instructions: then hardly anything is recorded, but the runtime is called at
// each access. Neither depends on time, so a program of one thread selects the
// same in each run.
//
//===----------------------------------------------------------------------===//

#include "runtime/process/Process.h"
#include "runtime/select/Records.h"

extern "C" {
MEMFACET_EXPORT constinit uint8_t __memfacet_selecting = 0;
MEMFACET_EXPORT constinit MEMFACET_TLS uint64_t __memfacet_line_mask = 0;
// All lines.
MEMFACET_EXPORT constinit MEMFACET_TLS uint64_t __memfacet_line_window = 0;
MEMFACET_EXPORT constinit MEMFACET_TLS uint64_t __memfacet_line_limit = 1;
}

namespace memfacet {

namespace {

/// Chunks, of some 16,000 records, of which there are more before one bit more
/// is in the mask, and instructions that allow one chunk more. A record costs
/// the program and the collector together as much time as some 140 instructions
/// of the program take: while bits are left, all records cost less than the
/// program does, and a fifteenth of a second.
constexpr uint64_t ChunksBefore[MostSelectBits] = {32, 48, 64, 80, 96, 112};
constexpr uint64_t InstructionsOfChunk = 3'000'000;
/// One bit more is in the mask after so many instructions, too.
constexpr uint64_t Never = ~uint64_t(0);
constexpr uint64_t InstructionsBefore[MostSelectBits] = {
    16'000'000, 40'000'000, 80'000'000, Never, Never, Never};
/// Accesses of a window: the first one, which begins with the thread, and the
/// others.
constexpr uint32_t FirstWindow = 1 << 17, LaterWindow = 1 << 12;

struct ProcessSelection {
  std::atomic<uint32_t> Bits;
  std::atomic<uint64_t> Chunks, Instructions;
  bool Fixed; ///< Bits does not change
};
constinit ProcessSelection Selection{};

/// Whether a window begins where so many intervals have ended: ever fewer, 16
/// and then 8 for each power of two.
bool isSeen(uint64_t Intervals) {
  constexpr unsigned Each = 4;
  unsigned Bits = 64 - unsigned(__builtin_clzll(Intervals | 1));
  return Bits <= Each ||
         (Intervals & ((uint64_t(1) << (Bits - Each)) - 1)) == 0;
}

/// The thread checks for lines of \p Bits; 0: each access.
void setMask(uint32_t Bits) {
  uint64_t Chosen = chosenNeighbours(Bits) * SelectLineBytes;
  __memfacet_line_mask = lineMask(Bits) << SelectLineShift;
  __memfacet_line_window = __memfacet_line_mask | (Chosen - 1);
  __memfacet_line_limit = Chosen + SelectLineBytes - 1;
}

/// Takes over what the process selects by now.
void follow(ThreadState &T) {
  ThreadSelection &S = T.Selection;
  if (S.Begun && S.Window == 0 &&
      S.Bits != Selection.Bits.load(std::memory_order_relaxed))
    chooseLines(T);
}

/// Puts one bit more into the mask where it is due.
void narrow() {
  uint32_t Bits = Selection.Bits.load(std::memory_order_relaxed);
  if (Selection.Fixed || Bits == MostSelectBits)
    return;
  uint64_t Instructions =
      Selection.Instructions.load(std::memory_order_relaxed);
  uint64_t Chunks = Selection.Chunks.load(std::memory_order_relaxed);
  if (Instructions >= InstructionsBefore[Bits] ||
      Chunks > ChunksBefore[Bits] + Instructions / InstructionsOfChunk)
    Selection.Bits.compare_exchange_strong(Bits, Bits + 1,
                                           std::memory_order_relaxed);
}

void openWindow(ThreadState &T, uint32_t Accesses) {
  T.Selection.Window = Accesses;
  setMask(0);
  T.Recent.forget();
  writeSelected(SelectedKind::Lines, Accesses, 0, T.Selection.Bits);
}

} // namespace

void chooseLines(ThreadState &T) {
  T.Selection.Window = 0;
  T.Selection.Bits = Selection.Bits.load(std::memory_order_relaxed);
  setMask(T.Selection.Bits);
  writeSelected(SelectedKind::Lines, 0, 0, T.Selection.Bits);
}

void prepareSelection(bool Wanted) {
  __memfacet_selecting = Wanted;
  Text Value = process().Settings.get(Option::lines);
  uint64_t Parts = takeNumber(Value);
  if (Parts == 1 && Value.startsWith("/")) {
    Value = Text(Value.Data + 1, Value.Size - 1);
    Parts = takeNumber(Value);
  }
  if (Parts == 0)
    return; // auto
  uint32_t Bits = 0;
  while (Bits != MostSelectBits && (uint64_t(1) << Bits) < Parts)
    ++Bits;
  Selection.Bits.store(Bits);
  Selection.Fixed = true;
}

void beginSelection(ThreadState &T) {
  T.Selection = {};
  T.Selection.Begun = true;
  T.Selection.Bits = Selection.Bits.load(std::memory_order_relaxed);
  openWindow(T, FirstWindow);
}

void continueSelection(ThreadState &T) {
  Selection.Chunks.fetch_add(1, std::memory_order_relaxed);
  narrow();
  follow(T);
}

void endSelectedInterval(ThreadState &T, uint64_t Instructions) {
  Selection.Instructions.fetch_add(Instructions, std::memory_order_relaxed);
  narrow();
  follow(T);
  ThreadSelection &S = T.Selection;
  if (S.Begun && S.Window == 0 && isSeen(++S.Intervals))
    openWindow(T, LaterWindow);
}

void endSelection(ThreadState &T) {
  if (T.Selection.Begun)
    writeSelected(SelectedKind::Ended, 0, 0, EndedBySelf);
}

void forgetSelection(ThreadState &T) {
  T.Selection = {};
  T.Recent.forget();
  setMask(0);
  Selection.Chunks.store(0);
  Selection.Instructions.store(0);
  if (!Selection.Fixed)
    Selection.Bits.store(0);
}

} // namespace memfacet

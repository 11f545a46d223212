//===- Entry.h - names by which inserted code meets the runtime -----------===//
//
// The pass refers to these names, the runtime defines them. What is inserted
// for each run of a block:
//
//   if (cursor >= __memfacet_limit) {            only where less than
//     __memfacet_cursor = cursor;                MaxRecordWords may be left
//     __memfacet_next();                         since the last check
//     cursor = __memfacet_cursor;
//   }
//   cursor[0] = &path;
//   cursor[1 + k] = address;                     before the access it is for
//   cursor += 1 + slots;
//
// A run that continues a record (Block::Before) does not check; it stores the
// header of the longer path to the record's first word and its addresses behind
// those before, and the cursor ends up behind them.
//
// Between calls, the cursor is a local value: __memfacet_cursor is read at the
// start of a function and after every call that may write records, and written
// before such calls and before leaving. So in a signal handler, and there only,
// it may be behind what was written; words beyond it are zero or whole records
// and the start of one.
//
// The limit leaves a redzone of MaxRecordWords before the chunk's end.
//
// Two versions. Objects may be built so that each function has a second body,
// the counting version, for threads that record nothing at the moment. Their
// cursor is virtual: at or above VirtualChunk, where no memory is. The counting
// version adds to it what the other one, the recording version, would add, and
// writes nothing. A function goes on in the version that the cursor's top bit
// asks for, from the beginning or from the next check of the version it was in:
//
//   the cursor is   __memfacet_limit   __memfacet_fast_limit
//   real            as above           0
//   virtual         0                  where the runtime wants to be called
//
// so that a check finds no room where a callee has changed the mode, and the
// code behind __memfacet_switch goes on in the other version. A function that
// has the recording version alone calls __memfacet_next, after which the cursor
// is real: of a chunk that nobody reads where the thread records nothing.
//
// Asking versions. Objects may be built so that each function has a second body
// for programs that sample reuse pairs (memfacet/ReusePairs.h), which writes no
// records. Behind some accesses it asks for all of them:
//
//   rest = left - units;
//   if (left < units || watched[line(address)]) {   for each address, unsigned
//     __memfacet_left = rest;
//     __memfacet_question[...] = ...;
//     __memfacet_ask();
//     rest = __memfacet_left;
//   }
//   left = rest;
//
// Which body runs is decided where the function is entered, by
// __memfacet_asking. As the cursor, `left` is a local value between calls.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_ENTRY_H
#define MEMFACET_ENTRY_H

#include "memfacet/Tables.h"

/// Thread-local, initial-exec: where the next record goes (uint64_t *).
#define MEMFACET_CURSOR "__memfacet_cursor"
/// Thread-local, initial-exec: a record may start below this (uint64_t *).
#define MEMFACET_LIMIT "__memfacet_limit"
/// Thread-local, initial-exec: Allocation entry of the allocating call that is
/// about to run; the interposed allocator takes and clears it.
#define MEMFACET_SITE "__memfacet_site"
/// Thread-local, initial-exec: the number of calls in progress that have an
/// Allocation entry (uint64_t). Raised before such a call, put back after it;
/// where an exception is caught or setjmp returns, back to what it was when the
/// function was entered.
#define MEMFACET_DEPTH "__memfacet_depth"
/// Thread-local, initial-exec: their Allocation entries (void *[ContextSlots]),
/// that of call number D in slot D % ContextSlots, which is put back as well.
/// They are values, nowhere are they followed while the program runs: however
/// a function is left, nothing here points into its frame. 0 is a bottom.
#define MEMFACET_CONTEXTS "__memfacet_contexts"
/// void (void), keeps every register, vectors included: makes room. To be
/// called through the global offset table (nonlazybind): in a shared object,
/// the loader's lazy binding would lose r10 and r11 at the first call.
#define MEMFACET_NEXT "__memfacet_next"
/// Thread-local, initial-exec: what MEMFACET_LIMIT is to the counting version
/// of a function (uint64_t *).
#define MEMFACET_FAST_LIMIT "__memfacet_fast_limit"
/// As MEMFACET_NEXT, for functions with two versions: afterwards the cursor may
/// be virtual, or have become real.
#define MEMFACET_SWITCH "__memfacet_switch"
/// Asking versions (above). uint8_t: not 0 where functions run in theirs.
#define MEMFACET_ASKING "__memfacet_asking"
/// Thread-local, initial-exec (int64_t): how many units come before the one
/// that is chosen next.
#define MEMFACET_LEFT "__memfacet_left"
/// uint8_t *, of WatchedBytes: for each line a byte, not 0 where it may be
/// watched, see watchedPlace. Read two at a time, for a line and the one behind
/// it. Does not change while functions run in their asking versions.
#define MEMFACET_WATCHED "__memfacet_watched"
/// Thread-local, initial-exec (uint64_t[QuestionPart + 1]): for MEMFACET_ASK, a
/// record that ends with the run that asks, of which only the words are there
/// that it needs; then, of the run's accesses, the first that is asked for, how
/// many (at bit 16), and how many units MEMFACET_LEFT was lowered by for them
/// (at bit 32).
#define MEMFACET_QUESTION "__memfacet_question"
/// void (void), keeps every register as MEMFACET_NEXT does: looks at the
/// accesses of the question. Sets MEMFACET_LEFT.
#define MEMFACET_ASK "__memfacet_ask"
/// void *(const volatile void *Address, size_t, const char *Name): returns
/// Address, at which an object of a suballocator begins (memfacet.h). A call
/// allocates as far as the pass is concerned.
#define MEMFACET_OBJECT "__memfacet_object"
/// void (const void *, uint64_t size, uint32_t AllocationKind,
/// const void *previous, const uint64_t *cursor): after a call that allocates;
/// the cursor is that from before it. Recorded unless something was recorded
/// since.
#define MEMFACET_ALLOCATED "__memfacet_allocated"
/// void (const void *, uint32_t by_realloc): before a call that releases.
#define MEMFACET_RELEASED "__memfacet_released"
/// void (const ModuleTables *), idempotent; called first of all constructors.
#define MEMFACET_REGISTER "__memfacet_register"
/// void (const ModuleTables *), called last of all destructors.
#define MEMFACET_UNREGISTER "__memfacet_unregister"
/// Code that is counted instead of recorded (docs/blocks.md) needs these.
/// Thread-local, initial-exec (int64_t): roughly how many more instructions are
/// executed until MEMFACET_COUNT_CHECK must be called; less than 0: now.
#define MEMFACET_CLOCK "__memfacet_clock"
/// Thread-local, one in each linked object, hidden (int64_t): bytes from the
/// object's table of counters to the thread's own array of them. 0: it has none
/// yet, see MEMFACET_COUNT_ATTACH.
#define MEMFACET_COUNTERS "__memfacet_counters"
/// void (void), keeps every register as MEMFACET_NEXT does: ends the interval
/// of the thread where it is long enough, and sets the clock. Every counter is
/// in memory then.
#define MEMFACET_COUNT_CHECK "__memfacet_count_check"
/// void (int64_t *counters, const ModuleTables *, const RunFlow *), keeps every
/// register: gives the thread an array. The flows are the caller's; that it
/// refers to them keeps its tables in the program.
#define MEMFACET_COUNT_ATTACH "__memfacet_count_attach"
/// How many bytes of strings a library function reads, the end included. They
/// change nothing, errno included, and read no further than that function.
/// uint64_t (const char *, uint64_t most); 0 of null.
#define MEMFACET_TEXT_BYTES "__memfacet_text_bytes"
/// uint64_t (const char *, const char *, uint64_t most, int32_t folded): of
/// each, up to the first difference.
#define MEMFACET_COMPARED_BYTES "__memfacet_compared_bytes"
/// uint64_t (const char *, int32_t base, 0 where the text tells it): a number
/// and the byte behind it.
#define MEMFACET_NUMBER_BYTES "__memfacet_number_bytes"
/// uint64_t (const char *): the same of a floating-point number.
#define MEMFACET_REAL_BYTES "__memfacet_real_bytes"
/// uint64_t (const iovec *, uint64_t count, int64_t total, uint64_t index):
/// where buffer \p index is, and how much of it is touched when \p total bytes
/// are in all of them, in order. 0 where it is not touched.
#define MEMFACET_VECTOR_BASE "__memfacet_vector_base"
#define MEMFACET_VECTOR_BYTES "__memfacet_vector_bytes"
/// Defined by the runtime of this FormatVersion only, referenced by every
/// instrumented module (it is called once, does nothing: void (void)): a
/// mismatch fails at link time, with this name.
#define MEMFACET_VERSION_CHECK "__memfacet_version_mismatch_check_v12"

namespace memfacet {

/// A power of two, larger than what an event carries: exceptions and jumps out
/// of fewer calls than the difference leave the calls below them as they were.
constexpr uint32_t ContextSlots = 64;

/// A power of two: 32 bits of an address find the place, without a mask. The
/// part of the table that a program uses is a 64th of the memory that it uses;
/// the rest is never touched. A small table would be read less often from far
/// away, but each line that is watched would make others look so, 4 MB from it
/// with 64 KB: most questions that were answered yes were such.
constexpr uint64_t WatchedPlaces = uint64_t(1) << 26;
/// Where the byte of line number \p Line is. There is a line before the first
/// place and two behind the last, which repeat those at the other end.
constexpr uint64_t watchedPlace(uint64_t Line) {
  return (Line & (WatchedPlaces - 1)) + 1;
}
constexpr uint64_t WatchedBytes = WatchedPlaces + 8;

/// The word of a question that tells which accesses it is for.
constexpr uint32_t QuestionPart = MaxRecordWords;
/// Where virtual cursors begin.
constexpr uint64_t VirtualChunk = uint64_t(1) << 63;

inline bool isVirtual(const uint64_t *Cursor) {
  return reinterpret_cast<uint64_t>(Cursor) >= VirtualChunk;
}

} // namespace memfacet

#endif

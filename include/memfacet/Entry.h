//===- Entry.h - the names that inserted code and runtime share -----------===//
//
// The pass refers to these names, the runtime defines them. For each run of a
// block, the pass inserts:
//
//   if (cursor >= __memfacet_limit) {            only where the words since
//     __memfacet_cursor = cursor;                the last check may not fit
//     __memfacet_next();                         MaxRecordWords
//     cursor = __memfacet_cursor;
//   }
//   cursor[0] = &path;
//   cursor[1 + k] = address;                     before the access it is for
//   cursor += 1 + slots;
//
// A run that continues a record (Block::Before) does not check. It stores the
// header of the longer path to the record's first word, stores its addresses
// after those already there, and moves the cursor past them.
//
// Between calls, the cursor is a local value. Inserted code reads
// __memfacet_cursor at the start of a function and after each call that may
// write records; it writes it before such calls and before the function is
// left. So only a signal handler can find it behind what was written. The words
// beyond it are then zero, or whole records and the start of one.
//
// The limit leaves a redzone of MaxRecordWords before the chunk's end.
//
// Asking versions. An object may be built so that each function has a second
// body for programs that sample reuse pairs (memfacet/ReusePairs.h). That body
// writes no records. After some accesses, it asks once for all of them:
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
// __memfacet_asking decides at a function's start which body runs. Like the
// cursor, `left` is a local value between calls.
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
/// Allocation entry (uint64_t). Inserted code raises it before such a call and
/// restores it after. Where an exception is caught or setjmp returns, it
/// restores the number that the function was entered with.
#define MEMFACET_DEPTH "__memfacet_depth"
/// Thread-local, initial-exec: the Allocation entries of these calls (void
/// *[ContextSlots]). The entry of call number D is in slot D % ContextSlots,
/// whose old content is restored after the call. Nobody follows the entries
/// while the program runs, and none points into a stack frame, so it does not
/// matter how a function is left. An entry of 0 ends the chain.
#define MEMFACET_CONTEXTS "__memfacet_contexts"
/// void (void): makes room for a record. Keeps every register, vector registers
/// too. It must be called through the global offset table (nonlazybind): in a
/// shared object, the loader's lazy binding would lose r10 and r11 at the first
/// call.
#define MEMFACET_NEXT "__memfacet_next"
/// For asking versions (see the top). uint8_t: not 0 if functions run their
/// asking versions.
#define MEMFACET_ASKING "__memfacet_asking"
/// Thread-local, initial-exec (int64_t): the number of units before the next
/// one that is chosen.
#define MEMFACET_LEFT "__memfacet_left"
/// uint8_t *, a table of WatchedBytes: one byte for each line (watchedPlace),
/// not 0 if the line may be watched. Inserted code reads two bytes at a time,
/// for a line and the next one. The pointer does not change while functions run
/// their asking versions.
#define MEMFACET_WATCHED "__memfacet_watched"
/// Thread-local, initial-exec (uint64_t[QuestionPart + 1]): the argument of
/// MEMFACET_ASK. First a record that ends with the run that asks; only the
/// words that are needed are filled in. The last word says which of the run's
/// accesses are asked for: the first one, how many (from bit 16 on), and by how
/// many units MEMFACET_LEFT was lowered for them (from bit 32 on).
#define MEMFACET_QUESTION "__memfacet_question"
/// void (void): looks at the accesses of the question and sets MEMFACET_LEFT.
/// Keeps every register, as MEMFACET_NEXT does.
#define MEMFACET_ASK "__memfacet_ask"
/// void *(const volatile void *Address, size_t, const char *Name): returns
/// Address, where an object of a suballocator begins (memfacet.h). The pass
/// treats a call as an allocation.
#define MEMFACET_OBJECT "__memfacet_object"
/// void (const void *, uint64_t size, uint32_t AllocationKind, const void
/// *previous, const uint64_t *cursor): called after an allocating call; the
/// cursor is the one before that call. Records the allocation unless something
/// was recorded since.
#define MEMFACET_ALLOCATED "__memfacet_allocated"
/// void (const void *, uint32_t by_realloc): before a call that releases.
#define MEMFACET_RELEASED "__memfacet_released"
/// void (const ModuleTables *), idempotent; called first of all constructors.
#define MEMFACET_REGISTER "__memfacet_register"
/// void (const ModuleTables *), called last of all destructors.
#define MEMFACET_UNREGISTER "__memfacet_unregister"
/// The next four are for code that counts instead of recording
/// (docs/blocks.md).
/// Thread-local, initial-exec (int64_t): about how many instructions may run
/// before MEMFACET_COUNT_CHECK must be called; below 0: now.
#define MEMFACET_CLOCK "__memfacet_clock"
/// Thread-local, one in each linked object, hidden (int64_t): bytes from the
/// object's table of counters to the thread's own array of them. 0: it has none
/// yet, see MEMFACET_COUNT_ATTACH.
#define MEMFACET_COUNTERS "__memfacet_counters"
/// void (void): ends the thread's interval if it is long enough, and sets the
/// clock. Keeps every register, as MEMFACET_NEXT does. All counters must be in
/// memory when it is called.
#define MEMFACET_COUNT_CHECK "__memfacet_count_check"
/// void (int64_t *counters, const ModuleTables *, const RunFlow *): gives the
/// thread an array of counters. Keeps every register. The flows are those of
/// the caller; this reference keeps its tables in the linked program.
#define MEMFACET_COUNT_ATTACH "__memfacet_count_attach"
/// The next four say how many bytes of strings a library function reads, the
/// terminator included. They change nothing, errno included, and read no
/// further than that function.
/// uint64_t (const char *, uint64_t most); 0 for null.
#define MEMFACET_TEXT_BYTES "__memfacet_text_bytes"
/// uint64_t (const char *, const char *, uint64_t most, int32_t folded): the
/// bytes of each string up to the first difference.
#define MEMFACET_COMPARED_BYTES "__memfacet_compared_bytes"
/// uint64_t (const char *, int32_t base): the bytes of a number and the byte
/// after it. Base 0: the text tells the base.
#define MEMFACET_NUMBER_BYTES "__memfacet_number_bytes"
/// uint64_t (const char *): the same for a floating-point number.
#define MEMFACET_REAL_BYTES "__memfacet_real_bytes"
/// uint64_t (const iovec *, uint64_t count, int64_t total, uint64_t index): the
/// address of buffer \p index, and how many of its bytes are touched when \p
/// total bytes fill the buffers in order. 0 if it is not touched.
#define MEMFACET_VECTOR_BASE "__memfacet_vector_base"
#define MEMFACET_VECTOR_BYTES "__memfacet_vector_bytes"
/// void (void), does nothing. Only the runtime of this FormatVersion defines
/// it, and every instrumented module calls it once: a mismatch fails at link
/// time, with this name in the message.
#define MEMFACET_VERSION_CHECK "__memfacet_version_mismatch_check_v16"

namespace memfacet {

/// A power of two, larger than MaxContexts. An exception or a jump that leaves
/// fewer calls than the difference does no damage to the entries of the calls
/// below.
constexpr uint32_t ContextSlots = 64;

/// A power of two, so that 32 bits of an address give the place without a mask.
/// A program touches a 64th as much of this table as it touches memory; the
/// rest of the table is never touched. A smaller table would stay in nearer
/// caches, but several lines would share a byte: with 64 KB, lines 4 MB apart,
/// and most questions that were answered yes were about such a line.
constexpr uint64_t WatchedPlaces = uint64_t(1) << 26;
/// The place of the byte of line number \p Line. The byte before the first
/// place and the two after the last one repeat those at the other end.
constexpr uint64_t watchedPlace(uint64_t Line) {
  return (Line & (WatchedPlaces - 1)) + 1;
}
constexpr uint64_t WatchedBytes = WatchedPlaces + 8;

/// The word of a question that says which accesses it is about.
constexpr uint32_t QuestionPart = MaxRecordWords;

} // namespace memfacet

#endif

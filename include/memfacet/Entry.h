//===- Entry.h - the names that inserted code and runtime share -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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
// A run that continues a record (Block::Prefix) does not check. It stores the
// header of the longer path to the record's first word, stores its addresses
// after those already there, and moves the cursor past them.
//
// Between calls, the cursor is a local value. Inserted code reads
// __memfacet_cursor at the start of a function and after each call that may
// write records; it writes it before such calls and before the function
// returns. So only a signal handler can find __memfacet_cursor lower than the
// local cursor. The words beyond it are then zero, or whole records and the
// start of one.
//
// The limit leaves a redzone of MaxRecordWords before the chunk's end.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_ENTRY_H
#define MEMFACET_ENTRY_H

#include "memfacet/Tables.h"

/// Thread-local, initial-exec (uint64_t *): the address of the next record.
#define MEMFACET_CURSOR "__memfacet_cursor"
/// Thread-local, initial-exec (uint64_t *): records may start below this
/// address.
#define MEMFACET_LIMIT "__memfacet_limit"
/// Thread-local, initial-exec: the Allocation entry of the allocating call that
/// is about to run. The interposed allocator reads and clears it.
#define MEMFACET_SITE "__memfacet_site"
/// Thread-local, initial-exec: the number of calls in progress that have an
/// Allocation entry (uint64_t). Inserted code raises it before such a call and
/// restores it after. Where an exception is caught or setjmp returns, it
/// restores the number that the function was entered with.
#define MEMFACET_DEPTH "__memfacet_depth"
/// Thread-local, initial-exec: the Allocation entries of these calls (void
/// *[ContextSlots]). The entry of call number D is in slot D % ContextSlots,
/// whose old content is restored after the call. No code follows the entries
/// while the program runs, and none points into a stack frame, so a function
/// may end in any way. An entry of 0 ends the chain.
#define MEMFACET_CONTEXTS "__memfacet_contexts"
/// void (void): makes room for a record. Preserves every register, also vector
/// registers. It must be called through the global offset table (nonlazybind):
/// in a shared object, the loader's lazy binding would lose r10 and r11 at the
/// first call.
#define MEMFACET_NEXT "__memfacet_next"
/// The next two are for x86-64, where the cursor travels in r11, and are called
/// by inline assembly: they need no aligned stack, take and return the cursor
/// in r11, and preserve every other register but the flags. The first one makes
/// room for a record. The second one takes the cursor from __memfacet_cursor,
/// and makes room if there is none.
#define MEMFACET_ROOM "__memfacet_room"
#define MEMFACET_RELOAD "__memfacet_reload"
/// void *(const volatile void *Address, size_t, const char *Name): returns
/// Address, where an object of a suballocator begins (memfacet.h). The pass
/// treats a call of this as an allocation.
#define MEMFACET_OBJECT "__memfacet_object"
/// void (const void *, uint64_t size, uint32_t AllocationKind, const void
/// *previous, const uint64_t *cursor): called after an allocating call, with
/// the cursor from before that call. Records the allocation unless something
/// was recorded during the call. The size ~0 is that of a text. A function of
/// the program that allocates calls it, too, where it returns, and adds
/// UnseenDefined to the kind. With UnseenGiven, the block is the caller's even
/// if something was recorded: asprintf may have allocated others before. With
/// UnseenDelegated, the function calls others that release its block.
#define MEMFACET_ALLOCATED "__memfacet_allocated"
/// void (const void *, uint32_t flags): called before a call that releases,
/// with UnseenByRealloc or none; where a function of the program begins that
/// releases, with UnseenDefined, and with UnseenDelegated if it calls others
/// for that.
#define MEMFACET_RELEASED "__memfacet_released"
/// void (const ModuleTables *), idempotent; called before all constructors.
#define MEMFACET_REGISTER "__memfacet_register"
/// void (const ModuleTables *): called after all destructors.
#define MEMFACET_UNREGISTER "__memfacet_unregister"
/// The next four are for code that counts instead of recording
/// (docs/internals/blocks.md). Thread-local, initial-exec (int64_t): about how
/// many instructions may run before MEMFACET_COUNT_CHECK must be called; below
/// 0: now.
#define MEMFACET_CLOCK "__memfacet_clock"
/// Thread-local, one in each executable, hidden (int64_t): bytes from its table
/// of counters to the thread's own array of counters. 0: there is no array yet,
/// see MEMFACET_COUNT_ATTACH.
#define MEMFACET_COUNTERS "__memfacet_counters"
/// The same for code that may be in a shared object. A thread-local of its own
/// would make all thread-locals of the object ones that the loader must place
/// at the start, which fails if they are large. So the object has a number,
/// hidden (uint64_t), CounterNumberNone at first, and the runtime an array of
/// CounterSlot, thread-local, initial-exec. The slot of number N is N %
/// CounterSlots; if it is another object's, see MEMFACET_COUNT_ATTACH_OBJECT.
#define MEMFACET_COUNTER_NUMBER "__memfacet_counter_number"
#define MEMFACET_COUNTER_SLOTS "__memfacet_counter_slots"
/// void (void): ends the thread's interval if it is long enough, and sets the
/// clock. Preserves every register, as MEMFACET_NEXT does. All counters must be
/// in memory at the call.
#define MEMFACET_COUNT_CHECK "__memfacet_count_check"
/// void (int64_t *counters, const ModuleTables *, const RunFlow *): gives the
/// thread an array of counters. Preserves every register. The flows are those
/// of the function that counts; this reference keeps its tables in the linked
/// program.
#define MEMFACET_COUNT_ATTACH "__memfacet_count_attach"
/// void (uint64_t *number, const ModuleTables *, const RunFlow *): does the
/// same for the object of that number, which it sets if there is none, and
/// fills the slot.
#define MEMFACET_COUNT_ATTACH_OBJECT "__memfacet_count_attach_object"
/// The next four return how many bytes of strings a library function reads,
/// including the terminator. They change nothing, not even errno, and read no
/// further than that function. uint64_t (const char *, uint64_t most); 0 for
/// null.
#define MEMFACET_TEXT_BYTES "__memfacet_text_bytes"
/// uint64_t (const char *, const char *, uint64_t most, int32_t folded):
/// returns the bytes of each string up to the first difference.
#define MEMFACET_COMPARED_BYTES "__memfacet_compared_bytes"
/// uint64_t (const char *, int32_t base): returns the bytes of a number and the
/// byte after it. Base 0: the base follows from the text.
#define MEMFACET_NUMBER_BYTES "__memfacet_number_bytes"
/// uint64_t (const char *): does the same for a floating-point number.
#define MEMFACET_REAL_BYTES "__memfacet_real_bytes"
/// uint64_t (const iovec *, uint64_t count, int64_t total, uint64_t index):
/// return the address of buffer \p index, and how many bytes of it are touched
/// if \p total bytes fill the buffers in order. Return 0 if it is not touched.
#define MEMFACET_VECTOR_BASE "__memfacet_vector_base"
#define MEMFACET_VECTOR_BYTES "__memfacet_vector_bytes"
/// void (void): does nothing. Only the runtime of this FormatVersion defines
/// it, and every instrumented module calls it once. So a mismatch fails at link
/// time, with this name in the message.
#define MEMFACET_VERSION_CHECK "__memfacet_version_mismatch_check_v21"

namespace memfacet {

/// What code in shared objects finds its counters by, see
/// MEMFACET_COUNTER_SLOTS. A signal handler may give the slot to another
/// object: code reads the distance first.
struct CounterSlot {
  int64_t Distance; ///< bytes from the object's table to the thread's array
  uint64_t Number;  ///< of the object; 0: of none
};
/// Must be a power of two.
constexpr uint64_t CounterSlots = 16;
constexpr uint64_t CounterNumberNone = ~uint64_t(0);

/// Must be a power of two and larger than MaxContexts. An exception or a jump
/// that leaves fewer calls than the difference does not overwrite the entries
/// of the calls below.
constexpr uint32_t ContextSlots = 64;

/// Flags of MEMFACET_ALLOCATED and MEMFACET_RELEASED.
constexpr uint32_t UnseenByRealloc = 1, UnseenDefined = 1u << 16,
                   UnseenGiven = 1u << 17, UnseenDelegated = 1u << 18;

} // namespace memfacet

#endif

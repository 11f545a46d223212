//===- Tables.h - the static tables in an instrumented object ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass writes these tables into ELF sections of each object. The runtime
// streams them, byte for byte, at the start of a run. The analysis reads them.
// Section names and table layouts are defined here only.
//
// A field of type RelPtr is "target address minus address of the field" (0:
// none). So tables need no relocations and can be copied, if the distances
// between all tables of an object stay the same.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_TABLES_H
#define MEMFACET_TABLES_H

#include "memfacet/Events.h"
#include <cstdint>
#include <type_traits>

namespace memfacet {

/// Self-relative pointer, see the head of the file.
using RelPtr = int32_t;

// The sections, in the order in which ModuleTables lists their ranges.
//   enumerator, section name
#define MEMFACET_TABLES(X)                                                     \
  X(Blocks, "memfacet_blocks")                                                 \
  X(Sites, "memfacet_sites")                                                   \
  X(References, "memfacet_refs")                                               \
  X(Functions, "memfacet_funcs")                                               \
  X(Globals, "memfacet_globals")                                               \
  X(Allocations, "memfacet_allocs")                                            \
  X(Locations, "memfacet_locs")                                                \
  X(Strings, "memfacet_strings")                                               \
  X(Operations, "memfacet_ops")                                                \
  X(Counters, "memfacet_counters")                                             \
  X(Flows, "memfacet_flows")

enum class TableKind : uint32_t {
#define MEMFACET_ENUMERATOR(Name, Section) Name,
  MEMFACET_TABLES(MEMFACET_ENUMERATOR)
#undef MEMFACET_ENUMERATOR
};

constexpr uint32_t TableCount = 11;

/// What a memory operation does to memory.
enum class AccessKind : uint8_t {
  Load = 0,
  Store = 1,
  /// Atomic read-modify-write: one access, counted as a store.
  ReadModifyWrite = 2,
};

/// Says where the base address of a site comes from. The site's address is
/// always base + Site::Offset.
enum class BaseKind : uint8_t {
  /// Slot number Site::Base of the block's record. A slot of 0 means that the
  /// access was not executed (inactive lane, or a crash within the block).
  Slot = 0,
  /// Entry Site::Base of the block's References: the address of a global,
  /// filled in by the loader.
  Reference = 1,
};

/// Says how the bytes that a site touches follow from the address.
enum class SiteShape : uint8_t {
  /// Site::Size bytes, of which the program uses those that the UsedBytes in
  /// Site::Extra say.
  Fixed = 0,
  /// As many bytes as slot Site::Extra says (memory intrinsics, scalable
  /// vectors). 0 bytes: no access.
  Range = 1,
  /// The lanes of Site::Size bytes whose bits are set in the mask in slot
  /// Site::Extra. Each group of neighbouring lanes is one access; an empty
  /// mask: no access.
  Masked = 2,
  /// Inline assembly that may touch memory. Only the number of executions is
  /// known. Size, base and slots have no meaning.
  Blind = 3,
  // The other shapes are no accesses but marks of the stack, in program order
  // among the accesses.
  /// The function's frame begins. The address is in the frame or at its lower
  /// end; FrameEnd has the same address.
  FrameBegin = 4,
  /// The local variable that the Allocation entry Site::Type describes begins
  /// at the address: Site::Size bytes or, where that is 0, as many as slot
  /// Site::Extra says.
  LocalBegin = 5,
  /// The local of Site::Size bytes at the address ends; 0: of any number.
  LocalEnd = 6,
  /// The innermost frame with the address ends, with all locals that began in
  /// it.
  FrameEnd = 7,
  /// The stack ends at the address: all frames and locals below it are gone.
  StackCut = 8,
};

constexpr bool isStackMark(SiteShape Shape) {
  return Shape >= SiteShape::FrameBegin && Shape <= SiteShape::StackCut;
}

enum SiteFlags : uint8_t {
  SiteVolatile = 1,
  SiteAtomic = 2,
  /// The address follows from a pointer or an index that was loaded from a
  /// place that varies: b[a[i]], names[i]->text.
  SiteIndirect = 8,
  /// The address follows from the value loaded at the previous address,
  /// repeatedly: p = p->next, i = next[i]. Then SiteIndirect is not set.
  SiteFollowsLinks = 16,
  /// The address is that of a variable, or of an element or member of it:
  /// counter, table[i].key. Site::Object says which.
  SiteDirect = 32,
  /// The value loaded at the previous address decides, by a comparison with
  /// another value, where the next one is: if (a[m] < key) low = m. Then
  /// SiteFollowsLinks is not set.
  SiteSearches = 64,
};

/// A place in the source, with the chain of functions into which it was
/// inlined.
struct SourceLocation {
  RelPtr File;      ///< string
  RelPtr Function;  ///< string, the name in the source, qualified
  uint32_t Line;    ///< 0: unknown
  uint32_t Column;  ///< 0: unknown
  RelPtr InlinedAt; ///< SourceLocation of the call that was inlined, or none
};

/// One static memory operation of a block.
struct Site {
  uint32_t Size;  ///< bytes, see SiteShape
  int32_t Offset; ///< bytes, added to the base
  uint16_t Base;  ///< slot or reference number, see BaseKind
  uint16_t Extra; ///< slot number or UsedBytes::code(), see SiteShape
  AccessKind Kind;
  BaseKind AddressBase;
  SiteShape Shape;
  uint8_t Flags;   ///< SiteFlags
  RelPtr Location; ///< SourceLocation or none
  /// A string or none. With a layout: the struct, class or union whose member
  /// is accessed. Without: the scalar type that the memory is used as, see
  /// docs/names.md. LocalBegin: Allocation
  RelPtr Type;
  uint32_t TypeOffset; ///< bytes from the beginning of Type to the access
  /// SiteDirect: the global variable itself, or the Allocation (Local) of a
  /// local variable. Else none.
  RelPtr Object;
};

/// A type's name, NUL-terminated as every string, may be followed by this
/// character and the layout of the struct, class or union with this name, or of
/// the elements of the array. A layout is lines of columns: lines end with
/// LayoutLineEnd, LayoutColumnEnd separates columns. No other string begins
/// with this character.
///
///   name, bytes                     the record, first
///   LayoutMember, bit offset, bits, name, type, count, stride
///   LayoutPart, bit offset, bits, name
///
/// Members have their full paths. Members of nested records and of base classes
/// replace these. `count` elements of `bits` each are `stride` bits apart;
/// count 1 and stride 0 for all but arrays of records. A part is a nested
/// record or a base class, with the name of its type.
constexpr char LayoutMark = 1;
constexpr char LayoutMember = 'm', LayoutPart = 'p';
constexpr char LayoutLineEnd = '\n', LayoutColumnEnd = '\t';

enum BlockFlags : uint32_t {
  /// Not the first run of its basic block: it follows a call.
  BlockContinuation = 1,
  /// First run of its function.
  BlockEntersFunction = 2,
  /// Test mode: the slots of each run are followed by the address of each site,
  /// in order, computed by the program itself.
  BlockCarriesAddresses = 4,
  /// The run repeats that of Prefix, as an iteration of a loop: the sites are
  /// the same, with other addresses.
  BlockRepeats = 8,
};
/// From this bit on, Block::Flags has 1 + the Ordinal of the first run in the
/// header of the innermost loop around the run. 0: there is no loop, or the
/// number is too large.
constexpr unsigned BlockLoopShift = 8;
constexpr uint32_t MaxBlockLoops = 1u << (32 - BlockLoopShift);
constexpr uint32_t blockLoop(uint32_t Flags) { return Flags >> BlockLoopShift; }

/// A path: a run, and the runs that were executed before it and share the
/// record. A run is the instructions of a basic block up to a call that may run
/// instrumented code, or to the block's end. The record is the address of this
/// entry, then SlotCount words: the slots of the first run, then those of the
/// next, and so on.
struct Block {
  RelPtr Sites;      ///< first of the run's SiteCount sites, in program order
  RelPtr References; ///< uint64_t addresses of globals, or none
  RelPtr Function;   ///< Function
  RelPtr Location;   ///< SourceLocation of the first instruction, or none
  RelPtr Operations; ///< see Operations.h, or none
  /// Number of the run in its function, from 0. The same in all rows of the
  /// run.
  uint32_t Ordinal;
  /// Executed IR instructions, without debug and lifetime markers, with those
  /// of the runs in Prefix.
  uint32_t Instructions;
  uint16_t SiteCount;
  /// Words of the record after the header, with those of the runs in Prefix.
  uint16_t SlotCount;
  uint32_t Flags; ///< BlockFlags
  /// The same in all runs of the program, threads and builds of the same
  /// source: a hash of the function's linkage name, the module's name if the
  /// function is local, and the run's ordinal. The same in all rows of a run.
  uint32_t Id;
  /// The path without the last run, or none. That row comes before this one.
  RelPtr Prefix; ///< Block
};

struct Function {
  RelPtr LinkageName; ///< string, mangled
  RelPtr Name;        ///< string, as in the source, qualified
  RelPtr File;        ///< string or none
  uint32_t Line;
  uint32_t BlockCount;
  /// Number of values in the operations, see Operations.h.
  uint32_t Values;
};

/// A counter of code that counts instead of recording. Each increment adds
/// Instructions to the executed instructions; the sum over all counters of a
/// function is the function's instructions. Each thread has its own array of
/// counters, as long as this table: a counter has the same index in both.
struct Counter {
  int64_t Instructions;
};

/// A flow of control from one run to another of the same function, and the
/// counter of how often it is taken. The count of a flow without a counter
/// follows from the others: what enters a run also leaves it. No run stands for
/// the outside of the function, to which calls that do not return lead, and
/// from which control comes back.
struct RunFlow {
  RelPtr Source;  ///< Block, or none
  RelPtr Target;  ///< Block, or none; not both
  RelPtr Counter; ///< Counter, or none: not counted
};

enum GlobalFlags : uint32_t {
  GlobalConstant = 1,
  GlobalThreadLocal = 2,
  GlobalStringLiteral = 4,
  /// Vtables, RTTI and other tables that the compiler makes.
  GlobalArtificial = 8,
};

/// A global variable that the object defines.
struct Global {
  /// Address of the variable; for a thread-local, of a function `void
  /// *(*)(void)` that returns the calling thread's instance.
  uint64_t Address;
  uint64_t Size;        ///< bytes
  RelPtr Name;          ///< string: name in the source, or the symbol's
  RelPtr Type;          ///< string or none
  RelPtr File;          ///< string or none
  uint32_t Line;        ///< 0: unknown
  RelPtr Function;      ///< string: the function of a static local, or none
  uint32_t Flags;       ///< GlobalFlags
  RelPtr LinkageName;   ///< string
  uint32_t ElementSize; ///< bytes of an array's element; else Size
};

enum class AllocationKind : uint16_t {
  Unknown = 0,
  Malloc = 1,
  Calloc = 2,
  Realloc = 3,
  AlignedAlloc = 4,
  New = 5,
  /// A library function that returns fresh memory (strdup, getline, ...).
  Library = 6,
  /// No allocation: a call into library code that may allocate on behalf of
  /// the named receiver (a container's member function).
  Context = 7,
  /// No allocation: any other call that may allocate somewhere below.
  Call = 8,
  /// A local variable on the stack; Location is the declaration.
  Local = 9,
  /// Maps memory (mmap and its like).
  Map = 10,
  /// No allocation: takes a lock.
  Lock = 11,
};

enum AllocationFlags : uint16_t {
  /// The call is in library code (of a standard container) that was not
  /// inlined: the context says for which structure it allocates.
  AllocationInLibraryCode = 1,
  /// Name says which variable, member or return role receives the memory;
  /// otherwise only the place of the site is known.
  AllocationNamed = 2,
  /// Several calls were merged into one by the optimiser.
  AllocationMerged = 4,
  /// The function returns the memory to its own caller, as a `void *` or the
  /// like: the caller names it.
  AllocationPassedOn = 8,
  /// The memory is kept in a member of the object on which Function was called,
  /// of a class that is a container (docs/names.md).
  AllocationKept = 16,
  /// The same, for a class that is a container if several structures hold it.
  AllocationKeptPlainly = 32,
  /// The call works on the object on which Function was called, or on a base
  /// class of it.
  AllocationOnSelf = 64,
  /// The call works on a container that is all that this object keeps.
  AllocationOnMember = 128,
  /// The call works on the object that Function returns by value.
  AllocationOnResult = 256,
  /// Object is a variable or member that is an object, or for which `new` made
  /// an object: not a reference to an object that is held elsewhere.
  AllocationHolds = 512,
  /// Object was made by `new` for this call.
  AllocationOnNew = 1024,
  /// The call works on the only member of this object, which is a container if
  /// several structures hold such an object.
  AllocationOnOnlyMember = 2048,
  /// Object, or what further flags say, holds what the call allocates.
  AllocationHeld = 4096,
  /// Function returns the result of the call.
  AllocationReturned = 8192,
  /// The function makes such objects for callers: Name is the name of their
  /// type.
  AllocationMade = 16384,
  /// The function returns the memory or, if Name is longer, the variable with
  /// which Name begins. If there is an ObjectType, Name begins with that
  /// instead.
  AllocationForCaller = 32768,
};

/// A call that allocates, or below which memory may be allocated
/// (AllocationKind::Context, Call), or that takes a lock. The description uses
/// the source of one function only.
struct Allocation {
  RelPtr Name;          ///< string or none
  RelPtr Type;          ///< string: element type, or container type; or none
  RelPtr Location;      ///< SourceLocation or none
  uint32_t ElementSize; ///< bytes; 0: unknown
  AllocationKind Kind;
  uint16_t Flags;  ///< AllocationFlags
  RelPtr Function; ///< string: the source function that contains the call
  /// Allocation (Call) that stands for the call at which Function was inlined,
  /// or none. Library code in between is left out.
  RelPtr Outer;
  /// string: the function that is called (AllocationKind::Call), written as
  /// Function is; or none. A call through a pointer has the name of the
  /// library's allocator of the same type.
  RelPtr Callee;
  RelPtr Object;     ///< string: the object of the call, or none
  RelPtr ObjectType; ///< string: as declared, or none
};

/// A half-open range of addresses.
struct TableRange {
  uint64_t Begin, End;
};

/// What an object passes to the runtime, once, before the first record.
struct ModuleTables {
  uint32_t Version; ///< FormatVersion
  uint32_t Count;   ///< TableCount
  TableRange Ranges[TableCount];
  /// Path of the collector (`memfacet`) that belongs to the pass; may be null.
  const char *Collector;
};

static_assert(sizeof(SourceLocation) == 20);
static_assert(sizeof(Site) == 32);
static_assert(sizeof(Block) == 44);
static_assert(sizeof(Function) == 24);
static_assert(sizeof(Global) == 48);
static_assert(sizeof(Allocation) == 40);
static_assert(sizeof(Counter) == 8);
static_assert(sizeof(RunFlow) == 12);
static_assert(sizeof(ModuleTables) == 8 + 16 * TableCount + 8);
static_assert(std::is_trivially_copyable_v<ModuleTables>);

/// The most words of a record, including the header: the pass splits longer
/// runs. The redzone of a chunk has the same size.
constexpr uint32_t MaxRecordWords = 512;

} // namespace memfacet

#endif

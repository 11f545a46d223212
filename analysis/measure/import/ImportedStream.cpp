//===- ImportedStream.cpp - foreign accesses as the words of a trace ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/import/ImportedStream.h"
#include "analysis/caches/cache/CacheWord.h"
#include "memfacet/Check.h"
#include "memfacet/Events.h"
#include "memfacet/Tables.h"
#include <algorithm>
#include <cstddef>
#include <cstring>

namespace memfacet::measure {

namespace {

constexpr AccessKind Kinds[] = {AccessKind::Load, AccessKind::Store,
                                AccessKind::ReadModifyWrite};
static_assert(std::size(Kinds) * AccessSites::Sizes == AccessSites::Classes);

/// The class of the module with the run of an instruction, which accesses
/// nothing.
constexpr size_t NoClass = AccessSites::Classes;
constexpr size_t MostRows = 256; ///< of a module
/// Added to a base, so that it is not 0, which means that there is no access.
constexpr int32_t Bias = 1;

bool hasUsualSize(size_t Class) {
  return Class % AccessSites::Sizes != AccessSites::UsualSizes.size();
}

RelPtr relative(uint64_t Field, uint64_t Target) {
  return RelPtr(int64_t(Target - Field));
}

Site siteOf(size_t Class) {
  Site S = {};
  S.Size = hasUsualSize(Class)
               ? AccessSites::UsualSizes[Class % AccessSites::Sizes]
               : 1;
  S.Offset = -Bias;
  S.Extra = 1;
  S.Kind = Kinds[Class / AccessSites::Sizes];
  S.AddressBase = BaseKind::Slot;
  S.Shape = hasUsualSize(Class) ? SiteShape::Fixed : SiteShape::Range;
  return S;
}

/// Returns the block of run \p Run of all modules, whose row is at \p Address
/// and whose site at \p Site.
Block blockOf(uint32_t Run, size_t Class, uint64_t Address, uint64_t Site) {
  Block B = {};
  B.Ordinal = Run;
  B.Id = Run + 1;
  if (Class == NoClass)
    return B;
  B.Sites = relative(Address + offsetof(Block, Sites), Site);
  B.SiteCount = 1;
  B.SlotCount = hasUsualSize(Class) ? 1 : 2;
  return B;
}

template <typename T> void append(std::string &Table, const T &Row) {
  Table.append(reinterpret_cast<const char *>(&Row), sizeof(Row));
}

/// Appends an event whose payload ends with bytes.
void appendEvent(std::vector<uint64_t> &Words, EventKind Kind,
                 uint32_t Argument, std::vector<uint64_t> Payload,
                 std::string_view Bytes = "") {
  size_t Fixed = Payload.size();
  Payload.resize(Fixed + (Bytes.size() + 7) / 8);
  if (!Bytes.empty())
    std::memcpy(Payload.data() + Fixed, Bytes.data(), Bytes.size());
  Words.push_back(eventHeader(Kind, uint32_t(1 + Payload.size()), Argument));
  Words.insert(Words.end(), Payload.begin(), Payload.end());
}

constexpr size_t MostWords = 1 << 14; ///< of a segment

} // namespace

Status ImportedStream::begin(const std::string &Program) {
  MEMFACET_CHECK(Command.empty(), "a program begins once");
  Command = Program + '\0';
  constexpr uint64_t NoProcess = 0; // says that the trace is imported
  appendEvent(Words, EventKind::Program, 0, {NoProcess, Command.size()},
              Command);
  addModule(1, NoClass);
  return flush();
}

/// Adds \p Count runs of \p Class, as one module.
void ImportedStream::addModule(size_t Count, size_t Class) {
  std::string Blocks, Sites;
  uint64_t BlocksBegin = Tables, SitesBegin = Tables + Count * sizeof(Block);
  for (size_t I = 0; I != Count; ++I) {
    Block B = blockOf(Runs++, Class, BlocksBegin + I * sizeof(Block),
                      SitesBegin + I * sizeof(Site));
    B.Instructions = Class == NoClass || AccessesCount;
    append(Blocks, B);
    if (Class != NoClass)
      append(Sites, siteOf(Class));
  }
  Tables = SitesBegin + Sites.size();
  std::vector<uint64_t> Ranges = {0 /*load bias*/};
  for (size_t Kind = 0; Kind != TableCount; ++Kind) {
    uint64_t Begin = 0, Bytes = 0;
    if (TableKind(Kind) == TableKind::Blocks)
      Begin = BlocksBegin, Bytes = Blocks.size();
    if (TableKind(Kind) == TableKind::Sites && Class != NoClass)
      Begin = SitesBegin, Bytes = Sites.size();
    Ranges.push_back(Begin);
    Ranges.push_back(Begin + Bytes);
  }
  uint32_t Module = Modules++;
  appendEvent(Words, EventKind::Module, Module, Ranges, Command);
  appendEvent(Words, EventKind::TableData, Module, {BlocksBegin, Blocks.size()},
              Blocks);
  if (Class != NoClass)
    appendEvent(Words, EventKind::TableData, Module, {SitesBegin, Sites.size()},
                Sites);
}

/// Returns the row of the run of \p A. It is made if \p A is the first of its
/// site.
uint64_t ImportedStream::rowOf(const TextAccess &A) {
  if (A.Type == TextAccess::Kind::Instruction)
    return InstructionRow;
  uint32_t Site = Sites.numberOf(A);
  if (Site < Rows.size())
    return Rows[Site];
  size_t Class = AccessSites::classOf(A);
  FreeRows &Unused = Free[Class];
  if (Unused.Next == Unused.End) {
    Unused.Next = Tables;
    Unused.End = Tables + Unused.NextCount * sizeof(Block);
    addModule(Unused.NextCount, Class);
    Unused.NextCount = std::min(2 * Unused.NextCount, MostRows);
  }
  Rows.push_back(Unused.Next);
  Unused.Next += sizeof(Block);
  return Rows.back();
}

Status ImportedStream::flush() {
  if (Words.empty())
    return {};
  Status Passed = Sink.segment({ThreadId(Thread), Words});
  Words.clear();
  return Passed;
}

Status ImportedStream::switchTo(uint32_t Next) {
  if (Status Flushed = flush(); !Flushed)
    return Flushed;
  Thread = Next;
  for (; Threads <= Next; ++Threads)
    if (Threads == Next)
      appendEvent(Words, EventKind::ThreadStart, 0, {++Order, 0, 0, 0, 0});
  return {};
}

Status ImportedStream::add(const TextAccess &A) {
  MEMFACET_CHECK(!Command.empty(), "begin comes before all else");
  if (A.Thread != Thread)
    if (Status Switched = switchTo(A.Thread); !Switched)
      return Switched;
  bool Accesses = A.Type != TextAccess::Kind::Instruction;
  if (Accesses && A.Address > caches::AddressMask)
    return makeError("the address {:x} has more than {} bits, which traces do "
                     "not have",
                     A.Address, caches::AddressBits);
  uint64_t Row = rowOf(A); // may add new tables
  Words.push_back(Row);
  if (Accesses)
    Words.push_back(A.Address + Bias);
  if (Accesses && !hasUsualSize(AccessSites::classOf(A)))
    Words.push_back(A.Size);
  return Words.size() < MostWords ? Status() : flush();
}

Status ImportedStream::end() {
  MEMFACET_CHECK(!Command.empty(), "begin comes before all else");
  for (uint32_t T = Threads; T-- != 0;) {
    if (Status Switched = switchTo(T); !Switched)
      return Switched;
    appendEvent(Words, EventKind::ThreadEnd, 0, {++Order});
  }
  return flush();
}

} // namespace memfacet::measure

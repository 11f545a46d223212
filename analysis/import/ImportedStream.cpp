//===- ImportedStream.cpp - foreign accesses as the words of a trace ------===//

#include "analysis/import/ImportedStream.h"
#include "analysis/cache/CacheWord.h"
#include "memfacet/Events.h"
#include "memfacet/Tables.h"
#include <cstddef>
#include <cstring>

namespace memfacet {

namespace {

/// Sizes that have a run of their own; the last run is for all others.
constexpr uint32_t UsualSizes[] = {1, 2, 4, 8, 16, 32, 64};
constexpr size_t SizeCount = std::size(UsualSizes) + 1;
constexpr AccessKind Kinds[] = {AccessKind::Load, AccessKind::Store,
                                AccessKind::ReadModifyWrite};
constexpr size_t RunCount = 1 + SizeCount * std::size(Kinds);

/// Where the tables are said to be: anywhere that is no event's header.
constexpr uint64_t BlocksBegin = 0x10000, SitesBegin = 0x20000;
/// Added to a base, so that it is not 0, which means that there is no access.
constexpr int32_t Bias = 1;

constexpr uint64_t blockRow(size_t Run) {
  return BlocksBegin + Run * sizeof(Block);
}

/// The run of an access: behind that of an instruction.
size_t runOf(const TextAccess &A) {
  if (A.Is == TextAccess::Kind::Instruction)
    return 0;
  size_t Size = 0;
  while (Size != std::size(UsualSizes) && UsualSizes[Size] != A.Size)
    ++Size;
  // Load, Store and Modify stand behind Instruction, as in Kinds.
  return 1 + (size_t(A.Is) - 1) * SizeCount + Size;
}

RelPtr relative(uint64_t Field, uint64_t Target) {
  return RelPtr(int64_t(Target - Field));
}

Site siteOf(size_t Run) {
  size_t Size = (Run - 1) % SizeCount;
  bool IsUsual = Size != std::size(UsualSizes);
  Site S = {};
  S.Size = IsUsual ? UsualSizes[Size] : 1;
  S.Offset = -Bias;
  S.Extra = 1;
  S.Kind = Kinds[(Run - 1) / SizeCount];
  S.AddressBase = BaseKind::Slot;
  S.Shape = IsUsual ? SiteShape::Fixed : SiteShape::Range;
  return S;
}

Block blockOf(size_t Run, bool AccessesCount) {
  Block B = {};
  B.Ordinal = uint32_t(Run);
  B.Id = uint32_t(Run + 1);
  B.Instructions = Run == 0 || AccessesCount;
  if (Run == 0)
    return B;
  B.Sites = relative(blockRow(Run) + offsetof(Block, Sites),
                     SitesBegin + (Run - 1) * sizeof(Site));
  B.SiteCount = 1;
  B.SlotCount = siteOf(Run).Shape == SiteShape::Range ? 2 : 1;
  return B;
}

template <typename T> void append(std::string &To, const T &Row) {
  To.append(reinterpret_cast<const char *>(&Row), sizeof(Row));
}

/// An event whose payload ends with bytes.
void appendEvent(std::vector<uint64_t> &To, EventKind Kind, uint32_t Argument,
                 std::vector<uint64_t> Payload, std::string_view Bytes = "") {
  size_t Fixed = Payload.size();
  Payload.resize(Fixed + (Bytes.size() + 7) / 8);
  if (!Bytes.empty())
    std::memcpy(Payload.data() + Fixed, Bytes.data(), Bytes.size());
  To.push_back(eventHeader(Kind, uint32_t(1 + Payload.size()), Argument));
  To.insert(To.end(), Payload.begin(), Payload.end());
}

constexpr size_t MostWords = 1 << 14; ///< of a segment

} // namespace

Status ImportedStream::begin(const std::string &Program) {
  std::string Blocks, Sites;
  for (size_t Run = 0; Run != RunCount; ++Run) {
    append(Blocks, blockOf(Run, AccessesCount));
    if (Run != 0)
      append(Sites, siteOf(Run));
  }
  std::string Command = Program + '\0';
  appendEvent(Words, EventKind::Program, 0, {0, Command.size()}, Command);
  std::vector<uint64_t> Ranges = {0 /*load bias*/};
  for (size_t Kind = 0; Kind != TableCount; ++Kind) {
    uint64_t Begin = 0, Bytes = 0;
    if (TableKind(Kind) == TableKind::Blocks)
      Begin = BlocksBegin, Bytes = Blocks.size();
    if (TableKind(Kind) == TableKind::Sites)
      Begin = SitesBegin, Bytes = Sites.size();
    Ranges.push_back(Begin);
    Ranges.push_back(Begin + Bytes);
  }
  appendEvent(Words, EventKind::Module, 0, Ranges, Command);
  appendEvent(Words, EventKind::TableData, 0, {BlocksBegin, Blocks.size()},
              Blocks);
  appendEvent(Words, EventKind::TableData, 0, {SitesBegin, Sites.size()},
              Sites);
  return flush();
}

Status ImportedStream::flush() {
  if (Words.empty())
    return {};
  Status Taken = To.segment({ThreadId(Thread), Words});
  Words.clear();
  return Taken;
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
  if (A.Thread != Thread)
    if (Status Switched = switchTo(A.Thread); !Switched)
      return Switched;
  size_t Run = runOf(A);
  Words.push_back(blockRow(Run));
  if (Run != 0) {
    if (A.Address > AddressMask)
      return makeError("the address {:x} has more than {} bits, which traces "
                       "do not have",
                       A.Address, AddressBits);
    Words.push_back(A.Address + Bias);
    if ((Run - 1) % SizeCount == std::size(UsualSizes))
      Words.push_back(A.Size);
  }
  return Words.size() < MostWords ? Status() : flush();
}

Status ImportedStream::end() {
  for (uint32_t T = Threads; T-- != 0;) {
    if (Status Switched = switchTo(T); !Switched)
      return Switched;
    appendEvent(Words, EventKind::ThreadEnd, 0, {++Order});
  }
  return flush();
}

} // namespace memfacet

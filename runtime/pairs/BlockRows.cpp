//===- BlockRows.cpp - tables of blocks, ready to be walked ---------------===//
//
// The analysis lays out the sites of paths in the same way
// (decode/ModuleBuilder.cpp); that both expand a record to the same accesses is
// tested by comparing the pairs that they sample.
//
//===----------------------------------------------------------------------===//

#include "runtime/pairs/BlockRows.h"
#include "memfacet/ReusePairs.h"
#include "runtime/process/Modules.h"
#include "runtime/support/Pool.h"

namespace memfacet {

namespace {

struct RowsList {
  Lock Mutex;
  /// Put in front, never taken out: may be walked without the lock.
  std::atomic<BlockRows *> First{nullptr};
};
constinit RowsList All;

template <typename T> const T *target(const RelPtr &Field) {
  if (Field == 0)
    return nullptr;
  return reinterpret_cast<const T *>(reinterpret_cast<const char *>(&Field) +
                                     Field);
}

bool touchesMemory(const Site &S) {
  return S.Shape <= SiteShape::Masked &&
         (S.Size != 0 || S.Shape == SiteShape::Range);
}

/// False: the lane makes no access, for instance of a weak global that is
/// missing.
bool makeLane(const Block &B, const Site &S, AccessLane &To) {
  if (!touchesMemory(S))
    return false;
  To.Row = &S;
  To.Size = S.Size;
  To.Add = uint64_t(int64_t(S.Offset));
  To.Slot = 0;
  To.Extra = S.Shape == SiteShape::Fixed ? 0 : uint16_t(1 + S.Extra);
  if (S.AddressBase == BaseKind::Slot) {
    To.Slot = uint16_t(1 + S.Base);
    return true;
  }
  const auto *References = target<uint64_t>(B.References);
  To.Add += References ? References[S.Base] : 0;
  return References && To.Add != 0;
}

/// Whether the word that a lane belongs to tells that a watched line may be
/// touched.
bool isNear(const AccessLane &L) {
  auto Offset = int64_t(L.Row->Offset);
  return L.Slot != 0 && L.Extra == 0 && L.Size <= ReuseLineBytes &&
         Offset >= -NearBytes && Offset + int64_t(L.Size) <= NearBytes + 1;
}

uint64_t countLanes(const Block *First, uint64_t Rows) {
  uint64_t Count = 0;
  for (uint64_t I = 0; I != Rows; ++I)
    for (const Block *B = &First[I]; B; B = target<Block>(B->Before))
      Count += B->SiteCount;
  return Count;
}

/// The lanes of the path that ends with \p B; returns their end.
AccessLane *addLanes(const Block &B, AccessLane *To) {
  if (const auto *Before = target<Block>(B.Before))
    To = addLanes(*Before, To);
  const auto *Sites = target<Site>(B.Sites);
  for (uint32_t I = 0; I != B.SiteCount; ++I)
    To += makeLane(B, Sites[I], *To);
  return To;
}

/// Returns the end of the far lanes, which begin at \p Far.
AccessLane *fillRow(HeaderLanes &Row, QuickRow &Quick, const Block &B,
                    const AccessLane *First, const AccessLane *Last,
                    AccessLane *Far) {
  Row.Far = Far;
  Row.First = First;
  Row.Lanes = uint16_t(Last - First);
  Row.Words = uint16_t(1 + B.SlotCount);
  for (; First != Last; ++First) {
    if (!isNear(*First))
      *Far++ = *First;
    Row.Varies |= First->Extra != 0 || First->Size > ReuseLineBytes;
  }
  Row.FarLanes = uint16_t(Far - Row.Far);
  Quick.Word = Row.Words | uint32_t(Row.Lanes) << 10;
  if (Row.FarLanes || Row.Varies)
    Quick.Word |= QuickRow::Look;
  return Far;
}

BlockRows *makeRows(const ModuleTables *Tables) {
  TableRange Range = Tables->Ranges[unsigned(TableKind::Blocks)];
  const auto *Blocks = reinterpret_cast<const Block *>(Range.Begin);
  uint64_t Count = (Range.End - Range.Begin) / sizeof(Block);
  uint64_t LaneBytes = countLanes(Blocks, Count) * sizeof(AccessLane);
  auto *Rows = static_cast<HeaderLanes *>(
      allocatePagesAside(Count * sizeof(HeaderLanes) + 1));
  auto *Quick =
      static_cast<QuickRow *>(allocatePagesAside(Count * sizeof(Block) + 1));
  auto *Lanes = static_cast<AccessLane *>(allocatePagesAside(LaneBytes + 1));
  auto *Far = static_cast<AccessLane *>(allocatePagesAside(LaneBytes + 1));
  auto *Made = static_cast<BlockRows *>(allocatePagesAside(sizeof(BlockRows)));
  if (!Rows || !Quick || !Lanes || !Far || !Made)
    return nullptr;
  constexpr uint64_t Step = sizeof(Block) / sizeof(QuickRow);
  static_assert(Step * sizeof(QuickRow) == sizeof(Block));
  for (uint64_t I = 0; I != Count; ++I) {
    AccessLane *End = addLanes(Blocks[I], Lanes);
    Far = fillRow(Rows[I], Quick[I * Step], Blocks[I], Lanes, End, Far);
    Lanes = End;
  }
  Made->Of = Tables;
  Made->Begin = Range.Begin;
  Made->Bytes = Count * sizeof(Block);
  Made->Rows = Rows;
  Made->Quick = Quick;
  return Made;
}

const BlockRows *known(uint64_t Header) {
  for (BlockRows *R = All.First.load(std::memory_order_acquire); R; R = R->Next)
    if (__atomic_load_n(&R->Of, __ATOMIC_RELAXED) &&
        Header - R->Begin < R->Bytes)
      return R;
  return nullptr;
}

} // namespace

const BlockRows *blockRowsOf(uint64_t Header) {
  if (const BlockRows *R = known(Header))
    return R;
  const ModuleTables *Tables = tablesWithBlock(Header);
  if (!Tables)
    return nullptr;
  LockGuard Guard(All.Mutex);
  if (const BlockRows *R = known(Header))
    return R;
  BlockRows *R = makeRows(Tables);
  if (R) {
    R->Next = All.First.load();
    All.First.store(R, std::memory_order_release);
  }
  return R;
}

const BlockRows *onlyBlockRows() {
  const BlockRows *R = All.First.load(std::memory_order_acquire);
  return R && !R->Next ? R : nullptr;
}

void forgetBlockRows(const ModuleTables *Tables) {
  const ModuleTables *None = nullptr;
  for (BlockRows *R = All.First.load(); R; R = R->Next)
    if (R->Of == Tables)
      __atomic_store_n(&R->Of, None, __ATOMIC_RELAXED);
}

void resetBlockRowsLock() { All.Mutex.reset(); }

} // namespace memfacet

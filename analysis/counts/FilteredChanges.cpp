//===- FilteredChanges.cpp - what a filtering program tells ---------------===//

#include "analysis/counts/FilteredChanges.h"
#include <algorithm>

namespace memfacet {

FilteredChanges::FilteredChanges(const ModuleSet &Modules,
                                 const CacheModel &Model)
    : Modules(Modules), Sets(Model.Levels.front().sets(Model.LineBytes)),
      Ways(Model.Levels.front().Ways) {}

void FilteredChanges::clear() {
  for (SiteUse &U : Uses)
    U.InFirst = 0;
  for (Changes &C : Rest)
    C.All = 0;
  std::ranges::fill(Executions, 0);
}

void FilteredChanges::event(const Event &E) {
  switch (E.Kind) {
  case EventKind::Module:
  case EventKind::TableData:
    Writers.fill({});
    break;
  case EventKind::Rename:
    for (SiteUse &U : Uses)
      if (U.Counted == Way::Global)
        U.Counted = Way::Unknown;
    break;
  case EventKind::ThreadEnd:
  case EventKind::Lost:
    Filters.erase(E.Thread.Value);
    LastThread = ThreadId();
    break;
  default:
    break;
  }
}

/// For all sites that there are, and for what has none.
void FilteredChanges::makeRoom() {
  size_t Sites = Modules.siteCount();
  if (Sites != 0 && Sites == KnownSites)
    return;
  // So far, the first one stood for what has none.
  if (KnownSites == 0)
    Uses.clear();
  KnownSites = Sites;
  Uses.resize(std::max<size_t>(Sites, 1));
  Executions.resize(Uses.size());
}

FilteredChanges::Filter &FilteredChanges::filterOf(ThreadId Thread) {
  if (LastThread == Thread)
    return *Last;
  std::unique_ptr<Filter> &Its = Filters[Thread.Value];
  if (!Its)
    Its = std::make_unique<Filter>();
  LastThread = Thread;
  Last = Its.get();
  return *Last;
}

std::vector<CacheWord> FilteredChanges::dirtyOf(ThreadId Thread) const {
  std::vector<CacheWord> Dirty;
  auto It = Filters.find(Thread.Value);
  if (It == Filters.end() || !It->second->IsFirst)
    return Dirty;
  const Filter &F = *It->second;
  for (const Line &L : F.Lines) {
    if (F.willWrite(L.Number))
      Dirty.push_back(cleanWord(L.Number) |
                      memfacet::writerBits(StructureId(F.Owner)));
    else if (L.Written != 0)
      Dirty.push_back(L.word());
  }
  return Dirty;
}

[[gnu::noinline]] void FilteredChanges::learn(uint32_t Site, SiteUse &U,
                                              Attributor &Memory) {
  const SiteInfo &Info = Modules.site(SiteId(Site));
  U.Write = Info.Kind != AccessKind::Load;
  U.Counted = Way::Pieces;
  if (isStackMark(Info.Shape))
    U.Counted = Way::Nothing;
  if (!(Info.Flags & SiteDirect))
    return;
  const AllocationInfo *A = Modules.allocation(Info.Object);
  U.Counted = A ? Way::Local : Way::Global;
  U.Structure = A ? Memory.local(*A).Value : Memory.owner(Info.Object);
}

/// writerBits of the variable that the direct site with the low half \p Half
/// of its address accesses.
uint32_t FilteredChanges::writerBits(uint32_t Half, Attributor &Memory) {
  if (Half == 0)
    return 0;
  Writer &Known = Writers[Half / sizeof(Site) % Writers.size()];
  if (Known.Half != Half) [[unlikely]] {
    std::optional<SiteId> Site = Modules.siteAtHalf(Half);
    Known = {Half, Site ? Site->Value : None};
  }
  if (Known.Site == None)
    return 0;
  const SiteUse &U = useOf(Known.Site, Memory);
  return uint32_t(memfacet::writerBits(StructureId(U.Structure)));
}

/// Of a change to another structure than the first one of \p Site.
FilteredChanges::Changes &
FilteredChanges::otherChanges(uint32_t Site, SiteUse &U, uint32_t Structure) {
  if (U.Other != Structure) {
    uint32_t Number = RestNumbers[keyOf(Site, Structure)];
    if (Number == Rest.size())
      Rest.emplace_back();
    U.Other = Structure;
    U.OtherNumber = Number;
  }
  return Rest[U.OtherNumber];
}

/// Of the first level, in the program. A change, too.
inline void FilteredChanges::countMiss(uint32_t Site, SiteUse &U,
                                       uint32_t Structure) {
  if (U.First != Structure) [[unlikely]]
    return countOtherMiss(Site, U, Structure);
  if (U.Since++ == 0) [[unlikely]]
    Missed.push_back(Site);
}

void FilteredChanges::countOtherMiss(uint32_t Site, SiteUse &U,
                                     uint32_t Structure) {
  if (U.First == None) {
    U.First = Structure;
    return countMiss(Site, U, Structure);
  }
  if (otherChanges(Site, U, Structure).Since++ == 0)
    MissedOther.push_back(U.OtherNumber);
}

void FilteredChanges::handOver(FilteredBatch &B) {
  for (uint32_t Site : Missed) {
    SiteUse &U = Uses[Site];
    B.MissCounts.push_back({Site, U.First, U.Since, 0});
    U.InFirst += Counting ? U.Since : 0;
    U.Since = 0;
  }
  Missed.clear();
  for (uint32_t Number : MissedOther) {
    Changes &C = Rest[Number];
    uint64_t Key = RestNumbers.key(Number);
    B.MissCounts.push_back({uint32_t(Key >> 32), uint32_t(Key), C.Since, 0});
    C.All += Counting ? C.Since : 0;
    C.Since = 0;
  }
  MissedOther.clear();
}

void FilteredChanges::add(const BatchPart &B, Attributor &Memory, Counted &To) {
  makeRoom();
  Filter &F = filterOf(B.Of.Thread);
  for (size_t Begin = B.Begin; Begin != B.End;) {
    size_t End = std::min(Begin + Together, B.End);
    addSome({B.Of, Begin, End}, F, Memory, To);
    To.relieve();
    Begin = End;
  }
}

void FilteredChanges::addSome(const BatchPart &B, Filter &F, Attributor &Memory,
                              Counted &To) {
  const uint64_t *const Addresses = B.Of.Address.data() + B.Begin;
  const AccessInfo *const Infos = B.Of.Info.data() + B.Begin;
  const size_t Count = B.size();
  uint32_t Owners[Together];
  Memory.ownersIn({Addresses, Count}, FilteredAddressMask, Owners);
  for (size_t I = 0; I != Count;) {
    BatchPart Rest{B.Of, B.Begin + I, B.End};
    if (filteredKind(Addresses[I]) <= FilteredKind::ChangeWritten) {
      HasFiltered = true;
      writeUpTo(F.End, F, To);
    }
    I += F.IsFirst ? misses<true>(Rest, Owners + I, F, Memory, To)
                   : misses<false>(Rest, Owners + I, F, Memory, To);
    if (I == Count)
      break;
    const SiteUse &U = useOf(Infos[I].site(), Memory);
    uint32_t Owner = U.Counted == Way::Local ? U.Structure : Owners[I];
    other({Addresses[I], Infos[I].site(), Infos[I].filteredValue(), Owner}, F,
          Memory, To);
    ++I;
  }
}

/// Whose an access of \p Site is, at an address of \p Owner's: of a site that
/// is direct or that nobody has asked for yet.
[[gnu::noinline]] uint32_t FilteredChanges::directOwner(uint32_t Site,
                                                        uint32_t Owner,
                                                        Attributor &Memory) {
  const SiteUse &U = useOf(Site, Memory);
  return U.Counted == Way::Local ? U.Structure : Owner;
}

/// The first records of \p B, up to one that is no miss. \p IsFirst: of \p F.
/// Returns how many.
template <bool IsFirst>
size_t FilteredChanges::misses(const BatchPart &B, const uint32_t *Owners,
                               Filter &F, Attributor &Memory, Counted &To) {
  const uint64_t *const Addresses = B.Of.Address.data() + B.Begin;
  const AccessInfo *const Infos = B.Of.Info.data() + B.Begin;
  const size_t Count = B.size();
  const uint64_t SetMask = F.Sets - 1;
  const uint32_t FilterWays = F.Ways;
  Line *const Lines = F.Lines.data();
  SiteUse *const Use = Uses.data();
  Miss *Out = IsFirst ? To.Batch.Misses.room(Count) : nullptr;
  size_t I = 0;
  for (; I != Count; ++I) {
    const uint64_t Header = Addresses[I];
    const FilteredKind Kind = filteredKind(Header);
    const uint32_t Site = Infos[I].site(), Value = Infos[I].filteredValue();
    if (Kind > FilteredKind::ChangeWritten || filteredWay(Header) >= FilterWays)
        [[unlikely]]
      break;
    SiteUse &U = Use[Site];
    uint32_t Owner = Owners[I];
    if (U.Counted >= Way::Local) [[unlikely]]
      Owner = directOwner(Site, Owner, Memory);
    const uint64_t Number = filteredAddress(Header) >> FilterLineShift;
    Line &L = Lines[(Number & SetMask) * FilterWays + filteredWay(Header)];
    if (Kind == FilteredKind::Change) [[likely]] {
      AccessCounters &Its = To.Counters[L.Owner];
      count(L, Value, Its);
      // Mostly, whoever owns the line has written it, or nobody.
      bool Own = L.Written == L.own();
      Its.Writebacks += IsFirst && Own;
      if (IsFirst & !Own & (L.Written != 0)) [[unlikely]]
        leave(L, To.Counters);
    } else {
      L.Written = writerBits(Value, Memory);
      if (IsFirst)
        leave(L, To.Counters);
    }
    if constexpr (IsFirst) {
      if (L.empty()) [[unlikely]]
        To.Batch.MissCounts.push_back({Site, Owner, 0, 1});
      *Out++ = {Miss::wanted(Number, Owner), L.word(), Site};
    } else {
      written(L, F, To);
      To.Changes.add({Miss::wanted(Number, Owner), Site, 0});
    }
    L = {Number, Owner, 0};
    if constexpr (IsFirst)
      countMiss(Site, U, Owner);
    else if (U.Counted == Way::Pieces)
      countChange(Site, U, Owner);
  }
  if (IsFirst)
    To.Batch.Misses.endAt(Out);
  return I;
}

Status FilteredChanges::checkFilter() const {
  if (WrongWays == 0)
    return {};
  return makeError("the program filtered its accesses by a first level of {} "
                   "sets of {} ways, which serves no other one and no sweep; "
                   "record it again with --trace",
                   WrongSets, WrongWays);
}

void FilteredChanges::prepare(std::span<const SiteExecutions> Sites,
                              Attributor &Memory) {
  makeRoom();
  for (const SiteExecutions &E : Sites)
    for (uint32_t Site = E.First; Site != E.First + E.Sites; ++Site)
      useOf(Site, Memory);
}

void FilteredChanges::executed(std::span<const SiteExecutions> Sites,
                               Counters &To) {
  for (const SiteExecutions &E : Sites)
    for (uint32_t Site = E.First; Site != E.First + E.Sites; ++Site) {
      const SiteUse &U = Uses[Site];
      if (U.Counted == Way::Nothing)
        continue;
      if (Counting)
        Executions[Site] += E.Executions;
      if (U.direct())
        To[U.Structure].Operations +=
            E.Executions * AccessCounters::operation(U.Write);
    }
}

} // namespace memfacet

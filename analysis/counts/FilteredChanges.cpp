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

/// \p Value of \p L's piece, whose counters \p To are.
inline void FilteredChanges::count(Line &L, uint32_t Value,
                                   AccessCounters &To) {
  uint64_t Loads = filteredLoads(Value), Stores = filteredStores(Value);
  To.Operations += Loads + Stores * AccessCounters::operation(true);
  // Whether there are any cannot be guessed.
  L.Written = __builtin_unpredictable(Stores != 0) ? L.own() : L.Written;
}

/// \p L leaves the first level of the model.
void FilteredChanges::leave(const Line &L, Counters &To) {
  if (L.Written != 0)
    ++To[writerOf(L.Written).Value].Writebacks;
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

inline void FilteredChanges::countChange(uint32_t Site, SiteUse &U,
                                         uint32_t Structure) {
  U.First = U.First == None ? Structure : U.First;
  if (U.First == Structure) [[likely]]
    U.InFirst += Counting;
  else
    otherChanges(Site, U, Structure).All += Counting;
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

/// Where the sets are simulated here, they are told that \p L was written.
inline void FilteredChanges::written(const Line &L, const Filter &F,
                                     Counted &To) {
  if (!F.IsFirst && L.Written != 0)
    To.Changes.add({Miss::wanted(L.Number, L.Owner), 0, L.Written});
}

/// A record that is no miss of an access to one line.
[[gnu::noinline]] void FilteredChanges::other(const Record &R, Filter &F,
                                              Attributor &Memory, Counted &To) {
  FilteredKind Kind = filteredKind(R.Header);
  if (Kind == FilteredKind::Straddled)
    return straddled(R, F, To);
  if (Kind >= FilteredKind::Window) {
    // It is counted elsewhere, but shows whose the accesses of a site are.
    if (Kind == FilteredKind::Seen && Uses[R.Site].Counted == Way::Pieces)
      countChange(R.Site, Uses[R.Site], R.Owner);
    AllTold |= Kind == FilteredKind::Told;
    return;
  }
  bool IsInAccess = Kind == FilteredKind::Touched ||
                    Kind == FilteredKind::Counts ||
                    Kind == FilteredKind::Written;
  if (!IsInAccess)
    writeUpTo(F.End, F, To);
  if (Kind == FilteredKind::Access)
    return access(R, F, To);
  if (Kind == FilteredKind::Straddle) {
    To.Counters[R.Owner].ExtraTouches += 1;
    To.Touches.add(R.Site, 1);
    if (Uses[R.Site].Write)
      straddles(R, F, To);
    return;
  }
  if (Kind == FilteredKind::Straddles) {
    // A direct site's may be told with any address in the line.
    const SiteUse &U = Uses[R.Site];
    To.Counters[U.direct() ? U.Structure : R.Owner].ExtraTouches += R.Value;
    To.Touches.add(R.Site, R.Value);
    return;
  }
  if (Kind == FilteredKind::Cache)
    return begin(R, F);
  if (Kind == FilteredKind::Times)
    return times(R, To.Counters);
  if (Kind == FilteredKind::Left) {
    Line Its{R.line(), R.Owner, 0};
    return count(Its, R.Value, To.Counters[R.Owner]);
  }
  if (F.has(R.way()))
    ofLine(Kind, R, F, Memory, To);
}

void FilteredChanges::ofLine(FilteredKind Kind, const Record &R, Filter &F,
                             Attributor &Memory, Counted &To) {
  Line &L = F.at(R.line(), R.way());
  if (Kind == FilteredKind::Touched)
    return touched(R, F, To);
  // Damaged: it says something of another line.
  if (L.Number != R.line())
    return;
  // The last access has told who wrote before it.
  if (F.willWrite(L.Number) &&
      (Kind == FilteredKind::Written || filteredStores(R.Value) != 0))
    writeUpTo(F.End, F, To);
  switch (Kind) {
  case FilteredKind::Piece:
    count(L, R.Value, To.Counters[L.Owner]);
    L.Owner = R.Owner;
    countChange(R.Site, Uses[R.Site], R.Owner);
    return;
  case FilteredKind::Counts:
    count(L, R.Value, To.Counters[L.Owner]);
    break;
  case FilteredKind::Written:
    L.Written = writerBits(R.Value, Memory);
    break;
  case FilteredKind::Handed:
    return handed(R, F, To);
  default:
    return;
  }
  if (!F.IsFirst) {
    written(L, F, To);
    L.Written = 0;
  }
}

/// Corrects what executed() will add, or has added.
void FilteredChanges::times(const Record &R, Counters &Counted) {
  const SiteUse &U = Uses[R.Site];
  uint64_t More = uint64_t(R.Value) - 1;
  if (Counting)
    Executions[R.Site] += More;
  if (U.direct())
    Counted[U.Structure].Operations +=
        More * AccessCounters::operation(U.Write);
}

/// As MRU lines do with what straddles them.
void FilteredChanges::access(const Record &R, Filter &F, Counted &To) {
  if (R.Value == 0)
    return;
  uint64_t End = (R.address() + R.Value - 1) & AddressMask;
  uint64_t More =
      ((End >> FilterLineShift) - R.line()) & (AddressMask >> FilterLineShift);
  SiteUse &U = Uses[R.Site];
  F.Owner = R.Owner;
  AccessCounters &Its = To.Counters[R.Owner];
  if (!U.direct()) {
    Its.Operations += AccessCounters::operation(U.Write);
    countChange(R.Site, U, R.Owner);
  }
  Its.ExtraTouches += More;
  To.Touches.add(R.Site, More);
  if (U.Write) {
    F.Next = R.line();
    F.End = R.behind();
  }
}

/// \p Owner writes the lines with these numbers, as far as they are there.
void FilteredChanges::write(uint64_t Begin, uint64_t End, uint32_t Owner,
                            Filter &F, Counted &To) {
  for (uint64_t Number = Begin; Number < End; ++Number)
    for (uint32_t Way = 0; Way != F.Ways; ++Way)
      if (Line &L = F.at(Number, Way); L.Number == Number) {
        L.Written = uint32_t(memfacet::writerBits(StructureId(Owner)));
        if (!F.IsFirst) {
          written(L, F, To);
          L.Written = 0;
        }
      }
}

/// An access writes two lines.
void FilteredChanges::straddles(const Record &R, Filter &F, Counted &To) {
  uint64_t Next = R.line() + 1;
  bool IsCounted = F.IsFirst && !Uses[R.Site].direct() && F.has(R.way());
  if (IsCounted && F.at(Next, R.way()).Number == Next) [[likely]] {
    // The way of the first line counts a store, too.
    Line &L = F.at(Next, R.way());
    L.Written = uint32_t(memfacet::writerBits(StructureId(R.Owner)));
    return;
  }
  write(R.line(), R.behind(), R.Owner, F, To);
}

/// The way may have outlived its object.
void FilteredChanges::straddled(const Record &R, Filter &F, Counted &To) {
  const SiteUse &U = Uses[R.Site];
  uint32_t Owner = R.Owner;
  if (U.direct())
    Owner = U.Structure;
  else if (F.has(R.way()) && F.at(R.line(), R.way()).Number == R.line())
    Owner = F.at(R.line(), R.way()).Owner;
  To.Counters[Owner].ExtraTouches += R.Value;
  To.Touches.add(R.Site, R.Value);
}

void FilteredChanges::touched(const Record &R, Filter &F, Counted &To) {
  writeUpTo(std::min(R.line(), F.End), F, To);
  if (F.willWrite(R.line()))
    F.Next = R.line() + 1;
  Line &L = F.at(R.line(), R.way());
  if (F.IsFirst) {
    leave(L, To.Counters);
    To.Batch.Misses.add({Miss::wanted(R.line(), F.Owner), L.word(), R.Site});
    To.Batch.countMiss(R.Site, F.Owner, L.empty());
  } else {
    written(L, F, To);
    To.Changes.add({Miss::wanted(R.line(), F.Owner), R.Site, 0});
  }
  L = {R.line(), F.Owner, 0};
  if (Uses[R.Site].Write)
    L.Written = uint32_t(memfacet::writerBits(StructureId(F.Owner)));
  if (!F.IsFirst) {
    written(L, F, To);
    L.Written = 0;
  }
  To.relieve();
}

void FilteredChanges::begin(const Record &R, Filter &F) {
  F.Sets = R.address();
  F.Ways = R.Value;
  F.IsFirst = F.Sets == Sets && F.Ways == Ways &&
              F.Sets * F.Ways != LeastFilterSets && !NeedsChanges;
  bool IsAny = F.Sets == AnyFirstLevel.Sets && F.Ways == AnyFirstLevel.Ways;
  if (!F.IsFirst && !IsAny) {
    WrongSets = F.Sets;
    WrongWays = F.Ways;
    F.Sets = F.Ways = 0; // so that its records mean nothing
  }
  F.Lines.assign(F.Sets * F.Ways, {});
}

Status FilteredChanges::checkFilter() const {
  if (WrongWays == 0)
    return {};
  return makeError("the program filtered its accesses by a first level of {} "
                   "sets of {} ways, which serves no other one and no sweep; "
                   "record it again with --trace",
                   WrongSets, WrongWays);
}

/// In order of use, so that the first level here is as the program's was.
void FilteredChanges::handed(const Record &R, Filter &F, Counted &To) {
  const Line &L = F.at(R.line(), R.way());
  MruChange Change{Miss::wanted(L.Number, L.Owner), 0, 0};
  To.Batch.Handed.add(Change);
  if (L.Written == 0)
    return;
  Change.Written = L.Written;
  To.Batch.Handed.add(Change);
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

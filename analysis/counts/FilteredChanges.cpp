//===- FilteredChanges.cpp - what a filtering program tells ---------------===//

#include "analysis/counts/FilteredChanges.h"
#include <algorithm>

namespace memfacet {

FilteredChanges::FilteredChanges(const ModuleSet &Modules,
                                 const CacheModel &Model)
    : Modules(Modules), Sets(Model.Levels.front().sets(Model.LineBytes)) {}

void FilteredChanges::clear() {
  for (SiteUse &U : Uses)
    U.InFirst = U.InSecond = 0;
  std::ranges::fill(Rest, 0);
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
    Fronts.erase(E.Thread.Value);
    LastThread = ThreadId();
    break;
  default:
    break;
  }
}

/// For all sites that there are, and for what has none.
void FilteredChanges::makeRoom() {
  size_t Sites = std::max<size_t>(Modules.siteCount(), 1);
  if (Uses.size() == Sites)
    return;
  Uses.resize(Sites);
  Executions.resize(Sites);
}

FilteredChanges::Front &FilteredChanges::frontOf(ThreadId Thread) {
  if (LastThread == Thread)
    return *Last;
  std::unique_ptr<Front> &Its = Fronts[Thread.Value];
  if (!Its)
    Its = std::make_unique<Front>();
  LastThread = Thread;
  Last = Its.get();
  return *Last;
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

/// Returns writerBits of who wrote.
inline uint32_t FilteredChanges::countPiece(uint32_t Owner, uint32_t Value,
                                            Counters &To) {
  uint64_t Loads = filteredLoads(Value), Stores = filteredStores(Value);
  To[Owner].Operations += Loads + Stores * AccessCounters::operation(true);
  return uint32_t(memfacet::writerBits(StructureId(Owner))) &
         -uint32_t(Stores != 0);
}

/// A change to another structure than the first one, or the first change.
void FilteredChanges::countOther(uint32_t Site, SiteUse &U,
                                 uint32_t Structure) {
  if (U.First == None) {
    U.First = Structure;
    U.InFirst += Counting;
    return;
  }
  if (U.Second == None)
    U.Second = Structure;
  if (U.Second == Structure) {
    U.InSecond += Counting;
    return;
  }
  uint32_t Number = RestNumbers[keyOf(Site, Structure)];
  if (Number == Rest.size())
    Rest.push_back(0);
  Rest[Number] += Counting;
}

inline void FilteredChanges::countChange(uint32_t Site, SiteUse &U,
                                         uint32_t Structure) {
  if (U.First == Structure) [[likely]]
    U.InFirst += Counting;
  else
    countOther(Site, U, Structure);
}

void FilteredChanges::add(const BatchPart &B, Attributor &Memory, Counted &To) {
  makeRoom();
  Front &F = frontOf(B.Of.Thread);
  for (size_t Begin = B.Begin; Begin != B.End;) {
    size_t End = std::min(Begin + Together, B.End);
    if (Sets == FrontSets)
      addSome<true>({B.Of, Begin, End}, F, Memory, To);
    else
      addSome<false>({B.Of, Begin, End}, F, Memory, To);
    To.relieve();
    Begin = End;
  }
}

/// \p OneSet: lines of one set of the program's are of one of the first
/// level's.
template <bool OneSet>
void FilteredChanges::addSome(const BatchPart &B, Front &F, Attributor &Memory,
                              Counted &To) {
  const uint64_t *const Addresses = B.Of.Address.data() + B.Begin;
  const AccessInfo *const Infos = B.Of.Info.data() + B.Begin;
  const size_t Count = B.size();
  uint64_t Asked[Together + 1];
  uint32_t Owners[Together + 1];
  size_t Questions = 0;
  for (size_t I = 0; I != Count; ++I) {
    Asked[Questions] = Addresses[I];
    Questions += useOf(Infos[I].site(), Memory).Counted != Way::Local;
  }
  Memory.owners({Asked, Questions}, Owners);
  const uint32_t *Next = Owners;
  SiteUse *const Use = Uses.data();
  Counters &Counts = To.Counters;
  // Two for a change that is in another set than what it replaces.
  MruChange *Out = To.Changes.room(2 * Count);
  for (size_t I = 0; I != Count; ++I) {
    const uint64_t Header = Addresses[I];
    const uint32_t Site = Infos[I].site(), Value = Infos[I].filteredValue();
    SiteUse &U = Use[Site];
    uint32_t Owner = *Next;
    if (U.Counted == Way::Local) [[unlikely]]
      Owner = U.Structure;
    else
      ++Next;
    if (filteredKind(Header) != FilteredKind::Change) [[unlikely]] {
      To.Changes.endAt(Out);
      other(filteredKind(Header), {Header & AddressMask, Site, Value, Owner}, F,
            Memory, To);
      Out = To.Changes.room(2 * (Count - I));
      continue;
    }
    const uint64_t Line = (Header & AddressMask) >> FilterLineShift;
    FrontLine &L = F.Sets[Line % FrontSets];
    const FrontLine Before = L;
    uint32_t Written = 0;
    if (Before.By == FrontLine::Piece) [[likely]]
      Written = countPiece(Before.Owner, Value, Counts);
    else if (Before.By == FrontLine::Direct)
      Written = writerBits(Value, Memory);
    if (!OneSet && Written != 0 && !sameSet(Before.Line, Line)) {
      *Out++ = {Miss::wanted(Before.Line, Before.Owner), 0, Written};
      Written = 0;
    }
    *Out++ = {Miss::wanted(Line, Owner), Site, Written};
    if (U.Counted == Way::Pieces) [[likely]] {
      L = {Line, Owner, FrontLine::Piece};
      countChange(Site, U, Owner);
    } else {
      L = {Line, Owner, FrontLine::Direct};
    }
  }
  To.Changes.endAt(Out);
}

/// A record that is no change.
[[gnu::noinline]] void FilteredChanges::other(FilteredKind Kind,
                                              const Record &R, Front &F,
                                              Attributor &Memory, Counted &To) {
  if (Kind == FilteredKind::Access)
    return access(R, F, To);
  // The program may go on counting: then nothing else has come between.
  const FrontLine &L = F.Sets[R.line() % FrontSets];
  bool Known = L.Line == R.line(), IsPiece = Known && L.By == FrontLine::Piece;
  uint32_t Written =
      Kind == FilteredKind::Written
          ? writerBits(R.Value, Memory)
          : countPiece(IsPiece ? L.Owner : R.Owner, R.Value, To.Counters);
  if (Written != 0)
    To.Changes.add(
        {Miss::wanted(R.line(), Known ? L.Owner : R.Owner), 0, Written});
}

/// As MRU lines do with what straddles them.
void FilteredChanges::access(const Record &R, Front &F, Counted &To) {
  if (R.Value == 0)
    return;
  const uint64_t LineMask = AddressMask >> FilterLineShift;
  const uint64_t End = (R.Address + R.Value - 1) & AddressMask;
  uint64_t More = ((End >> FilterLineShift) - R.line()) & LineMask;
  SiteUse &U = Uses[R.Site];
  AccessCounters &Its = To.Counters[R.Owner];
  if (!U.direct()) {
    Its.Operations += AccessCounters::operation(U.Write);
    countChange(R.Site, U, R.Owner);
  }
  Its.ExtraTouches += More;
  To.Touches.add(R.Site, More);
  for (uint64_t I = 0; I <= More; ++I) {
    uint64_t Line = (R.line() + I) & LineMask;
    F.Sets[Line % FrontSets] = {};
    MruChange Change{Miss::wanted(Line, R.Owner), R.Site, 0};
    To.Changes.add(Change);
    if (U.Write) {
      Change.Written = uint32_t(memfacet::writerBits(StructureId(R.Owner)));
      To.Changes.add(Change);
    }
    To.relieve();
  }
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

/// By structure, in any order; not 0.
std::vector<SiteOwners::Row> FilteredChanges::changesOf(uint32_t Site) const {
  std::vector<SiteOwners::Row> Rows;
  const SiteUse &U = Uses[Site];
  auto Add = [&](uint32_t Structure, uint64_t Changes) {
    if (Changes != 0)
      Rows.push_back({StructureId(Structure), Changes});
  };
  Add(U.First, U.InFirst);
  Add(U.Second, U.InSecond);
  if (RestOrder.size() != Rest.size())
    RestOrder = RestNumbers.sorted();
  auto KeyAt = [&](uint32_t Number) { return RestNumbers.key(Number); };
  for (auto It = std::ranges::lower_bound(RestOrder, keyOf(Site, 0), {}, KeyAt);
       It != RestOrder.end() && KeyAt(*It) >> 32 == Site; ++It)
    Add(uint32_t(KeyAt(*It)), Rest[*It]);
  return Rows;
}

/// The changes of \p Site. Where it has none, its accesses find the lines of
/// others: those of the nearest one before it in its run, or behind.
std::vector<SiteOwners::Row> FilteredChanges::sharesOf(uint32_t Site) const {
  uint32_t Run = Modules.site(SiteId(Site)).Block;
  auto InRun = [&](uint32_t Other) {
    return Other < Uses.size() && Modules.site(SiteId(Other)).Block == Run;
  };
  for (uint32_t Other = Site; InRun(Other); --Other)
    if (std::vector<SiteOwners::Row> Rows = changesOf(Other); !Rows.empty())
      return Rows;
  for (uint32_t Other = Site + 1; InRun(Other); ++Other)
    if (std::vector<SiteOwners::Row> Rows = changesOf(Other); !Rows.empty())
      return Rows;
  return {{StructureRegistry::Unattributed, 1}};
}

std::vector<SiteOwners::Row> FilteredChanges::of(uint32_t Site) const {
  uint64_t Executed = executionsOf(Site);
  if (Executed == 0)
    return {};
  if (Uses[Site].direct())
    return {{StructureId(Uses[Site].Structure), Executed}};
  std::vector<SiteOwners::Row> Rows = sharesOf(Site);
  std::ranges::sort(Rows, {}, &SiteOwners::Row::Structure);
  // By the largest remainder, so that they add up.
  using Wide = unsigned __int128;
  uint64_t All = 0, Shared = 0;
  for (const SiteOwners::Row &R : Rows)
    All += R.Accesses;
  std::vector<std::pair<uint64_t, size_t>> Remainders;
  for (size_t I = 0; I != Rows.size(); ++I) {
    Wide Product = Wide(Executed) * Rows[I].Accesses;
    Rows[I].Accesses = uint64_t(Product / All);
    Remainders.push_back({uint64_t(Product % All), I});
    Shared += Rows[I].Accesses;
  }
  std::ranges::sort(Remainders, [](const auto &A, const auto &B) {
    return A.first != B.first ? A.first > B.first : A.second < B.second;
  });
  for (size_t I = 0; Shared + I != Executed; ++I)
    ++Rows[Remainders[I].second].Accesses;
  std::erase_if(Rows, [](const SiteOwners::Row &R) { return R.Accesses == 0; });
  return Rows;
}

bool FilteredChanges::estimates() const {
  for (uint32_t Site = 0; Site != Executions.size(); ++Site)
    if (Executions[Site] != 0 && Uses[Site].InSecond != 0)
      return true;
  return false;
}

} // namespace memfacet

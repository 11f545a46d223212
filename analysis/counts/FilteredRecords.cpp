//===- FilteredRecords.cpp - filtered records that are no misses ----------===//

#include "analysis/counts/FilteredChanges.h"

namespace memfacet {

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
    if (Kind == FilteredKind::Told) {
      WasKilled |= R.Value == ToldByReader && !AllTold;
      AllTold = true;
    }
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

} // namespace memfacet

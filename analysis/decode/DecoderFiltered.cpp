//===- DecoderFiltered.cpp - filtered records and counted runs ------------===//

#include "analysis/decode/Decoder.h"

namespace memfacet {

void Decoder::addFilteredMark(uint64_t Header, uint32_t Site, uint32_t Bytes) {
  const HotSite &H = Modules.hotSites()[Site];
  if (H.shape() != HotSite::Mark)
    return;
  if (Batch->Marks.size() == AccessBatch::MaxMarks)
    flush();
  Batch->Marks.push_back(
      {uint32_t(Batch->Count), Site, H.mark(), filteredAddress(Header), Bytes});
}

/// As many as there are, as far as they are known.
const uint64_t *Decoder::filteredRecords(const uint64_t *At,
                                         const uint64_t *End) {
  if (!Batch->Filtered) {
    if (Batch->Count != 0)
      flush();
    Batch->Filtered = true;
  }
  for (;;) {
    if (Batch->Count == AccessBatch::Capacity)
      flush();
    At = plainFiltered(At, End);
    if (Batch->Count == AccessBatch::Capacity)
      continue;
    if (End - At < ptrdiff_t(FilteredWords) || !isFiltered(*At))
      return At;
    if (!otherFiltered(At[0], At[1]))
      return At;
    At += FilteredWords;
  }
}

/// Up to one that is a mark or has no site in the table that is known, or to
/// where there is no room.
const uint64_t *Decoder::plainFiltered(const uint64_t *At,
                                       const uint64_t *End) {
  AccessBatch &To = *Batch;
  const ModuleBuilder::SiteTable Known = KnownSites;
  const uint32_t *const Sites = Modules.sitesOfLanes().data() + Known.FirstLane;
  size_t Count = To.Count;
  for (; End - At >= ptrdiff_t(FilteredWords); At += FilteredWords) {
    uint64_t Header = At[0], Second = At[1];
    uint32_t Half = filteredSiteHalf(Second);
    bool Plain = isFiltered(Header) && Known.contains(Half) &&
                 filteredKind(Header) < FilteredKind::Mark;
    if (!Plain || Count == AccessBatch::Capacity) [[unlikely]]
      break;
    To.Address[Count] = Header;
    To.Info[Count++] = AccessInfo::ofFiltered(
        Sites[(Half - Known.Begin) / sizeof(Site)], filteredValue(Second));
  }
  To.Count = Count;
  return At;
}

static bool hasSite(FilteredKind Kind) {
  switch (Kind) {
  case FilteredKind::Counts:
  case FilteredKind::Written:
  case FilteredKind::Cache:
  case FilteredKind::Handed:
  case FilteredKind::Left:
  case FilteredKind::Window:
  case FilteredKind::Told:
    return false;
  default:
    return true;
  }
}

/// False: there is no such record.
bool Decoder::otherFiltered(uint64_t Header, uint64_t Second) {
  uint32_t Half = filteredSiteHalf(Second), Value = filteredValue(Second);
  FilteredKind Kind = filteredKind(Header);
  if (Kind > FilteredKind::Straddled)
    return false;
  if (!hasSite(Kind)) {
    Batch->addInside(Header, AccessInfo::ofFiltered(0, Value));
    return true;
  }
  if (!KnownSites.contains(Half)) {
    ModuleBuilder::SiteTable Its = Modules.siteTable(Half);
    if (Its.Bytes == 0) {
      Loss.UnknownWords += FilteredWords;
      return true;
    }
    KnownSites = Its;
  }
  uint32_t Site =
      Modules.sitesOfLanes()[KnownSites.FirstLane + (Half - KnownSites.Begin) /
                                                        sizeof(memfacet::Site)];
  if (Kind == FilteredKind::Mark)
    addFilteredMark(Header, Site, Value);
  else
    Batch->addInside(Header, AccessInfo::ofFiltered(Site, Value));
  return true;
}

/// Whether the sink is told of \p E, of kind Counts.
bool Decoder::counts(const Event &E) {
  if (E.Payload.empty())
    return false;
  ThreadId Of(countsThread(E.Payload[0]));
  if (countsEndInterval(E.Payload[0])) {
    endCounted(Of);
    return true;
  }
  return !Runs.add(E.Argument, Of, E.Payload.subspan(1)) || WantsCounts;
}

/// The counted interval of \p Thread ends.
void Decoder::endCounted(ThreadId Thread) {
  if (!Runs.take(Thread, Ended))
    return;
  ThreadId Here = Batch->Thread;
  enter(Thread);
  Batch->Instructions += Ended.Instructions;
  Now->Instructions += Ended.Instructions;
  flush();
  Sink.counted(Thread, Batch->Interval, Ended.Sites);
  if (Now->Instructions >= Now->IntervalEnd)
    nextInterval();
  enter(Here);
}

} // namespace memfacet

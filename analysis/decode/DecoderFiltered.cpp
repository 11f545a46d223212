//===- DecoderFiltered.cpp - filtered records and counted runs ------------===//

#include "analysis/decode/Decoder.h"

namespace memfacet {

inline void Decoder::addFiltered(FilteredKind Kind, uint64_t Header,
                                 uint64_t Second, uint32_t Site) {
  uint32_t Value = filteredValue(Header, Second);
  if (Kind == FilteredKind::Mark) [[unlikely]] {
    const HotSite &H = Modules.hotSites()[Site];
    if (H.shape() != HotSite::Mark)
      return;
    if (Batch->Marks.size() == AccessBatch::MaxMarks)
      flush();
    Batch->Marks.push_back({uint32_t(Batch->Count), Site, H.mark(),
                            filteredAddress(Header), Value});
    return;
  }
  if (Batch->Count == AccessBatch::Capacity) [[unlikely]]
    flush();
  constexpr uint64_t ValueMask = ((uint64_t(1) << FilteredLowBits) - 1)
                                 << FilteredLowShift;
  Batch->addInside(Header & ~ValueMask, AccessInfo::ofFiltered(Site, Value));
}

/// As many as there are.
const uint64_t *Decoder::filteredRecords(const uint64_t *At,
                                         const uint64_t *End) {
  if (!Batch->Filtered) {
    if (Batch->Count != 0)
      flush();
    Batch->Filtered = true;
  }
  const uint32_t *Sites = Modules.sitesOfLanes().data();
  for (; End - At >= FilteredWords && isFiltered(*At); At += FilteredWords) {
    uint64_t Header = At[0], Second = At[1], Row = filteredSite(Second);
    FilteredKind Kind = filteredKind(Header);
    uint64_t Offset = Row - KnownSites.Begin;
    if (Offset >= KnownSites.Bytes) [[unlikely]] {
      if (Kind == FilteredKind::Counts || Kind == FilteredKind::Written) {
        addFiltered(Kind, Header, Second, 0);
        continue;
      }
      if (Kind > FilteredKind::Mark)
        break;
      ModuleBuilder::SiteTable Its = Modules.siteTable(Row);
      if (Its.Bytes == 0) {
        Loss.UnknownWords += FilteredWords;
        continue;
      }
      KnownSites = Its;
      Offset = Row - Its.Begin;
    }
    uint32_t Site = Sites[KnownSites.FirstLane + Offset / sizeof(memfacet::Site)];
    addFiltered(Kind, Header, Second, Site);
  }
  return At;
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

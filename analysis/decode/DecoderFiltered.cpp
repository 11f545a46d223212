//===- DecoderFiltered.cpp - filtered records and counted runs ------------===//

#include "analysis/decode/Decoder.h"

namespace memfacet {

inline void Decoder::addFiltered(uint64_t Header, uint32_t Site,
                                 uint32_t Value) {
  if (filteredKind(Header) == FilteredKind::Mark) [[unlikely]]
    return addFilteredMark(Header, Site, Value);
  if (Batch->Count == AccessBatch::Capacity) [[unlikely]]
    flush();
  Batch->addInside(Header, AccessInfo::ofFiltered(Site, Value));
}

[[gnu::noinline]] void Decoder::addFilteredMark(uint64_t Header, uint32_t Site,
                                                uint32_t Value) {
  const HotSite &H = Modules.hotSites()[Site];
  if (H.shape() != HotSite::Mark)
    return;
  if (Batch->Marks.size() == AccessBatch::MaxMarks)
    flush();
  Batch->Marks.push_back(
      {uint32_t(Batch->Count), Site, H.mark(), filteredAddress(Header), Value});
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
    uint64_t Header = At[0], Second = At[1];
    uint32_t Half = filteredSiteHalf(Second), Value = filteredValue(Second);
    if (!KnownSites.contains(Half)) [[unlikely]] {
      FilteredKind Kind = filteredKind(Header);
      if (Kind > FilteredKind::Mark)
        break;
      if (Kind == FilteredKind::Counts || Kind == FilteredKind::Written) {
        addFiltered(Header, 0, Value);
        continue;
      }
      ModuleBuilder::SiteTable Its = Modules.siteTable(Half);
      if (Its.Bytes == 0) {
        Loss.UnknownWords += FilteredWords;
        continue;
      }
      KnownSites = Its;
    }
    uint64_t Row = (Half - KnownSites.Begin) / sizeof(Site);
    addFiltered(Header, Sites[KnownSites.FirstLane + Row], Value);
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

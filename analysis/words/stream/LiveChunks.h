//===- LiveChunks.h - from chunks in shared memory to the merge -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Live chunks are read where they are. A block record's header is visible
// before its slots, so a record is whole when the next header is visible; the
// header of an event or a selected record comes last, so a visible one is
// whole.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_WORDS_STREAM_LIVECHUNKS_H
#define MEMFACET_WORDS_STREAM_LIVECHUNKS_H

#include "analysis/words/stream/Region.h"
#include "analysis/words/stream/StreamMerge.h"
#include <vector>

namespace memfacet::words {

/// Returns the end of the whole records in \p Words from index \p Begin on,
/// while another process or thread is writing them.
uint32_t visibleEnd(std::span<const uint64_t> Words, uint32_t Begin,
                    const RecordLength &Lengths);
/// Returns the end of what is not zero.
uint32_t writtenEnd(std::span<const uint64_t> Words);

/// Looks at chunks of a region: first notes what each holds at the moment, then
/// passes it on to the merge. The caller notes chunks that are being filled
/// before it takes those that are ready: so every handler's chunk that was
/// complete when its parent went on is among them.
class LiveChunks {
public:
  LiveChunks(Region &R, const RecordLength &Lengths, StreamMerge &Merge)
      : Memory(R), Lengths(Lengths), Merge(Merge) {}

  void noteFilling(uint32_t Index);
  /// Notes a chunk whose thread is dead.
  void noteTorn(uint32_t Index);
  void noteReady(uint32_t Index);
  /// Passes on to the merge what was noted.
  void passOn();

private:
  struct Note {
    ThreadId Thread;
    StreamChunk Chunk;
  };
  Note noteOf(uint32_t Index) const;

  Region &Memory;
  const RecordLength &Lengths;
  StreamMerge &Merge;
  std::vector<Note> Noted;
};

} // namespace memfacet::words

#endif

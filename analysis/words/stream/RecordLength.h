//===- RecordLength.h - where one record ends and the next begins ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_WORDS_STREAM_RECORDLENGTH_H
#define MEMFACET_WORDS_STREAM_RECORDLENGTH_H

#include "memfacet/Events.h"
#include <cstddef>
#include <cstdint>
#include <span>

namespace memfacet::words {

/// Knows the lengths of records by the tables of the objects so far. The answer
/// for an address may change whenever Module or TableData events have been
/// passed on.
class RecordLength {
public:
  virtual ~RecordLength() = default;
  /// Returns the words of a record of the block at \p Address, its header
  /// included, at most MaxRecordWords; 0: no such block is known.
  virtual uint32_t blockWords(uint64_t Address) const = 0;
  /// Returns whether a Site entry with this low half of its address is known;
  /// true if that cannot be said.
  virtual bool knowsSite(uint32_t Half) const {
    (void)Half;
    return true;
  }
};

/// Returns the fewest words of an event of \p Kind, its header included; 0: no
/// such kind.
uint32_t leastEventWords(EventKind Kind);

/// Returns the words of the record with this header; 0: it cannot be one.
uint32_t recordWords(uint64_t Header, const RecordLength &Lengths);

/// Returns the index after \p Position of the next word that can be a header
/// and whose record fits, or the size of \p Words.
size_t nextHeader(std::span<const uint64_t> Words, size_t Position,
                  const RecordLength &Lengths);

} // namespace memfacet::words

#endif

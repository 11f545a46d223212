//===- RepeatFinder.cpp - words that a lane had before --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/words/coding/RepeatFinder.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <cstring>
#include <utility>

namespace memfacet::words {

/// Indices of the words that are hashed. Sequences that are equal in all of
/// them are mostly equal in between.
static constexpr size_t HashedWords[] = {
    1, 2, 3, 7, 11, 15, 23, RepeatFinder::LeastWords - 1};

/// If less than 1 / FewFound of a frame's words were found, only one record of
/// OneOf is examined in the next frame.
static constexpr size_t FewFound = 64, OneOf = 8;

RepeatFinder::RepeatFinder() : Table(size_t(1) << TableBits) {}

void RepeatFinder::beginFrame(size_t Words) {
  Choice = Found < Words / FewFound ? OneOf - 1 : 0;
  Found = 0;
}

void RepeatFinder::begin(const uint64_t *Lane, size_t Words) {
  MEMFACET_CHECK(Words <= UINT32_MAX / 2, "numbers of words have 32 bits");
  Begin = Lane;
  if (NextBase > UINT32_MAX / 2) {
    std::fill(Table.begin(), Table.end(), Entry());
    NextBase = 1;
  }
  Base = NextBase;
  NextBase += uint32_t(Words);
  Starts.assign(Words, 0);
}

static uint64_t hashOf(const uint64_t *Words) {
  // The products do not depend on each other: a chain would take four times as
  // long.
  uint64_t Hash = Words[0], Factor = 0x9e3779b97f4a7c15;
  for (size_t I : HashedWords) {
    Hash += Words[I] * Factor;
    Factor += 0xbf58476d1ce4e5b8;
  }
  Hash ^= Hash >> 32;
  return Hash * 0x94d049bb133111eb;
}

/// Returns how many words are equal, at most \p Most.
static size_t commonWords(const uint64_t *A, const uint64_t *B, size_t Most) {
  constexpr size_t WordsPerStep = 8;
  size_t I = 0;
  for (; I + WordsPerStep <= Most; I += WordsPerStep) {
    uint64_t Differ = 0;
    for (size_t J = 0; J != WordsPerStep; ++J)
      Differ |= A[I + J] ^ B[I + J];
    if (Differ)
      break;
  }
  while (I != Most && A[I] == B[I])
    ++I;
  return I;
}

size_t RepeatFinder::find(const uint64_t *Record, const uint64_t *End,
                          size_t &Distance) {
  MEMFACET_CHECK(Record >= Begin && Record <= End, "the record is in the lane");
  if (size_t(End - Record) < LeastWords)
    return 0;
  auto Number = uint32_t(Base + (Record - Begin));
  uint64_t Hash = hashOf(Record);
  auto [Known, Check] =
      std::exchange(Table[Hash >> (64 - TableBits)], {Number, uint32_t(Hash)});
  if (Known < Base || Known >= Number || Check != uint32_t(Hash))
    return 0;
  Distance = Number - Known;
  if (Distance < LeastWords)
    return 0;
  const uint64_t *Earlier = Record - Distance;
  size_t Words =
      commonWords(Earlier, Record, std::min(Distance, size_t(End - Record)));
  // Shortens the copy to whole records. Only their beginnings are known, not
  // their lengths.
  const uint8_t *EarlierStarts = Starts.data() + (Earlier - Begin);
  while (Words != Distance && Words >= LeastWords && !EarlierStarts[Words])
    --Words;
  if (Words < LeastWords)
    return 0;
  Found += Words;
  std::copy_n(EarlierStarts, Words, Starts.data() + (Record - Begin));
  return Words;
}

} // namespace memfacet::words

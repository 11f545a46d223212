//===- UnclaimedObjects.cpp - objects that are not claimed yet ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/owners/objects/UnclaimedObjects.h"
#include "memfacet/Check.h"
#include <bit>

namespace memfacet::owners {

/// Calls \p Visit(address in the word, bits of it) for the granules of [\p Low,
/// \p High), until it returns true. Returns whether it did.
template <uint64_t WordBytes, typename Visitor>
[[gnu::always_inline]] static inline bool findWord(uint64_t Low, uint64_t High,
                                                   Visitor Visit) {
  constexpr uint64_t Granule = WordBytes / 64;
  uint64_t First = Low / Granule, Last = (High - 1) / Granule;
  if (First / 64 == Last / 64) [[likely]] {
    uint64_t Ones = ~uint64_t(0) >> (63 - (Last - First));
    return Visit(Low, Ones << First % 64);
  }
  for (uint64_t Word = First / 64; Word <= Last / 64; ++Word) {
    uint64_t Bits = ~uint64_t(0);
    if (Word == First / 64)
      Bits &= ~uint64_t(0) << First % 64;
    if (Word == Last / 64)
      Bits &= ~uint64_t(0) >> (63 - Last % 64);
    if (Visit(Word * WordBytes, Bits))
      return true;
  }
  return false;
}

bool UnclaimedObjects::overlaps(const LiveObject &O) const {
  if (empty() || O.Address > caches::AddressMask)
    return false;
  uint64_t High =
      O.Address + std::min(O.Size, caches::AddressMask + 1 - O.Address);
  return findWord<WordBytes>(O.Address, High,
                             [&](uint64_t Address, uint64_t Bits) {
                               return (granules(Address).TakenBits & Bits) != 0;
                             });
}

/// Notes the granules of \p O as taken, or as free again.
void UnclaimedObjects::flipGranules(const LiveObject &O) {
  uint64_t Begin = uint64_t(1) << O.Address % WordBytes / GranuleBytes;
  findWord<WordBytes>(O.Address, O.end(), [&](uint64_t Address, uint64_t Bits) {
    Granules &Word =
        Leaves.get(Address).Words[Address % RegionBytes / WordBytes];
    Word.TakenBits ^= Bits;
    Word.BeginBits ^= Begin;
    Begin = 0;
    return false;
  });
}

/// Notes the granules of \p O as taken. Returns false if some are taken
/// already.
bool UnclaimedObjects::takeGranules(const LiveObject &O) {
  if (O.Address / WordBytes != (O.end() - 1) / WordBytes) [[unlikely]] {
    if (overlaps(O))
      return false;
    flipGranules(O);
    return true;
  }
  // Most objects are in one word.
  Granules &Word =
      Leaves.get(O.Address).Words[O.Address % RegionBytes / WordBytes];
  uint64_t Begin = O.Address % WordBytes / GranuleBytes;
  uint64_t More = (O.end() - 1) % WordBytes / GranuleBytes - Begin;
  uint64_t Mask = (~uint64_t(0) >> (63 - More)) << Begin;
  if ((Word.TakenBits & Mask) != 0)
    return false;
  Word.TakenBits |= Mask;
  Word.BeginBits |= uint64_t(1) << Begin;
  return true;
}

/// Returns an object in the line of \p Address, which has taken granules.
BirthTable::Entry *UnclaimedObjects::findAround(uint64_t Address) const {
  unsigned Shift = Address % WordBytes / ShadowLineBytes * 8;
  unsigned First = Shift + unsigned(std::countr_zero(takenIn(Address)));
  // The object begins there, or before.
  uint64_t Word = Address & ~(WordBytes - 1);
  uint64_t Begins = granules(Word).BeginBits << (63 - First) >> (63 - First);
  while (Begins == 0) {
    MEMFACET_CHECK(Word != 0, "what is taken begins somewhere");
    Word -= WordBytes;
    Begins = granules(Word).BeginBits;
  }
  unsigned Last = 63 - unsigned(std::countl_zero(Begins));
  BirthTable::Entry *E = Table.find(Word + Last * GranuleBytes);
  MEMFACET_CHECK(E && E->Unclaimed != 0, "it waits");
  return E;
}

bool UnclaimedObjects::add(const LiveObject &O) {
  MEMFACET_CHECK(fits(O), "larger objects are claimed at once");
  if (!takeGranules(O))
    return false;
  ++Waiting;
  // A search through the table costs less than a look-up of each object.
  Listed &= Began.size() < Table.places() / 4;
  if (Listed)
    Began.push_back(O.Address);
  return true;
}

void UnclaimedObjects::leave(const BirthTable::Entry &E) {
  MEMFACET_CHECK(E.Unclaimed != 0 && Waiting != 0, "the object waits");
  flipGranules(objectOf(E));
  --Waiting;
}

LiveObject UnclaimedObjects::take(BirthTable::Entry &E) {
  LiveObject O = objectOf(E);
  leave(E);
  Table.claim(E);
  return O;
}

std::vector<LiveObject> UnclaimedObjects::takeAll() {
  std::vector<LiveObject> Result;
  Result.reserve(Waiting);
  if (Listed) {
    for (uint64_t Address : Began)
      if (BirthTable::Entry *E = Table.find(Address); E && E->Unclaimed != 0)
        Result.push_back(take(*E));
  } else {
    Table.claimAll([&](const BirthTable::Entry &E) {
      Result.push_back(objectOf(E));
      leave(E);
    });
  }
  MEMFACET_CHECK(empty(), "all that wait are in the table");
  Began.clear();
  Listed = true;
  return Result;
}

} // namespace memfacet::owners

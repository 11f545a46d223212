//===- PairTally.h - counts sampled pairs, and lists them -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_THREADS_COMMUNICATION_PAIRTALLY_H
#define MEMFACET_THREADS_COMMUNICATION_PAIRTALLY_H

#include "analysis/result/profile/PairSample.h"
#include "analysis/support/KeyNumbers.h"
#include "analysis/threads/communication/ReusePairs.h"
#include "memfacet/Check.h"
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace memfacet::threads {

/// A hash table of the open watches, by number. Numbers are not 0.
template <typename Value> class OpenWatches {
public:
  /// Adds watch \p Number. Returns false if it is open already.
  bool add(uint64_t Number, const Value &V) {
    MEMFACET_CHECK(Number != 0, "0 is a free place");
    if (2 * (Used + 1) > Entries.size())
      grow();
    Entry &E = Entries[placeOf(Number)];
    if (E.Number != 0)
      return false;
    E = {Number, V};
    ++Used;
    return true;
  }
  /// Returns the value of watch \p Number, valid until the next change; null if
  /// it is not open.
  Value *find(uint64_t Number) {
    Entry &E = Entries[placeOf(Number)];
    return E.Number != 0 ? &E.V : nullptr;
  }
  /// Removes watch \p Number, which is open.
  void remove(uint64_t Number) {
    MEMFACET_CHECK(find(Number), "the watch is open");
    size_t Mask = Entries.size() - 1, Free = placeOf(Number);
    // An entry that comes later only because this place was taken moves up.
    for (size_t Position = (Free + 1) & Mask; Entries[Position].Number != 0;
         Position = (Position + 1) & Mask) {
      size_t Preferred = hashOf(Entries[Position].Number) & Mask;
      if (((Position - Preferred) & Mask) < ((Position - Free) & Mask))
        continue;
      Entries[Free] = Entries[Position];
      Free = Position;
    }
    Entries[Free].Number = 0;
    --Used;
  }
  void clear() { *this = {}; }
  template <typename Visitor> void forEach(Visitor Visit) const {
    for (const Entry &E : Entries)
      if (E.Number != 0)
        Visit(E.Number, E.V);
  }

private:
  /// Most watches end soon after they begin, so consecutive numbers share cache
  /// lines.
  static uint64_t hashOf(uint64_t Number) {
    return spreadBits(Number >> 3) << 3 | (Number & 7);
  }
  struct Entry {
    uint64_t Number = 0; ///< 0: free
    Value V = {};
  };

  size_t placeOf(uint64_t Number) const {
    size_t Mask = Entries.size() - 1, Position = hashOf(Number) & Mask;
    while (Entries[Position].Number != Number && Entries[Position].Number != 0)
      Position = (Position + 1) & Mask;
    return Position;
  }
  void grow() {
    std::vector<Entry> Old(2 * Entries.size());
    Old.swap(Entries);
    for (Entry &E : Old)
      if (E.Number != 0)
        Entries[placeOf(E.Number)] = E;
  }

  std::vector<Entry> Entries = std::vector<Entry>(64); ///< at most half in use
  size_t Used = 0;
};

/// Counts pairs by the numbers of the two vertices, the octave of the distance,
/// and whether bytes are in common. A pair changes one counter, in one cache
/// line, as millions of pairs are added.
class PairCounts {
public:
  void add(uint32_t First, uint32_t Second, unsigned Octave, bool Overlap) {
    Entry &E = Entries[placeOf({First, Second, uint8_t(Octave), Overlap})];
    if (E.Times++ == 0)
      fillEntry(E, {First, Second, uint8_t(Octave), Overlap});
  }
  void clear() { *this = {}; }
  /// Returns the sorted counts, with \p Places of vertices in place of their
  /// numbers.
  std::vector<result::PairCount>
  counts(const std::vector<uint32_t> &Places) const;

private:
  struct Kind {
    uint32_t First, Second;
    uint8_t Octave;
    bool Overlap;
    bool operator==(const Kind &) const = default;
  };
  struct Entry {
    uint64_t Times = 0; ///< 0: free
    Kind Pair = {};
  };

  size_t placeOf(const Kind &K) const {
    size_t Mask = Entries.size() - 1;
    size_t Position =
        spreadBits((uint64_t(K.First) << 32 | K.Second) ^
                   spreadBits(uint64_t(K.Octave) << 1 | K.Overlap));
    for (Position &= Mask;
         Entries[Position].Times != 0 && !(Entries[Position].Pair == K);)
      Position = (Position + 1) & Mask;
    return Position;
  }
  void fillEntry(Entry &E, const Kind &K);

  std::vector<Entry> Entries = std::vector<Entry>(64); ///< at most half in use
  size_t Used = 0;
};

/// One end of a pair.
struct PairAccess {
  SiteId Site;
  StructureId Structure; ///< of Address, at that moment
  uint32_t Thread;
  uint64_t Address, Bytes; ///< of the whole access
  uint64_t Units;          ///< that the thread had executed before
  uint64_t AllUnits;       ///< that all threads had executed before
  uint32_t PreviousThread = result::UnknownThread; ///< as in PairVertex

  /// Returns the bytes of lines that the access touches: see PairVertex::Bytes.
  uint64_t bytesOfLines() const {
    if (Bytes >= ReuseLineBytes)
      return ~uint64_t(0);
    return std::rotl((uint64_t(1) << Bytes) - 1, int(Address % ReuseLineBytes));
  }
  bool overlaps(const PairAccess &A) const {
    return Address < A.Address + A.Bytes && A.Address < Address + Bytes;
  }
};

/// Counts pairs by their two ends. Watches have numbers. After a choice, the
/// next two touches of the line are reported. Touches of a watch whose choice
/// was not counted are ignored.
class PairTally {
public:
  void addFirst(uint64_t Number, const PairAccess &A);
  /// Counts a touch after the choice of watch \p Number. Returns the choice,
  /// valid until the next call, if this is the first touch after it; else null.
  const PairAccess *addSecond(uint64_t Number, const PairAccess &A);
  void forget();

  /// Returns the choices so far whose line was not touched again, by number.
  std::map<uint64_t, PairAccess> dangling() const;
  /// Fills in sites, vertices and pairs. \p Describe returns what a site is.
  void fill(result::PairSample &Sample,
            const std::function<result::PairSite(SiteId)> &Describe) const;

private:
  /// Site, structure, thread, previous thread.
  using Vertex = std::array<uint32_t, 4>;
  struct VertexHash {
    uint64_t operator()(const Vertex &V) const {
      auto [Site, Structure, Thread, PreviousThread] = V;
      return spreadBits((uint64_t(Site) << 32 | Structure) ^
                        spreadBits(uint64_t(Thread) << 32 | PreviousThread));
    }
  };
  struct VertexCounts {
    uint64_t Firsts = 0, Bytes = 0;
  };
  struct Watch {
    PairAccess Last; ///< the latest end so far
    uint32_t Vertex; ///< that of Last
    bool IsChained;  ///< Last is not the choice
  };

  uint32_t vertexOf(const PairAccess &A);
  uint32_t countFirst(const PairAccess &A);
  void addPair(const Watch &First, const PairAccess &Second);

  OpenWatches<Watch> Watches;
  KeyNumbers<Vertex, VertexHash> Vertices;
  PairCounts Pairs;
  std::vector<VertexCounts> ByVertex; ///< by number of the vertex
  PairAccess Choice{};
};

/// A file of comma-separated values. It has a line for each pair, in the order
/// of their second ends; then the dangling choices, whose second half is empty.
class PairFile {
public:
  using DescribeSite = std::function<result::PairSite(SiteId)>;
  using NameStructure = std::function<std::string(StructureId)>;

  PairFile(const std::string &Path, DescribeSite Site, NameStructure Structure);

  /// Writes a pair. \p Second is null for a dangling choice.
  void add(uint64_t Number, const PairAccess &First, const PairAccess *Second);
  /// Returns whether everything so far was written.
  bool good() {
    File.flush();
    return File.good();
  }

private:
  std::string half(const PairAccess &A);

  std::ofstream File;
  DescribeSite Site;
  NameStructure Structure;
};

} // namespace memfacet::threads

#endif

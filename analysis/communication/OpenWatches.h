//===- OpenWatches.h - watches by their numbers ---------------------------===//

#ifndef MEMFACET_COMMUNICATION_OPENWATCHES_H
#define MEMFACET_COMMUNICATION_OPENWATCHES_H

#include "analysis/support/KeyNumbers.h"
#include <cstddef>
#include <cstdint>
#include <vector>

namespace memfacet {

/// Something for each watch that is open: as many as have begun, less those
/// that have ended. Numbers are not 0.
template <typename Value> class OpenWatches {
public:
  /// False: \p Number is open already.
  bool add(uint64_t Number, const Value &V) {
    if (2 * (Used + 1) > Entries.size())
      grow();
    Entry &E = Entries[placeOf(Number)];
    if (E.Number != 0)
      return false;
    E = {Number, V};
    ++Used;
    return true;
  }
  /// Null: it is not open. Valid until the next change.
  Value *find(uint64_t Number) {
    Entry &E = Entries[placeOf(Number)];
    return E.Number != 0 ? &E.V : nullptr;
  }
  /// Ends \p Number, which is open.
  void remove(uint64_t Number) {
    size_t Mask = Entries.size() - 1, Free = placeOf(Number);
    // What came behind because this place was taken moves up.
    for (size_t At = (Free + 1) & Mask; Entries[At].Number != 0;
         At = (At + 1) & Mask) {
      size_t Wanted = hashOf(Entries[At].Number) & Mask;
      if (((At - Wanted) & Mask) < ((At - Free) & Mask))
        continue;
      Entries[Free] = Entries[At];
      Free = At;
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
  /// Most end soon after they began: numbers that follow each other share
  /// cache lines.
  static uint64_t hashOf(uint64_t Number) {
    return spreadBits(Number >> 3) << 3 | (Number & 7);
  }
  struct Entry {
    uint64_t Number = 0; ///< 0: free
    Value V = {};
  };

  size_t placeOf(uint64_t Number) const {
    size_t Mask = Entries.size() - 1, At = hashOf(Number) & Mask;
    while (Entries[At].Number != Number && Entries[At].Number != 0)
      At = (At + 1) & Mask;
    return At;
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

} // namespace memfacet

#endif

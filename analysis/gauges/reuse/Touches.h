//===- Touches.h - the lines that accesses touch --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_GAUGES_REUSE_TOUCHES_H
#define MEMFACET_GAUGES_REUSE_TOUCHES_H

#include "analysis/caches/cache/CacheWord.h"
#include "analysis/decode/Batch.h"
#include "memfacet/Check.h"
#include <array>
#include <bit>
#include <span>

namespace memfacet::gauges {

/// Consecutive touches of one thread: lines, and the structures they are
/// charged to.
struct Touches {
  std::span<const uint64_t> Lines;
  const uint32_t *Owners; ///< by number of the line in Lines

  size_t size() const { return Lines.size(); }
};

/// Expands accesses to line touches, as docs/internals/cache-model.md says:
/// every line that an access overlaps, in ascending order, charged to the
/// structure of its first byte.
class TouchList {
public:
  /// The most touches at once: an access may touch gigabytes.
  static constexpr size_t Capacity = decode::AccessBatch::Capacity;

  explicit TouchList(uint32_t LineBytes)
      : Shift(unsigned(std::countr_zero(LineBytes))) {
    MEMFACET_CHECK(std::has_single_bit(LineBytes),
                   "lines are found by a shift");
  }

  /// Calls \p Visit(Touches) for all of \p B. \p Owners is by number in the
  /// batch.
  template <typename Visitor>
  void expand(const decode::BatchPart &B, const uint32_t *Owners,
              Visitor Visit) {
    // In a local variable, which stores into the lists cannot change.
    const unsigned LocalShift = Shift;
    const uint64_t *Addresses = B.Batch.Address.data() + B.Begin;
    const decode::AccessInfo *Info = B.Batch.Info.data() + B.Begin;
    const size_t Count = B.size();
    uint64_t Differ = 0;
    for (size_t I = 0; I != Count; ++I) {
      uint64_t Address = Addresses[I] & caches::AddressMask;
      Lines[I] = Address >> LocalShift;
      Differ |= (Address ^ (Address + Info[I].size() - 1)) >> LocalShift;
    }
    if (Differ == 0)
      return Visit(Touches{{Lines.data(), Count}, Owners + B.Begin});
    expandEach(B, Owners, Visit);
  }

private:
  template <typename Visitor>
  void expandEach(const decode::BatchPart &B, const uint32_t *Owners,
                  Visitor &Visit) {
    const uint64_t LineMask = caches::AddressMask >> Shift;
    size_t Count = 0;
    auto Add = [&](uint64_t Line, uint32_t Owner) {
      if (Count == Capacity) {
        Visit(Touches{{Lines.data(), Count}, LineOwners.data()});
        Count = 0;
      }
      Lines[Count] = Line;
      LineOwners[Count++] = Owner;
    };
    for (size_t I = B.Begin; I != B.End; ++I) {
      uint64_t Address = B.Batch.Address[I] & caches::AddressMask;
      uint64_t Last =
          ((Address + B.Batch.Info[I].size() - 1) & caches::AddressMask) >>
          Shift;
      uint64_t Line = Address >> Shift;
      Add(Line, Owners[I]);
      // May wrap around at the end of the address space.
      while (Line != Last)
        Add(Line = (Line + 1) & LineMask, Owners[I]);
    }
    if (Count != 0)
      Visit(Touches{{Lines.data(), Count}, LineOwners.data()});
  }

  unsigned Shift;
  std::array<uint64_t, Capacity> Lines;
  std::array<uint32_t, Capacity> LineOwners;
};

} // namespace memfacet::gauges

#endif

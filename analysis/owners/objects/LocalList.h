//===- LocalList.h - the named locals on a stack --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_OWNERS_OBJECTS_LOCALLIST_H
#define MEMFACET_OWNERS_OBJECTS_LOCALLIST_H

#include "analysis/support/Ids.h"
#include <cstddef>
#include <cstdint>
#include <vector>

namespace memfacet::owners {

/// Disjoint ranges, the highest first: new ones are added at the end, as stacks
/// grow downwards.
class LocalList {
public:
  static constexpr size_t NoFrame = ~size_t(0);
  struct Local {
    uint64_t Low, High;
    StructureId Structure;
    /// The frame or scope has not ended. A local that has ended shows until its
    /// memory is used (StackFrames.h).
    bool Live = true;
    /// The number of the frame in which the local began (StackFrames.h), until
    /// the frame ends.
    size_t Frame = NoFrame;

    bool contains(uint64_t Address) const {
      return Low <= Address && Address < High;
    }
  };

  size_t size() const { return Locals.size(); }
  Local &operator[](size_t I) { return Locals[I]; }
  const Local &operator[](size_t I) const { return Locals[I]; }

  /// Returns the first local that ends at \p Address or below, or begins below
  /// it: the highest with Low < \p Address.
  size_t firstBelow(uint64_t Address) const {
    // It is mostly near the end.
    size_t I = Locals.size();
    for (size_t Step = 0; I != 0 && Locals[I - 1].Low < Address; --I)
      if (++Step == 8)
        return searchBelow(Address, I);
    return I;
  }
  /// Returns the local around \p Address, or null.
  const Local *find(uint64_t Address) const {
    size_t I = firstBelow(Address + 1);
    return I != size() && Locals[I].contains(Address) ? &Locals[I] : nullptr;
  }

  /// Replaces [\p Begin, \p End), all locals that \p L overlaps, by \p L. If
  /// there are none, \p Begin is firstBelow(L.High).
  void replace(size_t Begin, size_t End, const Local &L) {
    if (Begin == End) {
      Locals.insert(Locals.begin() + ptrdiff_t(Begin), L);
      return;
    }
    Locals[Begin] = L;
    erase(Begin + 1, End);
  }
  void erase(size_t Begin, size_t End) {
    Locals.erase(Locals.begin() + ptrdiff_t(Begin),
                 Locals.begin() + ptrdiff_t(End));
  }
  void clear() { Locals.clear(); }

private:
  size_t searchBelow(uint64_t Address, size_t End) const {
    size_t Begin = 0;
    while (Begin != End) {
      size_t Middle = (Begin + End) / 2;
      if (Locals[Middle].Low < Address)
        End = Middle;
      else
        Begin = Middle + 1;
    }
    return Begin;
  }

  std::vector<Local> Locals;
};

} // namespace memfacet::owners

#endif

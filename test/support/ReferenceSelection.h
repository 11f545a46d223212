//===- ReferenceSelection.h - the records of a program that selects ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does what memfacet/Select.h says, with one function for each kind of access.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_TEST_SUPPORT_REFERENCESELECTION_H
#define MEMFACET_TEST_SUPPORT_REFERENCESELECTION_H

#include "test/support/StreamBuilder.h"
#include <map>

namespace memfacet::test {

class ReferenceSelection {
public:
  struct Access {
    uint64_t Address, Bytes;
    uint64_t Site; ///< address
    bool Write;
  };

  /// Makes \p Thread select from here on, or select other lines. \p Window: the
  /// address of the record Lines, not 0 in a window.
  void choose(uint32_t Thread, StreamBuilder &Output, uint8_t Bits,
              uint64_t Window) {
    State &S = Threads[Thread];
    S.Bits = Bits;
    S.Window = Window != 0;
    Output.lines(Bits, Window);
  }
  void end(uint32_t Thread) { Threads.erase(Thread); }
  /// Called after \p Thread has made accesses without selecting.
  void forget(uint32_t Thread) {
    for (LastAccess &L : Threads.at(Thread).Last)
      L = {};
  }

  void access(uint32_t Thread, StreamBuilder &Output, const Access &A) {
    State &S = Threads.at(Thread);
    uint64_t First = A.Address / SelectLineBytes,
             Last = (A.Address + A.Bytes - 1) / SelectLineBytes;
    if (S.Window && First != Last)
      Output.selected(SelectedKind::Access, A.Address, A.Site,
                      uint32_t(A.Bytes));
    for (uint64_t Line = First; Line <= Last; ++Line) {
      bool Chosen = S.Window || hasResidue(chosenLines(S.Bits), Line);
      bool Written = Chosen && (isNew(S, Line, A.Write) || Line != First);
      if (!Written || (S.Window && First != Last))
        continue;
      uint64_t Begin = std::max(A.Address, Line * SelectLineBytes),
               End =
                   std::min(A.Address + A.Bytes, (Line + 1) * SelectLineBytes);
      Output.selected(SelectedKind::Access, Begin, A.Site,
                      uint32_t(End - Begin) |
                          (Line != First ? ContinuedBit : 0));
    }
  }
  void range(uint32_t Thread, StreamBuilder &Output, const Access &A) {
    if (A.Bytes != 0)
      return access(Thread, Output, A);
    Output.selected(SelectedKind::Times, 0, A.Site, 0);
  }
  void lanes(uint32_t Thread, StreamBuilder &Output, const Access &A,
             uint64_t Mask) {
    uint32_t Times = 0;
    for (uint64_t Lane = 0; Lane != 64;) {
      uint64_t Begin = Lane;
      while (Lane != 64 && (Mask >> Lane & 1))
        ++Lane;
      if (Begin == Lane) {
        ++Lane;
        continue;
      }
      ++Times;
      access(Thread, Output,
             {A.Address + Begin * A.Bytes, (Lane - Begin) * A.Bytes, A.Site,
              A.Write});
    }
    if (Times != 1)
      Output.selected(SelectedKind::Times, 0, A.Site, Times);
  }

private:
  struct LastAccess {
    uint64_t Line = ~uint64_t(0);
    bool Written = false; ///< since it became the last line
  };
  struct State {
    uint8_t Bits = 0;
    bool Window = false;
    LastAccess Last[SelectResidues];
  };

  /// Returns whether an access to \p Line is recorded, and makes it the last
  /// one.
  static bool isNew(State &S, uint64_t Line, bool Write) {
    LastAccess &Last = S.Last[Line % SelectResidues];
    bool Repeats = Last.Line == Line && (!Write || Last.Written);
    if (Last.Line != Line)
      Last = {Line, false};
    Last.Written |= Write;
    return S.Window || !Repeats;
  }

  std::map<uint32_t, State> Threads;
};

} // namespace memfacet::test

#endif

//===- OwnershipLines.cpp - builds lines of the shadow --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/owners/objects/Ownership.h"
#include <algorithm>

namespace memfacet::owners {

/// Sets a mixed line. Words of 8 bytes take half the memory, if they have the
/// same information.
void Ownership::setMixed(uint64_t Line, const Shadow::FineWords &Fine) {
  Shadow::Words Words;
  for (size_t I = 0; I != Words.size(); ++I) {
    Words[I] = Fine[2 * I];
    if (Fine[2 * I + 1] != Words[I])
      return Lines.setMixed(Line, Fine);
  }
  Lines.setMixed(Line, Words);
}

/// Builds a line with marks and objects, one of which shows. Bytes that no
/// piece covers are looked up anew, as ranges change.
void Ownership::buildMarkedLine(uint64_t Line) {
  Shadow::FineWords Words;
  Words.fill(StructureId());
  StructureId Last; // the last one that shows
  bool Mixed = false;
  uint64_t Shown = 0;
  Objects.forEachPiece(
      Line, Line + ShadowLineBytes, [&](const ObjectLayers::Piece &P) {
        size_t First = (P.Low - Line + 3) / 4, End = (P.High - Line) / 4;
        if (First < End)
          std::fill(Words.begin() + First, Words.begin() + End, P.Structure);
        Mixed |= Last.valid() && Last != P.Structure;
        Last = P.Structure;
        Shown += P.High - P.Low;
      });
  if (Mixed || Shown != ShadowLineBytes)
    setMixed(Line, Words);
  else
    Lines.setLine(Line, Last);
}

/// Builds a line, which is not known, from what shows in it. Returns false if
/// neither an object nor a mark does.
bool Ownership::buildLine(uint64_t Line) {
  if (marksAround(Line, Line + 1)) [[unlikely]] {
    buildMarkedLine(Line);
    return true;
  }
  Shadow::FineWords Words;
  StructureId Last; // the last one that shows
  bool Mixed = false;
  auto Show = [&](const ObjectLayers::Piece &P) {
    if (P.Structure == Last)
      return;
    // The rule: from here on, the line belongs to this object.
    bool First = !Last.valid();
    size_t Word = First ? 0 : (P.Low - Line) / 4;
    std::fill(Words.begin() + Word, Words.end(), P.Structure);
    if (!First && P.Low % 4 != 0)
      Words[Word] = StructureId();
    Mixed |= !First;
    Last = P.Structure;
  };
  Objects.forEachPiece(Line, Line + ShadowLineBytes, Show);
  if (!Last.valid())
    return false;
  if (Mixed)
    setMixed(Line, Words);
  else
    Lines.setLine(Line, Last);
  return true;
}

/// Brings the lines of \p O, which is new, up to date. Those that were its
/// structure's already, as in a list whose nodes are close together, stay so.
void Ownership::enterLines(const LiveObject &O) {
  uint64_t Low = shadowLineBelow(O.Address), High = shadowLineAbove(O.end());
  if (High - Low > 4 * ShadowLineBytes)
    return Lines.forget(Low, High);
  for (; Low != High; Low += ShadowLineBytes)
    if (Shadow::whole(Lines.entry(Low)) != O.Structure)
      Lines.forget(Low, Low + 1);
}

} // namespace memfacet::owners

//===- HotMembers.cpp - the members that most accesses are to -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/advise/MemberAlign.h"
#include "tools/report/fields/FieldTables.h"
#include "tools/report/format/Units.h"
#include <algorithm>

namespace memfacet::report {

/// The hot members are the fewest with this share of the uses of members.
/// Misses are no measure: all of them count for the member that is accessed
/// first in a line, though the others come with it. Neither are accesses: a
/// text that is cleared once takes as many as a number that is read ten times.
static constexpr uint64_t HotPercent = 95;
/// Other members are not hot if none of them has this share of the uses that
/// the hottest one has, and all of them together have no more than the
/// second one: they are used at other times, if seldom, as when elements are
/// made.
static constexpr uint64_t ColdPercent = 5, ColdTogetherPercent = 20;
/// The same of a member that is only written: when elements are made.
static constexpr uint64_t WrittenPercent = 20;
/// Accesses to whole elements are few up to this share of those to members.
static constexpr uint64_t WholePercent = 10;

/// Returns the number of elements of \p Bytes in a line; 0 if an element is
/// longer.
static uint64_t perLine(uint64_t Bytes, uint64_t Line) {
  return Bytes <= Line ? Line / Bytes : 0;
}

namespace {
struct WeighedMember {
  const FieldRow *Row;
  uint64_t Accesses; ///< without those to whole elements
  uint64_t uses() const { return Row->Uses; }
};
} // namespace

/// Returns the members of \p T, most uses first.
static std::vector<WeighedMember> membersOf(const FieldTable &T,
                                            uint64_t WholeAccesses) {
  std::vector<WeighedMember> Members;
  for (const FieldRow &Row : T.Rows)
    if (Row.Kind == FieldRow::Role::Member)
      Members.push_back({&Row, Row.Counts.accesses() + Row.InWider -
                                   std::min(Row.InWider, WholeAccesses)});
  std::ranges::sort(Members, {}, [](const WeighedMember &W) {
    return std::tuple(~W.uses(), ~W.Accesses, W.Row->Offset);
  });
  return Members;
}

UnknownUses StructureFields::unknownUses() const {
  UnknownUses Sum = {.AreStores = true};
  for (const FieldRow &Row : Unknown) {
    Sum.All += Row.Uses;
    Sum.AreStores &= Row.Counts.Loads == 0;
  }
  return Sum;
}

/// Returns whether a member with \p Uses and \p Counts is cold next to one with
/// \p Most uses.
static bool isCold(uint64_t Uses, const FieldCounts &Counts, uint64_t Most,
                   const UnknownUses &Unknown) {
  if ((Uses + Unknown.All) * 100 < Most * ColdPercent)
    return true;
  return Counts.Loads == 0 && Uses <= Counts.Stores &&
         (Unknown.All == 0 || Unknown.AreStores) &&
         Uses * 100 < Most * WrittenPercent;
}

/// Returns whether size and type of \p Row say how it is aligned: members of 16
/// bytes may need more than 8, and those that share bytes may end in padding.
static bool isPlain(const FieldRow &Row) {
  constexpr uint64_t WideBytes = 16;
  return !Row.Type.empty() && Row.Bytes < WideBytes;
}

static uint64_t roundedUp(uint64_t Bytes, uint64_t Align) {
  return (Bytes + Align - 1) / Align * Align;
}

/// Sets what \p Hot says of padding. What is inside nested records is not
/// known.
static void addPadding(HotMembers &Hot, const FieldTable &T) {
  uint64_t End = 0, Sum = 0, Most = 1;
  bool IsAligned = false;
  for (const FieldRow &Row : T.Rows) {
    if (Row.Kind != FieldRow::Role::Member)
      continue;
    if (T.HasParts || !isPlain(Row))
      return;
    uint64_t Align = advise::memberAlign(Row.Type, Row.Offset, Row.Bytes);
    IsAligned |= Row.Offset >= End + Align;
    End = Row.Offset + Row.Bytes;
    Sum += roundedUp(Row.Bytes, Align);
    Most = std::max(Most, Align);
  }
  Hot.PackedBytes = roundedUp(Sum, Most);
  Hot.IsAligned = IsAligned || T.Bytes >= End + Most;
}

HotMembers hotMembers(const FieldTable &T, const UnknownUses &Unknown) {
  uint64_t WholeAccesses = 0;
  for (const FieldRow &Row : T.Rows)
    if (Row.Kind == FieldRow::Role::Whole)
      WholeAccesses += Row.Counts.accesses();
  std::vector<WeighedMember> Members = membersOf(T, WholeAccesses);
  // The elements of an array of any length are one after another anyway.
  if (std::ranges::any_of(Members, [](const WeighedMember &W) {
        return result::hasAnyLength(W.Row->Type);
      }))
    return {};
  HotMembers Hot;
  addPadding(Hot, T);
  // A use of no known member may be one of any of them.
  const UnknownUses AnyMember = T.IsElement ? Unknown : UnknownUses();
  Hot.All = AnyMember.All;
  uint64_t AllUses = AnyMember.All, HotUses = 0;
  for (const WeighedMember &W : Members) {
    Hot.All += W.Accesses;
    AllUses += W.uses();
  }
  // Code that copies whole elements is faster if they are in one place.
  if (WholeAccesses * 100 > Hot.All * WholePercent)
    return {};
  uint64_t Most = Members.empty() ? 0 : Members.front().uses();
  for (const WeighedMember &W : Members) {
    const FieldRow *Row = W.Row;
    uint64_t Align = advise::memberAlign(Row->Type, Row->Offset, Row->Bytes);
    bool AreOthersCold = isCold(W.uses(), Row->Counts, Most, AnyMember) &&
                         HotUses * 100 >= AllUses * (100 - ColdTogetherPercent);
    if (HotUses * 100 >= AllUses * HotPercent || AreOthersCold) {
      Hot.ColdBytes += Row->Bytes;
      continue;
    }
    HotUses += W.uses();
    Hot.Accesses += W.Accesses;
    Hot.Bytes += Row->Bytes;
    Hot.Align = std::max(Hot.Align, Align);
    Hot.Names += (Hot.Names.empty() ? "" : ", ") + Row->Name;
  }
  return Hot;
}

std::string splitHint(const FieldTable &T, uint32_t LineBytes,
                      const UnknownUses &Unknown) {
  HotMembers Hot = hotMembers(T, Unknown);
  if (!Hot.areFew(T.Bytes) || T.Total.Misses.front() == 0)
    return {};
  uint64_t OldPerLine = perLine(T.Bytes, LineBytes),
           NewPerLine = perLine(Hot.recordBytes(), LineBytes);
  if (NewPerLine <= OldPerLine)
    return {};
  return fmt::format(
      "{} of {} bytes have {} of the accesses to members ({}): with the others "
      "moved elsewhere, a line of {} bytes holds {} instead of {}",
      Hot.Bytes, T.Bytes, humanRate(Hot.Accesses, Hot.All), Hot.Names,
      LineBytes, counted(NewPerLine, "element"),
      OldPerLine == 0 ? "a part of one" : fmt::format("{}", OldPerLine));
}

} // namespace memfacet::report

//===- Dump.cpp - the merged stream as text -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/decode/Dump.h"
#include "analysis/support/Printable.h"
#include <algorithm>

namespace memfacet::decode {

static const char *nameOf(EventKind Kind) {
  switch (Kind) {
#define MEMFACET_CASE(Name, Value, Ordered, Words, Tail)                       \
  case EventKind::Name:                                                        \
    return #Name;
    MEMFACET_EVENTS(MEMFACET_CASE)
#undef MEMFACET_CASE
  }
  return "?";
}

static const char *nameOf(SyncKind Kind) {
  switch (Kind) {
#define MEMFACET_CASE(Name, Value)                                             \
  case SyncKind::Name:                                                         \
    return #Name;
    MEMFACET_SYNC_KINDS(MEMFACET_CASE)
#undef MEMFACET_CASE
  }
  return "?";
}

static const char *nameOf(StallKind Kind) {
  switch (Kind) {
#define MEMFACET_CASE(Name, Value)                                             \
  case StallKind::Name:                                                        \
    return #Name;
    MEMFACET_STALL_KINDS(MEMFACET_CASE)
#undef MEMFACET_CASE
  }
  return "?";
}

static const char *nameOf(SelectedKind Kind) {
  switch (Kind) {
#define MEMFACET_CASE(Name, Value)                                             \
  case SelectedKind::Name:                                                     \
    return #Name;
    MEMFACET_SELECTED_KINDS(MEMFACET_CASE)
#undef MEMFACET_CASE
  }
  return "?";
}

/// Returns the argument of \p E in the form of its kind.
static std::string argumentOf(const Event &E) {
  switch (E.Kind) {
  case EventKind::Release:
  case EventKind::Acquire:
    return fmt::format(" {}", nameOf(SyncKind(E.Argument)));
  case EventKind::Stall:
    return fmt::format(" {}", nameOf(StallKind(E.Argument)));
  default:
    return E.Argument ? fmt::format(" arg {}", E.Argument) : "";
  }
}

static EventTail tailOf(EventKind Kind) {
  switch (Kind) {
#define MEMFACET_CASE(Name, Value, Ordered, Words, Tail)                       \
  case EventKind::Name:                                                        \
    return EventTail::Tail;
    MEMFACET_EVENTS(MEMFACET_CASE)
#undef MEMFACET_CASE
  }
  return EventTail::None;
}

/// Returns how many payload words are numbers.
static size_t plainWords(EventKind Kind, size_t Words) {
  EventTail Tail = tailOf(Kind);
  if (Tail != EventTail::Text && Tail != EventTail::Bytes)
    return Words;
  return std::min<size_t>(Words,
                          words::leastEventWords(Kind) - 1 - isOrdered(Kind));
}

/// Returns the bytes after the numbers, if they are text; NUL becomes a space.
static std::string textOf(EventKind Kind, std::span<const uint64_t> Rest) {
  if (tailOf(Kind) == EventTail::Bytes)
    return {};
  std::string Text(reinterpret_cast<const char *>(Rest.data()),
                   Rest.size_bytes());
  Text.resize(Text.find_last_not_of('\0') + 1);
  for (char &C : Text)
    if (C == '\0')
      C = ' ';
  // Whatever a file says, it must not drive the terminal.
  return printable(Text);
}

Status Dump::segment(const words::Segment &S) {
  std::span<const uint64_t> Rest = S.Words;
  while (!Rest.empty()) {
    uint32_t Words = Rest[0] ? words::recordWords(Rest[0], Builder) : 0;
    if (Words == 0 || Words > Rest.size()) {
      size_t Unknown = words::nextHeader(Rest, 0, Builder);
      if (std::any_of(Rest.begin(), Rest.begin() + long(Unknown),
                      [](uint64_t W) { return W != 0; }))
        Out << fmt::format("T{} unknown {} words\n", S.Thread.Value, Unknown);
      Rest = Rest.subspan(Unknown);
      continue;
    }
    std::span<const uint64_t> Record = Rest.first(Words);
    if (isEvent(Record[0])) {
      event(S.Thread, Record);
    } else if (!EventsOnly) {
      Out << fmt::format("T{} ", S.Thread.Value);
      if (isSelected(Record[0]))
        selected(Record);
      else
        block(Record);
    }
    Rest = Rest.subspan(Words);
  }
  if (!Out)
    return makeError("cannot write the dump");
  return {};
}

void Dump::block(std::span<const uint64_t> Record) {
  const DecodedBlock &B = *Builder.blocks().find(Record[0]);
  BlockPlace Info = Modules.block(Record[0]);
  Out << fmt::format("block {} {}:{} {} instructions",
                     Info.Function.empty() ? "?" : printable(Info.Function),
                     Info.Location.File.empty() ? "?"
                                                : printable(Info.Location.File),
                     Info.Location.Line, B.Instructions);
  for (uint64_t Slot : Record.subspan(1))
    Out << fmt::format(" {:#x}", Slot);
  Out << '\n';
}

static std::string describeLines(const LinesValue &L) {
  std::string Text = fmt::format(" {} bits", L.Bits);
  if (L.Visit == BetweenVisits)
    Text += fmt::format(", between visits of 1 in {} turns", L.Period);
  else if (L.Visit != 0)
    Text += fmt::format(", visit {} of 1 in {} turns{}", L.Visit, L.Period,
                        L.IsRepeated ? ", repeated" : "");
  return Text;
}

static std::string describeMove(const MoveValue &M) {
  static constexpr const char *Kinds[] = {"cold", "true sharing",
                                          "false sharing", "?"};
  return fmt::format(" thread {}, {}, 1 in {} lines{}", M.Thread,
                     Kinds[size_t(M.Kind)], uint64_t(1) << M.Bits,
                     M.IsWatched ? ", watched" : "");
}

static std::string valueOf(SelectedKind Kind, uint32_t Value) {
  switch (Kind) {
  case SelectedKind::Access:
    return fmt::format(" {} bytes{}", Value & ~ContinuedBit,
                       Value & ContinuedBit ? ", continued" : "");
  case SelectedKind::Mark:
    return fmt::format(" {} bytes", Value);
  case SelectedKind::Times:
    return fmt::format(" {} accesses", Value);
  case SelectedKind::Lines:
    return describeLines(unpackLines(Value));
  case SelectedKind::Moved:
    return describeMove(unpackMove(Value));
  case SelectedKind::MovedFrom:
    return fmt::format(" thread {}{}", unpackWriter(Value).Thread,
                       unpackWriter(Value).Updates ? ", which read it" : "");
  case SelectedKind::Ended:
    break;
  }
  return "";
}

void Dump::selected(std::span<const uint64_t> Record) {
  SelectedKind Kind = selectedKind(Record[0]);
  Out << fmt::format("selected {}", nameOf(Kind));
  uint64_t Address = selectedAddress(Record[0]);
  if (hasSite(Kind) && Kind != SelectedKind::Times)
    Out << fmt::format(" {:#x}", Address);
  if (Kind == SelectedKind::Lines && Address != 0)
    Out << fmt::format(" window of {} accesses", Address);
  uint32_t Half = selectedSiteHalf(Record[1]);
  if (hasSite(Kind)) {
    std::optional<SiteId> Site = Modules.siteAtHalf(Half);
    std::vector<Place> Places;
    if (Site)
      Places = Modules.places(Modules.site(*Site).LocationAddress);
    Place First = Places.empty() ? Place{"?", "?"} : Places.front();
    Out << fmt::format(" site {:#x} {}:{}", Half, First.File, First.Line);
  }
  Out << valueOf(Kind, selectedValue(Record[1])) << '\n';
}

void Dump::event(ThreadId Thread, std::span<const uint64_t> Record) {
  Event E;
  E.Kind = eventKind(Record[0]);
  E.Thread = Thread;
  E.Argument = eventArgument(Record[0]);
  bool Ordered = isOrdered(E.Kind);
  E.Order = Ordered ? Record[1] : 0;
  E.Payload = Record.subspan(1 + Ordered);
  Builder.event(E);
  if (EventsOnly &&
      (E.Kind == EventKind::Tick || E.Kind == EventKind::TableData))
    return;
  Out << fmt::format("T{} {}", Thread.Value, nameOf(E.Kind));
  if (Ordered)
    Out << fmt::format(" #{}", E.Order);
  Out << argumentOf(E);
  size_t Plain = plainWords(E.Kind, E.Payload.size());
  for (uint64_t Word : E.Payload.first(Plain))
    Out << fmt::format(" {:#x}", Word);
  if (std::string Text = textOf(E.Kind, E.Payload.subspan(Plain));
      !Text.empty() && Plain != E.Payload.size())
    Out << " '" << Text << "'";
  Out << '\n';
}

} // namespace memfacet::decode

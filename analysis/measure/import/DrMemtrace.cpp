//===- DrMemtrace.cpp - traces of DynamoRIO's drmemtrace ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/import/DrMemtrace.h"
#include <algorithm>
#include <cstring>

namespace memfacet::measure {

/// An entry of a 64-bit process as it is in the file: little-endian, without
/// padding.
struct DrMemtraceFile::Entry {
  static constexpr size_t Bytes = 12;
  uint16_t Type = 0, Size = 0;
  uint64_t Value = 0; ///< an address, a thread, a version
};

namespace {

/// The numbers of entries that matter here. Others (prefetches, flushes, most
/// markers, encodings of instructions) are skipped.
enum DrType : uint16_t {
  DrRead = 0,
  DrWrite = 1,
  DrFirstInstruction = 10,
  DrLastInstruction = 16,
  DrBundle = 17,
  DrThread = 22,
  DrHeader = 25,
  DrMarker = 28,
  DrNoFetch = 29,
  DrMaybeFetch = 30,
  DrSysenter = 31,
  DrTakenJump = 48,
  DrUntakenJump = 49,
  DrLastKnown = 255
};

/// The Size of a marker that has the time.
constexpr uint16_t DrTimestamp = 2;

bool isInstruction(uint16_t Type) {
  return (Type >= DrFirstInstruction && Type <= DrLastInstruction) ||
         Type == DrSysenter || Type == DrTakenJump || Type == DrUntakenJump;
}

} // namespace

Expected<DrMemtraceFile> DrMemtraceFile::open(ForeignFile Input) {
  DrMemtraceFile F(std::move(Input));
  Entry First;
  Expected<bool> Any = F.read(First);
  if (!Any)
    return Any.error();
  if (!*Any || First.Type != DrHeader)
    return makeError("'{}' is neither text nor a converted drmemtrace, which "
                     "begins with a header; give a file named "
                     "'drmemtrace.*.trace', plain, .gz or .zip, or the folder "
                     "of these files; MemFacet's own traces need no import",
                     F.File.name());
  return F;
}

Expected<bool> DrMemtraceFile::read(Entry &Target) {
  char Raw[Entry::Bytes];
  Expected<size_t> Count = File.read(Raw, sizeof(Raw));
  if (!Count)
    return makeError("'{}' ends within entry {}: {}", File.name(), Entries,
                     Count.error().Message);
  if (*Count == 0)
    return false;
  if (*Count != sizeof(Raw))
    return makeError("'{}' ends within entry {}", File.name(), Entries);
  ++Entries;
  std::memcpy(&Target.Type, Raw, sizeof(Target.Type));
  std::memcpy(&Target.Size, Raw + 2, sizeof(Target.Size));
  std::memcpy(&Target.Value, Raw + 4, sizeof(Target.Value));
  return true;
}

/// Returns the access or the instruction of \p E, if it has one.
std::optional<TextAccess> DrMemtraceFile::take(const Entry &E) {
  using Kind = TextAccess::Kind;
  uint32_t Size = std::max<uint32_t>(E.Size, 1);
  Place &Current = Places[Thread];
  if (E.Type == DrRead || E.Type == DrWrite)
    return TextAccess{E.Type == DrRead ? Kind::Load : Kind::Store, E.Value,
                      Size, 0, Current.Pc};
  bool Repeats =
      E.Type == DrNoFetch ||
      (E.Type == DrMaybeFetch && Current.Pc == E.Value && Current.Pc != 0);
  if (!Repeats && !isInstruction(E.Type) && E.Type != DrMaybeFetch)
    return std::nullopt;
  Current = {E.Value, E.Value + E.Size};
  if (Repeats)
    return std::nullopt;
  return TextAccess{Kind::Instruction, E.Value, Size, 0, E.Value};
}

/// Returns the next of several instructions that one entry has.
TextAccess DrMemtraceFile::takeBundled() {
  Place &Current = Places[Thread];
  uint32_t Size = BundledSizes & 0xff;
  Current = {Current.Next, Current.Next + Size};
  --Bundled;
  BundledSizes >>= 8;
  return TextAccess{TextAccess::Kind::Instruction, Current.Pc,
                    std::max<uint32_t>(Size, 1), 0, Current.Pc};
}

Expected<std::optional<TextAccess>> DrMemtraceFile::next() {
  Entry E;
  while (Bundled == 0) {
    Expected<bool> Any = read(E);
    if (!Any)
      return Any.error();
    if (!*Any)
      return std::optional<TextAccess>();
    if (std::optional<TextAccess> A = take(E))
      return A;
    if (E.Type == DrThread)
      Thread = E.Value;
    else if (E.Type == DrMarker && E.Size == DrTimestamp)
      Time = E.Value;
    else if (E.Type == DrBundle)
      Bundled = E.Size, BundledSizes = E.Value;
    else if (E.Type > DrLastKnown)
      return makeError("'{}' entry {} is of an unknown type, {}; is it a "
                       "converted drmemtrace of a 64-bit process?",
                       File.name(), Entries - 1, E.Type);
  }
  return std::optional(takeBundled());
}

} // namespace memfacet::measure

//===- DrMemtrace.cpp - traces of DynamoRIO's drmemtrace ------------------===//

#include "analysis/import/DrMemtrace.h"
#include <cerrno>
#include <cstring>
#include <zlib.h>

namespace memfacet {

/// Of 64-bit processes, as in memory: little-endian, without padding.
struct DrMemtraceReader::Entry {
  static constexpr size_t Bytes = 12;
  uint16_t Type = 0, Size = 0;
  uint64_t Value = 0; ///< an address, a thread, a version
};

namespace {

/// The numbers of entries that matter here. Others (prefetches, flushes,
/// markers, encodings of instructions) are skipped.
enum DrType : uint16_t {
  DrRead = 0,
  DrWrite = 1,
  DrFirstInstruction = 10,
  DrLastInstruction = 16,
  DrBundle = 17,
  DrThread = 22,
  DrHeader = 25,
  DrNoFetch = 29,
  DrSysenter = 31,
  DrTakenJump = 48,
  DrUntakenJump = 49,
  DrLastKnown = 255
};

bool isInstruction(uint16_t Type) {
  return (Type >= DrFirstInstruction && Type <= DrLastInstruction) ||
         Type == DrNoFetch || Type == DrSysenter || Type == DrTakenJump ||
         Type == DrUntakenJump;
}

} // namespace

void DrMemtraceReader::Close::operator()(void *F) const {
  gzclose_r(static_cast<gzFile>(F));
}

Expected<DrMemtraceReader> DrMemtraceReader::open(const std::string &Path) {
  errno = 0;
  gzFile File = gzopen(Path.c_str(), "rb");
  if (!File)
    return makeError("cannot read '{}': {}", Path,
                     errno ? std::strerror(errno) : "no memory");
  DrMemtraceReader R(File, Path);
  Entry First;
  Expected<bool> Any = R.read(First);
  if (!Any)
    return Any.error();
  if (!*Any || First.Type != DrHeader)
    return makeError("'{}' is no converted drmemtrace, which begins with a "
                     "header; give the file that 'drmemtrace.*.trace' names, "
                     "plain or compressed by gzip",
                     Path);
  return R;
}

Expected<bool> DrMemtraceReader::read(Entry &To) {
  uint8_t Raw[Entry::Bytes];
  auto *From = static_cast<gzFile>(File.get());
  int Got = gzread(From, Raw, sizeof(Raw));
  if (Got == 0)
    return false;
  if (Got != int(sizeof(Raw))) {
    int Code = 0;
    const char *Why = gzerror(From, &Code);
    return makeError("'{}' ends within entry {}{}{}", Path, Entries,
                     Code ? ": " : "", Code ? Why : "");
  }
  ++Entries;
  To.Type = uint16_t(Raw[0] | Raw[1] << 8);
  To.Size = uint16_t(Raw[2] | Raw[3] << 8);
  std::memcpy(&To.Value, Raw + 4, sizeof(To.Value));
  return true;
}

uint32_t DrMemtraceReader::threadNumber(uint64_t Id) {
  return Threads.try_emplace(Id, uint32_t(Threads.size())).first->second;
}

Expected<std::optional<TextAccess>> DrMemtraceReader::next() {
  using Kind = TextAccess::Kind;
  auto Told = [&](Kind Is, uint64_t Address, uint32_t Size) {
    return std::optional(
        TextAccess{Is, Address, std::max<uint32_t>(Size, 1), Thread});
  };
  Entry E;
  while (Bundled == 0) {
    Expected<bool> Any = read(E);
    if (!Any)
      return Any.error();
    if (!*Any)
      return std::optional<TextAccess>();
    if (E.Type == DrRead || E.Type == DrWrite)
      return Told(E.Type == DrRead ? Kind::Load : Kind::Store, E.Value, E.Size);
    if (isInstruction(E.Type))
      return Told(Kind::Instruction, E.Value, E.Size);
    if (E.Type == DrThread)
      Thread = threadNumber(E.Value);
    else if (E.Type == DrBundle)
      Bundled = E.Size;
    else if (E.Type > DrLastKnown)
      return makeError("'{}' entry {} is of an unknown type, {}; is it a "
                       "converted drmemtrace of a 64-bit process?",
                       Path, Entries - 1, E.Type);
  }
  // Instructions that follow the one before: where they are does not matter.
  --Bundled;
  return Told(Kind::Instruction, 0, 1);
}

} // namespace memfacet

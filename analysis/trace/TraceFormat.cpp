//===- TraceFormat.cpp - the layout of a trace file -----------------------===//

#include "analysis/trace/TraceFormat.h"
#include "analysis/support/Hash.h"
#include <cstring>

namespace memfacet {

/// Each step is a bijection of the state, so that no change of one word stays
/// unseen before the halves are folded.
static uint64_t mix(uint64_t State, uint64_t Word) {
  return spreadBits(State ^ Word);
}

uint32_t traceChecksum(const TraceFrame &F, const void *Payload, size_t Bytes) {
  uint64_t State = mix(uint64_t(F.Kind) << 32 | F.PackedBytes, F.Words);
  const char *At = static_cast<const char *>(Payload);
  for (size_t I = 0; I < Bytes; I += 8) {
    uint64_t Word = 0;
    std::memcpy(&Word, At + I, Bytes - I < 8 ? Bytes - I : 8);
    State = mix(State, Word);
  }
  return uint32_t(State);
}

} // namespace memfacet

//===- Varint.h - small numbers in few bytes ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_SUPPORT_VARINT_H
#define MEMFACET_SUPPORT_VARINT_H

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace memfacet {

/// Appends seven bits per byte, lowest first; bit 7 says that more follow.
inline void appendVarint(std::string &Out, uint64_t Value) {
  for (; Value >= 0x80; Value >>= 7)
    Out.push_back(char(Value | 0x80));
  Out.push_back(char(Value));
}

/// Appends many numbers to a string, in pieces.
class VarintWriter {
public:
  explicit VarintWriter(std::string &Out) : Out(Out) {}
  ~VarintWriter() { flush(); }
  VarintWriter(const VarintWriter &) = delete;
  VarintWriter &operator=(const VarintWriter &) = delete;

  void add(uint64_t Value) {
    if (Room - Used < MostBytes)
      flush();
    for (; Value >= 0x80; Value >>= 7)
      Piece[Used++] = char(Value | 0x80);
    Piece[Used++] = char(Value);
  }
  void flush() {
    Out.append(Piece, Used);
    Used = 0;
  }

private:
  static constexpr size_t Room = 1024, MostBytes = 10;
  std::string &Out;
  size_t Used = 0;
  char Piece[Room];
};

inline std::span<const uint8_t> bytesOf(std::string_view Packed) {
  return {reinterpret_cast<const uint8_t *>(Packed.data()), Packed.size()};
}

/// Takes a number from the front of \p In. Returns nothing if there is no whole
/// one.
inline std::optional<uint64_t> takeVarint(std::span<const uint8_t> &In) {
  if (!In.empty() && In[0] < 0x80) { // most
    uint64_t Value = In[0];
    In = In.subspan(1);
    return Value;
  }
  uint64_t Value = 0;
  for (size_t I = 0; I != In.size() && I != 10; ++I) {
    uint64_t Bits = In[I] & 0x7f;
    if (I == 9 && Bits > 1)
      return std::nullopt;
    Value |= Bits << (7 * I);
    if (!(In[I] & 0x80)) {
      In = In.subspan(I + 1);
      return Value;
    }
  }
  return std::nullopt;
}

/// Turns differences of either sign, modulo 2^64, into small numbers.
constexpr uint64_t zigzag(uint64_t Difference) {
  return Difference << 1 ^ (0 - (Difference >> 63));
}
constexpr uint64_t unzigzag(uint64_t Value) {
  return Value >> 1 ^ (0 - (Value & 1));
}

} // namespace memfacet

#endif

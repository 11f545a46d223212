//===- coding/BytePlanes.cpp - words as planes of bytes -------------------===//

#include "analysis/coding/BytePlanes.h"
#include <algorithm>
#include <cstring>

namespace memfacet {

void splitPlane(std::span<const uint64_t> Words, unsigned Plane, uint8_t *To) {
  const uint64_t *From = Words.data();
  size_t Count = Words.size();
  for (size_t I = 0; I != Count; ++I)
    To[I] = uint8_t(From[I] >> 8 * Plane);
}

/// The number of planes is known, so that the compiler unrolls and uses
/// vectors.
template <unsigned Planes>
static void join(const uint8_t *const *From, uint64_t *To, size_t Count) {
  const uint8_t *P[Planes];
  std::copy(From, From + Planes, P);
  for (size_t I = 0; I != Count; ++I) {
    uint64_t Word = 0;
    for (unsigned B = 0; B != Planes; ++B)
      Word |= uint64_t(P[B][I]) << 8 * B;
    To[I] = Word;
  }
}

void joinPlanes(const uint8_t *const *From, unsigned Planes,
                std::span<uint64_t> To) {
  switch (Planes) {
  case 0:
    std::memset(To.data(), 0, To.size_bytes());
    break;
  case 1:
    return join<1>(From, To.data(), To.size());
  case 2:
    return join<2>(From, To.data(), To.size());
  case 3:
    return join<3>(From, To.data(), To.size());
  case 4:
    return join<4>(From, To.data(), To.size());
  case 5:
    return join<5>(From, To.data(), To.size());
  case 6:
    return join<6>(From, To.data(), To.size());
  case 7:
    return join<7>(From, To.data(), To.size());
  default:
    return join<8>(From, To.data(), To.size());
  }
}

} // namespace memfacet

//===- BytePlanes.h - words as planes of bytes ----------------------------===//

#ifndef MEMFACET_CODING_BYTEPLANES_H
#define MEMFACET_CODING_BYTEPLANES_H

#include <cstddef>
#include <cstdint>
#include <span>

namespace memfacet {

/// Byte \p Plane of each word, to \p To, which has room for as many.
void splitPlane(std::span<const uint64_t> Words, unsigned Plane, uint8_t *To);

/// Words whose lowest \p Planes bytes are in the planes \p From, each as long
/// as \p To; the other bytes are 0. \p Planes is at most 8.
void joinPlanes(const uint8_t *const *From, unsigned Planes,
                std::span<uint64_t> To);

} // namespace memfacet

#endif

//===- BytePlanes.h - columns of words as planes of bytes -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_WORDS_CODING_BYTEPLANES_H
#define MEMFACET_WORDS_CODING_BYTEPLANES_H

#include "analysis/words/coding/CodedFrame.h"
#include <cstddef>
#include <cstdint>
#include <span>

namespace memfacet::words {

/// Every \p Stride words of \p Source, to \p Target.
void gatherColumn(const uint64_t *Source, size_t Stride,
                  std::span<uint64_t> Target);

/// Residuals of \p Count differences, in front of which are the two before: the
/// column's first one where there are none. \p First is that one. Returns all
/// their bits together.
uint64_t findResiduals(const uint64_t *Differences, size_t Count,
                       ColumnOrder Order, uint64_t First, uint64_t *Residuals);

/// Byte \p Plane of each word, to \p Bytes, which has room for as many.
void splitPlane(std::span<const uint64_t> Words, unsigned Plane,
                uint8_t *Bytes);

/// Words whose lowest \p Planes bytes are in the planes \p PlaneData, each as
/// long as \p Words; the other bytes are 0. \p Planes is at most 8.
void joinPlanes(const uint8_t *const *PlaneData, unsigned Planes,
                std::span<uint64_t> Words);

} // namespace memfacet::words

#endif

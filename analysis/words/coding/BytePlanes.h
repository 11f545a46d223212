//===- BytePlanes.h - columns of words as planes of bytes -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_WORDS_CODING_BYTEPLANES_H
#define MEMFACET_WORDS_CODING_BYTEPLANES_H

#include "analysis/words/coding/CodedFrame.h"
#include <cstddef>
#include <cstdint>
#include <span>

namespace memfacet::words {

/// Copies every \p Stride-th word of \p Source to \p Target.
void gatherColumn(const uint64_t *Source, size_t Stride,
                  std::span<uint64_t> Target);

/// Computes the residuals of \p Count differences. The two words in front of \p
/// Differences are the differences before them, or the column's first
/// difference where there are none. \p First is the column's first difference.
/// Returns the union of the residuals' bits.
uint64_t findResiduals(const uint64_t *Differences, size_t Count,
                       ColumnOrder Order, uint64_t First, uint64_t *Residuals);

/// Writes byte \p Plane of each word to \p Bytes, which has room for one byte
/// per word.
void splitPlane(std::span<const uint64_t> Words, unsigned Plane,
                uint8_t *Bytes);

/// Joins planes to words: the lowest \p Planes bytes of each word come from \p
/// PlaneData, the other bytes are 0. Each plane is as long as \p Words. \p
/// Planes is at most 8.
void joinPlanes(const uint8_t *const *PlaneData, unsigned Planes,
                std::span<uint64_t> Words);

} // namespace memfacet::words

#endif

//===- Operations.h - what a run does, operation by operation -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A processor model needs the operations of each run, and which of them wait
// for which. Block::Operations points to a string of bytes with these. Equal
// strings are shared, so all positions in them are relative.
//
// Numbers are LEB128: seven bits in a byte, the lowest first, the highest bit
// set in all bytes but the last. Signed numbers are zigzag: 0, -1, 1, -2, ...
//
//   number of operations
//   number of predecessors that phi operations distinguish, at most
//     MaxPredecessors; then for each a signed number: the ordinal of the last
//     run in it minus this run's
//   the operations, as many as the instructions of Block::Instructions that
//     are not those of Block::Prefix, in order
//
// An operation:
//
//   a byte: OperationClass in bits 0 to 4; in bits 5 and 6 how many values it
//     waits for, 3: their number follows; bit 7: more follows
//   how many, if bits 5 and 6 say so
//   where bit 7 is set: a number, whose bit 0 says that a value number follows
//     (what it computes is used in other runs by that number), whose bit 1 that
//     a number of sites follows; then these
//   the values, a number each: 0, nothing to wait for (a constant); even, half
//     of it is how many operations before this one of the same run; odd, half
//     of it is the number of a value of the function
//   a Branch: two signed numbers, the ordinals of the runs that follow where it
//     is not taken and where it is, minus this run's
//
// The sites of a run belong to its operations in order. A Load, Store or Atomic
// has one site, all others have none, unless the operation says otherwise.
//
// Values have numbers in their function: the function's arguments first, in
// order. The values of a Phi are those of the predecessors, in their order. The
// values of a Call are the arguments, in order, at most MaxArguments. In an
// IndirectCall, the callee's address comes first.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_OPERATIONS_H
#define MEMFACET_OPERATIONS_H

#include <cstdint>

namespace memfacet {

// What an operation is. The processor model has the costs.
//   enumerator, name
#define MEMFACET_OPERATIONS(X)                                                 \
  X(IntAlu, "int")                                                             \
  X(IntMultiply, "mul")                                                        \
  X(IntDivide, "div")                                                          \
  X(FpAdd, "fadd")                                                             \
  X(FpMultiply, "fmul") /* fused multiply-add, too */                          \
  X(FpDivide, "fdiv")   /* square root, too */                                 \
  X(FpOther, "fp")      /* comparisons, conversions, rounding */               \
  X(Vector, "vector")   /* integers in vectors, shuffles, lanes */             \
  X(Load, "load")                                                              \
  X(Store, "store")                                                            \
  X(Atomic, "atomic")     /* read-modify-write */                              \
  X(Transfer, "transfer") /* memcpy, memset and the like */                    \
  X(Branch, "branch")     /* conditional, two ways */                          \
  X(Switch, "switch")     /* many ways, or to an address */                    \
  X(Jump, "jump")                                                              \
  X(Call, "call")                                                              \
  X(IndirectCall, "callptr")                                                   \
  X(Return, "return")                                                          \
  X(Phi, "phi")                                                                \
  X(Copy, "copy") /* costs a processor nothing: casts, constant offsets */     \
  X(Other, "other")

enum class OperationClass : uint8_t {
#define MEMFACET_ENUMERATOR(Name, Text) Name,
  MEMFACET_OPERATIONS(MEMFACET_ENUMERATOR)
#undef MEMFACET_ENUMERATOR
};

constexpr uint32_t OperationClasses = 21;

/// Returns whether an operation of class \p C has one site if it does not say
/// how many.
constexpr bool hasSiteByDefault(OperationClass C) {
  return C == OperationClass::Load || C == OperationClass::Store ||
         C == OperationClass::Atomic;
}

// The first byte of an operation.
constexpr uint8_t OperationClassMask = 0x1f;
constexpr unsigned OperationInputsShift = 5;
constexpr uint8_t OperationManyInputs = 3;
constexpr uint8_t OperationHasMore = 0x80;
// What follows if OperationHasMore is set.
constexpr uint8_t OperationHasNumber = 1, OperationHasSites = 2;

/// In runs with more predecessors, phi operations wait for nothing.
constexpr uint32_t MaxPredecessors = 32;
constexpr uint32_t MaxArguments = 8;

static_assert(OperationClasses <= OperationClassMask + 1);

} // namespace memfacet

#endif

//===- Operations.h - what a run does, operation by operation -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A processor model needs to know of each run which operations it is made of
// and which wait for which. Block::Operations points to a string of bytes that
// says so. Equal strings are shared, so they tell nothing by absolute place.
//
// Numbers are LEB128: seven bits in a byte, the lowest first, the highest bit
// set in all but the last. Signed ones are zigzag: 0, -1, 1, -2, ...
//
//   number of operations
//   number of predecessors that phi operations tell apart, at most
//     MaxPredecessors; then for each a signed number: the ordinal of the last
//     run in it minus this run's
//   the operations, as many as the instructions of Block::Instructions that
//     are not those of Block::Before, in order
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
// The sites of an operation are the next of the run's. A Load, Store or Atomic
// has one, all others have none, unless the operation says otherwise.
//
// Values are numbered by function: its arguments first, in order. The values of
// a Phi are those of the predecessors, in their order; those of a Call are its
// arguments, in order, as far as MaxArguments; of an IndirectCall, the callee's
// address comes first.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_OPERATIONS_H
#define MEMFACET_OPERATIONS_H

#include <cstdint>

namespace memfacet {

// What an operation is; its costs are a matter of the processor model.
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

/// Whether it has one site where it does not say how many.
constexpr bool hasSiteByDefault(OperationClass C) {
  return C == OperationClass::Load || C == OperationClass::Store ||
         C == OperationClass::Atomic;
}

// The first byte of an operation.
constexpr uint8_t OperationClassMask = 0x1f;
constexpr unsigned OperationInputsShift = 5;
constexpr uint8_t OperationManyInputs = 3;
constexpr uint8_t OperationHasMore = 0x80;
// What more there is.
constexpr uint8_t OperationHasNumber = 1, OperationHasSites = 2;

/// The phi operations of runs with more wait for nothing.
constexpr uint32_t MaxPredecessors = 32;
constexpr uint32_t MaxArguments = 8;

static_assert(OperationClasses <= OperationClassMask + 1);

} // namespace memfacet

#endif

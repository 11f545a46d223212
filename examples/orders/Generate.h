//===- orders/Generate.h - a made-up year of business ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ORDERS_GENERATE_H
#define ORDERS_GENERATE_H

#include "Store.h"

namespace orders {

constexpr uint32_t DaysPerYear = 365;

/// splitmix64: the same numbers on every machine, unlike <random>'s
/// distributions.
class Random {
public:
  explicit Random(uint64_t Seed) : State(Seed) {}
  uint32_t below(uint32_t Limit) { return uint32_t(next() % Limit); }

private:
  uint64_t next();
  uint64_t State;
};

/// \p Size orders by Size / 8 customers, of Size / 16 products; a few are
/// cancelled later.
OrderStore generateStore(uint32_t Size, uint64_t Seed);

} // namespace orders

#endif

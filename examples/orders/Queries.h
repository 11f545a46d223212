//===- orders/Queries.h - reports over an order store ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ORDERS_QUERIES_H
#define ORDERS_QUERIES_H

#include "Store.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace orders {

/// Cents per region on days [From, To), discounts taken off: orders of the
/// range joined with their customers.
std::map<std::string, uint64_t> revenueByRegion(const OrderStore &Store,
                                                uint32_t From, uint32_t To);

/// The \p Count customers that spent most, with their cents, largest first.
std::vector<std::pair<uint32_t, uint64_t>>
bestCustomers(const OrderStore &Store, size_t Count);

/// The \p Count products of which most pieces were sold, largest first.
std::vector<std::pair<std::string, uint64_t>>
bestSellers(const OrderStore &Store, size_t Count);

} // namespace orders

#endif

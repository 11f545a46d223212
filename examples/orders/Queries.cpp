//===- orders/Queries.cpp -------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Queries.h"
#include "Generate.h"

#include <algorithm>
#include <unordered_map>

namespace orders {

namespace {

uint64_t discounted(uint64_t Cents, const Customer &C) {
  return Cents - Cents * C.DiscountPercent / 100;
}

/// The largest \p Count rows by value; equal values by key.
template <typename Key>
std::vector<std::pair<Key, uint64_t>>
largest(const std::unordered_map<Key, uint64_t> &Sums, size_t Count) {
  std::vector<std::pair<Key, uint64_t>> Rows(Sums.begin(), Sums.end());
  Count = std::min(Count, Rows.size());
  std::partial_sort(Rows.begin(), Rows.begin() + ptrdiff_t(Count), Rows.end(),
                    [](const auto &A, const auto &B) {
                      return A.second != B.second ? A.second > B.second
                                                  : A.first < B.first;
                    });
  Rows.resize(Count);
  return Rows;
}

} // namespace

std::map<std::string, uint64_t> revenueByRegion(const OrderStore &Store,
                                                uint32_t From, uint32_t To) {
  std::map<std::string, uint64_t> Revenue;
  Store.ordersOf(From, To, [&](const Order &O) {
    if (const Customer *C = Store.customer(O.CustomerId))
      Revenue[C->Region] += discounted(Store.cents(O), *C);
  });
  return Revenue;
}

std::vector<std::pair<uint32_t, uint64_t>>
bestCustomers(const OrderStore &Store, size_t Count) {
  std::unordered_map<uint32_t, uint64_t> Spent;
  Store.ordersOf(0, DaysPerYear, [&](const Order &O) {
    Spent[O.CustomerId] += Store.cents(O);
  });
  return largest(Spent, Count);
}

std::vector<std::pair<std::string, uint64_t>>
bestSellers(const OrderStore &Store, size_t Count) {
  std::unordered_map<uint32_t, uint64_t> Sold;
  Store.ordersOf(0, DaysPerYear, [&](const Order &O) {
    Store.linesOf(O, [&](const OrderLine &Line) {
      Sold[Line.ProductId] += Line.Quantity;
    });
  });
  std::vector<std::pair<std::string, uint64_t>> Titles;
  for (const auto &[Id, Pieces] : largest(Sold, Count))
    if (const Product *P = Store.product(Id))
      Titles.emplace_back(P->Title, Pieces);
  return Titles;
}

} // namespace orders

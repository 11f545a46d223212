//===- orders/Store.h - customers, products and their orders --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ORDERS_STORE_H
#define ORDERS_STORE_H

#include "BTree.h"

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace orders {

struct Customer {
  uint32_t Id;
  std::string Name;
  std::string Region;
  uint32_t DiscountPercent;
};

struct Product {
  uint32_t Id;
  uint32_t Cents;
  std::string Title;
};

/// One product in an order.
struct OrderLine {
  uint32_t ProductId;
  uint32_t Quantity;
};

struct Order {
  uint64_t Id;
  uint32_t CustomerId;
  uint32_t Day;
  uint32_t FirstLine; ///< in OrderStore::Lines
  uint32_t LineCount;
  bool Cancelled;
};

/// Orders by day, then by number: what the index is sorted by.
struct DayKey {
  uint32_t Day = 0;
  uint64_t OrderId = 0;
  auto operator<=>(const DayKey &) const = default;
};

class OrderStore {
public:
  void addCustomer(Customer C);
  void addProduct(Product P);
  /// Orders may come in any order of days.
  void addOrder(uint32_t CustomerId, uint32_t Day,
                const std::vector<OrderLine> &Wanted);
  /// False when there is no such order or it is cancelled already.
  bool cancel(uint32_t Day, uint64_t OrderId);

  const Customer *customer(uint32_t Id) const;
  const Product *product(uint32_t Id) const;
  const std::vector<Order> &orders() const { return Orders; }
  /// Price before discounts.
  uint64_t cents(const Order &O) const;

  /// Calls Visit(order) for what was ordered on days [From, To) and not
  /// cancelled.
  template <typename Visitor>
  void ordersOf(uint32_t From, uint32_t To, Visitor Visit) const {
    ByDay.scan({From, 0}, {To, 0}, [&](const DayKey &, uint32_t Position) {
      if (!Orders[Position].Cancelled)
        Visit(Orders[Position]);
    });
  }

  template <typename Visitor>
  void linesOf(const Order &O, Visitor Visit) const {
    for (uint32_t I = 0; I < O.LineCount; ++I)
      Visit(Lines[O.FirstLine + I]);
  }

private:
  std::unordered_map<uint32_t, Customer> Customers;
  std::unordered_map<uint32_t, Product> Products;
  std::vector<Order> Orders;
  std::vector<OrderLine> Lines;
  BTree<DayKey, uint32_t> ByDay; ///< position in Orders
};

} // namespace orders

#endif

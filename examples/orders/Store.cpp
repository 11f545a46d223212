//===- orders/Store.cpp ---------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Store.h"

namespace orders {

void OrderStore::addCustomer(Customer C) {
  uint32_t Id = C.Id;
  Customers.emplace(Id, std::move(C));
}

void OrderStore::addProduct(Product P) {
  uint32_t Id = P.Id;
  Products.emplace(Id, std::move(P));
}

void OrderStore::addOrder(uint32_t CustomerId, uint32_t Day,
                          const std::vector<OrderLine> &Wanted) {
  auto Position = uint32_t(Orders.size());
  uint64_t Id = 1000000 + uint64_t(Position);
  Orders.push_back({Id, CustomerId, Day, uint32_t(Lines.size()),
                    uint32_t(Wanted.size()), false});
  Lines.insert(Lines.end(), Wanted.begin(), Wanted.end());
  ByDay.insert({Day, Id}, Position);
}

bool OrderStore::cancel(uint32_t Day, uint64_t OrderId) {
  const uint32_t *Position = ByDay.find({Day, OrderId});
  if (!Position || Orders[*Position].Cancelled)
    return false;
  Orders[*Position].Cancelled = true;
  return true;
}

const Customer *OrderStore::customer(uint32_t Id) const {
  auto It = Customers.find(Id);
  return It == Customers.end() ? nullptr : &It->second;
}

const Product *OrderStore::product(uint32_t Id) const {
  auto It = Products.find(Id);
  return It == Products.end() ? nullptr : &It->second;
}

uint64_t OrderStore::cents(const Order &O) const {
  uint64_t Sum = 0;
  linesOf(O, [&](const OrderLine &Line) {
    if (const Product *P = product(Line.ProductId))
      Sum += uint64_t(P->Cents) * Line.Quantity;
  });
  return Sum;
}

} // namespace orders

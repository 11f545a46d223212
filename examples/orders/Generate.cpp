//===- orders/Generate.cpp ------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Generate.h"

#include <algorithm>
#include <array>

namespace orders {

uint64_t Random::next() {
  uint64_t Z = State += 0x9e3779b97f4a7c15;
  Z = (Z ^ (Z >> 30)) * 0xbf58476d1ce4e5b9;
  Z = (Z ^ (Z >> 27)) * 0x94d049bb133111eb;
  return Z ^ (Z >> 31);
}

namespace {

constexpr std::array Regions = {"North", "South",   "East",
                                "West",  "Islands", "Overseas"};

/// Longer than the small-string buffer for most, as names are.
std::string personName(Random &Dice) {
  static constexpr std::array First = {"Ada",   "Barbara", "Edsger",
                                       "Grace", "Konrad",  "Maurice"};
  static constexpr std::array Last = {"Andersson",    "Castellanos",
                                      "Featherstone", "Li",
                                      "Okonkwo",      "Papadopoulos"};
  std::string Name = First[Dice.below(First.size())];
  Name += ' ';
  Name += Last[Dice.below(Last.size())];
  return Name;
}

void addCatalogue(OrderStore &Store, uint32_t Products, Random &Dice) {
  for (uint32_t I = 0; I < Products; ++I)
    Store.addProduct(
        {I, 100 + Dice.below(20000), "product no. " + std::to_string(I)});
}

void addCustomers(OrderStore &Store, uint32_t Customers, Random &Dice) {
  for (uint32_t I = 0; I < Customers; ++I)
    Store.addCustomer({I, personName(Dice), Regions[Dice.below(Regions.size())],
                       Dice.below(4) == 0 ? 5 + Dice.below(10) : 0});
}

/// Some customers order often: the smaller of two draws.
uint32_t someCustomer(uint32_t Customers, Random &Dice) {
  uint32_t One = Dice.below(Customers);
  return std::min(One, Dice.below(Customers));
}

} // namespace

OrderStore generateStore(uint32_t Size, uint64_t Seed) {
  Random Dice(Seed);
  OrderStore Store;
  uint32_t Customers = std::max(Size / 8, 1U);
  uint32_t Products = std::max(Size / 16, 1U);
  addCatalogue(Store, Products, Dice);
  addCustomers(Store, Customers, Dice);

  std::vector<OrderLine> Wanted;
  for (uint32_t I = 0; I < Size; ++I) {
    Wanted.clear();
    for (uint32_t Lines = 1 + Dice.below(4); Lines > 0; --Lines)
      Wanted.push_back({Dice.below(Products), 1 + Dice.below(5)});
    uint32_t Customer = someCustomer(Customers, Dice);
    Store.addOrder(Customer, Dice.below(DaysPerYear), Wanted);
  }
  for (uint32_t I = 0; I < Size / 50; ++I) {
    const Order &O = Store.orders()[Dice.below(Size)];
    Store.cancel(O.Day, O.Id);
  }
  return Store;
}

} // namespace orders

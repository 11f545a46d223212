//===- orders/main.cpp - fills an order store and runs reports over it ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Generate.h"
#include "Queries.h"

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <string_view>

using namespace orders;

namespace {

constexpr uint32_t DaysPerQuarter = 92;

void mix(uint64_t &Checksum, uint64_t Value) {
  Checksum = (Checksum ^ Value) * 0x100000001b3;
}

uint64_t runReports(const OrderStore &Store) {
  uint64_t Checksum = 0xcbf29ce484222325;
  for (uint32_t Day = 0; Day < DaysPerYear; Day += DaysPerQuarter)
    for (const auto &[Region, Cents] :
         revenueByRegion(Store, Day, Day + DaysPerQuarter)) {
      std::printf("from day %3u %-8s %12" PRIu64 "\n", Day, Region.c_str(),
                  Cents);
      mix(Checksum, Cents);
    }
  for (const auto &[Id, Cents] : bestCustomers(Store, 5)) {
    std::printf("customer %6u %-24s %10" PRIu64 "\n", Id,
                Store.customer(Id)->Name.c_str(), Cents);
    mix(Checksum, Id + Cents);
  }
  for (const auto &[Title, Pieces] : bestSellers(Store, 5)) {
    std::printf("%-24s %6" PRIu64 "\n", Title.c_str(), Pieces);
    mix(Checksum, Pieces);
  }
  return Checksum;
}

int usage() {
  std::fprintf(stderr, "usage: orders [--seed N] [--size ORDERS]\n");
  return 2;
}

} // namespace

int main(int Argc, char **Argv) {
  uint64_t Seed = 1;
  unsigned long Size = 300000;
  for (int I = 1; I < Argc; I += 2) {
    std::string_view Option = Argv[I];
    if (I + 1 == Argc)
      return usage();
    if (Option == "--seed")
      Seed = std::strtoull(Argv[I + 1], nullptr, 10);
    else if (Option == "--size")
      Size = std::strtoul(Argv[I + 1], nullptr, 10);
    else
      return usage();
  }
  if (Size < 1 || Size > 100000000) {
    std::fprintf(stderr, "orders: size %lu is not between 1 and 100000000\n",
                 Size);
    return 2;
  }
  OrderStore Store = generateStore(uint32_t(Size), Seed);
  uint64_t Checksum = runReports(Store);
  std::printf("orders %zu checksum %016" PRIx64 "\n", Store.orders().size(),
              Checksum);
  return 0;
}

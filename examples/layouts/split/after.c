// The ledger with what payments use apart from what they do not.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../common.h"

struct funds {
  int64_t balance;
  int64_t limit;
};

struct holder {
  int64_t number;
  char name[40];
  char address[56];
  int64_t opened;
};

static uint64_t pay(struct funds *accounts, size_t count) {
  uint64_t random = 1, refused = 0;
  for (size_t i = 0; i < 40 * count; ++i) {
    struct funds *to = &accounts[next_random(&random) % count];
    int64_t amount = (int64_t)(next_random(&random) % 2000) - 1000;
    if (to->balance + amount < to->limit)
      ++refused;
    else
      to->balance += amount;
  }
  return refused;
}

static uint64_t report(const struct holder *holders,
                       const struct funds *accounts, size_t count) {
  uint64_t sum = 0;
  for (size_t i = 0; i < count; ++i)
    sum = sum * 31 + (uint64_t)(holders[i].number + holders[i].name[0] +
                                holders[i].address[0] + holders[i].opened +
                                accounts[i].balance);
  return sum;
}

int main(int argc, char **argv) {
  size_t count = size_argument(argc, argv, 20000);
  struct funds *accounts = allocate(count, sizeof *accounts);
  struct holder *holders = allocate(count, sizeof *holders);
  for (size_t i = 0; i < count; ++i) {
    holders[i].number = (int64_t)i;
    snprintf(holders[i].name, sizeof holders[i].name, "holder %zu", i);
    snprintf(holders[i].address, sizeof holders[i].address, "%zu street", i);
    accounts[i].limit = -(int64_t)(i % 5000);
    holders[i].opened = 1990 + (int64_t)(i % 30);
  }
  uint64_t refused = pay(accounts, count);
  return print_checksum(count, refused * 31 + report(holders, accounts, count));
}

// A ledger: payments go to random accounts and use the balance and the limit;
// names and addresses are only looked at in the yearly report.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../common.h"

struct account {
  int64_t number;
  char name[40];
  int64_t balance;
  char address[56];
  int64_t limit;
  int64_t opened;
};

static uint64_t pay(struct account *accounts, size_t count) {
  uint64_t random = 1, refused = 0;
  for (size_t i = 0; i < 40 * count; ++i) {
    struct account *to = &accounts[next_random(&random) % count];
    int64_t amount = (int64_t)(next_random(&random) % 2000) - 1000;
    if (to->balance + amount < to->limit)
      ++refused;
    else
      to->balance += amount;
  }
  return refused;
}

static uint64_t report(const struct account *accounts, size_t count) {
  uint64_t sum = 0;
  for (size_t i = 0; i < count; ++i)
    sum = sum * 31 + (uint64_t)(accounts[i].number + accounts[i].name[0] +
                                accounts[i].address[0] + accounts[i].opened +
                                accounts[i].balance);
  return sum;
}

int main(int argc, char **argv) {
  size_t count = size_argument(argc, argv, 20000);
  struct account *accounts = allocate(count, sizeof *accounts);
  for (size_t i = 0; i < count; ++i) {
    accounts[i].number = (int64_t)i;
    snprintf(accounts[i].name, sizeof accounts[i].name, "holder %zu", i);
    snprintf(accounts[i].address, sizeof accounts[i].address, "%zu street", i);
    accounts[i].limit = -(int64_t)(i % 5000);
    accounts[i].opened = 1990 + (int64_t)(i % 30);
  }
  uint64_t refused = pay(accounts, count);
  return print_checksum(count, refused * 31 + report(accounts, count));
}

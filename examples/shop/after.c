// A shop adds up what its orders cost, once for each of four reports. An order
// is the number of a product. Prices are an array of their own.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
struct product {
  char title[64];
};

static uint32_t random_number(void) { // xorshift
  static uint64_t state = 1;
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state >> 32;
}

int main(int argc, char **argv) {
  size_t products = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000000;
  size_t sold = 8 * products;
  struct product *catalogue = calloc(products, sizeof *catalogue);
  uint32_t *cents = calloc(products, sizeof *cents);
  uint32_t *orders = calloc(sold, sizeof *orders);
  if (!catalogue || !cents || !orders)
    return 1;
  for (size_t i = 0; i < products; ++i) {
    cents[i] = random_number() % 10000;
    catalogue[i].title[0] = (char)('a' + i % 26);
  }
  for (size_t i = 0; i < sold; ++i)
    orders[i] = random_number() % products;

  uint64_t sum = 0;
  for (int report = 0; report < 4; ++report)
    for (size_t i = 0; i < sold; ++i)
      sum += cents[orders[i]];
  printf("%zu orders, %llu cents\n", sold, (unsigned long long)sum);
  free(orders);
  free(cents);
  free(catalogue);
  return 0;
}

/*===- mincost/main.c - solves a generated min-cost-flow problem ----------===*/
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include "network.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int usage(void) {
  fprintf(stderr, "usage: mincost [--seed N] [--size NODES]\n");
  return 2;
}

/* FNV-1a over the flow: equal flows, equal checksums. */
static uint64_t checksum(const struct network *net) {
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  for (int32_t i = 0; i < net->arc_count; ++i)
    hash = (hash ^ (uint64_t)net->arcs[i].flow) * UINT64_C(0x100000001b3);
  return hash;
}

int main(int argc, char **argv) {
  uint64_t seed = 1;
  long size = 5000;
  for (int i = 1; i < argc; i += 2) {
    if (i + 1 == argc)
      return usage();
    if (strcmp(argv[i], "--seed") == 0)
      seed = strtoull(argv[i + 1], NULL, 10);
    else if (strcmp(argv[i], "--size") == 0)
      size = strtol(argv[i + 1], NULL, 10);
    else
      return usage();
  }
  if (size < 3 || size > 10000000) {
    fprintf(stderr, "mincost: size %ld is not between 3 and 10000000\n", size);
    return 2;
  }

  struct network net;
  if (network_build(&net, (int32_t)size, seed) != 0) {
    fprintf(stderr, "mincost: no memory for %ld nodes\n", size);
    return 1;
  }
  network_simplex(&net);
  printf("nodes %" PRId32 " arcs %" PRId32 " pivots %" PRIu64 "\n",
         net.node_count, net.arc_count, net.pivots);
  printf("cost %" PRId64 " unserved %" PRId64 "\n", network_cost(&net),
         network_unserved(&net));
  printf("checksum %016" PRIx64 "\n", checksum(&net));
  network_free(&net);
  return 0;
}

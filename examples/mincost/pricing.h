/*===- mincost/pricing.h - which arc enters the tree next -----------------===*/
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#ifndef MINCOST_PRICING_H
#define MINCOST_PRICING_H

#include "network.h"

struct candidate {
  struct arc *arc;
  int64_t gain; /* saved per unit of flow, positive */
};

/* A short list of good arcs, refilled from one group of arcs after the other,
 * so that most pivots look at the list only. */
struct pricing {
  struct candidate *candidates;
  int32_t count;
  int32_t capacity;
  int32_t group_size;
  int32_t next_arc; /* where the next group begins */
};

int pricing_init(struct pricing *pricing, const struct network *net);
void pricing_free(struct pricing *pricing);

/* The arc that gains most among the candidates; NULL when no arc of the whole
 * network gains anything: the flow is optimal. */
struct arc *pricing_next(struct pricing *pricing, const struct network *net);

#endif

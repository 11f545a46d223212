/*===- mincost/pricing.c - partial pricing with a candidate list ----------===*/
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include "pricing.h"

#include <stdlib.h>

enum { MIN_GROUP = 64, GROUPS = 48, CANDIDATES = 256 };

static int64_t gain_of(const struct arc *arc) {
  if (arc->state == ARC_BASIC)
    return 0;
  int64_t cost = reduced_cost(arc);
  return arc->state == ARC_AT_LOWER ? -cost : cost;
}

int pricing_init(struct pricing *pricing, const struct network *net) {
  pricing->candidates = malloc(CANDIDATES * sizeof *pricing->candidates);
  pricing->count = 0;
  pricing->capacity = CANDIDATES;
  pricing->group_size = net->arc_count / GROUPS;
  if (pricing->group_size < MIN_GROUP)
    pricing->group_size = MIN_GROUP;
  pricing->next_arc = 0;
  return pricing->candidates ? 0 : -1;
}

void pricing_free(struct pricing *pricing) { free(pricing->candidates); }

/* Drops candidates that gain nothing any more. */
static void reprice(struct pricing *pricing) {
  int32_t kept = 0;
  for (int32_t i = 0; i < pricing->count; ++i) {
    struct candidate candidate = pricing->candidates[i];
    candidate.gain = gain_of(candidate.arc);
    if (candidate.gain > 0)
      pricing->candidates[kept++] = candidate;
  }
  pricing->count = kept;
}

/* Scans groups until one of them yields a candidate or all were seen. */
static void refill(struct pricing *pricing, const struct network *net) {
  int32_t scanned = 0;
  while (scanned < net->arc_count && pricing->count < pricing->capacity) {
    struct arc *arc = &net->arcs[pricing->next_arc];
    int64_t gain = gain_of(arc);
    if (gain > 0)
      pricing->candidates[pricing->count++] = (struct candidate){arc, gain};
    if (++pricing->next_arc == net->arc_count)
      pricing->next_arc = 0;
    if (++scanned % pricing->group_size == 0 && pricing->count > 0)
      break;
  }
}

/* Removes and returns the candidate that gains most. */
static struct arc *take_best(struct pricing *pricing) {
  int32_t best = 0;
  for (int32_t i = 1; i < pricing->count; ++i)
    if (pricing->candidates[i].gain > pricing->candidates[best].gain)
      best = i;
  struct arc *arc = pricing->candidates[best].arc;
  pricing->candidates[best] = pricing->candidates[--pricing->count];
  return arc;
}

struct arc *pricing_next(struct pricing *pricing, const struct network *net) {
  reprice(pricing);
  if (pricing->count == 0)
    refill(pricing, net);
  return pricing->count == 0 ? NULL : take_best(pricing);
}

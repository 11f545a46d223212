/*===- mincost/build.c - generates a transport network --------------------===*/
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include "network.h"

#include <stdlib.h>
#include <string.h>

enum { ARCS_PER_NODE = 8, MAP_SIZE = 10000, HIGHWAY_COST = 40 * MAP_SIZE };

/* splitmix64 */
static uint64_t next_random(uint64_t *state) {
  uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return z ^ (z >> 31);
}

static int64_t random_below(uint64_t *state, int64_t limit) {
  return (int64_t)(next_random(state) % (uint64_t)limit);
}

struct place {
  int32_t x;
  int32_t y;
};

static int64_t distance(struct place a, struct place b) {
  return labs((long)a.x - b.x) + labs((long)a.y - b.y);
}

static void set_arc(struct arc *arc, struct node *tail, struct node *head,
                    int64_t cost, int64_t capacity) {
  arc->tail = tail;
  arc->head = head;
  arc->cost = cost;
  arc->capacity = capacity;
  arc->flow = 0;
  arc->state = ARC_AT_LOWER;
}

/* Every third node ships, every third receives, the rest passes on; the last
 * node balances the sum. */
static void set_supplies(struct network *net, uint64_t *random) {
  int64_t sum = 0;
  for (int32_t i = 1; i <= net->node_count; ++i) {
    int64_t amount = 1 + random_below(random, 20);
    int64_t supply = i % 3 == 0 ? amount : i % 3 == 1 ? -amount : 0;
    net->nodes[i].number = i;
    net->nodes[i].supply = supply;
    sum += supply;
  }
  net->nodes[net->node_count].supply -= sum;
}

/* A ring of costly, unlimited highways keeps every instance feasible; the other
 * arcs are roads between random places. */
static void set_arcs(struct network *net, const struct place *places,
                     uint64_t *random) {
  struct arc *arc = net->arcs;
  for (int32_t i = 1; i <= net->node_count; ++i) {
    int32_t next = i % net->node_count + 1;
    set_arc(arc++, &net->nodes[i], &net->nodes[next], HIGHWAY_COST, UNLIMITED);
  }
  while (arc < net->arcs + net->arc_count) {
    int32_t from = 1 + (int32_t)random_below(random, net->node_count);
    int32_t to = 1 + (int32_t)random_below(random, net->node_count - 1);
    to += to >= from;
    int64_t cost = distance(places[from], places[to]) + 1;
    int64_t capacity = 1 + random_below(random, 30);
    set_arc(arc++, &net->nodes[from], &net->nodes[to], cost, capacity);
  }
}

int network_build(struct network *net, int32_t node_count, uint64_t seed) {
  memset(net, 0, sizeof *net);
  net->node_count = node_count;
  net->arc_count = node_count * ARCS_PER_NODE;
  net->nodes = calloc((size_t)node_count + 1, sizeof *net->nodes);
  net->arcs = malloc((size_t)net->arc_count * sizeof *net->arcs);
  net->dummy_arcs = malloc((size_t)node_count * sizeof *net->dummy_arcs);
  struct place *places = malloc(((size_t)node_count + 1) * sizeof *places);
  if (!net->nodes || !net->arcs || !net->dummy_arcs || !places) {
    free(places);
    network_free(net);
    return -1;
  }
  uint64_t random = seed;
  for (int32_t i = 0; i <= node_count; ++i) {
    places[i].x = (int32_t)random_below(&random, MAP_SIZE);
    places[i].y = (int32_t)random_below(&random, MAP_SIZE);
  }
  set_supplies(net, &random);
  set_arcs(net, places, &random);
  free(places);
  return 0;
}

void network_free(struct network *net) {
  free(net->nodes);
  free(net->arcs);
  free(net->dummy_arcs);
  memset(net, 0, sizeof *net);
}

int64_t network_cost(const struct network *net) {
  int64_t cost = 0;
  for (int32_t i = 0; i < net->arc_count; ++i)
    cost += net->arcs[i].cost * net->arcs[i].flow;
  return cost;
}

int64_t network_unserved(const struct network *net) {
  int64_t units = 0;
  for (int32_t i = 0; i < net->node_count; ++i)
    if (net->dummy_arcs[i].head == net->nodes)
      units += net->dummy_arcs[i].flow;
  return units;
}

/*===- mincost/test/check.c - the simplex against shortest paths -----------===*
 *
 * Solves many small problems twice: by network_simplex, and by sending flow
 * along one cheapest path after the other (Bellman-Ford on the residual graph),
 * which is slow and obviously right. Costs must agree, and the simplex's flow
 * must be a flow.
 *
 *===----------------------------------------------------------------------===*/
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "../network.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* The cheapest way to reach each node from any with supply left. */
struct label {
  int64_t cost;
  struct arc *arc;
  int forward;
};

static void bellman_ford(const struct network *net, struct label *labels) {
  for (int32_t i = 0; i <= net->node_count; ++i)
    labels[i] =
        (struct label){net->nodes[i].supply > 0 ? 0 : UNLIMITED, NULL, 0};
  for (int changed = 1; changed;) {
    changed = 0;
    for (int32_t i = 0; i < net->arc_count; ++i) {
      struct arc *arc = &net->arcs[i];
      struct label *tail = &labels[arc->tail->number];
      struct label *head = &labels[arc->head->number];
      if (arc->flow < arc->capacity && tail->cost != UNLIMITED &&
          tail->cost + arc->cost < head->cost) {
        *head = (struct label){tail->cost + arc->cost, arc, 1};
        changed = 1;
      }
      if (arc->flow > 0 && head->cost != UNLIMITED &&
          head->cost - arc->cost < tail->cost) {
        *tail = (struct label){head->cost - arc->cost, arc, 0};
        changed = 1;
      }
    }
  }
}

static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

static void send_along(struct label *labels, struct node *sink) {
  int64_t units = -sink->supply;
  struct node *node = sink;
  for (struct arc *arc; (arc = labels[node->number].arc) != NULL;) {
    int forward = labels[node->number].forward;
    units = smaller(units, forward ? arc->capacity - arc->flow : arc->flow);
    node = forward ? arc->tail : arc->head;
  }
  units = smaller(units, node->supply);
  node->supply -= units;
  sink->supply += units;
  node = sink;
  for (struct arc *arc; (arc = labels[node->number].arc) != NULL;) {
    int forward = labels[node->number].forward;
    arc->flow += forward ? units : -units;
    node = forward ? arc->tail : arc->head;
  }
}

/* Uses the supplies up. */
static int64_t solve_by_paths(struct network *net) {
  size_t count = (size_t)net->node_count + 1;
  struct label *labels = malloc(count * sizeof *labels);
  for (;;) {
    bellman_ford(net, labels);
    struct node *sink = NULL;
    for (int32_t i = 1; i <= net->node_count; ++i)
      if (net->nodes[i].supply < 0 &&
          (!sink || labels[i].cost < labels[sink->number].cost))
        sink = &net->nodes[i];
    if (!sink)
      break;
    send_along(labels, sink);
  }
  free(labels);
  return network_cost(net);
}

static int is_flow(const struct network *net) {
  int64_t *balance = calloc((size_t)net->node_count + 1, sizeof *balance);
  int good = 1;
  for (int32_t i = 0; i < net->arc_count; ++i) {
    const struct arc *arc = &net->arcs[i];
    good &= arc->flow >= 0 && arc->flow <= arc->capacity;
    balance[arc->tail->number] += arc->flow;
    balance[arc->head->number] -= arc->flow;
  }
  for (int32_t i = 1; i <= net->node_count; ++i)
    good &= balance[i] == net->nodes[i].supply;
  free(balance);
  return good;
}

static int check(int32_t size, uint64_t seed) {
  struct network simplex, paths;
  if (network_build(&simplex, size, seed) || network_build(&paths, size, seed))
    return 0;
  network_simplex(&simplex);
  int64_t cost = network_cost(&simplex);
  int64_t expected = solve_by_paths(&paths);
  int good =
      cost == expected && is_flow(&simplex) && network_unserved(&simplex) == 0;
  if (!good)
    printf("size %" PRId32 " seed %" PRIu64 ": cost %" PRId64
           ", by shortest paths %" PRId64 ", a flow: %d, unserved %" PRId64
           "\n",
           size, seed, cost, expected, is_flow(&simplex),
           network_unserved(&simplex));
  network_free(&simplex);
  network_free(&paths);
  return good;
}

int main(void) {
  int failed = 0;
  for (uint64_t seed = 1; seed <= 60; ++seed)
    failed += !check(3 + (int32_t)(seed * 7 % 90), seed);
  printf("%d problems differ\n", failed);
  return failed != 0;
}

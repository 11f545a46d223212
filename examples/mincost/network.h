/*===- mincost/network.h - a min-cost-flow problem and its spanning tree ---===*
 *
 * A network of nodes with supplies (negative: demands) and directed arcs with a
 * capacity and a cost per unit of flow. The solver keeps a spanning tree of
 * basic arcs, rooted at nodes[0], in the nodes themselves.
 *
 *===----------------------------------------------------------------------===*/
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef MINCOST_NETWORK_H
#define MINCOST_NETWORK_H

#include <stdint.h>

enum arc_state { ARC_AT_LOWER, ARC_AT_UPPER, ARC_BASIC };

struct arc {
  int64_t cost;
  int64_t capacity;
  int64_t flow;
  struct node *tail;
  struct node *head;
  enum arc_state state;
};

struct node {
  int64_t potential; /* cost of the tree path from here to the root */
  struct node *parent;
  struct node *child; /* first of a doubly linked list of siblings */
  struct node *next_sibling;
  struct node *previous_sibling;
  struct arc *basic_arc; /* joins this node with its parent, either way */
  int64_t supply;
  int32_t depth;
  int32_t number;
};

struct network {
  int32_t node_count; /* the root not counted; nodes are 1 to node_count */
  int32_t arc_count;
  struct node *nodes;
  struct arc *arcs;
  struct arc *dummy_arcs; /* one per node, to or from the root; costly */
  uint64_t pivots;
};

/* Stands for infinity; sums of it along a path must not overflow. */
#define UNLIMITED (INT64_C(1) << 40)

/* Makes a transport network on a map of random places, the same one for the
 * same seed on every machine. Returns 0, or -1 when memory is short. */
int network_build(struct network *net, int32_t node_count, uint64_t seed);
void network_free(struct network *net);

/* Finds a flow of least cost. Supply that cannot be shipped stays on dummy
 * arcs. */
void network_simplex(struct network *net);

/* Cost of the flow on real arcs. */
int64_t network_cost(const struct network *net);
/* Units of supply that no real arc could carry. */
int64_t network_unserved(const struct network *net);

/* What using an arc more would cost per unit, detour through the tree
 * included. */
static inline int64_t reduced_cost(const struct arc *arc) {
  return arc->cost - arc->tail->potential + arc->head->potential;
}

#endif

/*===- mincost/simplex.c - the primal network simplex method ---------------===*
 *
 * Starts from a star of dummy arcs around the root. Each pivot pushes flow
 * around the cycle that the entering arc closes with the tree until an arc on
 * it blocks, and exchanges the two. Among several blocking arcs the last one in
 * the direction of the cycle, seen from its apex, leaves: this keeps the tree
 * strongly feasible, so that the method cannot run in circles.
 *
 *===----------------------------------------------------------------------===*/
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "network.h"
#include "pricing.h"

#include <stdlib.h>

/* Dearer than any path of real arcs. */
#define DUMMY_COST (INT64_C(1) << 36)

/* One exchange: flow goes first -> second over the entering arc, then through
 * the tree back to first, by way of apex. */
struct pivot {
  struct arc *entering;
  struct node *first;
  struct node *second;
  struct node *apex;
  struct node *leaving; /* its basic arc leaves; NULL: entering saturates */
  int leaves_first_side;
  int64_t units;
};

static void link_child(struct node *node, struct node *parent,
                       struct arc *arc) {
  node->parent = parent;
  node->basic_arc = arc;
  node->previous_sibling = NULL;
  node->next_sibling = parent->child;
  if (parent->child)
    parent->child->previous_sibling = node;
  parent->child = node;
}

static void unlink_child(struct node *node) {
  if (node->previous_sibling)
    node->previous_sibling->next_sibling = node->next_sibling;
  else
    node->parent->child = node->next_sibling;
  if (node->next_sibling)
    node->next_sibling->previous_sibling = node->previous_sibling;
}

static void start_tree(struct network *net) {
  struct node *root = net->nodes;
  for (int32_t i = 1; i <= net->node_count; ++i) {
    struct node *node = &net->nodes[i];
    struct arc *arc = &net->dummy_arcs[i - 1];
    int ships = node->supply >= 0;
    arc->tail = ships ? node : root;
    arc->head = ships ? root : node;
    arc->cost = DUMMY_COST;
    arc->capacity = UNLIMITED;
    arc->flow = ships ? node->supply : -node->supply;
    arc->state = ARC_BASIC;
    node->potential = ships ? DUMMY_COST : -DUMMY_COST;
    node->depth = 1;
    link_child(node, root, arc);
  }
}

static struct node *find_apex(struct node *a, struct node *b) {
  while (a != b) {
    if (a->depth >= b->depth)
      a = a->parent;
    else
      b = b->parent;
  }
  return a;
}

/* How much more can flow between node and its parent. */
static int64_t room(const struct node *node, int towards_parent) {
  const struct arc *arc = node->basic_arc;
  int along = (arc->tail == node) == towards_parent;
  return along ? arc->capacity - arc->flow : arc->flow;
}

/* On the first side flow comes down from the apex, and the last blocking arc is
 * the one nearest to first; on the second side it goes up, and it is the one
 * nearest to the apex. */
static void find_leaving(struct pivot *pivot) {
  pivot->units = pivot->entering->capacity;
  pivot->leaving = NULL;
  pivot->leaves_first_side = 0;
  for (struct node *n = pivot->first; n != pivot->apex; n = n->parent) {
    int64_t units = room(n, 0);
    if (units < pivot->units) {
      pivot->units = units;
      pivot->leaving = n;
      pivot->leaves_first_side = 1;
    }
  }
  for (struct node *n = pivot->second; n != pivot->apex; n = n->parent) {
    int64_t units = room(n, 1);
    if (units <= pivot->units) {
      pivot->units = units;
      pivot->leaving = n;
      pivot->leaves_first_side = 0;
    }
  }
}

static void push_flow(const struct pivot *pivot) {
  int64_t units = pivot->units;
  if (units == 0)
    return;
  pivot->entering->flow +=
      pivot->entering->state == ARC_AT_LOWER ? units : -units;
  for (struct node *n = pivot->first; n != pivot->apex; n = n->parent)
    n->basic_arc->flow += n->basic_arc->tail == n ? -units : units;
  for (struct node *n = pivot->second; n != pivot->apex; n = n->parent)
    n->basic_arc->flow += n->basic_arc->tail == n ? units : -units;
}

/* Turns the path from node up to last around, so that node hangs below parent
 * by arc. */
static void rehang(struct node *node, struct node *last, struct node *parent,
                   struct arc *arc) {
  for (;;) {
    struct node *old_parent = node->parent;
    struct arc *old_arc = node->basic_arc;
    unlink_child(node);
    link_child(node, parent, arc);
    if (node == last)
      return;
    parent = node;
    arc = old_arc;
    node = old_parent;
  }
}

/* Depths and potentials below and at top, whose parent's are right. */
static void refresh_subtree(struct node *top) {
  struct node *node = top;
  for (;;) {
    const struct node *parent = node->parent;
    const struct arc *arc = node->basic_arc;
    node->depth = parent->depth + 1;
    node->potential =
        parent->potential + (arc->tail == node ? arc->cost : -arc->cost);
    if (node->child) {
      node = node->child;
      continue;
    }
    while (node != top && !node->next_sibling)
      node = node->parent;
    if (node == top)
      return;
    node = node->next_sibling;
  }
}

static void exchange(const struct pivot *pivot) {
  struct arc *entering = pivot->entering;
  if (!pivot->leaving) {
    entering->state =
        entering->state == ARC_AT_LOWER ? ARC_AT_UPPER : ARC_AT_LOWER;
    return;
  }
  struct arc *leaving = pivot->leaving->basic_arc;
  leaving->state = leaving->flow == 0 ? ARC_AT_LOWER : ARC_AT_UPPER;
  entering->state = ARC_BASIC;
  struct node *top = pivot->leaves_first_side ? pivot->first : pivot->second;
  struct node *parent = pivot->leaves_first_side ? pivot->second : pivot->first;
  rehang(top, pivot->leaving, parent, entering);
  refresh_subtree(top);
}

void network_simplex(struct network *net) {
  struct pricing pricing;
  if (pricing_init(&pricing, net) != 0)
    abort();
  start_tree(net);
  struct arc *entering;
  while ((entering = pricing_next(&pricing, net)) != NULL) {
    int forward = entering->state == ARC_AT_LOWER;
    struct pivot pivot = {.entering = entering};
    pivot.first = forward ? entering->tail : entering->head;
    pivot.second = forward ? entering->head : entering->tail;
    pivot.apex = find_apex(pivot.first, pivot.second);
    find_leaving(&pivot);
    push_flow(&pivot);
    exchange(&pivot);
    ++net->pivots;
  }
  pricing_free(&pricing);
}

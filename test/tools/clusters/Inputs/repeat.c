/* ROUNDS times the same work: a list that is built, walked and freed, and a
 * table that is read in an irregular order. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <stdlib.h>

struct node {
  struct node *next;
  long value[3];
};

enum { Nodes = 2000, Cells = 100000 };

static long round_of_work(void) {
  long sum = 0;
  struct node *list = NULL;
  for (int i = 0; i < Nodes; ++i) {
    struct node *added = malloc(sizeof *added);
    added->next = list;
    added->value[0] = i;
    list = added;
  }
  unsigned *table = malloc(Cells * sizeof *table);
  for (unsigned i = 0; i < Cells; ++i)
    table[i] = (i * 2654435761u >> 15) % Cells;
  for (int i = 0; i < Cells; ++i)
    sum += table[table[i]];
  for (struct node *n = list; n;) {
    struct node *next = n->next;
    sum += n->value[0];
    free(n);
    n = next;
  }
  free(table);
  return sum;
}

int main(int argc, char **argv) {
  long sum = 0;
  for (int round = atoi(argv[1]); round > 0; --round)
    sum += round_of_work();
  return argc == 1 && sum == 42;
}

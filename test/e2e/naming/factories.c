// A local variable that only passes memory on does not name it: the member or
// global does in which the memory is kept, the type, or the caller.
//
// RUN: %memfacet-clang -O0 -g %s -o %t.O0
// RUN: %memfacet record -o %t.O0.mfp -- %t.O0
// RUN: %python %S/../Inputs/wrappers/check.py %t.O0.mfp %s
// RUN: %memfacet-clang -O2 -g %s -o %t.O2
// RUN: %memfacet record -o %t.O2.mfp -- %t.O2
// RUN: %python %S/../Inputs/wrappers/check.py %t.O2.mfp %s
//
// A user says that a function names its memory itself.
// RUN: echo '!vector' > %t.list
// RUN: %memfacet record --wrappers %t.list -o %t.own.mfp -- %t.O2
// RUN: %memfacet report %t.own.mfp --csv | FileCheck --check-prefix=OWN %s
// OWN: {{^}}v,heap,1,double,{{.*}},vector,8,240,
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdlib.h>
#include <string.h>

struct term {
  struct term *left, *right;
  long kind;
};
struct cell {
  struct cell *next;
  long value;
};
struct queue {
  long count;
  struct cell *head, *tail;
};
struct config {
  int *table;
  char *name;
  void *anything;
};
struct option {
  long value;
};
struct buffer {
  char *begin, *end;
};
struct symbol {
  long value;
};

static volatile long Sink;
struct config *current;
struct symbol **symbols;

// Several callers: the type.
static struct term *makeTerm(long kind, struct term *l, struct term *r) {
  // EXPECT struct term | struct term | makeTerm | 21
  struct term *tmp = malloc(sizeof *tmp);
  if (!tmp)
    return NULL;
  tmp->kind = kind, tmp->left = l, tmp->right = r;
  return tmp;
}
static struct term *leaf(long kind) { return makeTerm(kind, NULL, NULL); }

// Calls of itself do not count: the one home is main's.
static struct term *tree(int depth) {
  // EXPECT balanced | struct term | tree | 63
  struct term *top = malloc(sizeof *top);
  memset(top, 0, sizeof *top);
  if (depth > 0)
    top->left = tree(depth - 1), top->right = tree(depth - 1);
  return top;
}

// Kept in members, linked with its like.
__attribute__((noinline)) static void push(struct queue *q, long value) {
  // EXPECT q->head | struct cell | push | 10
  struct cell *n = malloc(sizeof *n);
  n->value = value, n->next = NULL;
  if (q->tail)
    q->tail->next = n;
  else
    q->head = n;
  q->tail = n;
  q->count++;
}

// Numbers and pointers: the caller names them.
static double *vector(int n) {
  double *v = malloc(n * sizeof *v);
  if (!v)
    exit(1);
  v[0] = 0;
  return v;
}
__attribute__((noinline)) static double **matrix(int rows, int columns) {
  double **m = malloc(rows * sizeof *m);
  for (int i = 0; i < rows; ++i)
    // EXPECT grid[] | double | matrix | 5
    m[i] = calloc(columns, sizeof(double));
  return m;
}
static int allocate(double **result, int n) {
  *result = malloc(n * sizeof **result);
  return *result == NULL;
}

// One caller: what it calls the thing, and its parts.
static struct config *readConfig(void) {
  // EXPECT current | struct config | readConfig | 1
  struct config *result = calloc(1, sizeof *result);
  // EXPECT current->table | int | readConfig | 1
  int *t = malloc(100 * sizeof *t);
  for (int i = 0; i < 100; ++i)
    t[i] = i;
  result->table = t;
  // EXPECT current->name | char | readConfig | 1
  result->name = strdup("name");
  // A member that holds anything says nothing.
  // EXPECT extra | struct option | readConfig | 1
  struct option *extra = malloc(sizeof *extra);
  extra->value = 7;
  result->anything = extra;
  return result;
}

// By a parameter.
__attribute__((noinline)) static int openQueue(struct queue **out) {
  // EXPECT other | struct queue | openQueue | 1
  struct queue *q = malloc(sizeof *q);
  if (!q)
    return -1;
  memset(q, 0, sizeof *q);
  *out = q;
  return 0;
}

// Freed where it was made: the local variable.
__attribute__((noinline)) static void scratch(int n) {
  // EXPECT buf | long | scratch | 1
  long *buf = malloc(n * sizeof *buf);
  for (int i = 0; i < n; ++i)
    buf[i] = Sink;
  Sink = buf[Sink & 1];
  free(buf);
}

__attribute__((noinline)) static void enlarge(struct buffer *b, size_t n) {
  // EXPECT b->begin | char | enlarge | 1
  b->end = b->begin = malloc(n);
  for (size_t i = 0; i < n; ++i)
    b->begin[i] = (char)Sink;
}

__attribute__((noinline)) static void enter(struct symbol *s) {
  Sink += s->value;
}

// What placement says in C++, an assignment says here.
__attribute__((noinline)) static struct symbol *untyped(long value) {
  // EXPECT struct symbol | struct symbol | untyped | 2
  void *memory = malloc(sizeof(struct symbol));
  if (!memory)
    exit(1);
  struct symbol *s = memory;
  s->value = value;
  return s;
}

int main(void) {
  struct queue q = {0, NULL, NULL};
  for (int i = 0; i < 10; ++i)
    push(&q, i);
  struct term *t = leaf(1);
  for (int i = 0; i < 10; ++i)
    t = makeTerm(2, t, leaf(i));
  struct term *balanced = tree(5);
  // EXPECT a | double | main | 1
  // EXPECT b | double | main | 1
  double *a = vector(10), *b = vector(20);
  // EXPECT grid | double * | main | 1
  double **grid = matrix(5, 6);
  double *coefficients;
  // EXPECT coefficients | double | main | 1
  Sink += allocate(&coefficients, 30);
  coefficients[Sink] = 1;
  current = readConfig();
  struct queue *other;
  Sink += openQueue(&other);
  scratch(30);
  struct buffer text;
  enlarge(&text, 50);
  // EXPECT symbols | struct symbol * | main | 1
  struct symbol **all = symbols = malloc(3 * sizeof *symbols);
  for (int i = 0; i < 3; ++i) {
    // EXPECT symbols[] | struct symbol | main | 3
    struct symbol *s = malloc(sizeof *s);
    s->value = i;
    symbols[i] = s;
  }
  for (int i = 0; i < 4; ++i) {
    // Given away in a loop: the type.
    // EXPECT struct option | struct option | main | 4
    struct option *one = malloc(sizeof *one);
    one->value = i;
    enter((struct symbol *)one);
  }
  Sink += untyped(1)->value + untyped(2)->value;
  Sink += t->kind + balanced->left->kind + (long)(a[Sink] + b[Sink]) +
          (long)grid[Sink & 3][1] + (long)coefficients[Sink & 7] +
          current->table[4] + current->name[1] + q.head->value + other->count +
          text.end[Sink & 7] + all[1]->value + ((struct option *)current->anything)->value;
  return 0;
}

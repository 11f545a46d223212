// A site says whether its address was loaded: 16, again and again from where
// what was loaded before led; 8, from a place that varies; else 0. 64: what was
// loaded decides where the next load is.
// RUN: %clang -O2 -g -fno-unroll-loops -fno-vectorize -fplugin=%plugin -fpass-plugin=%plugin -mllvm -memfacet-loops=false -S -emit-llvm %s -o - | %python %S/../Inputs/site-flags.py | FileCheck %s
// RUN: %clang -O0 -g -fpass-plugin=%plugin -S -emit-llvm %s -o - | %python %S/../Inputs/site-flags.py | FileCheck %s --check-prefix=PLAIN
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
struct node {
  struct node *next, *left, *right;
  long key;
};
struct box {
  long *data;
};

// The list's key and next.
// CHECK: {{^}}list: 16 16{{$}}
long list(struct node *n) {
  long sum = 0;
  for (; n; n = n->next)
    sum += n->key;
  return sum;
}

// CHECK: {{^}}find: 16 16{{$}}
struct node *find(struct node *n, long key) {
  while (n && n->key != key)
    n = key < n->key ? n->left : n->right;
  return n;
}

// One call for the left, a jump for the right.
// CHECK: {{^}}walk: 16 16 16{{$}}
long walk(struct node *n) {
  return n ? walk(n->left) + n->key + walk(n->right) : 0;
}

// Indices are links too.
// CHECK: {{^}}indices: 16{{$}}
int indices(const int *next, int i) {
  while (next[i] >= 0)
    i = next[i];
  return i;
}

// A sum of what was loaded and a number of few bits becomes an `or`.
// CHECK: {{^}}graph: 16{{$}}
unsigned graph(const unsigned *edges, unsigned i, unsigned n) {
  for (unsigned step = 0; step < n; ++step)
    i = edges[i * 4 + step * 0x9e3779b9 % 4];
  return i;
}

// CHECK: {{^}}gather: 0 8{{$}}
long gather(const long *a, const int *index, int n) {
  long sum = 0;
  for (int i = 0; i < n; ++i)
    sum += a[index[i]];
  return sum;
}

// The pointer is loaded, and always the same: what varies was computed.
// CHECK: {{^}}hashed: 0 0{{$}}
long hashed(const struct box *b, unsigned long key) {
  return b->data[(key * 0x9e3779b97f4a7c15) >> 50];
}

// What is mixed leads nowhere: the table's index is a sum of what was loaded.
// CHECK: {{^}}check: 0 0{{$}}
unsigned check(const unsigned *table, const unsigned char *text, int n) {
  unsigned c = ~0u;
  for (int i = 0; i < n; ++i)
    c = table[(c ^ text[i]) & 255] ^ (c >> 8);
  return c;
}

// Halves of sorted keys; with records, the values of what was found last, too.
// CHECK: {{^}}search: 64{{$}}
int search(const int *keys, int n, int key) {
  int low = 0;
  while (n > 1) {
    int half = n / 2;
    low = keys[low + half] <= key ? low + half : low;
    n -= half;
  }
  return low;
}

// Two ends and the middle between them, which is a half.
// CHECK: {{^}}middle: 64{{$}}
int middle(const int *keys, int n, int key) {
  int low = 0, high = n;
  while (low < high) {
    int at = (low + high) / 2;
    if (keys[at] < key)
      low = at + 1;
    else
      high = at;
  }
  return low;
}

// The same with three ways to go on, one of which is to stop.
// CHECK: {{^}}found: 64{{$}}
int found(const int *keys, unsigned n, int key) {
  unsigned low = 0, high = n;
  while (low < high) {
    unsigned at = low + (high - low) / 2;
    if (keys[at] == key)
      return 1;
    if (keys[at] < key)
      low = at + 1;
    else
      high = at;
  }
  return 0;
}

// A function that calls itself, at its end.
// CHECK: {{^}}again: 64{{$}}
int again(const int *keys, int low, int high, int key) {
  if (low >= high)
    return low;
  int at = low + (high - low) / 2;
  return keys[at] < key ? again(keys, at + 1, high, key)
                        : again(keys, low, at, key);
}

// A function compares what two addresses lead to: that of the sorted names.
int strcmp(const char *, const char *);
// CHECK: {{^}}names: 64 0{{$}}
int names(const char (*sorted)[16], int n, const char *name) {
  int low = 0, high = n - 1;
  while (low <= high) {
    int at = (low + high) / 2;
    int order = strcmp(sorted[at], name);
    if (order == 0)
      return at;
    if (order < 0)
      low = at + 1;
    else
      high = at - 1;
  }
  return -1;
}

// The larger of two children, until the element is larger than both.
// CHECK: {{^}}sift: 0 64 64 64 64 64{{$}}
void sift(int *heap, int n, int i) {
  int moved = heap[i];
  while (2 * i + 2 < n) {
    int child = 2 * i + 1;
    child += heap[child] < heap[child + 1];
    heap[i] = heap[child];
    i = child;
  }
  heap[i] = moved;
}

// The end of a walk, and what a text says of its own length, are no searches.
// CHECK: {{^}}scan: 0{{$}}
int scan(const int *keys, int key) {
  int i = 0;
  while (keys[i] != key)
    ++i;
  return i;
}
// The same in a loop of others: each of them ends, and nothing is chosen.
// CHECK: {{^}}both: 0 0 {{.*}}{{$}}
int both(int *keys, int n, int key) {
  int low = -1, high = n;
  for (;;) {
    do
      ++low;
    while (keys[low] < key);
    do
      --high;
    while (keys[high] > key);
    if (low >= high)
      return high;
    int moved = keys[low];
    keys[low] = keys[high];
    keys[high] = moved;
  }
}
// CHECK: {{^}}words: 0{{$}}
int words(const int *keys, int n, int space) {
  int found = 0;
  for (int i = 0; i < n; ++i, ++found)
    while (i < n && keys[i] != space)
      ++i;
  return found;
}
// Whichever of two lists goes on, it goes on by one; so do records of 1 or 3.
// CHECK: {{^}}merged: 0 0 0{{$}}
void merged(const int *a, const int *b, int *to, int n) {
  for (int i = 0, j = 0, k = 0; i < n && j < n;)
    to[k++] = a[i] < b[j] ? a[i++] : b[j++];
}
// CHECK: {{^}}records: 0{{$}}
int records(const unsigned char *bytes, int n, int least) {
  int found = 0;
  for (int i = 0; i < n; ++found)
    i += bytes[i] > least ? 3 : 1;
  return found;
}
// What half of a loaded number leads to is no search without a comparison.
// CHECK: {{^}}tagged: 0{{$}}
unsigned tagged(const unsigned *next, unsigned i, int n) {
  while (n--)
    i = next[i] >> 1;
  return i;
}
// CHECK: {{^}}parse: 0 0{{$}}
int parse(const char *text) {
  int words = 0;
  for (const char *p = text; *p != '.'; ++words)
    p += *p == '\\' ? 2 : 1;
  return words;
}

// Without optimisation, variables are memory: through them, too.
// PLAIN: {{^}}list: 0 0 0 0 16 0 0 0 16 0 0{{$}}
// PLAIN: {{^}}find: 0 0 0 0 16 0 0 0 16 0 16 0 16 0 0{{$}}
// PLAIN: {{^}}indices: 0 0 0 0 16 0 0 16 0 0{{$}}
// PLAIN: {{^}}gather: 0 0 0 0 0 0 0 0 0 0 0 8 0 0 0 0 0{{$}}
// PLAIN: {{^}}hashed: 0 0 0 0 0 0{{$}}

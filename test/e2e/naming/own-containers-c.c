// Containers of C: a function that works on the record that its first argument
// points to keeps memory for it, as a method does. If several variables and
// members hold such a record, each names its memory.
//
// RUN: for Level in -O0 -O2; do \
// RUN:   %memfacet-clang $Level -g %s -o %t.prog && \
// RUN:   %memfacet record -o %t.mfp -- %t.prog && \
// RUN:   %expect %t.mfp --all 'objects("s->callers") == 300' \
// RUN:     'type("s->callers") == "struct list"' \
// RUN:     'objects("names") == 20' 'objects("list") == 2' \
// RUN:     'objects("row (value)") == 1' 'objects("row (index)") == 1' \
// RUN:     'objects("work->column (value)") == 1' \
// RUN:     'type("row (value)") == "double"' \
// RUN:     's("line", "heap").objects == 2' \
// RUN:     's("line", "heap").type == "struct text"' \
// RUN:     'objects("s->title") == 1' \
// RUN:     's("labels", "heap").objects == 1' \
// RUN:     's("macros", "heap").objects == 2' \
// RUN:     's("macros", "heap").type == "struct table"' \
// RUN:     'objects("b->cells") == 1' 'type("b->cells") == "char"' \
// RUN:     'objects("crowd->people") == 2' || exit 1; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdlib.h>
#include <string.h>

#define NOINLINE __attribute__((noinline))

// Nodes with what the users bring; a function gets the address of a pointer.
struct entry {
  struct entry *next;
  void *data;
};
struct list {
  struct entry *head, *tail;
};

static struct list *deref(struct list **place) {
  if (!*place)
    *place = calloc(1, sizeof(struct list));
  return *place;
}

NOINLINE void list_append(struct list **place, void *data) {
  struct list *list = deref(place);
  struct entry *entry = malloc(sizeof *entry);
  entry->data = data;
  entry->next = NULL;
  if (list->tail)
    list->tail->next = entry;
  else
    list->head = entry;
  list->tail = entry;
}

NOINLINE void list_append_once(struct list **place, void *data) {
  for (struct entry *e = *place ? (*place)->head : NULL; e; e = e->next)
    if (e->data == data)
      return;
  list_append(place, data);
}

// Numbers in two members.
typedef struct sparse {
  int n;
  int *index;
  double *value;
} sparse;

NOINLINE void sparse_init(sparse *v, int n) {
  v->n = n;
  v->index = malloc(n * sizeof *v->index);
  v->value = malloc(n * sizeof *v->value);
  memset(v->index, 0, n * sizeof *v->index);
  memset(v->value, 0, n * sizeof *v->value);
}

// Grows by another function of its own.
struct text {
  char *bytes;
  size_t size, room;
};

NOINLINE void text_reserve(struct text *t, size_t room) {
  char *fresh = malloc(room);
  memcpy(fresh, t->bytes ? t->bytes : "", t->size);
  free(t->bytes);
  t->bytes = fresh;
  t->room = room;
}

NOINLINE void text_add(struct text *t, const char *more) {
  size_t n = strlen(more);
  if (t->size + n > t->room)
    text_reserve(t, 2 * (t->size + n));
  memcpy(t->bytes + t->size, more, n);
  t->size += n;
}

// Only one of them: the member is the name.
struct board {
  int width;
  char *cells;
};

NOINLINE void board_init(struct board *b, int width) {
  b->width = width;
  b->cells = malloc(width * width);
  memset(b->cells, 0, width * width);
}

// Not what users bring: the program's own records.
struct person {
  int age;
};
struct crowd {
  struct person *people;
};

NOINLINE void crowd_init(struct crowd *crowd) {
  crowd->people = calloc(16, sizeof *crowd->people);
}

// A cursor that one function fills and another one takes.
struct slot {
  const char *key;
  void *data;
};
struct table {
  struct slot *slots;
  int load, size;
};
struct cursor {
  struct table *table;
  int at;
};

NOINLINE void *table_find(struct table *t, const char *key, struct cursor *c) {
  for (int i = 0; i != t->load; ++i)
    if (!strcmp(t->slots[i].key, key))
      return t->slots[i].data;
  c->table = t;
  c->at = t->load;
  return NULL;
}

NOINLINE void table_add(struct cursor *c, const char *key, void *data) {
  struct table *head = c->table;
  if (head->load == head->size) {
    int size = 2 * head->size + 2;
    struct slot *fresh = calloc(size, sizeof *fresh);
    if (head->slots)
      memcpy(fresh, head->slots, head->load * sizeof *fresh);
    free(head->slots);
    head->slots = fresh;
    head->size = size;
  }
  head->slots[c->at].key = key;
  head->slots[head->load++].data = data;
}

static struct table labels, macros;

NOINLINE void define(const char *name) {
  struct cursor place;
  if (!table_find(&labels, name, &place))
    table_add(&place, name, &labels);
}

NOINLINE void macro(const char *name) {
  struct cursor place;
  if (!table_find(&macros, name, &place))
    table_add(&place, name, &labels);
}

struct symbol {
  struct list *callers;
  struct text title;
};
struct work {
  sparse column;
};

static struct board board;
static struct symbol symbol;

NOINLINE void symbol_fill(struct symbol *s) {
  for (int i = 0; i != 300; ++i)
    list_append_once(&s->callers, (char *)s + i);
  text_add(&s->title, "title");
}

NOINLINE void work_fill(struct work *work) { sparse_init(&work->column, 40); }

int main() {
  symbol_fill(&symbol);
  struct list *names = NULL;
  for (int i = 0; i != 20; ++i)
    list_append(&names, &symbol);
  sparse row;
  sparse_init(&row, 50);
  struct work work;
  work_fill(&work);
  struct text line = {NULL, 0, 0};
  for (int i = 0; i != 2; ++i)
    text_add(&line, i ? "second, longer" : "first");
  define("one");
  define("two");
  macro("three");
  macro("four");
  macro("five");
  board_init(&board, 8);
  struct crowd a, b;
  crowd_init(&a);
  crowd_init(&b);
  return row.index[3] + board.cells[3] + line.bytes[0] +
         (a.people == b.people) - 'f' + !names;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdlib.h>
#include <string.h>

struct word {
  struct word *next;
  char text[];
};

// As long as Source: its letters are not what is tested.
static struct word *copy(const char *Source, struct word *next) {
  size_t length = strlen(Source) + 1;
  struct word *w = malloc(sizeof *w + length);
  w->next = next;
  for (size_t i = 0; i < length; ++i)
    w->text[i] = Source[i] ? 'x' : 0;
  return w;
}

static int visit(const struct word *list, int depth) {
  volatile char local[300];
  int sum = 0;
  for (unsigned i = 0; i < sizeof local; ++i)
    local[i] = (char)i;
  for (const struct word *w = list; w; w = w->next)
    for (const char *c = w->text; *c; ++c)
      sum += *c + local[(unsigned char)*c];
  return depth ? sum + visit(list, depth - 1) + local[7] : sum;
}

// With a further argument it copies a variable, as shells do with all of them.
int main(int argc, char **argv) {
  struct word *list = copy("some words", copy("and some more of them", NULL));
  if (argc > 2)
    list = copy(getenv(argv[2]), list);
  int sum = 0;
  for (int i = 0; i < 5; ++i)
    sum += visit(list, 20);
  for (struct word *w; (w = list);) {
    list = w->next;
    free(w);
  }
  return sum == 42;
}

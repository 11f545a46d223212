// A dictionary as a list of words: each node is allocated between texts of
// different lengths, and the list is walked again and again.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../common.h"

struct node {
  struct node *next;
  uint64_t key;
  char *text;
};

static struct node *read_words(size_t count) {
  struct node *first = NULL;
  uint64_t random = 9;
  for (size_t i = 0; i < count; ++i) {
    struct node *word = allocate(1, sizeof *word);
    size_t length = 20 + next_random(&random) % 100;
    char *text = allocate(length, 1);
    memset(text, 'a' + (int)(i % 26), length - 1);
    word->key = next_random(&random);
    word->text = text;
    word->next = first;
    first = word;
  }
  return first;
}

int main(int argc, char **argv) {
  size_t count = size_argument(argc, argv, 6000);
  struct node *words = read_words(count);
  uint64_t sum = 0;
  for (uint64_t round = 0; round < 40; ++round)
    for (struct node *word = words; word; word = word->next)
      if (word->key % 64 == round)
        sum += (uint64_t)word->text[0];
  return print_checksum(count, sum);
}

// A hash table with chains: words are counted, looked up, and taken out again.
// Entries are allocated one by one, each followed by its text, so chains go
// through memory that was freed and allocated again; several entries share a
// line. Arguments: operations, different words.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Entry {
  struct Entry *Next;
  uint32_t Hash;
  uint32_t Uses;
  char Text[];
};

struct Table {
  struct Entry **Heads;
  uint32_t Mask;
  uint32_t Entries;
};

static uint32_t hashed(const char *Text) {
  uint32_t H = 2166136261u;
  for (; *Text; ++Text)
    H = (H ^ (unsigned char)*Text) * 16777619u;
  return H ^ H >> 15;
}

static struct Entry **find(struct Table *T, const char *Text, uint32_t Hash) {
  struct Entry **At = &T->Heads[Hash & T->Mask];
  while (*At && ((*At)->Hash != Hash || strcmp((*At)->Text, Text) != 0))
    At = &(*At)->Next;
  return At;
}

static void grow(struct Table *T) {
  uint32_t Mask = T->Mask * 2 + 1;
  struct Entry **Heads = calloc(Mask + 1ul, sizeof *Heads);
  for (uint32_t I = 0; I <= T->Mask; ++I)
    for (struct Entry *E = T->Heads[I], *Next; E; E = Next) {
      Next = E->Next;
      E->Next = Heads[E->Hash & Mask];
      Heads[E->Hash & Mask] = E;
    }
  free(T->Heads);
  T->Heads = Heads;
  T->Mask = Mask;
}

static void count(struct Table *T, const char *Text) {
  uint32_t Hash = hashed(Text);
  struct Entry **At = find(T, Text, Hash);
  if (*At) {
    ++(*At)->Uses;
    return;
  }
  size_t Length = strlen(Text);
  struct Entry *E = malloc(sizeof *E + Length + 1);
  E->Next = NULL;
  E->Hash = Hash;
  E->Uses = 1;
  memcpy(E->Text, Text, Length + 1);
  *At = E;
  if (++T->Entries > T->Mask)
    grow(T);
}

static uint32_t takeOut(struct Table *T, const char *Text) {
  struct Entry **At = find(T, Text, hashed(Text)), *E = *At;
  if (!E)
    return 0;
  uint32_t Uses = E->Uses;
  *At = E->Next;
  free(E);
  --T->Entries;
  return Uses;
}

// A number in 2 to 12 letters.
static void spell(char *Text, uint32_t Number) {
  for (uint32_t N = Number * 7 + 1; N != 0; N /= 6)
    *Text++ = "aeinst"[N % 6];
  *Text = 0;
}

int main(int Count, char **Words) {
  uint32_t Operations = Count > 1 ? atoi(Words[1]) : 10000000;
  uint32_t Different = Count > 2 ? atoi(Words[2]) : 20000;
  struct Table T = {calloc(64, sizeof(struct Entry *)), 63, 0};
  uint64_t State = 1, Sum = 0;
  for (uint32_t I = 0; I < Operations; ++I) {
    State = State * 6364136223846793005u + 1442695040888963407u;
    uint32_t Number = (State >> 33) % Different;
    char Text[24];
    // Small numbers are more frequent.
    spell(Text, State >> 62 ? Number / 16 : Number);
    if (State >> 20 & 7)
      count(&T, Text);
    else
      Sum = Sum * 31 + takeOut(&T, Text);
  }
  for (uint32_t I = 0; I <= T.Mask; ++I)
    while (T.Heads[I])
      Sum = Sum * 31 + takeOut(&T, T.Heads[I]->Text);
  printf("%llu %u\n", (unsigned long long)Sum, T.Entries);
  free(T.Heads);
  return 0;
}

// Patients in a tree of clinics: each clinic has four smaller ones below it and
// three lists, of those who wait, are examined and are treated. In each step
// patients move from list to list or up to the next larger clinic; new ones are
// allocated, those who are well again are freed. Arguments: depth, steps.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { Below = 4, Examination = 3, Treatment = 10 };

struct Patient {
  int Steps;   // until something happens
  int Visited; // clinics
  long Arrival;
};

struct Entry {
  struct Entry *Next, *Before;
  struct Patient *Of;
};

// The first entry is no patient, so that no patient is a special case.
struct List {
  struct Entry Head;
};

struct Clinic {
  struct Clinic *Smaller[Below];
  struct List Waiting, Examined, Treated;
  int Staff, Free;
  uint32_t Seed;
};

static long Now, Cured, TotalTime, TotalVisits;

static int draw(struct Clinic *C, int Limit) {
  C->Seed = C->Seed * 1664525u + 1013904223u;
  return (int)((C->Seed >> 8) % (uint32_t)Limit);
}

static void clear(struct List *L) { L->Head.Next = L->Head.Before = &L->Head; }

static void append(struct List *L, struct Patient *P) {
  struct Entry *E = malloc(sizeof *E);
  *E = (struct Entry){&L->Head, L->Head.Before, P};
  E->Before->Next = E;
  L->Head.Before = E;
}

// Returns the next entry.
static struct Entry *unlinkEntry(struct Entry *E) {
  struct Entry *Next = E->Next;
  E->Before->Next = Next;
  Next->Before = E->Before;
  free(E);
  return Next;
}

static struct Clinic *build(int Depth, uint32_t Seed) {
  struct Clinic *C = calloc(1, sizeof *C);
  C->Seed = Seed * 2654435761u + 12345;
  C->Staff = C->Free = 1 << (Depth < 8 ? Depth : 8);
  clear(&C->Waiting);
  clear(&C->Examined);
  clear(&C->Treated);
  for (int I = 0; Depth > 1 && I < Below; ++I)
    C->Smaller[I] = build(Depth - 1, Seed * Below + I + 1);
  return C;
}

static void treat(struct Clinic *C) {
  struct Entry *E = C->Treated.Head.Next;
  while (E != &C->Treated.Head) {
    struct Patient *P = E->Of;
    if (--P->Steps > 0) {
      E = E->Next;
      continue;
    }
    ++C->Free;
    ++Cured;
    TotalTime += Now - P->Arrival;
    TotalVisits += P->Visited;
    E = unlinkEntry(E);
    free(P);
  }
}

// One patient in ten goes to Larger.
static void examine(struct Clinic *C, struct List *Larger) {
  struct Entry *E = C->Examined.Head.Next;
  while (E != &C->Examined.Head) {
    struct Patient *P = E->Of;
    if (--P->Steps > 0) {
      E = E->Next;
      continue;
    }
    E = unlinkEntry(E);
    if (Larger && draw(C, 10) == 0) {
      ++C->Free;
      append(Larger, P);
    } else {
      P->Steps = Treatment;
      append(&C->Treated, P);
    }
  }
}

static void admit(struct Clinic *C) {
  struct Entry *E = C->Waiting.Head.Next;
  while (E != &C->Waiting.Head) {
    if (C->Free == 0) {
      E = E->Next; // the others still count how long they wait
      continue;
    }
    struct Patient *P = E->Of;
    --C->Free;
    P->Steps = Examination;
    ++P->Visited;
    append(&C->Examined, P);
    E = unlinkEntry(E);
  }
}

static void step(struct Clinic *C, struct List *Larger) {
  for (int I = 0; I < Below; ++I)
    if (C->Smaller[I])
      step(C->Smaller[I], &C->Waiting);
  treat(C);
  examine(C, Larger);
  admit(C);
  if (!C->Smaller[0] && draw(C, 5) == 0) {
    struct Patient *P = calloc(1, sizeof *P);
    P->Arrival = Now;
    append(&C->Waiting, P);
  }
}

int main(int Count, char **Words) {
  int Depth = Count > 1 ? atoi(Words[1]) : 7;
  int Steps = Count > 2 ? atoi(Words[2]) : 430;
  struct Clinic *Root = build(Depth, 1);
  for (Now = 0; Now < Steps; ++Now)
    step(Root, NULL);
  printf("%ld %ld %ld\n", Cured, TotalTime, TotalVisits);
  return 0;
}

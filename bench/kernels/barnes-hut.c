// Gravity of many bodies with a tree of cells (Barnes and Hut): each step
// allocates the cells one by one while bodies are inserted, sums up their
// masses from the leaves on, walks the tree once for each body, and frees it
// again. Arguments: bodies, steps.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct Body {
  double Place[3], Speed[3], Pull[3];
  double Mass;
};

// A cube, or a single body in a cube of its own.
struct Cell {
  struct Cell *Parts[8];
  struct Body *Only;
  double Centre[3]; // of the masses
  double Mass;
};

static uint64_t State = 11;

static double draw(void) {
  State = State * 6364136223846793005u + 1442695040888963407u;
  return (double)(State >> 11) / 9007199254740992.0;
}

static struct Cell *leaf(struct Body *B) {
  struct Cell *C = calloc(1, sizeof *C);
  C->Only = B;
  return C;
}

// Returns the part of a cube that contains a place. Moves Corner to the corner
// of that part.
static int partOf(const double *Place, double *Corner, double Half) {
  int Part = 0;
  for (int D = 0; D < 3; ++D)
    if (Place[D] >= Corner[D] + Half) {
      Part |= 1 << D;
      Corner[D] += Half;
    }
  return Part;
}

static struct Cell *insert(struct Cell *C, struct Body *B, const double *From,
                           double Size) {
  if (!C)
    return leaf(B);
  if (Size < 1e-9)
    return C; // at the place of another body: no force
  double Half = Size / 2, Corner[3] = {From[0], From[1], From[2]};
  if (C->Only) {
    struct Cell *Inner = calloc(1, sizeof *Inner);
    int Part = partOf(C->Only->Place, Corner, Half);
    Inner->Parts[Part] = C;
    return insert(Inner, B, From, Size);
  }
  int Part = partOf(B->Place, Corner, Half);
  C->Parts[Part] = insert(C->Parts[Part], B, Corner, Half);
  return C;
}

static void sumUp(struct Cell *C) {
  if (C->Only) {
    C->Mass = C->Only->Mass;
    for (int D = 0; D < 3; ++D)
      C->Centre[D] = C->Only->Place[D];
    return;
  }
  for (int I = 0; I < 8; ++I) {
    struct Cell *Part = C->Parts[I];
    if (!Part)
      continue;
    sumUp(Part);
    C->Mass += Part->Mass;
    for (int D = 0; D < 3; ++D)
      C->Centre[D] += Part->Mass * Part->Centre[D];
  }
  for (int D = 0; D < 3; ++D)
    C->Centre[D] /= C->Mass;
}

static void pull(const struct Cell *C, struct Body *B, double Size) {
  if (C->Only == B)
    return;
  double Way[3], Square = 1e-4;
  for (int D = 0; D < 3; ++D) {
    Way[D] = C->Centre[D] - B->Place[D];
    Square += Way[D] * Way[D];
  }
  if (C->Only || Size * Size < 0.4 * Square) {
    double Force = C->Mass / (Square * sqrt(Square));
    for (int D = 0; D < 3; ++D)
      B->Pull[D] += Force * Way[D];
    return;
  }
  for (int I = 0; I < 8; ++I)
    if (C->Parts[I])
      pull(C->Parts[I], B, Size / 2);
}

static void release(struct Cell *C) {
  for (int I = 0; I < 8; ++I)
    if (C->Parts[I])
      release(C->Parts[I]);
  free(C);
}

static void step(struct Body **Bodies, int Count) {
  static const double Corner[3] = {-4, -4, -4};
  struct Cell *Root = NULL;
  for (int I = 0; I < Count; ++I)
    Root = insert(Root, Bodies[I], Corner, 8);
  sumUp(Root);
  for (int I = 0; I < Count; ++I)
    pull(Root, Bodies[I], 8);
  release(Root);
  for (int I = 0; I < Count; ++I)
    for (int D = 0; D < 3; ++D) {
      struct Body *B = Bodies[I];
      B->Speed[D] = 0.99 * (B->Speed[D] + 0.001 * B->Pull[D]);
      B->Place[D] += 0.001 * B->Speed[D];
      B->Pull[D] = 0;
    }
}

int main(int Count, char **Words) {
  int Size = Count > 1 ? atoi(Words[1]) : 6000;
  int Steps = Count > 2 ? atoi(Words[2]) : 22;
  struct Body **Bodies = (struct Body **)malloc(sizeof(struct Body *) * Size);
  for (int I = 0; I < Size; ++I) {
    Bodies[I] = calloc(1, sizeof(struct Body));
    Bodies[I]->Mass = (0.5 + draw()) / Size;
    for (int D = 0; D < 3; ++D)
      Bodies[I]->Place[D] = draw() * draw() * 3 - 1;
  }
  for (int S = 0; S < Steps; ++S)
    step(Bodies, Size);
  double Sum = 0;
  for (int I = 0; I < Size; ++I)
    Sum += fabs(Bodies[I]->Place[0]) + Bodies[I]->Speed[1] * (I % 5);
  printf("%.7g\n", Sum);
  for (int I = 0; I < Size; ++I)
    free(Bodies[I]);
  free((void *)Bodies);
  return 0;
}

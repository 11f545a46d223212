// A player of the game in which four stones in a row win: boards are two words
// of bits, the search tries the middle columns first, cuts what cannot matter,
// and keeps what it found in a table of results by hash. Arguments: columns
// played before the search, stones looked ahead, positions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { Columns = 7, Rows = 6, TableBits = 16 };
enum Bound { Unknown, Exact, AtLeast, AtMost };

struct Position {
  uint64_t Own, All; // a column is 7 bits, of which the highest is always free
  int Stones;
};

struct Result {
  uint64_t Key;
  int16_t Value;
  int8_t Ahead, Kind;
};

static struct Result *Table;
static long Visited, Reused;
static uint64_t State = 4;

static int draw(int Limit) {
  State = State * 6364136223846793005u + 1442695040888963407u;
  return (int)((State >> 33) % (uint64_t)Limit);
}

static int wins(uint64_t Stones) {
  static const int Ways[] = {1, 7, 6, 8};
  for (int W = 0; W < 4; ++W) {
    uint64_t Pairs = Stones & (Stones >> Ways[W]);
    if (Pairs & (Pairs >> 2 * Ways[W]))
      return 1;
  }
  return 0;
}

static int isFull(const struct Position *P, int Column) {
  return (P->All >> (Column * 7 + Rows - 1) & 1) != 0;
}

static struct Position play(struct Position P, int Column) {
  uint64_t Stone = (P.All + (1ull << Column * 7)) & ~P.All;
  return (struct Position){P.Own ^ P.All, P.All | Stone, P.Stones + 1};
}

// Whether the player who has just moved has four in a row.
static uint64_t opponent(const struct Position *P) { return P->Own ^ P->All; }

static int places(uint64_t Stones) {
  static const int Worth[Columns] = {0, 1, 2, 4, 2, 1, 0};
  int Sum = 0;
  for (int C = 0; C < Columns; ++C)
    for (uint64_t Left = Stones >> C * 7 & 63; Left; Left &= Left - 1)
      Sum += Worth[C];
  return Sum;
}

static struct Result *entry(uint64_t Key) {
  return &Table[Key * 0x9e3779b97f4a7c15u >> (64 - TableBits)];
}

static int search(const struct Position *P, int Ahead, int Low, int High) {
  static const int Order[Columns] = {3, 2, 4, 1, 5, 0, 6};
  ++Visited;
  if (wins(opponent(P)))
    return P->Stones - 1000; // late is better
  if (P->Stones == Columns * Rows)
    return 0;
  if (Ahead == 0)
    return places(P->Own) - places(opponent(P));
  uint64_t Key = P->Own + P->All + 0x40810204081u;
  struct Result *R = entry(Key);
  if (R->Key == Key && R->Ahead == Ahead &&
      (R->Kind == Exact || (R->Kind == AtLeast && R->Value >= High) ||
       (R->Kind == AtMost && R->Value <= Low))) {
    ++Reused;
    return R->Value;
  }
  int Best = -2000, Begin = Low;
  for (int I = 0; I < Columns && Best < High; ++I) {
    if (isFull(P, Order[I]))
      continue;
    struct Position Next = play(*P, Order[I]);
    int Value = -search(&Next, Ahead - 1, -High, -Low);
    Best = Value > Best ? Value : Best;
    Low = Value > Low ? Value : Low;
  }
  enum Bound Kind = Best >= High ? AtLeast : Best <= Begin ? AtMost : Exact;
  *R = (struct Result){Key, (int16_t)Best, (int8_t)Ahead, (int8_t)Kind};
  return Best;
}

// No player has won after these moves.
static struct Position begin(int Moves) {
  for (;;) {
    struct Position P = {0, 0, 0};
    int Over = 0;
    for (int M = 0; M < Moves; ++M) {
      int Column = draw(Columns);
      Over |= isFull(&P, Column);
      if (!Over)
        P = play(P, Column);
      Over |= wins(opponent(&P));
    }
    if (!Over)
      return P;
  }
}

int main(int Count, char **Words) {
  int Moves = Count > 1 ? atoi(Words[1]) : 8;
  int Ahead = Count > 2 ? atoi(Words[2]) : 11;
  int Positions = Count > 3 ? atoi(Words[3]) : 20;
  Table = calloc((size_t)1 << TableBits, sizeof *Table);
  uint64_t Sum = 0;
  for (int I = 0; I < Positions; ++I) {
    struct Position P = begin(Moves);
    for (int A = 2; A <= Ahead; ++A)
      Sum = Sum * 3 + (uint64_t)search(&P, A, -2000, 2000);
  }
  printf("%llu %ld %ld\n", (unsigned long long)Sum, Visited, Reused);
  free(Table);
  return 0;
}

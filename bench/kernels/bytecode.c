// An interpreter of bytecode for a machine with registers: the instructions,
// the registers and a small heap are accessed all the time, nearly always in
// the first level; each instruction is a jump that depends on a loaded byte.
// Compiled with -DCOMPUTED_GOTO, it jumps through a table of labels instead of
// a switch. Argument: rounds.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum Operation {
  Set,
  Move,
  Add,
  Multiply,
  Xor,
  Shift,
  Load,
  Store,
  Less,
  Jump,
  JumpIf,
  Stop,
  Operations
};

struct Instruction {
  uint8_t Operation;
  uint8_t To, A, B;
  int32_t Value;
};

enum { Registers = 16, Words = 4096 };
struct Machine {
  uint64_t Register[Registers];
  uint64_t *Memory;
  uint64_t Executed;
};

#ifdef COMPUTED_GOTO
#define NEXT                                                                   \
  do {                                                                         \
    I = P++;                                                                   \
    ++M->Executed;                                                             \
    goto *Labels[I->Operation];                                                \
  } while (0)
#define BEGIN NEXT;
#define CASE(NAME) NAME##Label
#define END
#else
#define NEXT break
#define BEGIN                                                                  \
  for (;;) {                                                                   \
    I = P++;                                                                   \
    ++M->Executed;                                                             \
    switch (I->Operation) {
#define CASE(NAME) case NAME
#define END                                                                    \
  }                                                                            \
  }
#endif

static void interpret(struct Machine *M, const struct Instruction *Code) {
#ifdef COMPUTED_GOTO
  static void *const Labels[Operations] = {
      &&SetLabel,  &&MoveLabel,  &&AddLabel,    &&MultiplyLabel,
      &&XorLabel,  &&ShiftLabel, &&LoadLabel,   &&StoreLabel,
      &&LessLabel, &&JumpLabel,  &&JumpIfLabel, &&StopLabel};
#endif
  const struct Instruction *P = Code, *I;
  uint64_t *R = M->Register;
  BEGIN
  CASE(Set) : R[I->To] = (uint64_t)I->Value;
  NEXT;
  CASE(Move) : R[I->To] = R[I->A];
  NEXT;
  CASE(Add) : R[I->To] = R[I->A] + R[I->B] + (uint64_t)I->Value;
  NEXT;
  CASE(Multiply) : R[I->To] = R[I->A] * R[I->B];
  NEXT;
  CASE(Xor) : R[I->To] = R[I->A] ^ R[I->B];
  NEXT;
  CASE(Shift) : R[I->To] = R[I->A] >> (I->Value & 63);
  NEXT;
  CASE(Load) : R[I->To] = M->Memory[(R[I->A] + (uint64_t)I->Value) % Words];
  NEXT;
  CASE(Store) : M->Memory[(R[I->A] + (uint64_t)I->Value) % Words] = R[I->B];
  NEXT;
  CASE(Less) : R[I->To] = R[I->A] < R[I->B];
  NEXT;
  CASE(Jump) : P = Code + I->Value;
  NEXT;
  CASE(JumpIf) : if (R[I->A]) P = Code + I->Value;
  NEXT;
  CASE(Stop) : return;
  END
}

// For each word: multiply by 6364136223846793005 by halves, mix it with its
// neighbour, store it. Repeat that for a number of rounds.
static const struct Instruction Program[] = {
    {Set, 0, 0, 0, 0}, // round
    {Set, 2, 0, 0, 1181783497}, {Set, 3, 0, 0, Words},
    {Set, 1, 0, 0, 0},  // 3: word
    {Load, 4, 1, 0, 0}, // 4: for each word
    {Load, 5, 1, 0, 1},         {Multiply, 4, 4, 2, 0},
    {Shift, 6, 5, 0, 7},        {Xor, 4, 4, 6, 0},
    {Add, 4, 4, 5, 11},         {Shift, 7, 4, 0, 31},
    {Load, 8, 7, 0, 0}, // anywhere
    {Xor, 4, 4, 8, 0},          {Store, 0, 1, 4, 0},
    {Set, 9, 0, 0, 0},          {Add, 1, 1, 9, 1},
    {Less, 10, 1, 3, 0},        {JumpIf, 0, 10, 0, 4},
    {Add, 0, 0, 9, 1},          {Move, 11, 0, 0, 0},
    {Less, 10, 11, 15, 0}, // register 15: number of rounds
    {JumpIf, 0, 10, 0, 3},      {Stop, 0, 0, 0, 0},
};

int main(int Count, char **Words_) {
  struct Machine M = {{0}, calloc(Words, sizeof(uint64_t)), 0};
  M.Register[15] = Count > 1 ? (uint64_t)atoi(Words_[1]) : 8000;
  for (uint64_t I = 0; I < Words; ++I)
    M.Memory[I] = I * 0x9e3779b97f4a7c15u;
  interpret(&M, Program);
  uint64_t Sum = M.Executed;
  for (int I = 0; I < Words; ++I)
    Sum = Sum * 31 + M.Memory[I];
  printf("%llu\n", (unsigned long long)Sum);
  free(M.Memory);
  return 0;
}

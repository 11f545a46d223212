// A small Forth: words are threaded code in one memory of cells, their names
// are a linked list, and the interpreter reads a cell and jumps through a
// switch for each step. It compiles its own program: primes by a sieve, queens
// on a board by recursion, steps of Collatz's sequence. Argument: rounds.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { Cells = 1 << 18, Depth = 4096 };

// From Recurse on, words act while a word is compiled.
enum Primitive {
  Exit,
  Literal,
  Branch,
  BranchIfZero,
  Add,
  Subtract,
  Multiply,
  Divide,
  Rest,
  Less,
  Equal,
  Duplicate,
  Drop,
  Swap,
  Over,
  Fetch,
  Store,
  Push,
  Pop,
  Top,
  Recurse,
  If,
  Else,
  Then,
  Begin,
  While,
  Repeat,
  End,
  Primitives
};

static const char *const Texts[Primitives] = {
    [Exit] = "exit",       [Literal] = "(lit)",
    [Branch] = "(branch)", [BranchIfZero] = "(0branch)",
    [Add] = "+",           [Subtract] = "-",
    [Multiply] = "*",      [Divide] = "/",
    [Rest] = "mod",        [Less] = "<",
    [Equal] = "=",         [Duplicate] = "dup",
    [Drop] = "drop",       [Swap] = "swap",
    [Over] = "over",       [Fetch] = "@",
    [Store] = "!",         [Push] = ">r",
    [Pop] = "r>",          [Top] = "r@",
    [Recurse] = "recurse", [If] = "if",
    [Else] = "else",       [Then] = "then",
    [Begin] = "begin",     [While] = "while",
    [Repeat] = "repeat",   [End] = ";"};

struct Word {
  struct Word *Older;
  char *Name;
  intptr_t Code; // a primitive, or the first cell
};

static intptr_t *Memory, Here = Primitives;
static intptr_t *Data, *Returns; // the next free places
static struct Word *Newest;

static const char Program[] =
    ": flags 100000 ; : limit 60000 ; "
    ": clear 0 begin dup limit < while 1 over flags + ! 1 + repeat drop ; "
    ": strike dup dup * begin dup limit < while 0 over flags + ! over + repeat "
    "  drop drop ; "
    ": sieve clear 2 begin dup dup * limit < while "
    "  dup flags + @ if dup strike then 1 + repeat drop "
    "  0 2 begin dup limit < while swap over flags + @ + swap 1 + repeat drop "
    "; "
    ": columns 200000 ; : rising 200100 ; : falling 200250 ; : side 8 ; "
    ": free over columns + @ >r over over + rising + @ r> + >r "
    "  - falling + @ r> + 0 = ; "
    ": mark >r over columns + r@ swap ! over over + rising + r@ swap ! "
    "  - falling + r> swap ! ; "
    ": place dup side = if drop 1 else >r 0 0 begin dup side < while "
    "  dup r@ free if dup r@ 1 mark swap r@ 1 + recurse + swap dup r@ 0 mark "
    "  then 1 + repeat drop r> drop then ; "
    ": queens 0 place ; "
    ": next dup 2 mod if 3 * 1 + else 2 / then ; "
    ": steps 0 swap begin dup 1 = 0 = while next swap 1 + swap repeat drop ; "
    ": longest 0 1 begin dup 6000 < while swap over steps "
    "  over over < if swap then drop swap 1 + repeat drop ; "
    ": all sieve queens 1000 * + longest + ; ";

static void name(const char *Text, size_t Size, intptr_t Code) {
  struct Word *W = malloc(sizeof *W);
  *W = (struct Word){Newest, malloc(Size + 1), Code};
  memcpy(W->Name, Text, Size);
  W->Name[Size] = 0;
  Newest = W;
}

static const struct Word *find(const char *Text, size_t Size) {
  const struct Word *W = Newest;
  while (W && (strlen(W->Name) != Size || memcmp(W->Name, Text, Size) != 0))
    W = W->Older;
  return W;
}

static void compile(intptr_t Cell) { Memory[Here++] = Cell; }

// A branch whose target is not known yet: its place stays on the data stack.
static void compileForward(enum Primitive Kind) {
  compile(Kind);
  *Data++ = Here;
  compile(0);
}

static void act(intptr_t Code) {
  intptr_t Place;
  switch (Code) {
  case Recurse:
    compile(Newest->Code);
    break;
  case If:
  case While:
    compileForward(BranchIfZero);
    break;
  case Else:
    Place = *--Data;
    compileForward(Branch);
    Memory[Place] = Here;
    break;
  case Then:
    Memory[*--Data] = Here;
    break;
  case Begin:
    *Data++ = Here;
    break;
  case Repeat:
    Place = *--Data;
    compile(Branch);
    compile(*--Data);
    Memory[Place] = Here;
    break;
  default: // the end
    compile(Exit);
  }
}

static void compileAll(const char *Text) {
  for (int Naming = 0; *Text; Text += strspn(Text, " ")) {
    size_t Size = strcspn(Text, " ");
    const struct Word *W = find(Text, Size);
    if (Naming)
      name(Text, Size, Here);
    else if (W && W->Code >= Recurse && W->Code < Primitives)
      act(W->Code);
    else if (W)
      compile(W->Code);
    else if (*Text != ':') {
      compile(Literal);
      compile(strtol(Text, NULL, 10));
    }
    Naming = !Naming && *Text == ':';
    Text += Size;
  }
}

static void operate(intptr_t Code) {
  intptr_t Second = Data[-2], First = Data[-1];
  switch (Code) {
#define BINARY(Name, Operator)                                                 \
  case Name:                                                                   \
    --Data;                                                                    \
    Data[-1] = Second Operator First;                                          \
    break;
    BINARY(Add, +)
    BINARY(Subtract, -)
    BINARY(Multiply, *)
    BINARY(Divide, /)
    BINARY(Rest, %)
    BINARY(Less, <)
    BINARY(Equal, ==)
#undef BINARY
  case Duplicate:
    *Data++ = First;
    break;
  case Drop:
    --Data;
    break;
  case Swap:
    Data[-2] = First;
    Data[-1] = Second;
    break;
  case Over:
    *Data++ = Second;
    break;
  case Fetch:
    Data[-1] = Memory[First];
    break;
  case Store:
    Memory[First] = Second;
    Data -= 2;
    break;
  case Push:
    *Returns++ = First;
    --Data;
    break;
  case Pop:
    *Data++ = *--Returns;
    break;
  default: // the top of the other stack
    *Data++ = Returns[-1];
  }
}

static void run(intptr_t Next) {
  const intptr_t *Bottom = Returns;
  for (;;) {
    intptr_t Code = Memory[Next++];
    switch (Code) {
    case Exit:
      if (Returns == Bottom)
        return;
      Next = *--Returns;
      break;
    case Literal:
      *Data++ = Memory[Next++];
      break;
    case Branch:
      Next = Memory[Next];
      break;
    case BranchIfZero:
      Next = *--Data ? Next + 1 : Memory[Next];
      break;
    default:
      if (Code < Primitives) {
        operate(Code);
        break;
      }
      *Returns++ = Next;
      Next = Code;
    }
  }
}

int main(int Count, char **Words) {
  int Rounds = Count > 1 ? atoi(Words[1]) : 14;
  intptr_t *Stacks = calloc(2 * Depth, sizeof(intptr_t));
  Memory = calloc(Cells, sizeof(intptr_t));
  Data = Stacks + 2; // the two below are read, but not used
  Returns = Stacks + Depth;
  for (int P = 0; P < Primitives; ++P)
    name(Texts[P], strlen(Texts[P]), P);
  compileAll(Program);
  intptr_t Sum = 0;
  for (int R = 0; R < Rounds; ++R) {
    run(find("all", 3)->Code);
    Sum = Sum * 3 + *--Data;
  }
  printf("%ld\n", (long)Sum);
  for (struct Word *W = Newest, *Older; W; W = Older) {
    Older = W->Older;
    free(W->Name);
    free(W);
  }
  free(Stacks);
  free(Memory);
  return 0;
}

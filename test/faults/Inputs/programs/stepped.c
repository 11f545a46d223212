// A signal after each instruction: the processor's trap flag is set around some
// work, so inserted code and the runtime's hooks are interrupted everywhere.
//
//   stepped all      the handler returns
//   stepped jumps N  jumps out of the handler, after 1, 2, 3... instructions;
//                    from N on, four times as many each time
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { Size = 20, MostJumps = 10000000 };
volatile int Cells[Size];
volatile int Handled[Size];
// Not volatile: no memory of a loop is touched but what is counted here.
static long Signals, JumpAt;
static sigjmp_buf Back;

#ifdef __x86_64__
void stepOn(void);
void stepOff(void);
__asm__(".text\n"
        "stepOn:\n  pushfq\n  orq $0x100, (%rsp)\n  popfq\n  ret\n"
        "stepOff:\n  pushfq\n  andq $~0x100, (%rsp)\n  popfq\n  ret\n");
#else
static void stepOn(void) { exit(77); }
static void stepOff(void) {}
#endif

__attribute__((noinline)) static long sum(const volatile int *Mine, int Left) {
  return Left == 0 ? 0 : Mine[Left - 1] + sum(Mine, Left - 1);
}

struct Pair {
  struct Pair *Next;
  int Value;
};

/* Each cell is stored five times. */
__attribute__((noinline)) static long work(int HasHeap) {
  long Sum = 0;
  for (int I = 0; I < Size; ++I) // known steps
    Cells[I] = I;
  for (int I = 0; I < 4 * Size; ++I) { // branches, one place for two loads
    Cells[I * 7 % Size] = I;
    if (I % 7 == 3)
      Sum += Cells[I % Size] + Cells[I % 7];
  }
  struct Pair *Head = 0;
  for (int I = 0; HasHeap && I < 6; ++I) {
    struct Pair *New = malloc(sizeof(*New));
    New->Next = Head;
    New->Value = I;
    Head = New;
  }
  int Copied[8];
  memcpy(Copied, (const int *)Cells, sizeof(Copied));
  Sum += sum(Copied, 8);
  while (Head) {
    struct Pair *Next = Head->Next;
    Sum += Head->Value;
    free(Head);
    Head = Next;
  }
  return Sum;
}

static void onStep(int Signal) {
  (void)Signal;
  Handled[Signals % Size] = 1;
  if (++Signals == JumpAt)
    siglongjmp(Back, 1);
}

static void jumps(int Dense) {
  static volatile long Cut;
  for (Cut = 1; Cut < MostJumps; Cut = Cut + (Cut < Dense ? 1 : 3 * Cut)) {
    Signals = 0;
    JumpAt = Cut;
    if (sigsetjmp(Back, 1) != 0)
      continue; // the trap flag is off in handlers
    stepOn();
    work(0); // nobody may jump out of malloc
    stepOff();
    break;
  }
  printf("jumps %d\n", Cut > Dense && Cut < MostJumps);
}

int main(int Argc, char **Argv) {
  struct sigaction Action;
  memset(&Action, 0, sizeof(Action));
  Action.sa_handler = onStep;
  sigaction(SIGTRAP, &Action, 0);
  if (Argc > 2 && !strcmp(Argv[1], "jumps")) {
    jumps(atoi(Argv[2]));
    return 7;
  }
  stepOn();
  long Sum = work(1);
  stepOff();
  FILE *Out = fopen("signals", "w");
  fprintf(Out, "%ld\n", Signals);
  fclose(Out);
  printf("stepped %ld\n", Sum);
  return 7;
}

// A signal after each instruction: the processor's trap flag is set around some
// work, so inserted code and the runtime's hooks are interrupted everywhere.
//
//   stepped all      the handler returns
//   stepped locks    so it does in two threads, which take locks and allocate
//   stepped jumps N  jumps out of the handler, after 1, 2, 3... instructions;
//                    from N on, four times as many each time
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { Size = 20, MostJumps = 10000000 };
volatile int Cells[Size];
volatile int Handled[Size];
static atomic_long Signals;
static long JumpAt;
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
  long Number = atomic_fetch_add(&Signals, 1);
  Handled[Number % Size] = 1;
  if (Number + 1 == JumpAt)
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
    work(0); // no handler may jump out of malloc
    stepOff();
    break;
  }
  printf("jumps %d\n", Cut > Dense && Cut < MostJumps);
}

static pthread_barrier_t Together;
static pthread_mutex_t Mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t ReadWrite = PTHREAD_RWLOCK_INITIALIZER;
static sem_t Semaphore;

/* Creating a thread blocks signals: a step in there would be the end. */
static void *locks(void *IsOther) {
  pthread_barrier_wait(&Together);
  stepOn();
  for (int I = 0; I < Size / 4; ++I) {
    pthread_mutex_lock(&Mutex);
    Cells[I] = I;
    pthread_mutex_unlock(&Mutex);
    pthread_rwlock_rdlock(&ReadWrite);
    pthread_rwlock_unlock(&ReadWrite);
    if (IsOther)
      sem_post(&Semaphore);
    else
      sem_wait(&Semaphore);
    free(realloc(calloc(3, 5), 300));
  }
  stepOff();
  return IsOther;
}

static void inTwoThreads(void) {
  pthread_t Other;
  pthread_barrier_init(&Together, 0, 2);
  sem_init(&Semaphore, 0, 0);
  pthread_create(&Other, 0, locks, &Other);
  locks(0);
  pthread_join(Other, 0);
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
  long Sum = 0;
  if (Argc > 1 && !strcmp(Argv[1], "locks")) {
    inTwoThreads();
  } else {
    stepOn();
    Sum = work(1);
    stepOff();
  }
  FILE *Out = fopen("signals", "w");
  fprintf(Out, "%ld\n", (long)Signals);
  fclose(Out);
  printf("stepped %ld\n", Sum);
  return 7;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception Threads take tasks
// from one queue under a lock, work on them, and put new tasks into the queue.
// Statistics have a lock of their own. SIZE: tasks.

#include "common.h"

enum { Room = 4096, Table = 2048 };
struct Task {
  uint32_t Seed;
  int Depth;
};
static struct {
  pthread_mutex_t Lock;
  long First, Last, Running, Left;
  struct Task Tasks[Room];
} Queue;
static struct {
  pthread_mutex_t Lock;
  long Tasks, Steps, ByDepth[8];
} Statistics;
static uint32_t Weights[Table]; // all threads read it

static int takeTask(struct Task *To) {
  pthread_mutex_lock(&Queue.Lock);
  int Found = Queue.First != Queue.Last;
  if (Found) {
    *To = Queue.Tasks[Queue.First++ % Room];
    ++Queue.Running;
  }
  int More = Found || Queue.Running || Queue.Left > 0;
  if (!Found && Queue.Left > 0 && Queue.Last - Queue.First < Room / 2) {
    Queue.Tasks[Queue.Last++ % Room] = (struct Task){(uint32_t)Queue.Left, 0};
    --Queue.Left;
  }
  pthread_mutex_unlock(&Queue.Lock);
  return Found ? 1 : More ? 0 : -1;
}

static void putTask(struct Task New) {
  pthread_mutex_lock(&Queue.Lock);
  if (Queue.Last - Queue.First < Room)
    Queue.Tasks[Queue.Last++ % Room] = New;
  pthread_mutex_unlock(&Queue.Lock);
}

static void report(int Depth, long Steps) {
  pthread_mutex_lock(&Statistics.Lock);
  ++Statistics.Tasks;
  Statistics.Steps += Steps;
  ++Statistics.ByDepth[Depth];
  pthread_mutex_unlock(&Statistics.Lock);
}

static void *work(void *Unused) {
  (void)Unused;
  uint32_t Mine[Table / 8];
  for (;;) {
    struct Task T;
    int Found = takeTask(&T);
    if (Found < 0)
      return NULL;
    if (!Found)
      continue;
    uint32_t State = T.Seed | 1, Sum = 0;
    long Steps = 32 + nextRandom(&State) % 64;
    for (long I = 0; I < Steps; ++I) {
      Sum += Weights[nextRandom(&State) % Table];
      Mine[Sum % (Table / 8)] = Sum;
    }
    if (T.Depth < 3)
      putTask((struct Task){Sum + Mine[Sum % (Table / 8)], T.Depth + 1});
    report(T.Depth, Steps);
    pthread_mutex_lock(&Queue.Lock);
    --Queue.Running;
    pthread_mutex_unlock(&Queue.Lock);
  }
}

int main(int Count, char **Words) {
  readArguments(Count, Words);
  pthread_mutex_init(&Queue.Lock, NULL);
  pthread_mutex_init(&Statistics.Lock, NULL);
  uint32_t State = 7;
  for (int I = 0; I < Table; ++I)
    Weights[I] = nextRandom(&State);
  Queue.Left = Size;
  runThreads(work);
  printf("%ld %ld\n", Statistics.Tasks, Statistics.ByDepth[0]);
}

// Loads a library and calls it in a thread, in a child and by itself.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void (*Work)(void);
static volatile int *Cells;

static void *run(void *Name) {
  Work();
  printf("%s %d\n", (const char *)Name, Cells[299] + 1);
  fflush(stdout);
  return 0;
}

static void *idle(void *Barrier) {
  pthread_barrier_wait(Barrier);
  return 0;
}

int main(int Count, char **Paths) {
  pthread_barrier_t Barrier;
  pthread_barrier_init(&Barrier, 0, 2);
  pthread_t Thread, Earlier;
  pthread_create(&Earlier, 0, idle, &Barrier);
  void *Before = malloc(100);
  void *Library = Count > 1 ? dlopen(Paths[1], RTLD_NOW) : 0;
  if (!Library) {
    puts(dlerror());
    return 1;
  }
  pthread_barrier_wait(&Barrier);
  pthread_join(Earlier, 0);
  Work = (void (*)(void))dlsym(Library, "work");
  Cells = ((void *(*)(void))dlsym(Library, "place"))();
  pthread_create(&Thread, 0, run, "thread");
  pthread_join(Thread, 0);
  pid_t Child = fork();
  if (Child == 0) {
    run("child");
    _exit(0);
  }
  int Status = 1;
  waitpid(Child, &Status, 0);
  printf("child ended: %d\n", Status);
  run("done");
  free(Before);
  dlclose(Library);
  return 0;
}

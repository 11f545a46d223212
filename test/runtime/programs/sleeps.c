// A thread comes and goes; then main sleeps and releases a block.
#include "../support/Instrumented.h"
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static void *run(void *Argument) { return Argument; }

int main(void) {
  void *Block = malloc(10);
  pthread_t Id;
  pthread_create(&Id, 0, run, 0);
  pthread_join(Id, 0);
  recordOne(1);
  usleep(10000);
  free(Block);
  recordOne(2);
  return 0;
}

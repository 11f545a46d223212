// A child that goes on where the parent was.
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static long numbers[4000];

static long add(long from) {
  long sum = 0;
  for (long i = from; i < 4000; ++i)
    sum += numbers[i] += i;
  return sum;
}

int main(void) {
  long *heap = calloc(3000, sizeof *heap);
  long sum = add(0);
  pid_t child = fork();
  for (long i = 0; i < 3000; i += 3)
    heap[i] = sum + add(i);
  if (child == 0)
    return heap[3] == 0;
  int status = 0;
  waitpid(child, &status, 0);
  free(heap);
  return status;
}

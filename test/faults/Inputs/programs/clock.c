// Loaded before a program: clocks that jump forth and back.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static unsigned State = 1;

static long jump(void) {
  State = State * 1103515245 + 12345;
  return (long)(State >> 8) % 2000000 - 1000000;
}

int clock_gettime(clockid_t Clock, struct timespec *At) {
  int Result = (int)syscall(SYS_clock_gettime, Clock, At);
  At->tv_sec += jump();
  return Result;
}

int gettimeofday(struct timeval *restrict At, void *restrict Zone) {
  (void)Zone;
  struct timespec Now;
  clock_gettime(CLOCK_REALTIME, &Now);
  At->tv_sec = Now.tv_sec;
  At->tv_usec = Now.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *At) {
  struct timespec Now;
  clock_gettime(CLOCK_REALTIME, &Now);
  if (At)
    *At = Now.tv_sec;
  return Now.tv_sec;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Preloaded, this makes a program repeatable: clocks stand still, and random
 * numbers are the same each time. The recording tool uses the real ones. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { Now = 1700000000 };

static int isTool(void) {
  return strcmp(program_invocation_short_name, "memfacet") == 0;
}

time_t time(time_t *At) {
  struct timespec Read = {Now, 0};
  if (isTool())
    syscall(SYS_clock_gettime, CLOCK_REALTIME, &Read);
  if (At)
    *At = Read.tv_sec;
  return Read.tv_sec;
}

int gettimeofday(struct timeval *At, void *Zone) {
  if (isTool())
    return syscall(SYS_gettimeofday, At, Zone);
  *At = (struct timeval){Now, 0};
  return 0;
}

ssize_t getrandom(void *To, size_t Bytes, unsigned Flags) {
  if (isTool())
    return syscall(SYS_getrandom, To, Bytes, Flags);
  memset(To, 42, Bytes);
  return Bytes;
}

void arc4random_buf(void *To, size_t Bytes) { getrandom(To, Bytes, 0); }

uint32_t arc4random(void) {
  uint32_t Number;
  getrandom(&Number, sizeof(Number), 0);
  return Number;
}

// The sessions with the members that requests use in one place.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../common.h"

struct session {
  int64_t expires;
  int64_t last_seen;
  int64_t requests;
  int64_t id;
  char user[56];
  char agent[56];
  char referrer[48];
};

static uint64_t serve(struct session *sessions, size_t count) {
  uint64_t random = 3, expired = 0;
  for (size_t i = 0; i < 30 * count; ++i) {
    struct session *s = &sessions[next_random(&random) % count];
    if (s->expires < (int64_t)(i % 1000))
      ++expired;
    s->last_seen = (int64_t)i;
    s->requests += s->id & 1;
  }
  return expired;
}

int main(int argc, char **argv) {
  size_t count = size_argument(argc, argv, 20000);
  struct session *sessions = allocate(count, sizeof *sessions);
  for (size_t i = 0; i < count; ++i) {
    sessions[i].id = (int64_t)i;
    sessions[i].expires = (int64_t)(i * 7 % 1000);
    snprintf(sessions[i].user, sizeof sessions[i].user, "user %zu", i);
  }
  uint64_t sum = serve(sessions, count);
  for (size_t i = 0; i < count; ++i)
    sum = sum * 31 + (uint64_t)(sessions[i].requests + sessions[i].user[5]);
  return print_checksum(count, sum);
}

// A forked child shares its parent's shared mappings: it knows them by name, and
// merged, both are one structure. Of private mappings, and where a shared one
// was before, it has a copy that it does not know.
//
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %memfacet-clang -O1 -g %s -o %t
// RUN: bash -c 'cd %t.dir && %memfacet record --exact -- %t && mv memfacet.[0-9]*.mfp child.mfp'
// RUN: %expect %t.dir/child.mfp --all \
// RUN:   's("tallies").stores == 1000' \
// RUN:   's("segment").stores == 1000' \
// RUN:   's("box").stores == 1000' \
// RUN:   's("grown").stores == 1000' \
// RUN:   's("[unattributed]").stores == 3000'
// RUN: %memfacet merge %t.dir/memfacet.mfp %t.dir/child.mfp -o %t.dir/both.mfp
// RUN: %expect %t.dir/both.mfp --all \
// RUN:   's("tallies").stores == 2000' \
// RUN:   's("private").stores == 1000' \
// RUN:   's("later").stores == 1000'
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define _GNU_SOURCE
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/wait.h>
#include <unistd.h>

static void *map(void *at, int flags, int file) {
  return mmap(at, 4096, PROT_READ | PROT_WRITE, flags, file, 0);
}

int main(void) {
  int file = memfd_create("box", 0);
  if (file < 0 || ftruncate(file, 4096))
    return 1;
  volatile long *tallies = map(0, MAP_SHARED | MAP_ANONYMOUS, -1);
  volatile long *gone = map(0, MAP_SHARED | MAP_ANONYMOUS, -1);
  volatile long *box = map(0, MAP_SHARED, file);
  volatile long *private = map(0, MAP_PRIVATE | MAP_ANONYMOUS, -1);
  int id = shmget(IPC_PRIVATE, 4096, 0600);
  volatile long *segment = shmat(id, 0, 0);
  munmap((void *)gone, 4096);
  volatile long *later =
      map((void *)gone, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1);
  // A private mapping in the place of a shared one, and one that has grown.
  volatile long *covered = map(0, MAP_SHARED | MAP_ANONYMOUS, -1);
  volatile long *over =
      map((void *)covered, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1);
  volatile long *grown = map(0, MAP_SHARED | MAP_ANONYMOUS, -1);
  grown = mremap((void *)grown, 4096, 8192, MREMAP_MAYMOVE);
  int is_child = fork() == 0;
  for (int i = 0; i < 1000; ++i) {
    tallies[8 * is_child] = i;
    segment[8 * is_child] = i;
    box[8 * is_child] = i;
    private[0] = i;
    later[0] = i;
    over[0] = i;
    grown[0] = i;
  }
  if (is_child)
    return 0;
  wait(0);
  return shmctl(id, IPC_RMID, 0);
}

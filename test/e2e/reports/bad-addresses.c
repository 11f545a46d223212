// System calls refuse addresses that are not valid. A hook, or what measures
// for the report, must not use them before the kernel has seen them.
//
// RUN: %clang -O2 -w %s -o %t.plain && %t.plain > %t.expected
// RUN: %memfacet-clang -O2 -g -w %s -o %t && for Mode in "" --complete; do \
// RUN:   %memfacet record $Mode -o %t.mfp -- %t > %t.out && \
// RUN:   diff %t.expected %t.out && %memfacet check %t.mfp && \
// RUN:   %expect %t.mfp 'report["loss"]["unknown_words"] == 0' || exit 1; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#define TRY(Call)                                                              \
  do {                                                                         \
    errno = 0;                                                                 \
    long R = (long)(Call);                                                     \
    printf("%-60s %ld %s\n", #Call, R, strerrorname_np(errno));                \
  } while (0)
static void *volatile Bad, *volatile Low = (void *)8;
static int P[2], S[2], Zero;
static struct iovec V[2];
static struct stat St;
static char Text[100];

static void prepare(void) {
  char *Hidden =
      mmap(NULL, 8192, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  Bad = Hidden + 64;
  V[0] = (struct iovec){Hidden, 3};
  V[1] = (struct iovec){Bad, 4};
  Zero = open("/dev/zero", O_RDONLY);
  pipe(P);
  socketpair(AF_UNIX, SOCK_STREAM, 0, S);
  write(P[1], "abc", 3);
  write(S[1], "abc", 3);
}

static void readAndWrite(void) {
  TRY(read(Zero, Bad, 100));
  TRY(read(P[0], Bad, 3));
  TRY(pread(Zero, Bad, 100, 0));
  TRY(write(P[1], Bad, 10));
  TRY(recv(S[0], Bad, 3, MSG_DONTWAIT));
  TRY(recvfrom(S[0], Bad, 3, MSG_DONTWAIT, Bad, Bad));
  TRY(recvmsg(S[0], Bad, MSG_DONTWAIT));
  TRY(send(S[0], Bad, 3, 0));
  TRY(sendmsg(S[0], Bad, 0));
  TRY(readv(P[0], Bad, 2));
  TRY(writev(P[1], Bad, 2));
  TRY(writev(P[1], V, 2));
  TRY(preadv(Zero, V, 2, 0));
}

static void askForFiles(void) {
  TRY(stat(Bad, (struct stat *)V));
  TRY(stat("/dev/zero", Bad));
  TRY(stat(Bad, &St));
  TRY(lstat(Low, &St));
  TRY(fstat(0, Bad));
  TRY(readlink("/proc/self/exe", Bad, 100));
  TRY(readlink(Bad, Text, 100));
}

static void waitAndLimit(void) {
  TRY(pipe(Bad));
  TRY(poll(Bad, 2, 0));
  TRY(select(10, Bad, NULL, NULL, NULL));
  TRY(syscall(SYS_clock_gettime, CLOCK_REALTIME, Bad));
  TRY(nanosleep(Bad, NULL));
  TRY(getrandom(Bad, 10, 0));
  TRY(waitpid(-1, Bad, WNOHANG));
  TRY(wait4(-1, Bad, WNOHANG, Bad));
  TRY(getrlimit(RLIMIT_AS, Bad));
  TRY(setrlimit(RLIMIT_AS, Bad));
  TRY(getrlimit(RLIMIT_NOFILE, Bad));
  TRY(setrlimit(RLIMIT_NOFILE, Bad));
  TRY(prlimit(0, RLIMIT_AS, Bad, NULL));
  TRY(prlimit(0, RLIMIT_AS, NULL, Bad));
  TRY(syscall(SYS_prlimit64, 0, RLIMIT_AS, Bad, NULL));
  TRY(syscall(SYS_setrlimit, RLIMIT_AS, Bad));
  TRY(syscall(SYS_getrlimit, RLIMIT_AS, Bad));
  TRY(syscall(SYS_futex, Bad, FUTEX_WAIT, 0, NULL, NULL, 0));
  TRY(syscall(SYS_futex, Bad, FUTEX_WAKE, 1, NULL, NULL, 0));
  TRY(syscall(SYS_rt_sigaction, SIGUSR1, Bad, NULL, 8));
}

static void mapAndFilter(void) {
  TRY(syscall(SYS_munmap, 1, 4096));
  TRY(syscall(SYS_mremap, Bad, 4096, 8192, 1, 0));
  TRY(mremap(Low, 4096, 8192, MREMAP_MAYMOVE));
  TRY(munmap((char *)V[0].iov_base + 1, 4096));
  TRY(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, Bad));
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  TRY(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, Bad));
  TRY(syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, Bad));
  TRY(prctl(PR_GET_NAME, Bad));
}

static void executeAndWait(void) {
  TRY(execve(Bad, Bad, Bad));
  TRY(execve("/bin/true", Bad, Bad));
  TRY(execv("/bin/true", Bad));
  TRY(execveat(AT_FDCWD, Bad, Bad, Bad, 0));
  TRY(syscall(SYS_execveat, AT_FDCWD, Bad, Bad, Bad, 0));
  TRY(fexecve(Zero, Bad, Bad));
  TRY(chroot(Bad));
  TRY(sigaltstack(Bad, NULL));
  TRY(shmat(-1, NULL, 0));
  TRY(shmdt(Bad));
  TRY(epoll_wait(P[0], Bad, 3, 0));
  TRY(sigtimedwait(Bad, NULL, NULL));
  TRY(getcwd(NULL, 0) != NULL);
  TRY(getcwd(Bad, 100));
}

int main(void) {
  prepare();
  readAndWrite();
  askForFiles();
  waitAndLimit();
  mapAndFilter();
  executeAndWait();
  puts("end");
}

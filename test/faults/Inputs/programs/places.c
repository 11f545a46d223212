// Changes where it is, what it may do and who it is; then works.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define _GNU_SOURCE
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

volatile int Cells[1000];

__attribute__((noinline)) static void work(int Count) {
  for (int I = 0; I < Count; ++I)
    Cells[I % 1000] = I;
}

static void limit(int Which, rlim_t To) {
  struct rlimit Limit = {To, To};
  if (setrlimit(Which, &Limit) != 0)
    exit(99);
}

/// No new process, no other program.
static void denySpawn(void) {
  struct sock_filter Program[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 5, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 4, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_fork, 3, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_vfork, 2, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_execve, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
  };
  struct sock_fprog Given = {sizeof(Program) / sizeof(*Program), Program};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &Given, 0, 0) != 0)
    exit(77);
  pid_t Child = fork();
  printf("fork: %d, %s\n", Child, strerror(errno));
}

/// Any system call but those of printf and exit kills.
static void allowFew(void) {
  static const int Allowed[] = {SYS_write, SYS_exit_group, SYS_brk, SYS_mmap,
                                SYS_newfstatat, SYS_fstat, SYS_ioctl};
  enum { Count = sizeof(Allowed) / sizeof(*Allowed) };
  struct sock_filter Program[Count + 3] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
  };
  for (int I = 0; I < Count; ++I)
    Program[1 + I] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
                                                  Allowed[I], Count - I, 0);
  Program[1 + Count] =
      (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
  Program[2 + Count] =
      (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  struct sock_fprog Given = {Count + 3, Program};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &Given, 0, 0) != 0)
    exit(77);
}

static void *workInThread(void *Steps) {
  work(*(int *)Steps);
  return 0;
}

/// No file may be opened any more. Then a file is mapped that is open, and a
/// thread begins.
static void denyOpen(void) {
  struct sock_filter Program[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES),
  };
  struct sock_fprog Given = {sizeof(Program) / sizeof(*Program), Program};
  int File = open("/proc/self/exe", O_RDONLY), Steps = 1000;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &Given, 0, 0) != 0)
    exit(77);
  void *Mapped = mmap(0, 4096, PROT_READ, MAP_PRIVATE, File, 0);
  pthread_t Thread;
  if (pthread_create(&Thread, 0, workInThread, &Steps) != 0)
    exit(98);
  pthread_join(Thread, 0);
  printf("mapped: %d\n", Mapped != MAP_FAILED);
}

/// Children are in another namespace of processes.
static void unshareProcesses(void) {
  if (unshare(CLONE_NEWPID) != 0)
    exit(77);
  for (int I = 0; I < 300; ++I)
    work(1);
  int Status;
  pid_t Child = fork();
  if (Child == 0)
    _exit(getpid() + 10);
  waitpid(Child, &Status, 0);
  printf("child %d, %d\n", Child > 0, WEXITSTATUS(Status));
}

/// Waits for all children, as an init does.
static void waitForAll(void) {
  int Status, Children = 0;
  pid_t Own = fork();
  if (Own == 0) {
    work(1000);
    exit(3);
  }
  for (;;) {
    pid_t Child = waitpid(-1, &Status, 0);
    if (Child < 0)
      break;
    ++Children;
    printf("child %s %d\n", Child == Own ? "own" : "not mine",
           WIFEXITED(Status) ? WEXITSTATUS(Status) : -1);
  }
  printf("%d children, %s\n", Children, strerror(errno));
}

static void go(const char *How, const char *Argument) {
  if (!strcmp(How, "chroot")) {
    mkdir("jail", 0700);
    if (chroot("jail") != 0 || chdir("/") != 0)
      exit(77);
  }
  if (!strcmp(How, "chdir") && chdir(Argument) != 0)
    exit(99);
  if (!strcmp(How, "vanish")) {
    mkdir("gone", 0700);
    if (chdir("gone") != 0 || rmdir("../gone") != 0)
      exit(99);
  }
  if (!strcmp(How, "daemon")) {
    int Keep = dup(1);
    if (daemon(0, 0) != 0)
      exit(99);
    dup2(Keep, 1);
    close(Keep);
  }
  if (!strcmp(How, "files"))
    limit(RLIMIT_NOFILE, 3);
  if (!strcmp(How, "file-size"))
    limit(RLIMIT_FSIZE, 4096);
  if (!strcmp(How, "processes"))
    limit(RLIMIT_NPROC, 0);
  if (!strcmp(How, "user") && (setgid(65534) != 0 || setuid(65534) != 0))
    exit(77);
  if (!strcmp(How, "namespaces") &&
      unshare(CLONE_NEWNS | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWNET) != 0)
    exit(77);
  if (!strcmp(How, "user-namespace") && unshare(CLONE_NEWUSER) != 0)
    exit(77);
  if (!strcmp(How, "no-spawn"))
    denySpawn();
  if (!strcmp(How, "few-calls"))
    allowFew();
  if (!strcmp(How, "no-open"))
    denyOpen();
  if (!strcmp(How, "unshare-processes"))
    unshareProcesses();
  if (!strcmp(How, "init"))
    waitForAll();
  if (!strcmp(How, "subreaper")) {
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    waitForAll();
  }
  if (!strcmp(How, "exec") && Argument) {
    work(1000);
    execl("/proc/self/exe", "places", "plain", (char *)0);
    exit(99);
  }
  if (!strcmp(How, "vfork")) {
    pid_t Child = vfork();
    if (Child == 0) {
      execl("/bin/true", "true", (char *)0);
      _exit(99);
    }
    int Status;
    printf("%d %d\n", waitpid(Child, &Status, 0) == Child, Status);
  }
  if (!strcmp(How, "spawn-denied")) {
    limit(RLIMIT_NPROC, 0);
    if (setgid(65534) != 0 || setuid(65534) != 0)
      exit(77);
    pid_t Child = fork();
    printf("fork: %d, %s\n", Child, strerror(errno));
  }
}

int main(int Argc, char **Argv) {
  work(123457);
  go(Argv[1], Argc > 2 ? Argv[2] : 0);
  work(123457);
  // Enough for several chunks of events.
  for (int I = 0; I < 3000; ++I)
    work(1 + (I * 7) % 100);
  printf("works %d\n", Cells[456]);
  fprintf(stderr, "ends\n");
  return 7;
}

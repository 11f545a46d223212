// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// synchronises HOW: locks, signals and waits; what is of interest lies between
// the records 1 and 2. Prints the addresses of its mutex, spin lock, lock for
// readers, condition, barrier, semaphore, word and C mutex, then whether errno
// was kept.
#include "../support/Instrumented.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t Mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_spinlock_t Spin;
static pthread_rwlock_t Readers = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t Condition = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t Barrier;
static sem_t Semaphore;
static mtx_t Standard;
static int Word;
static int Pipe[2];
static int ErrnoKept = 1;
static const char *How;
static sem_t Begun;
static pid_t Main;

static void *comeAndGo(void *Argument) { return Argument; }

static void becomeSeveral(void) {
  pthread_t Id;
  pthread_create(&Id, 0, comeAndGo, 0);
  pthread_join(Id, 0);
}

static void keepsErrno(int Result) { ErrnoKept &= errno == 77 && Result == 0; }

static void mutexes(void) {
  struct timespec Past = {1, 0};
  keepsErrno(pthread_mutex_lock(&Mutex));
  keepsErrno(pthread_mutex_trylock(&Mutex) != EBUSY);
  keepsErrno(pthread_mutex_timedlock(&Mutex, &Past) != ETIMEDOUT);
  keepsErrno(pthread_mutex_unlock(&Mutex));
  keepsErrno(pthread_mutex_trylock(&Mutex));
  keepsErrno(pthread_mutex_unlock(&Mutex));
  keepsErrno(pthread_spin_lock(&Spin));
  keepsErrno(pthread_spin_trylock(&Spin) != EBUSY);
  keepsErrno(pthread_spin_unlock(&Spin));
  keepsErrno(pthread_rwlock_rdlock(&Readers));
  keepsErrno(pthread_rwlock_tryrdlock(&Readers));
  keepsErrno(pthread_rwlock_trywrlock(&Readers) != EBUSY);
  keepsErrno(pthread_rwlock_unlock(&Readers));
  keepsErrno(pthread_rwlock_unlock(&Readers));
  keepsErrno(pthread_rwlock_wrlock(&Readers));
  keepsErrno(pthread_rwlock_unlock(&Readers));
}

static void others(void) {
  struct timespec Past = {1, 0};
  keepsErrno(pthread_cond_signal(&Condition));
  keepsErrno(pthread_cond_broadcast(&Condition));
  pthread_mutex_lock(&Mutex);
  keepsErrno(pthread_cond_timedwait(&Condition, &Mutex, &Past) != ETIMEDOUT);
  pthread_mutex_unlock(&Mutex);
  keepsErrno(pthread_barrier_wait(&Barrier) != PTHREAD_BARRIER_SERIAL_THREAD);
  keepsErrno(sem_post(&Semaphore));
  keepsErrno(sem_wait(&Semaphore));
  ErrnoKept &= sem_trywait(&Semaphore) == -1 && errno == EAGAIN;
  ErrnoKept &= syscall(SYS_futex, &Word, FUTEX_WAKE, 1, 0, 0, 0) == 0;
  errno = 0;
  ErrnoKept &= syscall(SYS_futex, &Word, FUTEX_WAIT, 1, 0, 0, 0) == -1 &&
               errno == EAGAIN && syscall(SYS_gettid) == Main;
}

static void standardLocks(void) {
  errno = 77;
  keepsErrno(mtx_lock(&Standard));
  keepsErrno(mtx_trylock(&Standard) != thrd_busy);
  keepsErrno(mtx_unlock(&Standard));
  keepsErrno(mtx_trylock(&Standard));
  keepsErrno(mtx_unlock(&Standard));
}

/// Until main stands still in a system call, and a little longer.
static void waitUntilAsleep(void) {
  char Path[64], State[256] = "";
  snprintf(Path, sizeof Path, "/proc/self/task/%d/stat", Main);
  do {
    int File = open(Path, O_RDONLY);
    ssize_t Bytes = read(File, State, sizeof State - 1);
    State[Bytes < 0 ? 0 : Bytes] = 0;
    close(File);
  } while (!strstr(State, ") S"));
  usleep(5000);
}

static void *release(void *Unused) {
  if (!strcmp(How, "lock"))
    pthread_mutex_lock(&Mutex);
  sem_post(&Begun);
  waitUntilAsleep();
  if (!strcmp(How, "lock")) {
    pthread_mutex_unlock(&Mutex);
  } else if (!strcmp(How, "condition")) {
    pthread_mutex_lock(&Mutex);
    Word = 1;
    pthread_cond_signal(&Condition);
    pthread_mutex_unlock(&Mutex);
  } else if (!strcmp(How, "barrier")) {
    pthread_barrier_wait(&Barrier);
  } else if (!strcmp(How, "semaphore")) {
    sem_post(&Semaphore);
  } else if (!strcmp(How, "futex")) {
    Word = 1;
    syscall(SYS_futex, &Word, FUTEX_WAKE, 1, 0, 0, 0);
  } else {
    write(Pipe[1], "x", 1);
  }
  return Unused;
}

static void wait1(pthread_t Helper) {
  char Byte;
  struct pollfd Poll = {Pipe[0], POLLIN, 0};
  if (!strcmp(How, "lock")) {
    pthread_mutex_lock(&Mutex);
  } else if (!strcmp(How, "condition")) {
    pthread_mutex_lock(&Mutex);
    while (!Word)
      pthread_cond_wait(&Condition, &Mutex);
  } else if (!strcmp(How, "barrier")) {
    pthread_barrier_wait(&Barrier);
  } else if (!strcmp(How, "semaphore")) {
    sem_wait(&Semaphore);
  } else if (!strcmp(How, "futex")) {
    syscall(SYS_futex, &Word, FUTEX_WAIT, 0, 0, 0, 0);
  } else if (!strcmp(How, "join")) {
    pthread_join(Helper, 0);
  } else if (!strcmp(How, "read")) {
    read(Pipe[0], &Byte, 1);
  } else if (!strcmp(How, "poll")) {
    poll(&Poll, 1, -1);
  }
}

static void waitForHelper(void) {
  pthread_t Helper;
  pthread_create(&Helper, 0, release, 0);
  sem_wait(&Begun);
  recordOne(1);
  wait1(Helper);
  recordOne(2);
  if (strcmp(How, "join"))
    pthread_join(Helper, 0);
}

static void alone(void) {
  int Status;
  recordOne(1);
  pthread_mutex_lock(&Mutex);
  pthread_mutex_unlock(&Mutex);
  usleep(5000);
  if (fork() == 0) {
    usleep(5000);
    _exit(0);
  }
  wait(&Status);
  recordOne(2);
}

int main(int Count, char **Arguments) {
  How = Arguments[1];
  Main = getpid();
  pthread_spin_init(&Spin, 0);
  pthread_barrier_init(&Barrier, 0, strcmp(How, "all") ? 2 : 1);
  sem_init(&Semaphore, 0, 0);
  mtx_init(&Standard, mtx_plain);
  sem_init(&Begun, 0, 0);
  if (pipe(Pipe) != 0)
    return 1;
  if (!strcmp(How, "alone")) {
    alone();
  } else if (!strcmp(How, "all")) {
    becomeSeveral();
    recordOne(1);
    errno = 77;
    mutexes();
    others();
    standardLocks();
    recordOne(2);
  } else {
    waitForHelper();
  }
  fprintf(stderr, "%p %p %p %p %p %p %p %p %d\n", (void *)&Mutex, (void *)&Spin,
          (void *)&Readers, (void *)&Condition, (void *)&Barrier,
          (void *)&Semaphore, (void *)&Word, (void *)&Standard, ErrnoKept);
  return 0;
}

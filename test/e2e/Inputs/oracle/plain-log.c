/* Writes down, in plain words, what a program does to memory: for the oracle
   (reference/oracle.py). Linked to a program that was compiled with
   --memfacet-plain-log, after it and before libc: the runtime's interposed
   functions find the ones here, and these the C library's.

   One line per event, in one order for all threads, numbers in hex:
     A thread address bytes kind         an access: kind 0 load, else store
     M thread address size old FRAMES    memory; old: realloc's, or 0
     R thread address                    what realloc may release: M follows
     F thread address                    a release
     T thread thread-pointer low high    a thread's first event; its stack
     P, U thread low high                the program mapped, unmapped this
     O bias path                         a loaded object
     H thread address size 0 FRAMES      a pool handed this out, it says
     B thread address                    and took this back
   FRAMES are return addresses, the innermost first. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <unwind.h>

enum {
  MaxFrames = 64,
  MaxThreads = 1024,
  BufferBytes = 1 << 16,
  LineBytes = 2048
};

static char Lock;
static char Buffer[BufferBytes];
static size_t Used;
static int File = -1;
static int Ended;
static unsigned Threads;
/* More than 0: this library or the C library's part of it is at work. */
static __thread int Busy;
static __thread unsigned Self;

static void lockLog(void) {
  while (__atomic_test_and_set(&Lock, __ATOMIC_ACQUIRE))
    sched_yield();
}

static void unlockLog(void) { __atomic_clear(&Lock, __ATOMIC_RELEASE); }

static void flush(void) {
  size_t Done = 0;
  while (Done < Used) {
    /* Not by write, which the runtime sees: it may tell how long that took, but
       here a record is in the middle. */
    ssize_t Written = syscall(SYS_write, File, Buffer + Done, Used - Done);
    if (Written <= 0)
      _exit(99);
    Done += (size_t)Written;
  }
  Used = 0;
}

static void start(void) {
  const char *Path = getenv("PLAIN_LOG");
  File = Path ? open(Path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644) : -1;
  if (File < 0)
    _exit(98);
}

/* The caller has the lock. */
static void word(uint64_t V) {
  char Digits[17];
  int At = 16;
  do
    Digits[--At] = "0123456789abcdef"[V & 15];
  while (V >>= 4);
  Buffer[Used++] = ' ';
  memcpy(Buffer + Used, Digits + At, (size_t)(16 - At));
  Used += (size_t)(16 - At);
}

static void begin(char Kind) {
  if (File < 0)
    start();
  if (Used + LineBytes > BufferBytes)
    flush();
  Buffer[Used++] = Kind;
  word(Self);
}

static void end(void) {
  Buffer[Used++] = '\n';
  if (Ended)
    flush();
}

static uint64_t number(const char **At) {
  uint64_t V = 0;
  for (;; ++*At) {
    if (**At >= '0' && **At <= '9')
      V = V << 4 | (uint64_t)(**At - '0');
    else if (**At >= 'a' && **At <= 'f')
      V = V << 4 | (uint64_t)(**At - 'a' + 10);
    else
      return V;
  }
}

/* The mapping around Address. With no C library: what that allocates for it
   would be an allocation that only the report knows. */
static void findMapping(uint64_t Address, uint64_t *Low, uint64_t *High) {
  static char Maps[1 << 20];
  size_t Size = 0;
  ssize_t Got;
  int Fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  while ((Got = syscall(SYS_read, Fd, Maps + Size, sizeof Maps - 1 - Size)) > 0)
    Size += (size_t)Got;
  close(Fd);
  Maps[Size] = 0;
  for (const char *At = Maps; At && *At; At = strchr(At, '\n'), At += !!At) {
    *Low = number(&At);
    ++At;
    *High = number(&At);
    if (*Low <= Address && Address < *High)
      return;
  }
}

static void introduce(void) {
  /* After the thread pointer is what glibc knows of a thread. */
  enum { Page = 4096, ThreadBytes = 0x900 };
  uint64_t Pointer = (uint64_t)__builtin_thread_pointer();
  uint64_t Low = 0, High = 0;
  lockLog();
  findMapping((uint64_t)&Low, &Low, &High);
  if (getpid() == gettid()) {
    struct rlimit Limit; /* as far as it may grow */
    getrlimit(RLIMIT_STACK, &Limit);
    if (Limit.rlim_cur != RLIM_INFINITY)
      Low = High - Limit.rlim_cur;
  } else {
    High = (Pointer + ThreadBytes + Page - 1) & -(uint64_t)Page;
  }
  begin('T');
  word(Pointer);
  word(Low);
  word(High);
  end();
  unlockLog();
}

static void event(char Kind, int Count, ...) {
  int Errno = errno;
  lockLog();
  begin(Kind);
  va_list Words;
  va_start(Words, Count);
  while (Count--)
    word(va_arg(Words, uint64_t));
  va_end(Words);
  end();
  unlockLog();
  errno = Errno;
}

void __memfacet_plain_access(void *Address, uint64_t Bytes, uint64_t Kind) {
  if (Address && Bytes)
    event('A', 3, (uint64_t)Address, Bytes, Kind);
}

/* An access for each run of active lanes. */
void __memfacet_plain_lanes(void *Address, uint64_t LaneBytes, uint64_t Kind,
                            uint64_t Mask) {
  for (unsigned Lane = 0; Lane < 64; ++Lane) {
    unsigned First = Lane;
    while (Lane < 64 && Mask >> Lane & 1)
      ++Lane;
    if (Lane != First)
      event('A', 3, (uint64_t)Address + First * LaneBytes,
            (Lane - First) * LaneBytes, Kind);
  }
}

struct Frames {
  uint64_t Address[MaxFrames];
  int Count;
};

static _Unwind_Reason_Code addFrame(struct _Unwind_Context *Context, void *To) {
  struct Frames *F = To;
  if (F->Count == MaxFrames)
    return _URC_END_OF_STACK;
  F->Address[F->Count++] = _Unwind_GetIP(Context);
  return _URC_NO_REASON;
}

static void memory(char Kind, void *Address, size_t Size, void *Old) {
  int Errno = errno;
  struct Frames F = {.Count = 0};
  _Unwind_Backtrace(addFrame, &F);
  lockLog();
  begin(Kind);
  word((uint64_t)Address);
  word(Size);
  word((uint64_t)Old);
  for (int I = 0; I < F.Count; ++I)
    word(F.Address[I]);
  end();
  unlockLog();
  errno = Errno;
}

typedef void *Allocate(size_t);
typedef void *AllocateTwo(size_t, size_t);
typedef int AllocateInto(void **, size_t, size_t);
typedef void *Reallocate(void *, size_t);
typedef void Release(void *);
typedef void *Map(void *, size_t, int, int, int, off_t);
typedef int Unmap(void *, size_t);
typedef int Create(pthread_t *, const pthread_attr_t *, void *(*)(void *),
                   void *);

static Allocate *NextMalloc;
static AllocateTwo *NextCalloc;
static AllocateTwo *NextAlignedAlloc;
static AllocateInto *NextPosixMemalign;
static Reallocate *NextRealloc;
static Release *NextFree;
static Map *NextMmap;
static Unmap *NextMunmap;
static Create *NextPthreadCreate;

/* The C library's. All at once, before the program's first failed dlopen: dlsym
   frees the message of that. */
static void findNext(void) {
  NextMalloc = (Allocate *)dlsym(RTLD_NEXT, "malloc");
  NextCalloc = (AllocateTwo *)dlsym(RTLD_NEXT, "calloc");
  NextAlignedAlloc = (AllocateTwo *)dlsym(RTLD_NEXT, "aligned_alloc");
  NextPosixMemalign = (AllocateInto *)dlsym(RTLD_NEXT, "posix_memalign");
  NextRealloc = (Reallocate *)dlsym(RTLD_NEXT, "realloc");
  NextFree = (Release *)dlsym(RTLD_NEXT, "free");
  NextMmap = (Map *)dlsym(RTLD_NEXT, "mmap");
  NextMunmap = (Unmap *)dlsym(RTLD_NEXT, "munmap");
  NextPthreadCreate = (Create *)dlsym(RTLD_NEXT, "pthread_create");
}

void *malloc(size_t Size) {
  if (!NextMalloc)
    findNext();
  void *Result = NextMalloc(Size);
  if (!Busy++ && Result)
    memory('M', Result, Size, NULL);
  --Busy;
  return Result;
}

void *calloc(size_t Count, size_t Size) {
  if (!NextCalloc)
    findNext();
  void *Result = NextCalloc(Count, Size);
  if (!Busy++ && Result)
    memory('M', Result, Count * Size, NULL);
  --Busy;
  return Result;
}

void *aligned_alloc(size_t Alignment, size_t Size) {
  if (!NextAlignedAlloc)
    findNext();
  void *Result = NextAlignedAlloc(Alignment, Size);
  if (!Busy++ && Result)
    memory('M', Result, Size, NULL);
  --Busy;
  return Result;
}

int posix_memalign(void **To, size_t Alignment, size_t Size) {
  if (!NextPosixMemalign)
    findNext();
  int Result = NextPosixMemalign(To, Alignment, Size);
  if (!Busy++ && Result == 0)
    memory('M', *To, Size, NULL);
  --Busy;
  return Result;
}

void *realloc(void *Old, size_t Size) {
  if (!NextRealloc)
    findNext();
  int Seen = !Busy++;
  if (Seen && Old)
    event(Size ? 'R' : 'F', 1, (uint64_t)Old);
  void *Result = NextRealloc(Old, Size);
  if (Seen && Result)
    memory('M', Result, Size, Old);
  --Busy;
  return Result;
}

void free(void *Address) {
  if (!NextFree)
    findNext();
  if (!Busy++ && Address)
    event('F', 1, (uint64_t)Address);
  NextFree(Address);
  --Busy;
}

void *mmap(void *At, size_t Bytes, int Protection, int Flags, int Fd,
           off_t Offset) {
  if (!NextMmap)
    findNext();
  void *Result = NextMmap(At, Bytes, Protection, Flags, Fd, Offset);
  if (!Busy++ && Result != MAP_FAILED)
    event('P', 2, (uint64_t)Result, (uint64_t)Result + Bytes);
  --Busy;
  return Result;
}

int munmap(void *At, size_t Bytes) {
  if (!NextMunmap)
    findNext();
  if (!Busy++)
    event('U', 2, (uint64_t)At, (uint64_t)At + Bytes);
  --Busy;
  return NextMunmap(At, Bytes);
}

/* For programs with pools: what their pools do, said where they are used. It
   has a frame of its own, which tells the oracle where the program's begin. */
__attribute__((disable_tail_calls)) void plainHandedOut(void *Address,
                                                        size_t Size) {
  memory('H', Address, Size, NULL);
}

void plainTakenBack(void *Address) { event('B', 1, (uint64_t)Address); }

/* Threads are numbered as they are created. */
struct Start {
  void *(*Run)(void *);
  void *Argument;
  unsigned Number;
};
static struct Start Starts[MaxThreads];

static void *run(void *Pointer) {
  struct Start S = *(struct Start *)Pointer;
  Self = S.Number;
  introduce();
  return S.Run(S.Argument);
}

int pthread_create(pthread_t *To, const pthread_attr_t *Attributes,
                   void *(*Run)(void *), void *Argument) {
  if (!NextPthreadCreate)
    findNext();
  unsigned Number = __atomic_add_fetch(&Threads, 1, __ATOMIC_RELAXED);
  if (Number >= MaxThreads)
    _exit(97);
  Starts[Number] = (struct Start){Run, Argument, Number};
  return NextPthreadCreate(To, Attributes, run, &Starts[Number]);
}

static int object(struct dl_phdr_info *Info, size_t Size, void *Data) {
  (void)Size;
  (void)Data;
  char Path[1024];
  ssize_t Bytes = readlink("/proc/self/exe", Path, sizeof Path - 1);
  Path[Bytes < 0 ? 0 : Bytes] = 0;
  const char *Name = *Info->dlpi_name ? Info->dlpi_name : Path;
  begin('O');
  word(Info->dlpi_addr);
  Buffer[Used++] = ' ';
  memcpy(Buffer + Used, Name, strlen(Name));
  Used += strlen(Name);
  end();
  return 0;
}

__attribute__((constructor)) static void begun(void) {
  findNext();
  introduce();
}

__attribute__((destructor)) static void finish(void) {
  lockLog();
  dl_iterate_phdr(object, NULL);
  flush();
  Ended = 1; /* from now on, every line at once */
  unlockLog();
}

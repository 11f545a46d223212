//===- Syscall.h - system calls without libc ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The slow path of inserted code may touch neither vector registers nor errno,
// so it calls the kernel directly. Every function returns the kernel's result:
// a negative one is -errno.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RUNTIME_SUPPORT_SYSCALL_H
#define MEMFACET_RUNTIME_SUPPORT_SYSCALL_H

#include "memfacet/TimeStamp.h"
#include "runtime/machine/Machine.h"
#include <asm/unistd.h>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>

namespace memfacet::sys {

constexpr long NotPermitted = -1;     ///< -EPERM
constexpr long NoSuchProcess = -3;    ///< -ESRCH
constexpr long Interrupted = -4;      ///< -EINTR
constexpr long NotSupported = -95;    ///< -EOPNOTSUPP
constexpr int CloseOnExec = 02000000; ///< O_CLOEXEC
constexpr long ThisFolder = -100;     ///< AT_FDCWD

/// The program has forbidden itself a system call that the runtime makes, maybe
/// under pain of death (hooks/CallFilters.cpp). From then on, all fail without
/// being made.
inline constinit std::atomic<bool> AreCallsForbidden{false};

/// Whether mmap is among the forbidden calls. If it is not, it is still called:
/// threads that begin later need counters (counts/Counts.cpp).
inline constinit std::atomic<bool> AreMapsForbidden{false};

/// The bytes that the runtime has mapped; the kernel counts them as the
/// program's.
inline constinit std::atomic<uint64_t> MappedBytes{0};

/// All six registers are set: the kernel reads as many as the call has, and
/// writes through some of them (the fourth of wait4).
inline long call(long Number, long A = 0, long B = 0, long C = 0, long D = 0,
                 long E = 0, long F = 0) {
  if (AreCallsForbidden.load(std::memory_order_relaxed))
    return NotPermitted;
  return machine::systemCall(Number, A, B, C, D, E, F);
}

template <typename T> long word(T *Pointer) { return long(Pointer); }

inline long open(const char *Path, int Flags, int Mode = 0) {
  return call(__NR_openat, AT_FDCWD, word(Path), Flags | CloseOnExec, Mode);
}
inline long unlink(const char *Path) {
  return call(__NR_unlinkat, ThisFolder, word(Path), 0);
}
inline long close(int Fd) { return call(__NR_close, Fd); }
inline long read(int Fd, void *Buffer, size_t Bytes) {
  return call(__NR_read, Fd, word(Buffer), long(Bytes));
}
inline long write(int Fd, const void *Buffer, size_t Bytes) {
  return call(__NR_write, Fd, word(Buffer), long(Bytes));
}
inline long pread(int Fd, void *Buffer, size_t Bytes, uint64_t Offset) {
  return call(__NR_pread64, Fd, word(Buffer), long(Bytes), long(Offset));
}
inline long pwrite(int Fd, const void *Buffer, size_t Bytes, uint64_t Offset) {
  return call(__NR_pwrite64, Fd, word(Buffer), long(Bytes), long(Offset));
}
inline long readLink(const char *Path, char *Buffer, size_t Bytes) {
  return call(__NR_readlinkat, AT_FDCWD, word(Path), word(Buffer), long(Bytes));
}
/// Returns the size of the file in bytes. Moves the file offset.
inline long fileSize(int Fd) { return call(__NR_lseek, Fd, 0, 2); }
inline long truncate(int Fd, uint64_t Bytes) {
  return call(__NR_ftruncate, Fd, long(Bytes));
}
/// Returns the soft limit of \p Resource in bytes.
inline uint64_t limitOf(int Resource) {
  struct {
    uint64_t Soft, Hard;
  } Limit = {~uint64_t(0), 0};
  call(__NR_getrlimit, Resource, word(&Limit));
  return Limit.Soft;
}
inline long allocate(int Fd, uint64_t Offset, uint64_t Bytes) {
  return call(__NR_fallocate, Fd, 0, long(Offset), long(Bytes));
}
inline bool failed(long Result) {
  return (unsigned long)Result >= (unsigned long)-4095L;
}
inline long mmap(void *Address, size_t Bytes, int Protection, int Flags, int Fd,
                 long Offset) {
  bool IsForbidden = AreCallsForbidden.load(std::memory_order_relaxed) &&
                     AreMapsForbidden.load(std::memory_order_relaxed);
  if (IsForbidden)
    return NotPermitted;
  long Result = machine::systemCall(__NR_mmap, word(Address), long(Bytes),
                                    Protection, Flags, Fd, Offset);
  constexpr int Fixed = 0x10; // MAP_FIXED: replaces what is counted already
  if (!failed(Result) && !(Flags & Fixed))
    MappedBytes.fetch_add(Bytes, std::memory_order_relaxed);
  return Result;
}
inline long munmap(void *Address, size_t Bytes) {
  long Result = call(__NR_munmap, word(Address), long(Bytes));
  if (!failed(Result))
    MappedBytes.fetch_sub(Bytes, std::memory_order_relaxed);
  return Result;
}

inline uint32_t processId() { return uint32_t(call(__NR_getpid)); }
inline uint32_t threadId() { return uint32_t(call(__NR_gettid)); }
/// Returns whether process \p Id exists, whichever user owns it.
inline bool processExists(uint32_t Id) {
  return call(__NR_kill, long(Id), 0) != NoSuchProcess;
}
inline bool threadExists(uint32_t Process, uint32_t Thread) {
  return call(__NR_tgkill, long(Process), long(Thread), 0) != NoSuchProcess;
}
[[noreturn]] inline void exitProcess(int Code) {
  for (;;)
    machine::systemCall(__NR_exit_group, Code, 0, 0, 0, 0, 0);
}

struct TimeSpec {
  long Seconds, Nanoseconds;
};

/// Sleeps while *Word == Expected, at most \p Milliseconds. The word may be
/// shared with other processes.
template <typename T>
long futexWait(std::atomic<T> *Word, T Expected, uint32_t Milliseconds) {
  static_assert(sizeof(T) == 4);
  TimeSpec Timeout = {Milliseconds / 1000, long(Milliseconds % 1000) * 1000000};
  return call(__NR_futex, word(Word), 0 /*FUTEX_WAIT*/,
              long(uint32_t(Expected)), word(&Timeout));
}
template <typename T> long futexWake(std::atomic<T> *Word, int Count) {
  return call(__NR_futex, word(Word), 1 /*FUTEX_WAKE*/, Count);
}

[[gnu::noinline]] inline uint64_t changeSignalMask(long How, uint64_t Mask) {
  uint64_t Previous = 0;
  call(__NR_rt_sigprocmask, How, word(&Mask), word(&Previous), 8);
  return Previous;
}
/// Each returns the mask that was there before.
inline uint64_t setSignalMask(uint64_t Mask) {
  return changeSignalMask(2 /*SIG_SETMASK*/, Mask);
}
inline uint64_t blockSignals(uint64_t Mask) {
  return changeSignalMask(0 /*SIG_BLOCK*/, Mask);
}

/// Returns whether the kernel can read a word at \p Address: it looks at the
/// mask before it refuses the way to change it.
inline bool isReadable(const void *Address) {
  constexpr long NoSuchWay = -1;
  return call(__NR_rt_sigprocmask, NoSuchWay, word(Address), 0, 8) != -EFAULT;
}

/// Blocks all signals of the thread, and sets \p Previous to the mask before.
/// Returns false, and does nothing, where calls are forbidden.
[[gnu::noinline]] inline bool blockAllSignals(uint64_t &Previous) {
  if (AreCallsForbidden.load(std::memory_order_relaxed))
    return false;
  uint64_t All = ~uint64_t(0);
  machine::systemCall(__NR_rt_sigprocmask, 2 /*SIG_SETMASK*/, word(&All),
                      word(&Previous), sizeof(All), 0, 0);
  return true;
}
/// Undoes blockAllSignals, even if another thread has forbidden calls
/// meanwhile: else signals would stay blocked in this one.
[[gnu::noinline]] inline void restoreSignals(uint64_t Previous) {
  machine::systemCall(__NR_rt_sigprocmask, 2 /*SIG_SETMASK*/, word(&Previous),
                      0, sizeof(Previous), 0, 0);
}

/// Returns whether no handler can run in this thread now, as far as may be
/// asked. Checks only some signals, because emulators of processors lose others
/// from the mask.
inline bool signalsAreBlocked() {
  if (AreCallsForbidden.load(std::memory_order_relaxed))
    return true;
  constexpr uint64_t Samples = uint64_t(1) << (SIGUSR1 - 1) |
                               uint64_t(1) << (SIGALRM - 1) |
                               uint64_t(1) << (SIGTERM - 1);
  uint64_t Mask = 0;
  call(__NR_rt_sigprocmask, 0 /*SIG_BLOCK*/, 0, word(&Mask), 8);
  return (Mask & Samples) == Samples;
}

} // namespace memfacet::sys

namespace memfacet {

/// Blocks all signals of the thread while it exists: handlers see the work done
/// meanwhile as a whole.
class SignalBlock {
public:
  SignalBlock() : IsMade(sys::blockAllSignals(OldMask)) {}
  ~SignalBlock() {
    if (IsMade)
      sys::restoreSignals(OldMask);
  }
  SignalBlock(const SignalBlock &) = delete;
  SignalBlock &operator=(const SignalBlock &) = delete;

private:
  uint64_t OldMask = 0;
  bool IsMade;
};

} // namespace memfacet

#endif

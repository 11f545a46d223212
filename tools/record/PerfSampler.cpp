//===- PerfSampler.cpp - samples of a program by the kernel ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/record/PerfSampler.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <linux/perf_event.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

namespace memfacet::record {

namespace {

constexpr size_t RingBytes = size_t(64) * 4096; ///< a power of two of pages

size_t ringMapping() { return size_t(sysconf(_SC_PAGESIZE)) + RingBytes; }

perf_event_attr attributes(uint64_t Period) {
  perf_event_attr A = {};
  A.size = sizeof(A);
  A.type = PERF_TYPE_SOFTWARE;
  A.config = PERF_COUNT_SW_TASK_CLOCK;
  A.sample_period = Period;
  A.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME;
  A.disabled = A.enable_on_exec = A.inherit = 1;
  A.exclude_kernel = A.exclude_hv = 1;
  A.mmap = A.mmap2 = A.task = A.sample_id_all = 1;
  A.watermark = 1;
  A.wakeup_watermark = RingBytes / 2;
  return A;
}

Error refused(int ErrorNumber) {
  int Level = 0;
  std::ifstream("/proc/sys/kernel/perf_event_paranoid") >> Level;
  if (ErrorNumber == EACCES || ErrorNumber == EPERM)
    return makeError(
        "the system forbids sampling "
        "(kernel.perf_event_paranoid is {}); allow it with: sysctl "
        "kernel.perf_event_paranoid=2, and in a container "
        "perf_event_open",
        Level);
  return makeError("the kernel cannot sample: {}; count blocks instead "
                   "(memfacet-clang --count-blocks)",
                   std::strerror(ErrorNumber));
}

/// Reads the fields of a record in order.
class Fields {
public:
  Fields(const char *Bytes, size_t Size) : Position(Bytes), End(Bytes + Size) {}
  template <typename T> T take() {
    T Value = {};
    if (size_t(End - Position) >= sizeof(T))
      std::memcpy(&Value, Position, sizeof(T));
    Position += std::min(sizeof(T), size_t(End - Position));
    return Value;
  }
  const char *text() const { return Position; }

private:
  const char *Position, *End;
};

/// Returns the time of a record that is no sample: it ends with process, thread
/// and time.
uint64_t recordTime(const char *Record, size_t Bytes) {
  uint64_t Time = 0;
  if (Bytes >= sizeof(Time))
    std::memcpy(&Time, Record + Bytes - sizeof(Time), sizeof(Time));
  return Time;
}

} // namespace

Expected<PerfSampler> PerfSampler::open(pid_t Process, uint64_t Period) {
  MEMFACET_CHECK(Period != 0, "the kernel samples once in a period");
  PerfSampler S;
  perf_event_attr A = attributes(Period);
  for (int Processor = 0, Count = int(sysconf(_SC_NPROCESSORS_CONF));
       Processor != Count; ++Processor) {
    auto Fd = int(syscall(SYS_perf_event_open, &A, Process, Processor, -1,
                          PERF_FLAG_FD_CLOEXEC));
    if (Fd < 0 && errno == ENODEV)
      continue; // this processor is offline
    if (Fd < 0)
      return refused(errno);
    void *Memory =
        mmap(nullptr, ringMapping(), PROT_READ | PROT_WRITE, MAP_SHARED, Fd, 0);
    S.Rings.push_back(
        {Fd, Memory == MAP_FAILED ? nullptr : static_cast<char *>(Memory)});
    if (Memory == MAP_FAILED)
      return makeError("no memory to sample with: {}; allow more with: sysctl "
                       "kernel.perf_event_mlock_kb=4096",
                       std::strerror(errno));
  }
  return S;
}

PerfSampler::PerfSampler(PerfSampler &&Other) noexcept
    : Events(std::move(Other.Events)), Paths(std::move(Other.Paths)),
      Lost(Other.Lost), Rings(std::exchange(Other.Rings, {})),
      Files(std::move(Other.Files)) {}

PerfSampler::~PerfSampler() {
  for (const Ring &R : Rings) {
    if (R.Memory)
      munmap(R.Memory, ringMapping());
    close(R.Fd);
  }
}

void PerfSampler::wait(int Milliseconds) {
  std::vector<pollfd> Polled;
  for (const Ring &R : Rings)
    Polled.push_back({R.Fd, POLLIN, 0});
  poll(Polled.data(), Polled.size(), Milliseconds);
  drain();
}

void PerfSampler::drain() {
  for (const Ring &R : Rings)
    drain(R);
}

void PerfSampler::drain(const Ring &R) {
  MEMFACET_CHECK(R.Memory, "open fails where a ring cannot be mapped");
  auto *Page = reinterpret_cast<perf_event_mmap_page *>(R.Memory);
  const char *Data = R.Memory + sysconf(_SC_PAGESIZE);
  std::atomic_ref<__u64> Head(Page->data_head), Tail(Page->data_tail);
  uint64_t End = Head.load(std::memory_order_acquire);
  uint64_t Position = Tail.load(std::memory_order_relaxed);
  std::vector<char> Record;
  auto Copy = [&](uint64_t Begin, size_t Bytes) {
    Record.resize(Bytes);
    for (size_t I = 0; I != Bytes; ++I)
      Record[I] = Data[(Begin + I) % RingBytes];
  };
  while (Position < End) {
    Copy(Position, sizeof(perf_event_header));
    perf_event_header Header;
    std::memcpy(&Header, Record.data(), sizeof(Header));
    if (Header.size < sizeof(Header) || Header.size > End - Position)
      break;
    Copy(Position, Header.size);
    take(Record.data(), Header.size);
    Position += Header.size;
  }
  Tail.store(End, std::memory_order_release);
}

uint32_t PerfSampler::fileNumber(const char *Path) {
  auto [Entry, New] = Files.try_emplace(Path, uint32_t(Paths.size()));
  if (New)
    Paths.emplace_back(Path);
  return Entry->second;
}

void PerfSampler::take(const char *Record, size_t Bytes) {
  Fields F(Record, Bytes);
  auto Header = F.take<perf_event_header>();
  gauges::SampleEvent E;
  switch (Header.type) {
  case PERF_RECORD_SAMPLE:
    E.Address = F.take<uint64_t>();
    E.Process = F.take<uint32_t>();
    E.Thread = F.take<uint32_t>();
    E.Time = F.take<uint64_t>();
    break;
  case PERF_RECORD_MMAP2:
    E.Type = gauges::SampleEvent::Mapping;
    E.Process = F.take<uint32_t>();
    E.Thread = F.take<uint32_t>();
    E.Address = F.take<uint64_t>();
    E.Bytes = F.take<uint64_t>();
    E.FileOffset = F.take<uint64_t>();
    // Skip device, inode, protection and flags: the path identifies the file.
    F.take<std::array<char, 24>>();
    F.take<uint64_t>();
    E.File = fileNumber(F.text());
    E.Time = recordTime(Record, Bytes);
    break;
  case PERF_RECORD_FORK:
    E.Type = gauges::SampleEvent::Fork;
    E.Process = F.take<uint32_t>();
    E.Parent = F.take<uint32_t>();
    E.Thread = F.take<uint32_t>();
    E.Time = recordTime(Record, Bytes);
    break;
  case PERF_RECORD_LOST:
    F.take<uint64_t>();
    Lost += F.take<uint64_t>();
    return;
  default:
    return;
  }
  Events.push_back(E);
}

} // namespace memfacet::record

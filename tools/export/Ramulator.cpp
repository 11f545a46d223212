//===- Ramulator.cpp - what leaves the last level of the caches -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes two formats that Ramulator and other simulators of memory read.
// "memory": a line for each transfer, with the address of the cache line in
// base 16, then R or W, then the number of instructions of all threads before
// it. That is the trace of Ramulator 1 for --mode=dram. "cpu": a line for each
// read, with the number of instructions between the read before and this one,
// without these two, the address, and the address of a line that is written
// back, if there is one. That is the trace of Ramulator 1 for --mode=cpu
// without caches, and of Ramulator 2 for SimpleO3.
//
//===----------------------------------------------------------------------===//

#include "analysis/caches/memory/MemorySystem.h"
#include "tools/export/Formats.h"
#include "tools/export/TraceWriting.h"
#include <deque>

namespace memfacet::exports {

namespace {

class RamulatorWriting final : public TraceWriting, caches::MemoryListener {
public:
  RamulatorWriting(const caches::CacheModel &Caches, bool ForCpu,
                   ExportFile &Output)
      : TraceWriting(Output), ForCpu(ForCpu), Tally(Caches),
        System(Caches, Tally) {
    System.setListener(*this);
  }

  void run(ThreadId, uint64_t, uint32_t More) override {
    if (Counting)
      Instructions += More;
  }
  void access(const measure::ObservedAccess &A) override {
    ReadsOfAccess = 0;
    System.access({A.Thread, A.Structure, A.Site, A.Address, A.Size, A.Write});
  }
  void threadEnded(ThreadId Thread) override { System.threadEnded(Thread); }
  std::string summary() const override {
    std::string Text =
        fmt::format("{} reads and {} writes of memory", Reads, Writes);
    if (!PendingWrites.empty())
      Text += fmt::format(", of which {} are left out, as no read follows",
                          PendingWrites.size());
    return Text;
  }

private:
  void memoryRead(uint64_t Address) override {
    if (!Counting)
      return;
    ++Reads;
    if (!ForCpu)
      return Output.print("0x{:x} R {}\n", Address, Instructions);
    Output.print("{} {}", instructionsBefore(), Address);
    if (!PendingWrites.empty()) {
      Output.print(" {}", PendingWrites.front());
      PendingWrites.pop_front();
    }
    Output.add("\n");
  }
  /// Returns the number of instructions that no line contains yet, without the
  /// one that reads: the simulated processor counts each line as one
  /// instruction. Further reads of one access belong to the same instruction.
  uint64_t instructionsBefore() {
    if (ReadsOfAccess++ != 0)
      return 0;
    uint64_t Count = Instructions > WrittenInstructions
                         ? Instructions - WrittenInstructions - 1
                         : 0;
    WrittenInstructions += Count + 1;
    return Count;
  }
  void memoryWritten(uint64_t Address) override {
    if (!Counting)
      return;
    ++Writes;
    if (ForCpu)
      PendingWrites.push_back(Address);
    else
      Output.print("0x{:x} W {}\n", Address, Instructions);
  }
  void forgetCounts() override {
    Instructions = WrittenInstructions = ReadsOfAccess = Reads = Writes = 0;
    PendingWrites.clear();
  }

  bool ForCpu;
  caches::MemoryTally Tally;
  caches::MemorySystem System;
  uint64_t Instructions = 0, Reads = 0, Writes = 0;
  uint64_t WrittenInstructions =
      0; ///< part of Instructions that the lines contain
  uint64_t ReadsOfAccess = 0;
  std::deque<uint64_t>
      PendingWrites; ///< addresses of write-backs that no line has yet
};

} // namespace

std::unique_ptr<TraceWriting> writeRamulator(const caches::CacheModel &Caches,
                                             const std::string &Grouping,
                                             ExportFile &Output) {
  return std::make_unique<RamulatorWriting>(Caches, Grouping == "cpu", Output);
}

} // namespace memfacet::exports

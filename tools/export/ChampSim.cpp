//===- ChampSim.cpp - each instruction of a trace, for ChampSim -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A record is ChampSim's input_instr, 64 bytes: the address of the instruction,
// whether it is a branch and taken, two and four registers that it writes and
// reads, two and four addresses of memory that it writes and reads. A trace has
// the number of instructions (of IR), their order except within a run, and the
// addresses of memory. The addresses of instructions are made up, one for each
// site and each instruction of a run. There are no branches and no registers.
//
// An access that touches more cache lines than a record has addresses for
// continues in further records with the same instruction address, like the
// iterations of a string instruction. A second access of an instruction is a
// further record, too.
//
//===----------------------------------------------------------------------===//

#include "tools/export/Formats.h"
#include "tools/export/TraceWriting.h"
#include "tools/report/format/Units.h"
#include <algorithm>
#include <map>
#include <span>
#include <type_traits>

namespace memfacet::exports {

namespace {

struct ChampSimRecord {
  uint64_t Ip = 0;
  uint8_t IsBranch = 0, IsTaken = 0;
  uint8_t Written[2] = {}, Read[4] = {};  ///< registers; 0: none
  uint64_t Stores[2] = {}, Loads[4] = {}; ///< 0: none
};
static_assert(sizeof(ChampSimRecord) == 64);
static_assert(std::is_trivially_copyable_v<ChampSimRecord>);

/// The run that a thread executes: how many of its instructions are not written
/// yet.
struct OpenRun {
  uint64_t Ip = 0; ///< address of the next instruction without an access
  uint32_t Left = 0;
};

class ChampSimWriting final : public TraceWriting {
public:
  ChampSimWriting(uint32_t LineBytes, ExportFile &Output)
      : TraceWriting(Output), LineBytes(LineBytes) {}

  void run(ThreadId Thread, uint64_t Row, uint32_t Instructions) override {
    // An imported access is of the instruction before it.
    if (Instructions == 0)
      return;
    OpenRun &Run = Runs[Thread.Value];
    writeRest(Run);
    Run = {OtherCode + Row, Instructions};
  }
  void access(const measure::ObservedAccess &A) override {
    if (!Counting)
      return;
    // Instructions without an access are written after those with one.
    OpenRun &Run = Runs[A.Thread.Value];
    if (Run.Left != 0) {
      --Run.Left;
      ++WithAccess;
    } else {
      ++Continued;
    }
    writeAccess(A);
  }
  void count(bool Wanted) override {
    TraceWriting::count(Wanted);
    if (!Wanted)
      return;
    for (auto &[Thread, Run] : Runs)
      Run = {};
  }
  void threadEnded(ThreadId Thread) override {
    writeRest(Runs[Thread.Value]);
    Runs.erase(Thread.Value);
  }
  void end() override {
    for (auto &[Thread, Run] : Runs)
      writeRest(Run);
  }
  std::string summary() const override {
    std::string Text = fmt::format(
        "{}, {} of them with an access",
        report::counted(Instructions - Continued, "instruction"), WithAccess);
    if (Continued != 0)
      Text += fmt::format(", and {} more for instructions with several "
                          "accesses, or to many cache lines",
                          report::counted(Continued, "record"));
    return Text + "; their own addresses are made up, and there are no "
                  "branches and registers";
  }

private:
  /// Made-up addresses of code. They overlap neither each other nor data.
  static constexpr uint64_t AccessCode = 0x10000000, OtherCode = 0x20000000,
                            InstructionBytes = 4;

  void forgetCounts() override {
    Instructions = WithAccess = Continued = 0;
    Runs.clear();
  }
  /// Writes all lines of \p A, in as few records as possible.
  void writeAccess(const measure::ObservedAccess &A) {
    ChampSimRecord R;
    R.Ip = AccessCode + A.Site * InstructionBytes;
    std::span<uint64_t> Places(R.Loads);
    if (A.Write)
      Places = R.Stores;
    size_t Used = 0;
    forEachLine(A, LineBytes, [&](uint64_t Address) {
      if (Used == Places.size()) {
        write(R);
        ++Continued;
        std::ranges::fill(Places, 0);
        Used = 0;
      }
      // Address 0 would mean no address; 1 is in the same line.
      Places[Used++] = std::max<uint64_t>(Address, 1);
    });
    write(R);
  }
  void writeRest(OpenRun &Run) {
    for (; Counting && Run.Left != 0; --Run.Left) {
      ChampSimRecord R;
      R.Ip = Run.Ip;
      Run.Ip += InstructionBytes;
      write(R);
    }
    Run = {};
  }
  void write(const ChampSimRecord &R) {
    Output.add({reinterpret_cast<const char *>(&R), sizeof(R)});
    ++Instructions;
  }

  uint32_t LineBytes;
  std::map<uint32_t, OpenRun> Runs; ///< by thread
  uint64_t Instructions = 0;        ///< records that were written
  uint64_t WithAccess = 0; ///< those that begin an instruction's accesses
  uint64_t Continued = 0;  ///< those that continue the one before
};

} // namespace

std::unique_ptr<TraceWriting> writeChampSim(const caches::CacheModel &Caches,
                                            const std::string &,
                                            ExportFile &Output) {
  return std::make_unique<ChampSimWriting>(Caches.LineBytes, Output);
}

} // namespace memfacet::exports

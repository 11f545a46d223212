//===- ChampSim.cpp - each instruction of a trace, for ChampSim -----------===//
//
// ChampSim's input_instr, 64 bytes: the address of the instruction, whether it
// is a branch and taken, two and four registers that it writes and reads, two
// and four addresses of memory that it writes and reads. Known are the number
// of instructions (of IR), their order up to runs, and the addresses of memory.
// Made up are the addresses of instructions, one for each site and each
// instruction of a run; there are no branches and no registers.
//
//===----------------------------------------------------------------------===//

#include "tools/export/Formats.h"
#include "tools/export/TraceWriting.h"
#include <map>
#include <type_traits>

namespace memfacet {

namespace {

struct ChampSimRecord {
  uint64_t Ip = 0;
  uint8_t IsBranch = 0, Taken = 0;
  uint8_t Written[2] = {}, Read[4] = {};  ///< registers; 0: none
  uint64_t Stores[2] = {}, Loads[4] = {}; ///< 0: none
};
static_assert(sizeof(ChampSimRecord) == 64);
static_assert(std::is_trivially_copyable_v<ChampSimRecord>);

/// Of a thread: the accesses of its run so far, and how many instructions are
/// left for others.
struct OpenRun {
  uint64_t Ip = 0; ///< of the next instruction without an access
  uint32_t Left = 0;
};

class ChampSimWriting final : public TraceWriting {
public:
  using TraceWriting::TraceWriting;

  void run(ThreadId Thread, uint64_t Row, uint32_t Instructions) override {
    OpenRun &Run = Runs[Thread.Value];
    writeRest(Run);
    Run = {OtherCode + Row, Instructions};
  }
  void access(const ToldAccess &A) override {
    if (!Counting)
      return;
    // Instructions without an access come behind those with one.
    OpenRun &Run = Runs[A.Thread.Value];
    Run.Left -= Run.Left != 0;
    ChampSimRecord R;
    R.Ip = AccessCode + A.Site * InstructionBytes;
    (A.Write ? R.Stores[0] : R.Loads[0]) = A.Address;
    write(R);
    ++Accesses;
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
    return fmt::format("{} instructions, {} of them with an access; their own "
                       "addresses are made up, and there are no branches and "
                       "registers",
                       Instructions, Accesses);
  }

private:
  /// Code that the simulator shall see: apart from each other, and from data.
  static constexpr uint64_t AccessCode = 0x10000000, OtherCode = 0x20000000,
                            InstructionBytes = 4;

  void forgetCounts() override {
    Instructions = Accesses = 0;
    Runs.clear();
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
    To.add({reinterpret_cast<const char *>(&R), sizeof(R)});
    ++Instructions;
  }

  std::map<uint32_t, OpenRun> Runs; ///< by thread
  uint64_t Instructions = 0, Accesses = 0;
};

} // namespace

std::unique_ptr<TraceWriting>
writeChampSim(const CacheModel &, const std::string &, ExportFile &To) {
  return std::make_unique<ChampSimWriting>(To);
}

} // namespace memfacet

//===- Din.cpp - each access of a trace, for Dinero -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The format "din" of Dinero III: 0 for a load or 1 for a store, and an address
// in base 16. The format has no sizes and threads. So an access is written once
// for each cache line that it touches, with its first byte in that line.
//
//===----------------------------------------------------------------------===//

#include "tools/export/Formats.h"
#include "tools/export/TraceWriting.h"

namespace memfacet::exports {

namespace {

class DinWriting final : public TraceWriting {
public:
  DinWriting(uint32_t LineBytes, ExportFile &Output)
      : TraceWriting(Output), LineBytes(LineBytes) {}

  void access(const measure::ObservedAccess &A) override {
    if (!Counting)
      return;
    ++Accesses;
    forEachLine(A, LineBytes, [&](uint64_t Address) {
      Output.print("{} {:x}\n", int(A.Write), Address);
      ++Lines;
    });
  }
  std::string summary() const override {
    std::string Text = fmt::format("{} accesses", Accesses);
    if (Lines != Accesses)
      Text += fmt::format(", in {} pieces, as some touch several cache lines "
                          "of {} bytes",
                          Lines, LineBytes);
    return Text;
  }

private:
  void forgetCounts() override { Accesses = Lines = 0; }

  uint32_t LineBytes;
  uint64_t Accesses = 0, Lines = 0;
};

} // namespace

std::unique_ptr<TraceWriting> writeDin(const caches::CacheModel &Caches,
                                       const std::string &,
                                       ExportFile &Output) {
  return std::make_unique<DinWriting>(Caches.LineBytes, Output);
}

} // namespace memfacet::exports

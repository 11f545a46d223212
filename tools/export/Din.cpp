//===- Din.cpp - each access of a trace, for Dinero -----------------------===//
//
// The format "din" of Dinero III: a line for each access, 0 for a load or 1 for
// a store, and the address in base 16. Sizes and threads are not in it.
//
//===----------------------------------------------------------------------===//

#include "tools/export/Formats.h"
#include "tools/export/TraceWriting.h"

namespace memfacet {

namespace {

class DinWriting final : public TraceWriting {
public:
  using TraceWriting::TraceWriting;

  void access(const ToldAccess &A) override {
    if (!Counting)
      return;
    To.print("{} {:x}\n", int(A.Write), A.Address);
    ++Accesses;
  }
  std::string summary() const override {
    return fmt::format("{} accesses", Accesses);
  }

private:
  void forgetCounts() override { Accesses = 0; }

  uint64_t Accesses = 0;
};

} // namespace

std::unique_ptr<TraceWriting> writeDin(const CacheModel &, const std::string &,
                                       ExportFile &To) {
  return std::make_unique<DinWriting>(To);
}

} // namespace memfacet

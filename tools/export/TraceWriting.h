//===- TraceWriting.h - the accesses of a trace, written one by one -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_EXPORT_TRACEWRITING_H
#define MEMFACET_EXPORT_TRACEWRITING_H

#include "analysis/measure/observers/AccessListener.h"
#include "memfacet/Check.h"
#include "tools/export/ExportFile.h"
#include <bit>

namespace memfacet::exports {

/// Writes the accesses that it observes. Accesses outside the region of
/// interest are not written; exports that simulate caches still simulate them.
class TraceWriting : public measure::AccessListener {
public:
  explicit TraceWriting(ExportFile &Output) : Output(Output) {}

  void count(bool Wanted) override { Counting = Wanted; }
  /// Begins a region of interest: nothing before it belongs to the export.
  void forget() override;
  /// Called after the last access.
  virtual void end() {}
  /// Returns what was written, such as "1234 accesses", and what a reader must
  /// know.
  virtual std::string summary() const = 0;

protected:
  ExportFile &Output;
  bool Counting = true;

private:
  virtual void forgetCounts() = 0;
};

/// Calls \p Visit with the address of the first byte of \p A in each line that
/// \p A touches, in order.
template <typename Function>
void forEachLine(const measure::ObservedAccess &A, uint32_t LineBytes,
                 Function Visit) {
  MEMFACET_CHECK(std::has_single_bit(LineBytes),
                 "lines are told apart by a mask");
  uint64_t InLine = LineBytes - 1, Last = A.Address + A.Size - 1;
  for (uint64_t Address = A.Address; Address <= Last;
       Address = (Address | InLine) + 1)
    Visit(Address);
}

} // namespace memfacet::exports

#endif

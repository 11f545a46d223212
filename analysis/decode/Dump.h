//===- Dump.h - the merged stream as text ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_DECODE_DUMP_H
#define MEMFACET_DECODE_DUMP_H

#include "analysis/decode/ModuleBuilder.h"
#include "analysis/decode/Modules.h"
#include "analysis/words/stream/Segment.h"
#include <ostream>

namespace memfacet::decode {

/// Prints one line per record and event, thread first:
///
///   T0 block main product.c:12 4 instructions 0x7f3210 0x7f3218
///   T0 Alloc #17 arg 1 0x5581a0 0x40 0x404060 0x0 0x0
///   T1 Acquire #18 Mutex 0x404080
///
/// Bytes of tables, paths and command lines are not printed word by word.
class Dump final : public words::SegmentSink {
public:
  /// \p EventsOnly leaves out records of blocks, time stamps and tables.
  explicit Dump(std::ostream &Out, bool EventsOnly = false)
      : Out(Out), EventsOnly(EventsOnly) {}

  Status segment(const words::Segment &S) override;

private:
  void block(std::span<const uint64_t> Record);
  void selected(std::span<const uint64_t> Record);
  void event(ThreadId Thread, std::span<const uint64_t> Record);

  std::ostream &Out;
  bool EventsOnly;
  ModuleSet Modules;
  ModuleBuilder Builder{Modules};
};

} // namespace memfacet::decode

#endif

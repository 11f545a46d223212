//===- HeapRules.cpp - what holds for blocks of the heap in a trace -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/check/TraceRules.h"
#include "analysis/support/RangeMap.h"
#include <algorithm>
#include <map>

namespace memfacet::check {

namespace {

/// The blocks of the heap that are alive, by address.
class HeapRule : public TraceRule {
public:
  using TraceRule::TraceRule;
  void event(const decode::Event &E) override {
    if (E.Kind == EventKind::Free) {
      auto It = Alive.find(E.Payload[0]);
      uint64_t Bytes = It == Alive.end() ? 0 : It->second;
      released(E, Bytes);
      if (It != Alive.end())
        Alive.erase(It);
      bool ByRealloc = E.Argument == 1;
      Released[E.Thread.Value] = ByRealloc ? Bytes : 0;
      return;
    }
    if (E.Kind != EventKind::Alloc)
      return;
    uint64_t Address = E.Payload[0], Bytes = E.Payload[1];
    if (decode::keepsBlock(E)) {
      if (uint64_t Kept = Released[E.Thread.Value])
        Alive[Address] = Kept;
      return;
    }
    // A realloc may leave the block where it was.
    if (E.Payload[3] != Address)
      allocated(Address, Bytes);
    Alive[Address] = Bytes;
  }

protected:
  virtual void released(const decode::Event &, uint64_t) {}
  virtual void allocated(uint64_t, uint64_t) {}
  std::map<uint64_t, uint64_t> Alive;

private:
  /// Key: thread; the bytes of the block that its realloc released last.
  std::map<uint32_t, uint64_t> Released;
};

/// A malloc of the program's own puts new memory, which it has mapped, into its
/// lists by free.
class FreeRule final : public HeapRule {
public:
  using HeapRule::HeapRule;
  void event(const decode::Event &E) override {
    if (E.Kind == EventKind::Mapping)
      Mapped.assign(E.Payload[0], E.Payload[1], true);
    if (E.Kind == EventKind::Unmap)
      Mapped.erase(E.Payload[0], E.Payload[1]);
    HeapRule::event(E);
  }

private:
  void released(const decode::Event &E, uint64_t) override {
    uint64_t Address = E.Payload[0];
    if (!F.isLossy() && !Mapped.find(Address).Value)
      V.expect(Alive.contains(Address),
               "{:#x} is released by thread {} and not alive", Address,
               E.Thread.Value);
  }

  RangeMap<bool> Mapped;
};

class OverlapRule final : public HeapRule {
public:
  using HeapRule::HeapRule;

private:
  void allocated(uint64_t Address, uint64_t Bytes) override {
    if (F.isLossy())
      return;
    auto Next = Alive.lower_bound(Address);
    if (Next != Alive.end())
      V.expect(Next->first - Address >= std::max<uint64_t>(Bytes, 1),
               "{} bytes at {:#x} overlap those at {:#x}", Bytes, Address,
               Next->first);
    if (Next != Alive.begin()) {
      auto Previous = std::prev(Next);
      V.expect(Previous->first + Previous->second <= Address,
               "{} bytes at {:#x} overlap those at {:#x}", Bytes, Address,
               Previous->first);
    }
  }
};

} // namespace

#define MEMFACET_MAKE(Class, ...)                                              \
  std::unique_ptr<TraceRule> make##Class(const TraceFacts &F,                  \
                                         Comparisons &V) {                     \
    return std::make_unique<Class>(F, V);                                      \
  }
MEMFACET_HEAP_RULES(MEMFACET_MAKE)
#undef MEMFACET_MAKE

} // namespace memfacet::check

//===- HeapRules.cpp - what holds for blocks of the heap in a trace -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/check/TraceRules.h"
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
      Released[E.Thread.Value] = Bytes;
      return;
    }
    if (E.Kind != EventKind::Alloc)
      return;
    uint64_t Address = E.Payload[0], Bytes = E.Payload[1];
    uint64_t Previous = E.Payload[3];
    // A realloc that left the block where it was, or that failed: then the
    // block is what it was.
    bool IsSame = Previous == Address;
    if (!IsSame)
      allocated(Address, Bytes);
    bool Failed = IsSame && E.Payload[2] == 0;
    Alive[Address] = Failed ? Released[E.Thread.Value] : Bytes;
  }

protected:
  virtual void released(const decode::Event &, uint64_t) {}
  virtual void allocated(uint64_t, uint64_t) {}
  std::map<uint64_t, uint64_t> Alive;

private:
  /// Key: thread; the bytes of the block that it released last.
  std::map<uint32_t, uint64_t> Released;
};

class FreeRule final : public HeapRule {
public:
  using HeapRule::HeapRule;

private:
  void released(const decode::Event &E, uint64_t) override {
    if (!F.isLossy())
      V.expect(Alive.contains(E.Payload[0]),
               "{:#x} is released by thread {} and not alive", E.Payload[0],
               E.Thread.Value);
  }
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

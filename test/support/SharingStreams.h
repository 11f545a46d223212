//===- SharingStreams.h - made-up accesses of several threads ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_TEST_SUPPORT_SHARINGSTREAMS_H
#define MEMFACET_TEST_SUPPORT_SHARINGSTREAMS_H

#include "analysis/threads/communication/SharingCaches.h"
#include "test/support/Wings.h"
#include <random>

namespace memfacet::test {

/// An access or an event of the order between threads.
struct SharingStep {
  enum class Action { Access, Release, Acquire, Create, Start, Join } Kind;
  SharingAccess Access = {}; ///< Thread: also of an event
  uint32_t Other = 0;        ///< a mutex, or the other thread
};

using SharingStream = std::vector<SharingStep>;

/// Builds a stream. By default, the site is 0 for loads, 1 for stores and 2 for
/// updates; the structure is 0.
class SharingScript {
public:
  SharingScript &load(uint32_t Thread, uint64_t Address, uint32_t Site = 0,
                      uint64_t Bytes = 8, uint32_t Structure = 0) {
    return add({Thread, Site, Structure, Address, Bytes, true, false});
  }
  SharingScript &store(uint32_t Thread, uint64_t Address, uint32_t Site = 1,
                       uint64_t Bytes = 8, uint32_t Structure = 0) {
    return add({Thread, Site, Structure, Address, Bytes, false, true});
  }
  SharingScript &update(uint32_t Thread, uint64_t Address, uint32_t Site = 2,
                        uint64_t Bytes = 8, uint32_t Structure = 0) {
    return add({Thread, Site, Structure, Address, Bytes, true, true});
  }
  SharingScript &add(const SharingAccess &A) {
    Steps.push_back({SharingStep::Action::Access, A, 0});
    return *this;
  }
  SharingScript &event(SharingStep::Action Kind, uint32_t Thread,
                       uint32_t Other) {
    SharingAccess A = {};
    A.Thread = Thread;
    Steps.push_back({Kind, A, Other});
    return *this;
  }
  SharingScript &release(uint32_t Thread, uint32_t Mutex = 0) {
    return event(SharingStep::Action::Release, Thread, Mutex);
  }
  SharingScript &acquire(uint32_t Thread, uint32_t Mutex = 0) {
    return event(SharingStep::Action::Acquire, Thread, Mutex);
  }

  SharingStream Steps;
};

/// Passes \p Stream to an object with access() and event().
template <typename Caches>
void playSharing(const SharingStream &Stream, Caches &Target) {
  uint64_t Order = 0;
  for (const SharingStep &S : Stream) {
    using Action = SharingStep::Action;
    if (S.Kind == Action::Access) {
      Target.access(S.Access);
      continue;
    }
    bool OfObject = S.Kind == Action::Release || S.Kind == Action::Acquire;
    Event E;
    E.Kind = S.Kind == Action::Release   ? EventKind::Release
             : S.Kind == Action::Acquire ? EventKind::Acquire
             : S.Kind == Action::Create  ? EventKind::ThreadCreate
             : S.Kind == Action::Start   ? EventKind::ThreadStart
                                         : EventKind::ThreadJoin;
    E.Thread = ThreadId(S.Access.Thread);
    E.Argument = OfObject ? uint32_t(SyncKind::Mutex) : S.Other;
    E.Order = ++Order;
    uint64_t Object = S.Other;
    if (OfObject)
      E.Payload = {&Object, 1};
    Target.event(E);
  }
}

/// \p Plan: Returns the sharing of \p Stream. \p Plan: as SharingPlan parses
/// it.
inline SharingTable sharingOf(const SharingStream &Stream,
                              const char *Plan = "") {
  SharingCaches Caches(*SharingPlan::parse(Plan));
  playSharing(Stream, Caches);
  Caches.finish();
  SharingTable T;
  Caches.fill(T, [](SiteId Site) {
    PairSite S;
    S.Line = Site.Value;
    return S;
  });
  return T;
}

/// Returns a stream of threads that touch few lines at random, and sometimes
/// take locks.
inline SharingStream randomSharing(uint64_t Seed, size_t Count) {
  std::mt19937_64 Random(Seed);
  SharingScript S;
  uint32_t Threads = uint32_t(2 + Random() % 4);
  uint64_t Lines = 1 + Random() % 4, Sites = 1 + Random() % 3;
  unsigned Events = unsigned(1 + Random() % 30);
  std::vector<uint32_t> Holder(2, ~uint32_t(0));
  uint32_t Thread = 0;
  while (S.Steps.size() != Count) {
    if (Random() % 3 == 0)
      Thread = uint32_t(Random() % Threads);
    uint32_t Mutex = uint32_t(Random() % 2);
    if (Random() % Events == 0 && Holder[Mutex] == ~uint32_t(0)) {
      Holder[Mutex] = Thread;
      S.acquire(Thread, Mutex);
    } else if (Random() % Events == 0 && Holder[Mutex] == Thread) {
      Holder[Mutex] = ~uint32_t(0);
      S.release(Thread, Mutex);
    } else {
      unsigned Kind = unsigned(Random() % 4);
      uint64_t Bytes = Random() % 20 == 0 ? 1 + Random() % 200
                       : Random() % 2     ? 8
                                          : 1 + Random() % 8;
      S.add({Thread, uint32_t(Random() % Sites * 3 + std::min(Kind, 2u)),
             uint32_t(Random() % 8 == 0), 4096 + Random() % (64 * Lines), Bytes,
             Kind != 1, Kind == 1 || Kind == 2});
    }
  }
  return S.Steps;
}

/// Returns \p Stream with accesses of which only some bytes are used.
inline SharingStream partlyUsed(SharingStream Stream, uint64_t Seed) {
  std::mt19937_64 Random(Seed);
  for (SharingStep &S : Stream)
    if (S.Kind == SharingStep::Action::Access && Random() % 2 == 0) {
      UsedBytes Used(unsigned(Random() % 4), unsigned(1 + Random() % 8),
                     uint8_t(1 + Random() % 255));
      if (Used.bits(0, std::min<uint64_t>(S.Access.Bytes, 64)) != 0)
        S.Access.Used = Used;
    }
  return Stream;
}

} // namespace memfacet::test

#endif

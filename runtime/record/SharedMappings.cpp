//===- SharedMappings.cpp - mappings that forked children share -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/record/SharedMappings.h"
#include "memfacet/Check.h"
#include "runtime/record/EventWriter.h"

namespace memfacet::record {

namespace {

struct AllMappings {
  static constexpr uint32_t Most = 64;
  Lock Mutex;
  std::atomic<uint32_t> Used{0}; ///< places that were taken once
  SharedMapping List[Most];
};
constinit AllMappings Mappings{};

SharedMapping *takePlace() {
  uint32_t Used = Mappings.Used.load();
  for (uint32_t I = 0; I != Used; ++I)
    if (Mappings.List[I].High == 0)
      return &Mappings.List[I];
  if (Used == AllMappings::Most)
    return nullptr;
  Mappings.Used.store(Used + 1);
  return &Mappings.List[Used];
}

} // namespace

Lock &sharedMappingsLock() { return Mappings.Mutex; }

void noteShared(uint64_t Low, uint64_t High, Text Path, const uint64_t *Sites,
                uint32_t SiteCount) {
  MEMFACET_CHECK(SiteCount <= SharedMapping::MostSites, "an event has no more");
  MEMFACET_CHECK(Sites || SiteCount == 0, "the sites are copied");
  LockGuard Guard(Mappings.Mutex);
  SharedMapping *M = takePlace();
  if (!M)
    return;
  M->Kind = Path.Size ? MappingKind::File : MappingKind::Anonymous;
  M->PathBytes =
      uint32_t(Path.Size < SharedMapping::MostPath ? Path.Size
                                                   : SharedMapping::MostPath);
  copyBytes(M->Path, Path.Data, M->PathBytes);
  M->SiteCount = SiteCount;
  copyBytes(M->Sites, Sites, SiteCount * sizeof(uint64_t));
  M->Low = Low, M->High = High;
}

SharedMapping sharedAt(uint64_t Address) {
  SharedMapping Found;
  Found.High = 0;
  if (Mappings.Used.load(std::memory_order_relaxed) == 0)
    return Found;
  LockGuard Guard(Mappings.Mutex);
  for (uint32_t I = 0; I != Mappings.Used.load(); ++I)
    if (Mappings.List[I].Low <= Address && Address < Mappings.List[I].High)
      copyBytes(&Found, &Mappings.List[I], sizeof(Found));
  return Found;
}

void forgetShared(uint64_t Low, uint64_t High) {
  if (Mappings.Used.load(std::memory_order_relaxed) == 0)
    return;
  LockGuard Guard(Mappings.Mutex);
  for (uint32_t I = 0; I != Mappings.Used.load(); ++I) {
    SharedMapping &M = Mappings.List[I];
    if (M.High <= Low || M.Low >= High)
      continue;
    if (Low <= M.Low)
      M.Low = High < M.High ? High : M.High;
    else
      M.High = Low;
    if (M.Low == M.High)
      M.Low = M.High = 0;
  }
}

void announceShared(ThreadState &T) {
  for (uint32_t I = 0; I != Mappings.Used.load(); ++I) {
    const SharedMapping &M = Mappings.List[I];
    if (M.High == 0)
      continue;
    if (M.Kind == MappingKind::File)
      emitWithBytes<EventKind::Mapping>(
          T, MappingIsShared, Text(M.Path, M.PathBytes), M.Low, M.High,
          uint64_t(M.Kind), uint64_t(M.PathBytes));
    else
      emitWithTail<EventKind::Mapping>(T, MappingIsShared, M.Sites, M.SiteCount,
                                       M.Low, M.High, uint64_t(M.Kind),
                                       uint64_t(0));
  }
}

} // namespace memfacet::record

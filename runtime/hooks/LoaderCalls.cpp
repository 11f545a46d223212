//===- LoaderCalls.cpp - the loader's own calls of the allocator ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/hooks/LoaderCalls.h"
#include "runtime/hooks/Next.h"
#include <elf.h>
#include <link.h>
#include <sys/auxv.h>

namespace memfacet::hooks {

constinit LoaderRange Loader{};

namespace {

/// Without a loader, and where the loader was started as a program, there is no
/// range.
void findLoader() {
  uint64_t Base = getauxval(AT_BASE);
  if (!Base)
    return;
  auto *File = reinterpret_cast<const ElfW(Ehdr) *>(Base);
  auto *Parts = reinterpret_cast<const ElfW(Phdr) *>(Base + File->e_phoff);
  Loader.Low = Base;
  for (unsigned I = 0; I != File->e_phnum; ++I)
    if (uint64_t End = Base + Parts[I].p_vaddr + Parts[I].p_memsz;
        Parts[I].p_type == PT_LOAD && End > Loader.High)
      Loader.High = End;
}
MEMFACET_AT_START(findLoader);

/// Blocks that are noted. Where there is no room, a release without an
/// allocation is recorded.
constinit std::atomic<const void *> Unseen[1024];

bool exchangeUnseen(const void *Old, const void *New) {
  for (std::atomic<const void *> &Place : Unseen) {
    const void *Known = Old;
    if (Place.load(std::memory_order_relaxed) == Old &&
        Place.compare_exchange_strong(Known, New))
      return true;
  }
  return false;
}

} // namespace

void noteUnseen(const void *Address) { exchangeUnseen(nullptr, Address); }

bool forgetUnseen(const void *Address) {
  return exchangeUnseen(Address, nullptr);
}

} // namespace memfacet::hooks

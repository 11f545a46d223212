//===- Sanitizers.cpp - what cannot be recorded together with us ----------===//

#include "pass/accesses/Sanitizers.h"

using namespace llvm;

namespace {
struct Sanitizer {
  Attribute::AttrKind Attribute;
  const char *Option;
};
} // namespace

static constexpr Sanitizer Refused[] = {
    {Attribute::SanitizeAddress, "address"},
    {Attribute::SanitizeHWAddress, "hwaddress"},
    {Attribute::SanitizeMemory, "memory"},
    {Attribute::SanitizeMemTag, "memtag"},
    {Attribute::SanitizeThread, "thread"},
    {Attribute::SafeStack, "safe-stack"},
};

bool memfacet::refuseSanitizers(Module &M) {
  for (const llvm::Function &F : M)
    for (const Sanitizer &S : Refused)
      if (F.hasFnAttribute(S.Attribute)) {
        M.getContext().emitError(
            Twine("-fsanitize=") + S.Option +
            " replaces the allocator or the stack, which MemFacet watches; "
            "compile without -fsanitize=" +
            S.Option + " or without MemFacet's plugin");
        return true;
      }
  return false;
}

//===- OtherInstrumentation.cpp - sanitizers, profiles, coverage ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/accesses/OtherInstrumentation.h"

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

bool memfacet::accesses::refuseSanitizers(Module &M) {
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

bool memfacet::accesses::belongsToInstrumentation(const GlobalVariable &G) {
  StringRef Name = G.getName(), Section = G.getSection();
  static constexpr StringRef Foreign[] = {
      "llvm.",     "__llvm_",   "__profc_",  "__profd_",     "__profn_",
      "__profvp_", "__profvt_", "__profbm_", "__sanitizer_", "__sancov_",
      "__asan_",   "__tsan_",   "__msan_",   "__memfacet"};
  return Section == "llvm.metadata" || Section.starts_with("memfacet_") ||
         any_of(Foreign, [&](StringRef P) { return Name.starts_with(P); });
}

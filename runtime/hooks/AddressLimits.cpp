//===- AddressLimits.cpp - limits without the runtime's memory ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/hooks/AddressLimits.h"
#include "runtime/hooks/Next.h"
#include "runtime/support/AddressLimit.h"

namespace memfacet::hooks {

namespace {

using ProcessLimitFunction = int(pid_t, int, const rlimit *, rlimit *);

struct NextLimits {
  NextFunction<int(int, const rlimit *)> Set{"setrlimit"};
  NextFunction<int(int, rlimit *)> Get{"getrlimit"};
  NextFunction<ProcessLimitFunction> Process{"prlimit"};
};
constinit NextLimits Next;

/// Looks up the functions at the start: a forked child may set limits, when the
/// loader's lock may be held.
void findLimits() {
  Next.Set.get();
  Next.Get.get();
  Next.Process.get();
}
MEMFACET_AT_START(findLimits);

AddressLimit addressLimit(const rlimit &L) { return {L.rlim_cur, L.rlim_max}; }
rlimit systemLimit(AddressLimit L) { return {L.Soft, L.Hard}; }

} // namespace

bool isOwnAddressSpace(pid_t Id, int Resource) {
  return Resource == RLIMIT_AS && (Id == 0 || Id == pid_t(sys::processId()));
}

long exchangeLimit(const rlimit *&New, rlimit *Old, FunctionRef<long> Call) {
  const rlimit *Program = New;
  rlimit Kernel;
  AddressLimit Limit = {};
  auto Exchange = [&] {
    if (Program) {
      Kernel = systemLimit(Limit);
      New = &Kernel;
    }
    long Result = Call();
    // What was before is judged by what is known before.
    if (Result == 0 && Old)
      *Old = systemLimit(programLimit(addressLimit(*Old)));
    return Result;
  };
  if (!Program)
    return Exchange();
  // The kernel refuses an address that is not valid.
  if (!sys::isReadable(&Program->rlim_cur) ||
      !sys::isReadable(&Program->rlim_max))
    return Call();
  Limit = addressLimit(*Program);
  return setProgramLimit(Limit, Exchange);
}

} // namespace memfacet::hooks

using namespace memfacet;
using namespace memfacet::hooks;

static int processLimit(pid_t Id, int Resource, const rlimit *New,
                        rlimit *Old) {
  auto Call = [&]() -> long { return Next.Process(Id, Resource, New, Old); };
  return int(isOwnAddressSpace(Id, Resource) ? exchangeLimit(New, Old, Call)
                                             : Call());
}

static int setLimit(int Resource, const rlimit *New) {
  auto Call = [&]() -> long { return Next.Set(Resource, New); };
  return int(isOwnAddressSpace(0, Resource) ? exchangeLimit(New, nullptr, Call)
                                            : Call());
}

static int getLimit(int Resource, rlimit *Old) {
  const rlimit *None = nullptr;
  auto Call = [&]() -> long { return Next.Get(Resource, Old); };
  return int(isOwnAddressSpace(0, Resource) ? exchangeLimit(None, Old, Call)
                                            : Call());
}

// A limit has the same layout under both names.
MEMFACET_HOOK_OF(prlimit, int, pid_t Id, int Resource, const rlimit *New,
                 rlimit *Old) {
  return processLimit(Id, Resource, New, Old);
}
MEMFACET_HOOK_OF(prlimit64, int, pid_t Id, int Resource, const rlimit *New,
                 rlimit *Old) {
  return processLimit(Id, Resource, New, Old);
}
MEMFACET_HOOK_OF(setrlimit, int, int Resource, const rlimit *New) {
  return setLimit(Resource, New);
}
MEMFACET_HOOK_OF(setrlimit64, int, int Resource, const rlimit *New) {
  return setLimit(Resource, New);
}
MEMFACET_HOOK_OF(getrlimit, int, int Resource, rlimit *Old) {
  return getLimit(Resource, Old);
}
MEMFACET_HOOK_OF(getrlimit64, int, int Resource, rlimit *Old) {
  return getLimit(Resource, Old);
}

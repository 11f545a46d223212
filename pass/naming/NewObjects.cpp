//===- NewObjects.cpp - owners of what `new` makes ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/naming/NewObjects.h"
#include "pass/naming/SelfAddresses.h"
#include "pass/types/ContainerClasses.h"
#include "pass/types/DebugNames.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::naming;

const DIType *memfacet::naming::madeType(const CallBase &Call) {
  // The front end says what it makes.
  return dyn_cast_or_null<DIType>(Call.getMetadata("heapallocsite"));
}

namespace {
/// Looks for the call that hands a fresh object to a smart pointer.
class HandoverSearch {
public:
  explicit HandoverSearch(const DIType *MadeType) : MadeType(MadeType) {}

  /// Null where there is none, or where a variable gets the object first.
  const CallBase *find(const Value *V) {
    IsStored = false;
    const CallBase *Found = look(V);
    return IsStored ? nullptr : Found;
  }

private:
  const CallBase *look(const Value *V) {
    const CallBase *Found = nullptr;
    if (!Visited.insert(V).second)
      return nullptr;
    for (const User *U : V->users()) {
      auto *Store = dyn_cast<StoreInst>(U);
      IsStored |= Store && Store->getValueOperand() == V;
      if (isa<PHINode>(U) || isa<SelectInst>(U) || isa<CastInst>(U) ||
          isa<GetElementPtrInst>(U)) {
        if (const CallBase *Further = look(U); Further && !Found)
          Found = Further;
      } else if (auto *Call = dyn_cast<CallBase>(U); Call && !Found) {
        Found = takes(*Call, V) ? Call : nullptr;
      }
    }
    return Found;
  }

  bool takes(const CallBase &Call, const Value *V) const {
    const DISubprogram *Callee = calleeSubprogram(Call);
    return Call.arg_size() > 1 && Call.getArgOperand(0) != V &&
           !Call.paramHasAttr(0, Attribute::StructRet) &&
           (types::pointsTo(types::classOf(Callee), MadeType) ||
            types::holdsPointersTo(types::classOf(Callee), MadeType)) &&
           !types::isLibrarySymbol(Callee->getLinkageName());
  }

  const DIType *MadeType;
  SmallPtrSet<const Value *, 8> Visited;
  bool IsStored = false;
};
} // namespace

Handover memfacet::naming::handoverOf(const CallBase &Call) {
  const DIType *MadeType = madeType(Call);
  const CallBase *Taker =
      MadeType ? HandoverSearch(MadeType).find(&Call) : nullptr;
  if (!Taker)
    return {};
  return {Taker,
          !types::pointsTo(types::classOf(calleeSubprogram(*Taker)), MadeType)};
}

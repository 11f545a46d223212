//===- pass/AllocationSites.cpp - allocating calls say who they are -------===//

#include "pass/AllocationSites.h"
#include "pass/AllocationCalls.h"
#include "pass/DebugNames.h"
#include "pass/PlainBuilder.h"
#include "pass/compat/Compat.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace memfacet;

/// The innermost frame of the inlining chain that is the program's own code;
/// null where there is none.
static const DILocation *programFrame(const DILocation *Location) {
  while (Location && isLibraryCode(Location->getScope()->getSubprogram()))
    Location = Location->getInlinedAt();
  return Location;
}

/// Whether \p Call stands in the program's own code, inlined or not.
static bool inProgramCode(const CallBase &Call) {
  if (const DILocation *Location = Call.getDebugLoc())
    return programFrame(Location) != nullptr;
  return !isLibrarySymbol(Call.getFunction()->getName());
}

SmallVector<AllocationSite, 4>
memfacet::collectAllocationSites(llvm::Function &F) {
  SmallVector<AllocationSite, 4> Sites;
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call)
      continue;
    AllocationKind Kind = allocationKind(*Call);
    bool Musttail = Call->isMustTailCall();
    if (Kind == AllocationKind::Unknown && !Musttail &&
        mayAllocateInLibrary(*Call) && inProgramCode(*Call))
      Kind = AllocationKind::Context;
    if (Kind != AllocationKind::Unknown)
      Sites.push_back({Call, Kind});
  }
  return Sites;
}

static AllocationDraft draftFor(const AllocationSite &Site,
                                const PinTable &Pins) {
  AllocationDraft Draft;
  Draft.Kind = Site.Kind;
  const DILocation *Location = Site.Call->getDebugLoc();
  const DILocation *Frame = programFrame(Location);
  if (!inProgramCode(*Site.Call))
    Draft.Flags |= AllocationInLibraryCode;
  Draft.Where = Frame ? Frame : Location;
  if (!Draft.Where) {
    Draft.Function = Site.Call->getFunction()->getName().str();
    return Draft;
  }
  Draft.Function = qualifiedName(Draft.Where->getScope()->getSubprogram());
  if (Draft.Where->getLine() == 0)
    Draft.Flags |= AllocationMerged;
  Pin P = Pins.lookup(Draft.Where);
  Draft.Name = P.Name;
  Draft.Type = P.Type;
  Draft.ElementBytes = P.ElementBytes;
  if (!P.Name.empty())
    Draft.Flags |= AllocationNamed;
  return Draft;
}

/// Where \p Call has returned normally.
static Instruction *afterCall(CallBase *Call) {
  auto *Invoke = dyn_cast<InvokeInst>(Call);
  if (!Invoke)
    return Call->isTerminator() ? nullptr : Call->getNextNode();
  BasicBlock *Normal = Invoke->getNormalDest();
  if (!Normal->getSinglePredecessor())
    Normal = SplitEdge(Invoke->getParent(), Normal);
  return compat::firstInsertionPoint(*Normal);
}

static void setContext(CallBase *Call, GlobalVariable *Entry,
                       const Entries &Runtime) {
  PlainBuilder Before(Call);
  // Volatile, here and for sites: see Cursor::publish.
  Value *Outer = Before.CreateLoad(Entry->getType(), Runtime.Context, true);
  Before.CreateStore(Entry, Runtime.Context, true);
  // An exception leaves the context set: the program's next call into the
  // library sets its own before anything can allocate under it.
  if (Instruction *Next = afterCall(Call)) {
    PlainBuilder After(Next);
    After.CreateStore(Outer, Runtime.Context, true);
  }
}

void memfacet::instrumentAllocationSites(ArrayRef<AllocationSite> Sites,
                                         const PinTable &Pins,
                                         FunctionTables &Tables,
                                         const Entries &Runtime) {
  for (const AllocationSite &Site : Sites) {
    GlobalVariable *Entry = Tables.addAllocation(draftFor(Site, Pins));
    if (Site.Kind == AllocationKind::Context) {
      setContext(Site.Call, Entry, Runtime);
      continue;
    }
    PlainBuilder B(Site.Call);
    B.CreateStore(Entry, Runtime.Site, true);
  }
}

//===- pass/AllocationSites.cpp - allocating calls say who they are -------===//

#include "pass/AllocationSites.h"
#include "memfacet/ContainerRoles.h"
#include "pass/AllocationCalls.h"
#include "pass/ContextStack.h"
#include "pass/DebugNames.h"
#include "pass/PlainBuilder.h"
#include "llvm/IR/InstIterator.h"

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

/// A program may define operator new itself: whoever calls it must be known
/// behind the malloc in there.
static bool isContext(const CallBase &Call, AllocationKind Kind) {
  return Kind == AllocationKind::Context || Kind == AllocationKind::Call ||
         (Kind == AllocationKind::New && inProgramCode(Call));
}

AllocationSites::AllocationSites(llvm::Function &F,
                                 const AllocationNames &Names)
    : F(F), Names(Names) {
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call || !Names.Functions.mayAllocate(*Call))
      continue;
    AllocationKind Kind = callKind(*Call);
    bool Allocates = allocationKind(*Call) != AllocationKind::Unknown;
    bool Below = !Call->isMustTailCall() && !Call->doesNotReturn() &&
                 inProgramCode(*Call);
    if (Allocates || Below)
      Sites.push_back({Call, Kind});
  }
}

GlobalVariable *AllocationSites::outerEntry(const DILocation *Frame,
                                            FunctionTables &Tables) {
  const DILocation *Outer = programFrame(Frame->getInlinedAt());
  if (!Outer)
    return nullptr;
  if (GlobalVariable *Known = Inlined.lookup(Outer))
    return Known;
  GlobalVariable *Entry =
      Tables.addAllocation(draft(Outer, AllocationKind::Call, Tables));
  Inlined[Outer] = Entry;
  return Entry;
}

AllocationDraft AllocationSites::draft(const DILocation *Frame,
                                       AllocationKind Kind,
                                       FunctionTables &Tables) {
  AllocationDraft Draft;
  Draft.Kind = Kind;
  Draft.Where = Frame;
  Draft.Function = qualifiedName(Frame->getScope()->getSubprogram());
  if (Frame->getLine() == 0)
    Draft.Flags |= AllocationMerged;
  bool Allocates =
      Kind != AllocationKind::Call && Kind != AllocationKind::Context;
  Pin P = Names.Pins.lookup(Frame, Allocates);
  Draft.Name = P.Name;
  Draft.Type = P.Type;
  Draft.ElementBytes = P.ElementBytes;
  if (!P.Name.empty())
    Draft.Flags |= AllocationNamed;
  if (P.PassedOn)
    Draft.Flags |= AllocationPassedOn;
  Draft.Outer = outerEntry(Frame, Tables);
  return Draft;
}

AllocationDraft AllocationSites::draft(const Site &S, FunctionTables &Tables) {
  const DILocation *Location = S.Call->getDebugLoc();
  const DILocation *Frame = programFrame(Location);
  AllocationDraft Draft;
  if (Frame || Location) {
    Draft = draft(Frame ? Frame : Location, S.Kind, Tables);
  } else {
    Draft.Kind = S.Kind;
    Draft.Function = F.getName().str();
  }
  // In a function of the library's that was inlined into the program's.
  if (Frame && Frame != Location && !Draft.Name.empty()) {
    std::string Inner = qualifiedName(Location->getScope()->getSubprogram());
    if (std::string_view Role = containerRole(Inner, Draft.Type); !Role.empty())
      Draft.Name += " (" + std::string(Role) + ")";
  }
  if (!inProgramCode(*S.Call))
    Draft.Flags |= AllocationInLibraryCode;
  // What others define may be a library's allocator. C names are what people
  // call them.
  const llvm::Function *Callee = calleeOf(*S.Call);
  if (Callee && Callee->isDeclaration() && !Callee->getName().starts_with("_Z"))
    Draft.Callee = Callee->getName().str();
  else if (!Callee && S.Kind == AllocationKind::Call)
    Draft.Callee = allocatorByType(*S.Call).str();
  return Draft;
}

void AllocationSites::instrument(FunctionTables &Tables,
                                 const Entries &Runtime) {
  for (const Site &S : Sites) {
    GlobalVariable *Entry = Tables.addAllocation(draft(S, Tables));
    if (isContext(*S.Call, S.Kind)) {
      pushContext(*S.Call, Entry, Runtime);
      continue;
    }
    PlainBuilder B(S.Call);
    B.CreateStore(Entry, Runtime.Site, true);
  }
  dropContextsOfLeftCalls(F, Runtime);
}

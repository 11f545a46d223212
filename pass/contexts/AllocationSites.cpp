//===- AllocationSites.cpp - allocating calls say who they are ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/contexts/AllocationSites.h"
#include "memfacet/ContainerRoles.h"
#include "pass/contexts/ContextStack.h"
#include "pass/interface/PlainBuilder.h"
#include "pass/naming/AllocationCalls.h"
#include "pass/types/DebugNames.h"
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

static const DISubprogram *functionAt(const DILocation *Location) {
  return Location->getScope()->getSubprogram();
}

/// The symbol of the function that was inlined at \p Outer; \p Inner is in it.
static StringRef inlinedAt(const DILocation *Outer, const DILocation *Inner) {
  while (Inner->getInlinedAt() && Inner->getInlinedAt() != Outer)
    Inner = Inner->getInlinedAt();
  return functionAt(Inner)->getLinkageName();
}

/// Whether \p Call stands in a container's allocator, inlined or not, which
/// tells what the memory is for.
static bool inAllocator(const CallBase &Call) {
  for (const DILocation *L = Call.getDebugLoc(); L; L = L->getInlinedAt())
    if (!allocatedElement(qualifiedName(functionAt(L))).empty())
      return true;
  return false;
}

/// Whether \p Call asks a memory resource. What that keeps is its own; it says
/// what it hands out (pass/pools).
static bool asksResource(const CallBase &Call) {
  constexpr StringRef Resource = "std::pmr::memory_resource::";
  const llvm::Function *Callee = calleeOf(Call);
  if (Callee &&
      StringRef(functionSymbolName(Callee->getName())).starts_with(Resource))
    return true;
  for (const DILocation *L = Call.getDebugLoc(); L; L = L->getInlinedAt())
    if (StringRef(qualifiedName(functionAt(L))).starts_with(Resource))
      return true;
  return false;
}

/// Of the frames from \p Location out to \p Program, which are the library's,
/// the one that tells what the memory is for: a container's allocator, else the
/// innermost.
static const DILocation *allocatorAt(const DILocation *Location,
                                     const DILocation *Program = nullptr) {
  for (const DILocation *L = Location; L && L != Program; L = L->getInlinedAt())
    if (!allocatedElement(qualifiedName(functionAt(L))).empty())
      return L;
  return Location;
}

/// Bytes of what such frames allocate: the first that returns a pointer to
/// something tells. 0: unknown.
static uint32_t allocatedBytes(const DILocation *Location,
                               const DILocation *Program) {
  if (Location == Program)
    return 0;
  for (const DILocation *L = allocatorAt(Location, Program); L && L != Program;
       L = L->getInlinedAt()) {
    if (const DIType *Element = pointeeType(resultType(functionAt(L))))
      if (uint64_t Bytes = typeBytes(Element))
        return uint32_t(Bytes);
  }
  return 0;
}

/// What memory that is allocated at \p Location, in functions of the library's
/// that were inlined at \p Program, is for in a container of type \p Type.
static std::string roleAt(const DILocation *Location, const DILocation *Program,
                          StringRef Type) {
  bool OfElements = isLibraryCode(functionAt(Location)) &&
                    isOfElements(qualifiedName(functionAt(Location)), Type);
  for (; Location != Program; Location = Location->getInlinedAt()) {
    std::string Function = qualifiedName(functionAt(Location));
    if (std::string_view Role = containerRole(Function, Type); !Role.empty())
      return std::string(Role);
    if (!allocatedElement(Function).empty())
      return {};
  }
  return OfElements ? "in elements" : "";
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
    if (Call && takesLock(*Call))
      Sites.push_back({Call, AllocationKind::Lock});
    if (!Call || !Names.Functions.mayAllocate(*Call))
      continue;
    AllocationKind Kind = callKind(*Call);
    // What an allocator calls allocates for the container.
    if (Kind == AllocationKind::Call && inAllocator(*Call) &&
        !asksResource(*Call))
      Kind = AllocationKind::Context;
    bool Allocates = allocationKind(*Call) != AllocationKind::Unknown;
    bool Below = !Call->isMustTailCall() && !Call->doesNotReturn() &&
                 (inProgramCode(*Call) || inAllocator(*Call));
    if (Allocates || Below)
      Sites.push_back({Call, Kind});
  }
}

GlobalVariable *AllocationSites::outerEntry(const DILocation *Frame,
                                            FunctionTables &Tables) {
  const DILocation *Outer = programFrame(Frame->getInlinedAt());
  if (!Outer)
    return nullptr;
  AllocationDraft Draft =
      draft(Outer, AllocationKind::Call, inlinedAt(Outer, Frame), Tables);
  Draft.Callee = qualifiedName(functionAt(Frame));
  // The program's own allocator, inlined into functions of the library's.
  std::string Role = Draft.Name.empty() ? "" : roleAt(Frame, Outer, Draft.Type);
  GlobalVariable *&Entry = Inlined[{Outer, Role}];
  if (Entry)
    return Entry;
  if (!Role.empty())
    Draft.Name += " (" + Role + ")";
  const DILocation *Allocator = allocatorAt(Frame, Outer);
  if (!allocatedElement(qualifiedName(functionAt(Allocator))).empty())
    if (uint32_t Bytes = allocatedBytes(Frame, Outer))
      Draft.ElementBytes = Bytes;
  return Entry = Tables.addAllocation(Draft);
}

AllocationDraft AllocationSites::draft(const DILocation *Frame,
                                       AllocationKind Kind, StringRef Callee,
                                       FunctionTables &Tables) {
  AllocationDraft Draft;
  Draft.Kind = Kind;
  Draft.Where = Frame;
  Draft.Function = qualifiedName(Frame->getScope()->getSubprogram());
  if (Frame->getLine() == 0)
    Draft.Flags |= AllocationMerged;
  bool Allocates = Kind != AllocationKind::Call &&
                   Kind != AllocationKind::Context &&
                   Kind != AllocationKind::Lock;
  Pin P = Names.Pins.lookup(Frame, Allocates, Callee);
  Draft.Name = P.Name;
  Draft.Type = P.Type;
  Draft.ElementBytes = P.ElementBytes;
  if (!P.Name.empty())
    Draft.Flags |= AllocationNamed;
  if (P.PassedOn)
    Draft.Flags |= AllocationPassedOn;
  Draft.Flags |= P.Flags;
  Draft.Object = P.Object;
  Draft.ObjectType = P.ObjectType;
  Draft.Outer = outerEntry(Frame, Tables);
  return Draft;
}

/// As Function rows call it.
std::string AllocationSites::calleeName(const Site &S) {
  const llvm::Function *Callee = calleeOf(*S.Call);
  if (!Callee)
    return S.Kind == AllocationKind::Call ? allocatorByType(*S.Call).str() : "";
  if (S.Kind != AllocationKind::Call)
    return {};
  if (const DISubprogram *Subprogram = Callee->getSubprogram())
    return qualifiedName(Subprogram);
  return functionSymbolName(Callee->getName());
}

AllocationDraft AllocationSites::draft(const Site &S, FunctionTables &Tables) {
  const DILocation *Location = S.Call->getDebugLoc();
  const DILocation *Frame = programFrame(Location);
  AllocationDraft Draft;
  if (Frame || Location) {
    const llvm::Function *Callee = calleeOf(*S.Call);
    StringRef Symbol = Frame && Frame != Location ? inlinedAt(Frame, Location)
                       : Callee                   ? Callee->getName()
                                                  : StringRef();
    Draft =
        draft(Frame ? Frame : allocatorAt(Location), S.Kind, Symbol, Tables);
  } else {
    Draft.Kind = S.Kind;
    Draft.Function = functionSymbolName(F.getName());
  }
  // In a function of the library's that was inlined into the program's.
  if (Frame && Frame != Location && !Draft.Name.empty())
    if (std::string Role = roleAt(Location, Frame, Draft.Type); !Role.empty())
      Draft.Name += " (" + Role + ")";
  if (uint32_t Bytes = allocatedBytes(Location, Frame))
    Draft.ElementBytes = Bytes;
  if (!inProgramCode(*S.Call))
    Draft.Flags |= AllocationInLibraryCode;
  Draft.Callee = calleeName(S);
  return Draft;
}

void AllocationSites::instrument(FunctionTables &Tables,
                                 const Entries &Runtime) {
  std::vector<ContextCall> Contexts;
  for (const Site &S : Sites) {
    AllocationDraft Draft = draft(S, Tables);
    // However deep a container's nodes are, the call on the container is known.
    if (Draft.Flags & AllocationOnSelf && calleeOf(*S.Call) == &F)
      continue;
    GlobalVariable *Entry = Tables.addAllocation(Draft);
    if (isContext(*S.Call, S.Kind)) {
      Contexts.push_back({S.Call, Entry});
      continue;
    }
    PlainBuilder B(S.Call);
    B.CreateStore(Entry, Runtime.Site, true);
    // Where no hook has taken it, the next allocation must not.
    bool IsTaken =
        S.Kind != AllocationKind::Map && S.Kind != AllocationKind::Lock;
    if (!IsTaken && !S.Call->isMustTailCall() && !S.Call->isTerminator()) {
      PlainBuilder After(S.Call->getNextNode());
      After.CreateStore(ConstantPointerNull::get(After.getPtrTy()),
                        Runtime.Site, true);
    }
  }
  pushContexts(F, Contexts, Names.Functions, Runtime);
}

//===- AllocationSites.cpp - code that names allocating calls -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/contexts/AllocationSites.h"
#include "memfacet/Check.h"
#include "memfacet/ContainerRoles.h"
#include "pass/contexts/ContextStack.h"
#include "pass/contexts/UnseenAllocations.h"
#include "pass/interface/PlainBuilder.h"
#include "pass/naming/AllocationCalls.h"
#include "pass/types/DebugNames.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::contexts;

/// Returns the innermost frame of the inlining chain of \p Location that is the
/// program's own code; null if there is none.
static const DILocation *programFrame(const DILocation *Location) {
  while (Location &&
         types::isLibraryCode(Location->getScope()->getSubprogram()))
    Location = Location->getInlinedAt();
  return Location;
}

/// Returns whether \p Call is in the program's own code, inlined or not.
static bool isInProgramCode(const CallBase &Call) {
  if (const DILocation *Location = Call.getDebugLoc())
    return programFrame(Location) != nullptr;
  return !types::isLibrarySymbol(Call.getFunction()->getName());
}

static const DISubprogram *functionOf(const DILocation *Location) {
  MEMFACET_CHECK(Location, "a call without a place has no function");
  return Location->getScope()->getSubprogram();
}

/// Returns the symbol of the function that was inlined at \p OuterFrame and
/// contains \p Inner.
static StringRef inlinedSymbol(const DILocation *OuterFrame,
                               const DILocation *Inner) {
  while (Inner->getInlinedAt() && Inner->getInlinedAt() != OuterFrame)
    Inner = Inner->getInlinedAt();
  return functionOf(Inner)->getLinkageName();
}

/// Returns whether \p Call is in a container's allocator, inlined or not, which
/// indicates what the memory is for.
static bool isInAllocator(const CallBase &Call) {
  for (const DILocation *L = Call.getDebugLoc(); L; L = L->getInlinedAt())
    if (!allocatedElement(types::qualifiedName(functionOf(L))).empty())
      return true;
  return false;
}

/// Returns whether \p Call calls a memory resource. The memory that a resource
/// keeps is its own; what it hands out is reported as pieces (pass/pools).
static bool callsMemoryResource(const CallBase &Call) {
  constexpr StringRef Resource = "std::pmr::memory_resource::";
  const llvm::Function *Callee = naming::calleeOf(Call);
  if (Callee && StringRef(types::functionSymbolName(Callee->getName()))
                    .starts_with(Resource))
    return true;
  for (const DILocation *L = Call.getDebugLoc(); L; L = L->getInlinedAt())
    if (StringRef(types::qualifiedName(functionOf(L))).starts_with(Resource))
      return true;
  return false;
}

/// Returns the frame that indicates what the memory is for: among the library's
/// frames from \p Location out to \p Program, a container's allocator, else the
/// innermost.
static const DILocation *allocatorAt(const DILocation *Location,
                                     const DILocation *Program = nullptr) {
  for (const DILocation *L = Location; L && L != Program; L = L->getInlinedAt())
    if (!allocatedElement(types::qualifiedName(functionOf(L))).empty())
      return L;
  return Location;
}

/// Returns the bytes of an element that the frames from \p Location out to \p
/// Program allocate, by the first one that returns a pointer; 0: unknown.
static uint32_t allocatedBytes(const DILocation *Location,
                               const DILocation *Program) {
  if (Location == Program)
    return 0;
  for (const DILocation *L = allocatorAt(Location, Program); L && L != Program;
       L = L->getInlinedAt()) {
    if (const DIType *Element =
            types::pointeeType(types::resultType(functionOf(L))))
      if (uint64_t Bytes = types::typeBytes(Element))
        return uint32_t(Bytes);
  }
  return 0;
}

/// Returns the role, in a container of type \p Type, of memory that is
/// allocated at \p Location, in library functions that were inlined at \p
/// Program. \p IsDirect: there is an allocation, and no call that leads to one.
static std::string roleAt(const DILocation *Location, const DILocation *Program,
                          StringRef Type, bool IsDirect) {
  bool HoldsElements =
      types::isLibraryCode(functionOf(Location)) &&
      isOfElements(types::qualifiedName(functionOf(Location)), Type);
  for (; Location != Program; Location = Location->getInlinedAt()) {
    std::string Function = types::qualifiedName(functionOf(Location));
    if (!IsDirect && makesControlBlock(Function))
      continue;
    if (std::string_view Role = containerRole(Function, Type); !Role.empty())
      return std::string(Role);
    if (!allocatedElement(Function).empty())
      return {};
  }
  return HoldsElements ? "in elements" : "";
}

/// Returns whether \p Call is a context and no site. A program may define
/// operator new itself: the call of it must be known at the malloc inside.
static bool isContext(const CallBase &Call, AllocationKind Kind) {
  return Kind == AllocationKind::Context || Kind == AllocationKind::Call ||
         (Kind == AllocationKind::New && isInProgramCode(Call));
}

AllocationSites::AllocationSites(llvm::Function &F,
                                 const AllocationNames &Names)
    : F(F), Names(Names) {
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (Call && naming::takesLock(*Call))
      Sites.push_back({Call, AllocationKind::Lock});
    if (!Call || !Names.Functions.mayAllocate(*Call))
      continue;
    AllocationKind Kind = naming::callKind(*Call);
    // Functions that an allocator calls allocate for the container.
    if (Kind == AllocationKind::Call && isInAllocator(*Call) &&
        !callsMemoryResource(*Call))
      Kind = AllocationKind::Context;
    bool Allocates = naming::allocationKind(*Call) != AllocationKind::Unknown;
    bool IsContext = !Call->isMustTailCall() && !Call->doesNotReturn() &&
                     (isInProgramCode(*Call) || isInAllocator(*Call));
    if (Allocates || IsContext)
      Sites.push_back({Call, Kind});
  }
}

GlobalVariable *AllocationSites::outerEntry(const DILocation *Frame,
                                            tables::FunctionTables &Tables) {
  const DILocation *OuterFrame = programFrame(Frame->getInlinedAt());
  if (!OuterFrame)
    return nullptr;
  tables::AllocationDraft Draft =
      draft(OuterFrame, AllocationKind::Call, inlinedSymbol(OuterFrame, Frame),
            Tables);
  Draft.Callee = types::qualifiedName(functionOf(Frame));
  // The program's own allocator is inlined into functions of the library.
  std::string Role = Draft.Name.empty() ? ""
                                        : roleAt(Frame, OuterFrame, Draft.Type,
                                                 /*IsDirect=*/true);
  GlobalVariable *&Entry = InlinedEntries[{OuterFrame, Role}];
  if (Entry)
    return Entry;
  if (!Role.empty())
    Draft.Name += " (" + Role + ")";
  const DILocation *Allocator = allocatorAt(Frame, OuterFrame);
  if (!allocatedElement(types::qualifiedName(functionOf(Allocator))).empty())
    if (uint32_t Bytes = allocatedBytes(Frame, OuterFrame))
      Draft.ElementBytes = Bytes;
  return Entry = Tables.addAllocation(Draft);
}

tables::AllocationDraft AllocationSites::draft(const DILocation *Frame,
                                               AllocationKind Kind,
                                               StringRef Callee,
                                               tables::FunctionTables &Tables) {
  tables::AllocationDraft Draft;
  Draft.Kind = Kind;
  Draft.Location = Frame;
  Draft.Function = types::qualifiedName(Frame->getScope()->getSubprogram());
  if (Frame->getLine() == 0)
    Draft.Flags |= AllocationMerged;
  bool Allocates = Kind != AllocationKind::Call &&
                   Kind != AllocationKind::Context &&
                   Kind != AllocationKind::Lock;
  naming::Pin P = Names.Pins.lookup(Frame, Allocates, Callee);
  Draft.Name = P.Name;
  Draft.Type = P.Type;
  Draft.ElementBytes = P.ElementBytes;
  if (!P.Name.empty())
    Draft.Flags |= AllocationNamed;
  if (P.IsPassedOn)
    Draft.Flags |= AllocationPassedOn;
  Draft.Flags |= P.Flags;
  Draft.Object = P.Object;
  Draft.ObjectType = P.ObjectType;
  Draft.OuterEntry = outerEntry(Frame, Tables);
  return Draft;
}

/// Returns the callee's name as in Function rows.
std::string AllocationSites::calleeName(const Site &S) {
  const llvm::Function *Callee = naming::calleeOf(*S.Call);
  if (!Callee)
    return S.Kind == AllocationKind::Call
               ? naming::allocatorByType(*S.Call).str()
               : "";
  if (S.Kind != AllocationKind::Call)
    return {};
  if (const DISubprogram *Subprogram = Callee->getSubprogram())
    return types::qualifiedName(Subprogram);
  return types::functionSymbolName(Callee->getName());
}

tables::AllocationDraft AllocationSites::draft(const Site &S,
                                               tables::FunctionTables &Tables) {
  const DILocation *Location = S.Call->getDebugLoc();
  const DILocation *Frame = programFrame(Location);
  tables::AllocationDraft Draft;
  if (Frame || Location) {
    const llvm::Function *Callee = naming::calleeOf(*S.Call);
    StringRef Symbol = Frame && Frame != Location
                           ? inlinedSymbol(Frame, Location)
                       : Callee ? Callee->getName()
                                : StringRef();
    Draft =
        draft(Frame ? Frame : allocatorAt(Location), S.Kind, Symbol, Tables);
  } else {
    Draft.Kind = S.Kind;
    Draft.Function = types::functionSymbolName(F.getName());
  }
  // The call is in a function of the library that was inlined into the
  // program's code.
  bool IsDirect =
      S.Kind != AllocationKind::Context && S.Kind != AllocationKind::Call;
  if (Frame && Frame != Location && !Draft.Name.empty())
    if (std::string Role = roleAt(Location, Frame, Draft.Type, IsDirect);
        !Role.empty())
      Draft.Name += " (" + Role + ")";
  if (uint32_t Bytes = allocatedBytes(Location, Frame))
    Draft.ElementBytes = Bytes;
  if (!isInProgramCode(*S.Call))
    Draft.Flags |= AllocationInLibraryCode;
  Draft.Callee = calleeName(S);
  return Draft;
}

/// Returns what the thread's site is set to before \p Call: null where getline
/// enlarges a block, which keeps its name, so that a buffer of the stream does
/// not get it.
static Value *siteValue(interface::PlainBuilder &B, const CallBase &Call,
                        GlobalVariable *Entry) {
  const llvm::Function *Callee = naming::calleeOf(Call);
  naming::AllocationArguments Arguments =
      naming::allocationArguments(Callee ? Callee->getName() : "");
  if (Arguments.Capacity < 0 || !Callee->isDeclaration() ||
      !Arguments.fit(*Call.getFunctionType()))
    return Entry;
  // getline(nullptr, ...) fails.
  Value *Output = Call.getArgOperand(unsigned(Arguments.Output));
  Value *Readable = B.CreateSelect(B.CreateIsNull(Output), Entry, Output);
  Value *Block = B.CreateLoad(B.getPtrTy(), Readable, true);
  return B.CreateSelect(B.CreateIsNull(Block), Entry,
                        ConstantPointerNull::get(B.getPtrTy()));
}

void AllocationSites::instrument(tables::FunctionTables &Tables,
                                 const interface::Entries &Runtime) {
  std::vector<ContextCall> Contexts;
  for (const Site &S : Sites) {
    tables::AllocationDraft Draft = draft(S, Tables);
    // However deep a container's nodes are, the call on the container is known.
    if (Draft.Flags & AllocationOnSelf && naming::calleeOf(*S.Call) == &F)
      continue;
    GlobalVariable *Entry = Tables.addAllocation(Draft);
    if (isContext(*S.Call, S.Kind)) {
      Contexts.push_back({S.Call, Entry});
      continue;
    }
    if (takesSiteLater(*S.Call, Entry))
      continue;
    interface::PlainBuilder B(S.Call);
    B.CreateStore(siteValue(B, *S.Call, Entry), Runtime.Site, true);
    // If no hook has taken the site, the next allocation must not. Example:
    // realpath has been given a buffer.
    bool IsTaken = S.Kind != AllocationKind::Map &&
                   S.Kind != AllocationKind::Lock &&
                   S.Kind != AllocationKind::Library;
    if (!IsTaken && !S.Call->isMustTailCall() && !S.Call->isTerminator()) {
      interface::PlainBuilder NextBuilder(S.Call->getNextNode());
      NextBuilder.CreateStore(ConstantPointerNull::get(NextBuilder.getPtrTy()),
                              Runtime.Site, true);
    }
  }
  pushContexts(F, Contexts, Names.Functions, Runtime);
}

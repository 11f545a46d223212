//===- Receivers.cpp - which variable or member a value belongs to --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/naming/Receivers.h"
#include "pass/compat/Compat.h"
#include "pass/naming/Accessors.h"
#include "pass/naming/AllocationCalls.h"
#include "pass/naming/Initialisers.h"
#include "pass/naming/ValueFlow.h"
#include "pass/types/ContainerClasses.h"
#include "pass/types/DebugNames.h"
#include "pass/types/FortranTypes.h"
#include "pass/types/LibraryClasses.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::naming;

/// Deeper than any expression in a source; the front end's IR has no cycles but
/// those through phi nodes.
static constexpr unsigned MaxValueDepth = 16;

static Receiver describe(const Value *Address, unsigned Depth);
static Receiver describeTarget(const Value *Address, unsigned Depth);
static Receiver describePointee(const LoadInst &Load, const StructType &Record,
                                unsigned Depth);

/// Returns the object that a hidden parameter points to: the variable that is
/// returned in place. A loop over its range refers to it, too, by an artificial
/// variable.
static Receiver describeHiddenParameter(const Argument *Parameter) {
  for (const User *U : Parameter->users())
    if (auto *Store = dyn_cast<StoreInst>(U);
        Store && Store->getValueOperand() == Parameter)
      for (DILocalVariable *V : compat::declaredVariables(
               const_cast<Value *>(Store->getPointerOperand())))
        if (!V->isArtificial())
          return {V->getName().str(), V->getType()};
  return {};
}

static Receiver describeVariable(const Value *Storage) {
  auto *Hidden = dyn_cast<Argument>(Storage);
  if (const Value *Global = Hidden ? initialisedObject(*Hidden) : nullptr)
    return describe(Global, 0);
  for (DILocalVariable *V :
       compat::declaredVariables(const_cast<Value *>(Storage)))
    return {V->getName().str(), V->getType()};
  if (auto *Parameter = dyn_cast<Argument>(Storage))
    return describeHiddenParameter(Parameter);
  return {};
}

static Receiver describeGlobal(const GlobalVariable *G) {
  SmallVector<DIGlobalVariableExpression *, 1> Expressions;
  G->getDebugInfo(Expressions);
  for (DIGlobalVariableExpression *E : Expressions)
    return {types::qualifiedName(E->getVariable()),
            E->getVariable()->getType()};
  return {types::symbolName(G->getName()), nullptr};
}

/// "this->x_" is "Class::x_"; "p" of pointer type gives "p->x", else "p.x".
static std::string joinMember(const Receiver &Base, bool Loaded,
                              const std::string &Member) {
  if (Base.Name == "this")
    return types::typeName(types::strippedType(Base.Type)) + "::" + Member;
  if (Base.Name.empty()) {
    std::string Class = types::typeName(types::strippedType(Base.Type));
    return Class.empty() ? Member : Class + "::" + Member;
  }
  return Base.Name + (Loaded ? "->" : ".") + Member;
}

static Receiver memberOf(const Receiver &Object, bool Loaded, uint64_t Offset) {
  std::string Member;
  const DIDerivedType *Found = types::memberAt(Object.Type, Offset, Member);
  const DIType *Ty = Found ? Found->getBaseType() : nullptr;
  // A class whose constructors are compiled elsewhere is only declared here.
  if (Member.empty() && Object.Name == "this")
    Member = "(at " + std::to_string(Offset) + ")";
  if (Member.empty())
    return {Object.Name, Ty};
  return {joinMember(Object, Loaded, Member), Ty, Found};
}

static const Module *moduleOf(const Value *Address) {
  if (auto *I = dyn_cast<Instruction>(Address))
    return I->getModule();
  // A member of a global has one constant expression per struct around it.
  while (auto *GEP = dyn_cast<GEPOperator>(Address))
    Address = GEP->getPointerOperand();
  auto *G = dyn_cast<GlobalVariable>(Address);
  return G ? G->getParent() : nullptr;
}

/// Makes \p Object, of a derived type of Fortran, its component: "grid%cells".
/// Returns false if it is of no such type.
static bool addComponent(Receiver &Object, const Module &M,
                         const StructType &Record, unsigned Index) {
  types::FortranComponent C = types::fortranComponent(M, Record, Index);
  if (C.Name.empty())
    return false;
  Object = {Object.Name + "%" + C.Name, C.Type};
  return true;
}

static Receiver describeElement(const GEPOperator *GEP, unsigned Depth) {
  const Value *Pointer = GEP->getPointerOperand();
  const Module *M = moduleOf(GEP);
  if (!M)
    return {};
  const DataLayout &Layout = M->getDataLayout();
  bool IsLoaded = isa<LoadInst>(Pointer) || isArrow(Pointer);
  auto *Load = dyn_cast<LoadInst>(Pointer);
  auto *Record = dyn_cast<StructType>(GEP->getSourceElementType());
  Receiver Object = Load && Record ? describePointee(*Load, *Record, Depth)
                                   : describe(Pointer, Depth);
  // Plain bytes: a member that the front end addressed by its offset.
  APInt Bytes(Layout.getIndexTypeSizeInBits(GEP->getType()), 0);
  if (GEP->getSourceElementType()->isIntegerTy(8) &&
      GEP->accumulateConstantOffset(Layout, Bytes) &&
      isa_and_nonnull<DICompositeType>(types::strippedType(Object.Type)))
    return memberOf(Object, IsLoaded, Bytes.getZExtValue());
  bool IsFirst = true;
  for (auto Step = gep_type_begin(GEP), End = gep_type_end(GEP); Step != End;
       ++Step, IsFirst = false) {
    if (StructType *Struct = Step.getStructTypeOrNull()) {
      if (types::Alternative A = types::recordIn(Object.Type, *Struct, Layout);
          A.Member) {
        if (!A.Path.empty())
          Object.Name =
              joinMember(Object, std::exchange(IsLoaded, false), A.Path);
        Object.Type = A.Member->getBaseType();
      }
      unsigned Field = cast<ConstantInt>(Step.getOperand())->getZExtValue();
      if (addComponent(Object, *M, *Struct, Field))
        continue;
      Object =
          memberOf(Object, IsLoaded,
                   Layout.getStructLayout(Struct)->getElementOffset(Field));
      IsLoaded = false;
      continue;
    }
    auto *Index = dyn_cast<ConstantInt>(Step.getOperand());
    if (IsFirst && Index && Index->isZero())
      continue;
    if (!IsFirst)
      Object.Type = types::arrayElement(Object.Type);
    if (!Object.Name.empty() && Object.Name != "this")
      Object.Name += "[]";
  }
  return Object;
}

/// Describes the variable of which \p Call returns this thread's instance.
static Receiver describeThreadLocal(const CallBase *Call,
                                    const llvm::Function *Callee) {
  if (Callee->getIntrinsicID() == Intrinsic::threadlocal_address)
    if (auto *G = dyn_cast<GlobalVariable>(Call->getArgOperand(0)))
      return describeGlobal(G);
  // A function makes sure that the variable is initialised.
  StringRef Name = Callee->getName();
  if (!Name.consume_front("_ZTW"))
    return {};
  const Module &M = *Call->getModule();
  for (const std::string &Symbol :
       {("_Z" + Name).str(), Name.drop_while(isDigit).str()})
    if (const GlobalVariable *G = M.getNamedGlobal(Symbol))
      return describeGlobal(G);
  return {};
}

/// Returns the object that a reference-returning call gives access to.
static Receiver describeResult(const CallBase *Call, unsigned Depth) {
  const llvm::Function *Callee = Call->getCalledFunction();
  if (!Callee)
    return {};
  // An object that `new` makes has no name yet.
  if (auto *MadeType =
          dyn_cast_or_null<DIType>(Call->getMetadata("heapallocsite")))
    return {"", MadeType};
  if (Receiver Variable = describeThreadLocal(Call, Callee);
      !Variable.Name.empty())
    return Variable;
  const DISubprogram *Subprogram = Callee->getSubprogram();
  const DIType *Ty = types::pointeeType(types::resultType(Subprogram));
  if (isAccess(*Call)) {
    Receiver Container = describe(Call->getArgOperand(0), Depth);
    bool IsOne = types::holdsOneObject(Container.Type) ||
                 (!types::isLibrarySymbol(Callee->getName()) && Subprogram &&
                  (Subprogram->getName() == "operator*" || isArrow(Call)));
    if (!Container.Name.empty() && Container.Name != "this")
      return {Container.Name + (IsOne ? "" : "[]"), Ty};
  }
  if (const Value *Address = returnedAddress(*Callee))
    if (std::string Name = describe(Address, Depth).Name; !Name.empty())
      return {Name, Ty};
  std::string Name = Subprogram ? types::qualifiedName(Subprogram) + "()" : "";
  return {Name, Ty};
}

static Receiver describe(const Value *Address, unsigned Depth) {
  if (Depth > MaxValueDepth)
    return {};
  if (auto *Slot = dyn_cast<AllocaInst>(Address)) {
    Receiver Variable = describeVariable(Slot);
    const Value *Source = Variable.Name.empty() ? copySource(*Slot) : nullptr;
    return Source ? describe(Source, Depth + 1) : Variable;
  }
  if (isa<Argument>(Address))
    return describeVariable(Address);
  if (auto *G = dyn_cast<GlobalVariable>(Address))
    return describeGlobal(G);
  if (auto *Load = dyn_cast<LoadInst>(Address)) {
    Receiver Pointer = describeTarget(Load->getPointerOperand(), Depth + 1);
    return {Pointer.Name, types::pointeeType(Pointer.Type)};
  }
  if (auto *GEP = dyn_cast<GEPOperator>(Address))
    return describeElement(GEP, Depth + 1);
  if (auto *Call = dyn_cast<CallBase>(Address))
    return describeResult(Call, Depth + 1);
  if (auto *Phi = dyn_cast<PHINode>(Address))
    return Phi->getNumIncomingValues() > 0
               ? describe(Phi->getIncomingValue(0), Depth + 1)
               : Receiver();
  return {};
}

Receiver memfacet::naming::describeStorage(const Value *Address) {
  return describe(Address, 0);
}

/// Returns the direct first member of \p Object; without a name if there is
/// none.
static Receiver firstMember(const Receiver &Object,
                            const DICompositeType *Composite, bool Loaded) {
  for (const DINode *Node : types::elementsOf(Composite))
    if (auto *Member = dyn_cast_or_null<DIDerivedType>(Node);
        Member && Member->getTag() == dwarf::DW_TAG_member &&
        !Member->isStaticMember() && Member->getOffsetInBits() == 0)
      return {joinMember(Object, Loaded, Member->getName().str()),
              Member->getBaseType(), Member};
  return {};
}

Receiver memfacet::naming::describeObjectOf(const CallBase &Call) {
  const Value *Address = Call.getArgOperand(0);
  Receiver Whole = describeStorage(Address), Part = Whole;
  const llvm::Function *Callee = Call.getCalledFunction();
  const DISubprogram *Method = Callee ? Callee->getSubprogram() : nullptr;
  auto *Class =
      Method ? dyn_cast_or_null<DICompositeType>(Method->getScope()) : nullptr;
  bool IsLoaded = isa<LoadInst>(Address);
  for (unsigned Depth = 0; Class && Depth != MaxValueDepth; ++Depth) {
    auto *Composite =
        dyn_cast_or_null<DICompositeType>(types::strippedType(Part.Type));
    if (!Composite)
      break;
    if (types::isOrDerivesFrom(Composite, Class))
      return Part;
    Part = firstMember(Part, Composite, IsLoaded);
    IsLoaded = false;
  }
  return Whole;
}

static Receiver pointerCalled(const Receiver &Union, bool Loaded,
                              const types::Alternative &A) {
  return {joinMember(Union, Loaded, A.Path), A.Member->getBaseType(), A.Member};
}

/// Returns the pointer in \p Storage, a union; no name: it is none. If several
/// members are pointers, only the type of what they point to, \p Pointee, tells
/// which is meant: the front end addresses all in the same way. Without it, the
/// union stands for them. \p Loaded: "p->text" instead of "p.text".
static Receiver pointerInUnion(const Receiver &Storage, bool Loaded,
                               const StructType *Pointee) {
  std::vector<types::Alternative> All = types::pointersIn(Storage.Type);
  auto TargetOf = [](const types::Alternative &A) {
    return types::strippedType(types::pointeeType(A.Member->getBaseType()));
  };
  for (const types::Alternative &A : All)
    if (Pointee && types::isCalledAs(
                       types::pointeeType(A.Member->getBaseType()), *Pointee))
      return pointerCalled(Storage, Loaded, A);
  if (All.empty())
    return {};
  bool IsSure = all_of(All, [&](const types::Alternative &A) {
    return TargetOf(A) == TargetOf(All.front());
  });
  if (IsSure || Pointee)
    return pointerCalled(Storage, Loaded, All.front());
  if (Storage.Member)
    return {Storage.Name, nullptr, Storage.Member};
  std::string Names;
  for (const types::Alternative &A : All)
    Names += (Names.empty() ? "{" : "|") + A.Path;
  return {joinMember(Storage, Loaded, Names + "}"), nullptr};
}

/// Returns whether the object that \p Storage, at \p Address, is or is a part
/// of without a name of its own is reached by a pointer.
static bool isReached(const Value *Address, const Receiver &Storage) {
  if (auto *GEP = dyn_cast<GEPOperator>(Address); GEP && !Storage.Member)
    Address = GEP->getPointerOperand();
  return isa<LoadInst>(Address) || isArrow(Address);
}

/// Returns what \p Load gets the address of, which is used as a \p Record.
static Receiver describePointee(const LoadInst &Load, const StructType &Record,
                                unsigned Depth) {
  const Value *Address = Load.getPointerOperand();
  Receiver Storage =
      Depth > MaxValueDepth ? Receiver() : describe(Address, Depth + 1);
  Receiver Pointer =
      pointerInUnion(Storage, isReached(Address, Storage), &Record);
  if (Pointer.Name.empty())
    return describe(&Load, Depth);
  return {Pointer.Name, types::pointeeType(Pointer.Type)};
}

/// Returns the storage that a pointer is read from or stored to; a whole object
/// stands for its first pointer member, which the front end addresses without a
/// GEP.
static Receiver describeTarget(const Value *Address, unsigned Depth) {
  Receiver Storage = describe(Address, Depth);
  if (MemoryPart Target = copyTarget(Address);
      Storage.Name.empty() && Target.Base && Depth < MaxValueDepth) {
    Receiver Whole = describe(Target.Base, Depth + 1);
    return Target.Offset == 0
               ? describeTarget(Target.Base, Depth + 1)
               : memberOf(Whole, isa<LoadInst>(Target.Base), Target.Offset);
  }
  if (auto *G = dyn_cast<GlobalVariable>(Address))
    if (auto *Record = dyn_cast<StructType>(G->getValueType());
        Record && addComponent(Storage, *G->getParent(), *Record, 0))
      return Storage;
  if (!isa_and_nonnull<DICompositeType>(types::strippedType(Storage.Type)))
    return Storage;
  if (Receiver Pointer =
          pointerInUnion(Storage, isReached(Address, Storage), nullptr);
      !Pointer.Name.empty())
    return Pointer;
  Receiver Member = memberOf(Storage, isa<LoadInst>(Address), 0);
  return Member.Type ? Member : Storage;
}

Receiver memfacet::naming::describeSlot(const Value *Address) {
  return describeTarget(Address, 0);
}

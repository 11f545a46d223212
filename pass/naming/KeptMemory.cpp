//===- KeptMemory.cpp - memory that an object keeps -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/naming/KeptMemory.h"
#include "memfacet/Tables.h"
#include "pass/naming/Journey.h"
#include "pass/naming/SelfAddresses.h"
#include "pass/naming/ValueFlow.h"
#include "pass/types/ContainerClasses.h"
#include "pass/types/DebugNames.h"
#include "pass/types/LibraryClasses.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::naming;

/// Most temporaries and variables on the way into a member.
static constexpr unsigned MaxSmartPointers = 6;

/// Returns the library's smart pointer whose method \p U gets \p V; or null.
static const Value *smartPointerThatGets(const Value *V, const User *U) {
  auto *Call = dyn_cast<CallBase>(U);
  const DISubprogram *Callee = Call ? calleeSubprogram(*Call) : nullptr;
  bool Gets = Callee && types::isLibraryCode(Callee) && Call->arg_size() > 1 &&
              Call->getArgOperand(0) != V &&
              !Call->paramHasAttr(0, Attribute::StructRet) &&
              types::holdsOneObject(types::classOf(Callee));
  return Gets ? Call->getArgOperand(0) : nullptr;
}

/// Returns the member of the function's object, a smart pointer, that gets \p V
/// by \p U, also by way of local ones; or null.
static const Value *smartKeeperOf(const Value *V, const User *U,
                                  unsigned Depth = 0) {
  const Value *Pointer = smartPointerThatGets(V, U);
  if (!Pointer) // std::move
    if (auto *Call = dyn_cast<CallBase>(U); Call && Depth != 0 &&
                                            Call->getType()->isPointerTy() &&
                                            Call->arg_size() == 1)
      Pointer = Call;
  if (!Pointer || Depth == MaxSmartPointers)
    return nullptr;
  if (ThisPath Path = pathFromThis(Pointer); Path.IsFound)
    return Path.IsInElements ? nullptr : Pointer;
  for (const User *Next : Pointer->users())
    if (const Value *Found = smartKeeperOf(Pointer, Next, Depth + 1))
      return Found;
  return nullptr;
}

/// Returns the address of the member of the function's object in which \p U
/// keeps \p V, swaps included; or null.
static const Value *keeperOf(const Value *V, const User *U) {
  auto *Store = dyn_cast<StoreInst>(U);
  if (!Store || Store->getValueOperand() != V)
    return smartKeeperOf(V, U);
  const Value *Address = Store->getPointerOperand();
  if (ThisPath Path = pathFromThis(Address); Path.IsFound && !Path.IsInElements)
    return Address;
  if (!isa<AllocaInst>(Address))
    return nullptr;
  for (const User *Other : Address->users()) {
    auto *Call = dyn_cast<CallBase>(Other);
    const DISubprogram *Callee = Call ? calleeSubprogram(*Call) : nullptr;
    if (Callee && types::plainName(Callee) == "swap")
      for (const Value *A : Call->args())
        if (pathFromThis(A).IsFound)
          return A;
  }
  return nullptr;
}

/// Chooses the first of members that point to the same linked nodes: a list's
/// nodes are of one kind, whether they are reached by its head or its tail.
static void chooseFirstOfLinked(Receiver &Keeper) {
  const DIType *Element = types::strippedType(types::pointeeType(Keeper.Type));
  auto *Node = dyn_cast_or_null<DICompositeType>(Element);
  auto *Class =
      Keeper.Member
          ? dyn_cast_or_null<DICompositeType>(Keeper.Member->getScope())
          : nullptr;
  auto PointsToNode = [&](const DINode *N) {
    auto *Member = dyn_cast_or_null<DIDerivedType>(N);
    return Member && Member->getTag() == dwarf::DW_TAG_member &&
           !Member->isStaticMember() &&
           types::strippedType(types::pointeeType(Member->getBaseType())) ==
               Node;
  };
  if (!Node || !Class || none_of(types::elementsOf(Node), PointsToNode))
    return;
  auto Members = types::elementsOf(Class);
  auto First = find_if(Members, PointsToNode);
  if (First == Members.end() || *First == Keeper.Member)
    return;
  StringRef Name = Keeper.Name;
  if (!Name.consume_back(Keeper.Member->getName()))
    return;
  Keeper.Member = cast<DIDerivedType>(*First);
  Keeper.Name = (Name + Keeper.Member->getName()).str();
}

/// Chooses the pointer if \p Keeper is in a union: that is what is stored.
static void choosePointer(Receiver &Keeper) {
  auto *Union =
      Keeper.Member
          ? dyn_cast_or_null<DICompositeType>(Keeper.Member->getScope())
          : nullptr;
  if (!Union || Union->getTag() != dwarf::DW_TAG_union_type ||
      types::pointeeType(Keeper.Type))
    return;
  size_t Path = Keeper.Name.rfind("::");
  if (Path == std::string::npos)
    return;
  for (const DINode *Node : types::elementsOf(Union)) {
    auto *Member = dyn_cast_or_null<DIDerivedType>(Node);
    const DIDerivedType *Found = Member;
    std::string Name = Member ? Member->getName().str() : "";
    if (auto *Record = dyn_cast_or_null<DICompositeType>(
            Member ? types::strippedType(Member->getBaseType()) : nullptr);
        Record && Record->getTag() != dwarf::DW_TAG_array_type &&
        types::elementsOf(Record).begin() != types::elementsOf(Record).end()) {
      Found =
          dyn_cast_or_null<DIDerivedType>(*types::elementsOf(Record).begin());
      Name += (Name.empty() ? "" : ".") + (Found ? Found->getName().str() : "");
    }
    if (!Found || !types::pointeeType(Found->getBaseType()))
      continue;
    Keeper.Name = Keeper.Name.substr(0, Path + 2) + Name;
    Keeper.Member = Found;
    Keeper.Type = Found->getBaseType();
    return;
  }
}

/// Returns the member of the function's object in which \p Memory, or its
/// address, is stored.
static Receiver storedIn(const Value *Memory) {
  Receiver Keeper;
  ValueFlow Flow;
  Flow.add(Memory);
  Flow.reaches([&](const Value *V, const User *U) {
    const Value *MemberAddress = keeperOf(V, U);
    if (!MemberAddress)
      return false;
    Receiver R = isa<StoreInst>(U) ? describeSlot(MemberAddress)
                                   : describeStorage(MemberAddress);
    choosePointer(R);
    bool IsBetter =
        Keeper.Name.empty() ||
        (R.Member && Keeper.Member &&
         R.Member->getScope() == Keeper.Member->getScope() &&
         R.Member->getOffsetInBits() < Keeper.Member->getOffsetInBits());
    if (!R.Name.empty() && R.Name != "this" && IsBetter)
      Keeper = R;
    return false;
  });
  return Keeper;
}

/// Returns how objects of type \p MadeType are kept if they are nodes of \p
/// Class, the class of the function that makes them.
static KeptMemory keptAsNode(const DICompositeType *Class,
                             const DIType *MadeType) {
  types::NodeHome Home = types::homeOfNodes(Class, MadeType);
  if (!Home.Class)
    return {};
  if (!Home.IsTemplate && !Home.Member)
    return {};
  // Nodes that no member points to, only a table of pointers, are called after
  // what they are.
  StringRef Part = Home.Member
                       ? Home.Member->getName()
                       : types::plainName(types::strippedType(MadeType));
  KeptMemory Keeper;
  Keeper.Member.Name = types::typeName(Home.Class) + "::" + Part.str();
  Keeper.Member.Type = MadeType;
  Keeper.Member.Member = Home.Member;
  Keeper.Flags = Home.IsTemplate ? AllocationKept : 0;
  return Keeper;
}

/// Returns whether what \p Call makes is stored in a member of another record
/// than \p Class and its nodes.
static bool isStoredElsewhere(const CallBase &Call,
                              const DICompositeType *Class,
                              const DIType *MadeType) {
  if (!Call.getType()->isPointerTy())
    return false;
  Journey Way(Call, MadeType);
  return any_of(Way.Slots, [&](const auto &Slot) {
    const DIDerivedType *Member = Slot.first.Member;
    auto *Record = Member
                       ? dyn_cast_or_null<DICompositeType>(Member->getScope())
                       : nullptr;
    return Record && !types::isOrDerivesFrom(Class, Record) &&
           !types::isOrDerivesFrom(MadeType, Record);
  });
}

/// Returns whether \p Object is what objects of \p Class, which have no other
/// member, are only handles to.
static bool isBodyOf(const DICompositeType *Class, const DIType *Object) {
  const DIDerivedType *Member = types::onlyMember(Class);
  auto *Body = dyn_cast_or_null<DICompositeType>(types::strippedType(Object));
  if (!Member || !Body || Body->getScope() != Class ||
      types::homeOfNodes(Class, Body).Class)
    return false;
  const DIType *Ty = Member->getBaseType();
  const DIType *HeldType =
      types::heldType(Ty) ? types::heldType(Ty) : types::pointeeType(Ty);
  return HeldType && types::isOrDerivesFrom(HeldType, Body);
}

/// Returns that \p Member of the function's object, of class \p Class, keeps
/// memory.
static KeptMemory keptIn(const DICompositeType *Class, const Receiver &Member) {
  if (types::isContainerTemplate(Class))
    return {Member, AllocationKept};
  bool IsPlain = types::isScalar(Member.Type) || isBodyOf(Class, Member.Type) ||
                 types::isArrayOf(Class, Member.Type);
  return {Member, uint16_t(IsPlain ? AllocationKeptPlainly : 0)};
}

KeptMemory memfacet::naming::keptMemory(const CallBase &Call,
                                        const DIType *MadeType) {
  const DICompositeType *Class = ownClass(Call);
  if (!Class)
    return {};
  KeptMemory Node = keptAsNode(Class, MadeType);
  if (Node.Flags & AllocationKept)
    return Node;
  // What is returned in place is not returned as a pointer.
  const Value *Memory = &Call;
  if (Call.paramHasAttr(0, Attribute::StructRet))
    Memory = Call.getArgOperand(0);
  else if (!Call.getType()->isPointerTy())
    return Node;
  Receiver Keeper = storedIn(Memory);
  if (Keeper.Name.empty())
    return isStoredElsewhere(Call, Class, MadeType) ? KeptMemory() : Node;
  if (types::isContainerTemplate(Class))
    chooseFirstOfLinked(Keeper);
  if (isa_and_nonnull<DIDerivedType>(types::strippedType(Keeper.Type)))
    Keeper.Type = types::pointeeType(Keeper.Type);
  else if (types::heldType(Keeper.Type))
    Keeper.Type = MadeType;
  return keptIn(Class, Keeper);
}

/// Returns how memory is kept that the library allocates for a part of a fresh
/// object.
static KeptMemory keptInBody(const DICompositeType *Class, const Value *Address,
                             const Receiver &Object) {
  while (auto *GEP = dyn_cast<GEPOperator>(Address))
    Address = GEP->getPointerOperand();
  auto *New = dyn_cast<CallBase>(Address);
  const DIType *MadeType =
      New ? dyn_cast_or_null<DIType>(New->getMetadata("heapallocsite"))
          : nullptr;
  if (!MadeType || !isBodyOf(Class, MadeType) || storedIn(New).Name.empty())
    return {};
  return {Object, AllocationKeptPlainly};
}

KeptMemory memfacet::naming::keptInMember(const CallBase &Call,
                                          const Receiver &Object) {
  const DICompositeType *Class = ownClass(Call);
  if (!Class || Call.arg_size() == 0)
    return {};
  const Value *Address = Call.getArgOperand(0);
  ThisPath Path = pathFromThis(Address);
  if (!Path.IsFound)
    return keptInBody(Class, Address, Object);
  Receiver Part = describeMember(Path);
  const DIType *HeldType = types::heldType(Part.Type);
  if (Path.ReadsPointer && !HeldType)
    return {};
  if (types::isContainerHandle(Class) && types::isContainer(Part.Type)) {
    Part.Type = Object.Type;
    return {Part, AllocationKept};
  }
  bool IsDirect = !Path.IsInElements && !Path.ReadsPointer;
  if (IsDirect && types::isAroundOne(Class, Part.Type))
    return {Part, AllocationKeptPlainly};
  if (!HeldType || !IsDirect || !types::isContainerTemplate(Class))
    return {};
  Part.Type =
      types::arrayElement(HeldType) ? types::arrayElement(HeldType) : HeldType;
  return {Part, AllocationKept};
}

bool memfacet::naming::isReturned(const CallBase &Call) {
  const DISubprogram *F = Call.getFunction()->getSubprogram();
  if (!Call.getType()->isPointerTy() || !F->getLinkageName().starts_with("_Z"))
    return false;
  ValueFlow Flow;
  Flow.add(&Call);
  return Flow.reaches(
      [](const Value *, const User *U) { return isa<ReturnInst>(U); });
}

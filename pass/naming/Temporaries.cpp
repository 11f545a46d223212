//===- Temporaries.cpp - memory of objects without a name -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/naming/Temporaries.h"
#include "pass/types/ContainerClasses.h"
#include "pass/types/DebugNames.h"
#include "pass/types/LibraryClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::naming;

/// Steps from the object to the container: pointer, smart pointer, pair,
/// container.
static constexpr unsigned MaxReturnDepth = 8;

static const DISubprogram *subprogramOf(const CallBase &Call) {
  const llvm::Function *Callee = Call.getCalledFunction();
  return Callee ? Callee->getSubprogram() : nullptr;
}

/// Returns the class of the object that is made at \p Storage, by a constructor
/// or returned in place; null: not known.
static const DIType *classMadeAt(const Value *Storage) {
  for (const User *U : Storage->users()) {
    auto *Call = dyn_cast<CallBase>(U);
    if (!Call || Call->arg_size() == 0 || Call->getArgOperand(0) != Storage)
      continue;
    const DISubprogram *Callee = subprogramOf(*Call);
    if (!Callee)
      continue;
    if (Call->paramHasAttr(0, Attribute::StructRet))
      return types::resultType(Callee);
    auto *Class = dyn_cast_or_null<DICompositeType>(Callee->getScope());
    // Both may have arguments of templates.
    if (Class && types::plainName(Callee) == types::plainName(Class))
      return Class;
  }
  return nullptr;
}

/// Returns whether \p Method only compares its arguments with what is there, or
/// writes them to a stream.
static bool keepsNothing(const DISubprogram *Method) {
  static constexpr StringRef Lookups[] = {
      "at",          "compare",     "contains",     "count",
      "equal_range", "erase",       "find",         "lower_bound",
      "rfind",       "upper_bound", "find_last_of", "find_first_of"};
  auto *Class = dyn_cast_or_null<DICompositeType>(Method->getScope());
  return !Class || is_contained(Lookups, types::plainName(Method)) ||
         Class->getName().contains("stream");
}

static Receiver takerOf(const Value *V, unsigned Depth);

/// Returns the named object whose method \p Call gets \p V: the library's, or a
/// container of the program's own.
static Receiver takerBy(const CallBase &Call, const Value *V, unsigned Depth) {
  const DISubprogram *Method = subprogramOf(Call);
  if (!Method || Call.arg_size() < 2 || Call.getArgOperand(0) == V ||
      keepsNothing(Method) || Call.paramHasAttr(0, Attribute::StructRet))
    return {};
  if (!types::isLibraryCode(Method) &&
      !types::isContainerTemplate(types::classOf(Method)) &&
      !types::isContainerHandle(types::classOf(Method)))
    return {};
  Receiver Object = describeObjectOf(Call);
  if (!Object.Name.empty() && Object.Name != "this")
    return Object;
  const Value *Temporary = Call.getArgOperand(0);
  return isa<AllocaInst>(Temporary) ? takerOf(Temporary, Depth + 1)
                                    : Receiver();
}

/// Returns what keeps \p V, a pointer or the storage of an object, in the end.
static Receiver takerOf(const Value *V, unsigned Depth) {
  if (Depth > MaxReturnDepth)
    return {};
  for (const User *U : V->users()) {
    Receiver Found;
    if (auto *Call = dyn_cast<CallBase>(U))
      Found = takerBy(*Call, V, Depth);
    else if (auto *Store = dyn_cast<StoreInst>(U);
             Store && Store->getValueOperand() == V &&
             isa<AllocaInst>(Store->getPointerOperand()))
      Found = takerOf(Store->getPointerOperand(), Depth + 1);
    else if (isa<PHINode>(U) || isa<CastInst>(U) || isa<GetElementPtrInst>(U))
      Found = takerOf(U, Depth + 1);
    if (!Found.Name.empty())
      return Found;
  }
  return {};
}

/// Describes \p HeldType, which the object of type \p Object owns, in \p Taker.
static Receiver receiverInTaker(const Receiver &Taker, const DIType *HeldType,
                                const DIType *Object) {
  std::string TypeText = types::typeName(types::strippedType(HeldType));
  if (Taker.Name.empty())
    return {TypeText, HeldType};
  // Moved as a whole, or from one pointer to another.
  bool IsSame = types::strippedType(Taker.Type) == types::strippedType(Object);
  if (IsSame || types::holdsOneObject(Taker.Type))
    return {Taker.Name, HeldType};
  return {TypeText + " (in " + Taker.Name + ")", HeldType};
}

/// Describes an object without debug information: "std::string" by the symbol
/// of the type.
static Receiver receiverBySymbol(const AllocaInst *Storage,
                                 const Receiver &Taker) {
  auto *Struct = dyn_cast<StructType>(Storage->getAllocatedType());
  if (!Struct || !Struct->hasName())
    return {};
  StringRef Name = Struct->getName();
  if (!Name.consume_front("struct.") && !Name.consume_front("class."))
    return {};
  // The compiler numbers types of the same name.
  StringRef Plain = Name.rtrim("0123456789");
  if (Plain.size() < Name.size() && Plain.consume_back("."))
    Name = Plain;
  std::string Text = types::writtenTypeName(Name);
  if (!Taker.Name.empty())
    Text += " (in " + Taker.Name + ")";
  return {Text, nullptr};
}

Receiver memfacet::naming::describeTemporaryOf(const CallBase &Call) {
  auto *Storage = dyn_cast<AllocaInst>(Call.getArgOperand(0));
  if (!Storage)
    return {};
  Receiver Taker = takerOf(Storage, 0);
  const DIType *Object = classMadeAt(Storage);
  if (!Object)
    return receiverBySymbol(Storage, Taker);
  const DIType *HeldType = types::heldType(Object);
  return receiverInTaker(Taker, HeldType ? HeldType : Object, Object);
}

Receiver memfacet::naming::describeNewObject(const CallBase &Call) {
  // The front end says what it makes.
  auto *MadeType = dyn_cast_or_null<DIType>(Call.getMetadata("heapallocsite"));
  return MadeType ? receiverInTaker(takerOf(&Call, 0), MadeType, nullptr)
                  : Receiver();
}

//===- LabelTables.cpp - labels of a copied body --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/select/LabelTables.h"
#include "memfacet/Check.h"
#include "pass/accesses/OtherInstrumentation.h"
#include "pass/interface/TableWriter.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::select;

LabelUses::LabelUses(llvm::Function &F) : F(F) {
  for (const BasicBlock &Block : F)
    if (const BlockAddress *Label = BlockAddress::lookup(&Block))
      followLabel(*Label);
  for (const BasicBlock &Block : F)
    if (auto *Goto = dyn_cast<IndirectBrInst>(Block.getTerminator())) {
      const Value *Target = Goto->getAddress();
      HasEscaped |= !isa<BlockAddress>(Target) &&
                    !Addresses.contains(dyn_cast<Instruction>(Target));
    }
}

/// Adds \p I to the addresses; returns whether it is new.
bool LabelUses::isNew(const Instruction &I) {
  if (I.getFunction() != &F || I.getParent()->isEntryBlock())
    HasEscaped = true;
  return Addresses.insert(&I).second;
}

void LabelUses::followLabel(const Value &Label) {
  for (const User *U : Label.users()) {
    if (isa<PHINode>(U) || isa<SelectInst>(U)) {
      if (isNew(*cast<Instruction>(U)))
        followLabel(*U);
    } else if (auto *Goto = dyn_cast<IndirectBrInst>(U)) {
      HasEscaped |= Goto->getFunction() != &F;
    } else if (isa<ConstantAggregate>(U)) {
      followLabel(*U);
    } else if (auto *Table = dyn_cast<GlobalVariable>(U);
               Table && Table->isConstant() && Table->hasLocalLinkage() &&
               !Table->isThreadLocal()) {
      if (Tables.insert(const_cast<GlobalVariable *>(Table)))
        followTable(*Table);
    } else {
      HasEscaped = true;
    }
  }
}

/// Returns whether \p U, a constant, is used by MemFacet's tables only.
static bool describes(const User &U) {
  if (auto *G = dyn_cast<GlobalVariable>(&U))
    return accesses::belongsToInstrumentation(*G);
  return isa<Constant>(U) && !isa<GlobalValue>(U) &&
         all_of(U.users(), [](const User *Outer) { return describes(*Outer); });
}

/// Follows the uses of \p Table: the address of a table or of an element.
void LabelUses::followTable(const Value &Table) {
  for (const User *U : Table.users()) {
    if (isa<GetElementPtrInst>(U)) {
      if (isNew(*cast<Instruction>(U)))
        followTable(*U);
    } else if (isa<GEPOperator>(U)) {
      followTable(*U);
    } else if (auto *Load = dyn_cast<LoadInst>(U);
               Load && Load->getType()->isPointerTy() && Load->isSimple()) {
      if (isNew(*Load))
        followLabel(*Load);
    } else {
      HasEscaped |= !describes(*U);
    }
  }
}

/// Returns the row that describes \p Table, or null.
static GlobalVariable *rowOf(const GlobalVariable &Table) {
  SmallVector<const User *, 4> Worklist(Table.user_begin(), Table.user_end());
  while (!Worklist.empty()) {
    const User *U = Worklist.pop_back_val();
    auto *G = dyn_cast<GlobalVariable>(U);
    if (G &&
        G->getSection() == interface::TableWriter::section(TableKind::Globals))
      return const_cast<GlobalVariable *>(G);
    if (isa<ConstantAggregate>(U))
      Worklist.append(U->user_begin(), U->user_end());
  }
  return nullptr;
}

/// Describes the copy of \p Table in \p Map by a row with the same name.
static void copyRow(const GlobalVariable &Table, ValueToValueMapTy &Map) {
  GlobalVariable *Row = rowOf(Table);
  if (!Row)
    return;
  Module &M = *Row->getParent();
  auto *Copy = new GlobalVariable(M, Row->getValueType(), /*isConstant=*/true,
                                  GlobalValue::PrivateLinkage, nullptr,
                                  Row->getName(), Row);
  Copy->copyAttributesFrom(Row);
  Copy->setComdat(Row->getComdat());
  Map[Row] = Copy;
  Copy->setInitializer(
      MapValue(Row->getInitializer(), Map, RF_NoModuleLevelChanges));
  appendToUsed(M, {Copy});
}

void LabelUses::copyTables(ValueToValueMapTy &Map) const {
  MEMFACET_CHECK(canBeCopied(), "no label's address escapes");
  for (GlobalVariable *Table : Tables) {
    auto *Copy = new GlobalVariable(
        *F.getParent(), Table->getValueType(), /*isConstant=*/true,
        GlobalValue::PrivateLinkage, nullptr, Table->getName(), Table);
    Copy->copyAttributesFrom(Table);
    Copy->setComdat(Table->getComdat());
    Map[Table] = Copy;
  }
  for (GlobalVariable *Table : Tables)
    cast<GlobalVariable>(Map[Table])
        ->setInitializer(
            MapValue(Table->getInitializer(), Map, RF_NoModuleLevelChanges));
  for (GlobalVariable *Table : Tables)
    copyRow(*Table, Map);
}

//===- ScalarTypes.cpp - scalar types of accesses -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/naming/ScalarTypes.h"
#include "memfacet/UsedTypes.h"
#include "pass/types/DebugNames.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Metadata.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::naming;

ScalarTypes::ScalarTypes(const Module &M) {
  for (const llvm::Function &F : M)
    for (const Instruction &I : instructions(F))
      if (I.getMetadata(LLVMContext::MD_tbaa)) {
        HasAliasTypes = true;
        return;
      }
}

/// Returns the type that \p I loads or stores, that of an element for a vector;
/// null: it does neither.
static const Type *valueType(const Instruction &I) {
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return Load->getType()->getScalarType();
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return Store->getValueOperand()->getType()->getScalarType();
  return nullptr;
}

/// Returns whether \p Name is one by which flang distinguishes how memory is
/// reached, and not what it holds.
static bool isWayOfAccess(StringRef Name) {
  static constexpr StringRef Ways[] = {"any access", "any data access",
                                       "descriptor member"};
  return is_contained(Ways, Name) || Name.starts_with("allocated data") ||
         Name.starts_with("direct data") || Name.starts_with("global data") ||
         Name.starts_with("target data") || Name.starts_with("dummy arg data");
}

static std::string typeByWidth(const Type *Ty) {
  if (Ty->isPointerTy())
    return "void *";
  if (Ty->isFloatTy())
    return "float";
  if (Ty->isDoubleTy())
    return "double";
  if (!Ty->isIntegerTy())
    return "";
  switch (Ty->getIntegerBitWidth()) {
  case 1:
  case 8:
    return "char";
  case 16:
    return "short";
  case 32:
    return "int";
  case 64:
    return "long";
  default:
    return "";
  }
}

/// "int" of a tag's access type, its second node; empty for a member's, which
/// has another base type.
static std::string aliasType(const MDNode *Tag) {
  if (Tag->getNumOperands() < 2 || Tag->getOperand(0) != Tag->getOperand(1))
    return "";
  auto *Node = dyn_cast_or_null<MDNode>(Tag->getOperand(1));
  auto *Name = Node && Node->getNumOperands() > 0
                   ? dyn_cast_or_null<MDString>(Node->getOperand(0))
                   : nullptr;
  if (!Name || Name->getString() == "vtable pointer")
    return "";
  StringRef Text = Name->getString();
  if (Text == "omnipotent char")
    return "char";
  // "p2 int": later versions of the compiler distinguish pointers.
  if (Text == "any pointer" ||
      (Text.consume_front("p") && !Text.empty() && isDigit(Text.front())))
    return "void *";
  Text = Name->getString();
  // A C++ type's symbol, "_ZTS5Color".
  if (!Text.starts_with("_ZTS"))
    return Text.str();
  std::string Written = types::symbolName(Text);
  StringRef Plain = Written;
  Plain.consume_front("typeinfo name for ");
  return Plain.str();
}

/// Returns the type for which a function of the C library takes its ranges.
/// Functions that move blocks of anything have none.
static std::string typeByCallee(const CallBase &Call) {
  const llvm::Function *Callee = Call.getCalledFunction();
  StringRef Name = Callee ? Callee->getName() : "";
  Name.consume_front("__");
  Name.consume_back("_chk");
  for (StringRef Variant : {"64", "_unlocked"})
    Name.consume_back(Variant);
  static constexpr StringRef Texts[] = {
      "strlen",  "strnlen", "strcpy", "stpcpy",  "strncpy", "strcat",
      "strncat", "strcmp",  "strchr", "strncmp", "strrchr", "strcasecmp",
      "strstr",  "strdup",  "fgets",  "strndup", "getline", "strncasecmp",
      "fputs",   "sprintf", "puts",   "snprintf"};
  static constexpr StringRef Transfers[] = {
      "read",  "pread", "recv",   "recvfrom", "readv",  "recvmsg", "fread",
      "write", "send",  "fwrite", "pwrite",   "sendto", "writev",  "sendmsg"};
  if (is_contained(Texts, Name))
    return "char";
  return is_contained(Transfers, Name) ? UntypedBytes : "";
}

std::string ScalarTypes::typeOf(const accesses::Access &A) const {
  if (auto *Call = dyn_cast<CallBase>(A.Instruction))
    return typeByCallee(*Call);
  const Type *Ty = valueType(*A.Instruction);
  if (!Ty || A.Shape == SiteShape::Blind)
    return "";
  const llvm::Function *F = A.Instruction->getFunction();
  if (const MDNode *Tag = A.Instruction->getMetadata(LLVMContext::MD_tbaa)) {
    std::string Name = aliasType(Tag);
    if (isWayOfAccess(Name))
      return typeByWidth(Ty);
    // An access that is wider than a character looks at something as bytes.
    return Name == "char" && !Ty->isIntegerTy(8) ? "" : Name;
  }
  // Otherwise the compiler made the access of a memcpy, or of several accesses.
  bool IsAsWritten =
      !HasAliasTypes || F->hasFnAttribute(Attribute::OptimizeNone);
  return IsAsWritten && F->getSubprogram() ? typeByWidth(Ty) : "";
}

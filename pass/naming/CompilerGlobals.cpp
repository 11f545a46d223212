//===- CompilerGlobals.cpp - globals that the compiler makes --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/naming/CompilerGlobals.h"
#include "pass/compat/Compat.h"
#include "pass/types/DebugNames.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::naming;

static constexpr StringRef SwitchTable = "switch.table.";
static constexpr StringRef InitialValues = "__const.";

bool memfacet::naming::isMadeByCompiler(const GlobalVariable &G) {
  static constexpr StringRef Prefixes[] = {
      "_ZTV",        "_ZTI",      "_ZTS",
      "_ZTT",        "_ZGV",      "_ZGIW",
      "__tls_guard", SwitchTable, ".gomp_critical_user_"};
  return any_of(Prefixes,
                [&](StringRef P) { return G.getName().starts_with(P); });
}

/// Returns "const int[7]" by the elements; empty if they are of several types.
static std::string arrayType(const GlobalVariable &G) {
  Type *Ty = G.getValueType();
  // A table of virtual functions is an array in a structure.
  if (auto *Struct = dyn_cast<StructType>(Ty);
      Struct && Struct->getNumElements() == 1)
    Ty = Struct->getElementType(0);
  auto *Array = dyn_cast<ArrayType>(Ty);
  if (!Array)
    return "";
  Type *Element = Array->getElementType();
  std::string Name = Element->isPointerTy()     ? "void *"
                     : Element->isIntegerTy(8)  ? "char"
                     : Element->isIntegerTy(16) ? "short"
                     : Element->isIntegerTy(32) ? "int"
                     : Element->isIntegerTy(64) ? "long"
                     : Element->isFloatTy()     ? "float"
                     : Element->isDoubleTy()    ? "double"
                                                : "";
  return Name.empty()
             ? ""
             : "const " + Name + "[" + utostr(Array->getNumElements()) + "]";
}

/// Returns the function whose symbol \p Text begins with; symbols may have
/// dots, too.
static const llvm::Function *functionNamed(const Module &M, StringRef Text) {
  while (true) {
    if (const llvm::Function *F = M.getFunction(Text))
      return F;
    size_t Dot = Text.rfind('.');
    if (Dot == StringRef::npos)
      return nullptr;
    Text = Text.substr(0, Dot);
  }
}

static const DILocalVariable *variableNamed(const llvm::Function &F,
                                            StringRef Name) {
  for (const DILocalVariable *V : types::nodesIn<DILocalVariable>(
           F.getSubprogram()->getRawRetainedNodes()))
    if (V && V->getName() == Name)
      return V;
  for (const Instruction &I : instructions(F))
    if (isa<AllocaInst>(I))
      for (const DILocalVariable *V :
           compat::declaredVariables(const_cast<Instruction *>(&I)))
        if (V->getName() == Name)
          return V;
  return nullptr;
}

/// "__const.main.primes.1": initial values of main's variable.
static CompilerGlobal initialValues(const GlobalVariable &G, StringRef Rest) {
  CompilerGlobal Result;
  const llvm::Function *F = functionNamed(*G.getParent(), Rest);
  // A function that was inlined everywhere exists only in this symbol.
  auto [Symbol, Name] =
      F ? std::pair(F->getName(), Rest.substr(F->getName().size() + 1))
        : Rest.split('.');
  Result.Name = Name.split('.').first;
  Result.Type = arrayType(G);
  if (!F || !F->getSubprogram()) {
    Result.Function = types::symbolName(Symbol);
    return Result;
  }
  Result.Function = types::qualifiedName(F->getSubprogram());
  Result.Variable = variableNamed(*F, Result.Name);
  if (Result.Variable)
    Result.Content = Result.Variable->getType();
  return Result;
}

/// Returns the variable of the source with \p Symbol; or null.
static const DIGlobalVariable *globalNamed(const Module &M, StringRef Symbol) {
  for (const DICompileUnit *Unit : M.debug_compile_units())
    for (const DIGlobalVariableExpression *E : Unit->getGlobalVariables())
      if (const DIGlobalVariable *V = E ? E->getVariable() : nullptr)
        if (V->getLinkageName() == Symbol ||
            (V->getLinkageName().empty() && V->getName() == Symbol))
          return V;
  return nullptr;
}

/// "table.body": memory in place of a block of at most 2047 bytes that is
/// allocated once, for a pointer that has no other value (GlobalOpt).
static CompilerGlobal allocatedBlock(const GlobalVariable &G,
                                     StringRef Pointer) {
  CompilerGlobal Result;
  Result.Name = types::symbolName(Pointer);
  const DIGlobalVariable *V = globalNamed(*G.getParent(), Pointer);
  const DIType *Content = V ? types::pointeeType(V->getType()) : nullptr;
  if (!Content)
    return Result;
  Result.Name = types::qualifiedName(V);
  if (auto *Local = dyn_cast_or_null<DILocalScope>(V->getScope()))
    Result.Function = types::qualifiedName(Local->getSubprogram());
  Result.Variable = V;
  Result.Content = Content;
  return Result;
}

static bool isAllocatedBlock(const GlobalVariable &G) {
  auto *Bytes = dyn_cast<ArrayType>(G.getValueType());
  return G.hasLocalLinkage() && Bytes && G.hasInitializer() &&
         Bytes->getElementType()->isIntegerTy(8) &&
         isa<UndefValue>(G.getInitializer());
}

CompilerGlobal
memfacet::naming::describeCompilerGlobal(const GlobalVariable &G) {
  StringRef Name = G.getName();
  CompilerGlobal Result;
  if (Name.consume_front(InitialValues))
    return initialValues(G, Name);
  if (Name.consume_front(SwitchTable)) {
    const llvm::Function *F = functionNamed(*G.getParent(), Name);
    Result.Function = F && F->getSubprogram()
                          ? types::qualifiedName(F->getSubprogram())
                          : types::symbolName(Name);
    Result.Name = "switch table of " + Result.Function;
    Result.Type = arrayType(G);
    return Result;
  }
  if (isAllocatedBlock(G) && Name.consume_back(".body"))
    return allocatedBlock(G, Name);
  if (!isMadeByCompiler(G))
    return Result;
  Result.Name = types::symbolName(Name);
  if (Name.starts_with("_ZTI"))
    Result.Type = "const std::type_info";
  else if (G.isConstant())
    Result.Type = arrayType(G);
  return Result;
}

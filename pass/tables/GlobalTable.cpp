//===- GlobalTable.cpp - the table of global variables --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/tables/GlobalTable.h"
#include "pass/accesses/OtherInstrumentation.h"
#include "pass/compat/Compat.h"
#include "pass/naming/CompilerGlobals.h"
#include "pass/stack/StackLocals.h"
#include "pass/types/DebugNames.h"
#include "pass/types/FortranTypes.h"
#include "pass/types/VariableParts.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::tables;

static bool isProgramsOwn(const GlobalVariable &G) {
  if (G.isDeclaration() || G.hasAvailableExternallyLinkage() ||
      G.getAddressSpace() != 0 || !G.getValueType()->isSized())
    return false;
  if (G.getParent()->getDataLayout().getTypeAllocSize(G.getValueType()) == 0)
    return false;
  return !accesses::belongsToInstrumentation(G);
}

/// Returns whether link-time optimisation may choose another copy of \p G than
/// this one, although local symbols describe this copy.
static bool mayHaveTwin(const GlobalVariable &G) {
  return stack::isForLinkTimeOptimisation(*G.getParent()) &&
         !G.hasLocalLinkage() && (G.hasComdat() || G.isWeakForLinker());
}

/// Makes the linker choose among the copies of \p Description, which describes
/// \p G, as it chooses among those of \p G.
static void shareFate(GlobalObject &Description, const GlobalVariable &G) {
  if (!mayHaveTwin(G))
    return;
  Description.setLinkage(GlobalValue::WeakAnyLinkage);
  Description.setVisibility(GlobalValue::HiddenVisibility);
}

/// Makes a function `void *()` that returns the calling thread's instance of
/// \p G.
static llvm::Function *accessor(GlobalVariable &G) {
  Module &M = *G.getParent();
  auto *F = llvm::Function::Create(
      FunctionType::get(PointerType::get(M.getContext(), 0), false),
      GlobalValue::PrivateLinkage, "__memfacet.instance." + G.getName(), M);
  F->setComdat(G.getComdat());
  shareFate(*F, G);
  F->setDoesNotThrow();
  IRBuilder<> B(BasicBlock::Create(M.getContext(), "", F));
  B.CreateRet(B.CreateThreadLocalAddress(&G));
  return F;
}

static bool hasSourceName(const GlobalVariable &G) {
  SmallVector<DIGlobalVariableExpression *, 1> Expressions;
  G.getDebugInfo(Expressions);
  return any_of(Expressions, [](const DIGlobalVariableExpression *E) {
    return !E->getVariable()->getName().empty();
  });
}

static uint32_t flagsOf(const GlobalVariable &G) {
  uint32_t Flags = 0;
  if (G.isConstant())
    Flags |= GlobalConstant;
  if (G.isThreadLocal())
    Flags |= GlobalThreadLocal;
  // Constants that the front end made, literals and initialisers: a variable of
  // the source has a name in its debug information.
  bool IsUnnamed =
      G.hasGlobalUnnamedAddr() || G.getName().starts_with(".compoundliteral");
  bool IsLiteral = (G.hasLocalLinkage() && IsUnnamed) ||
                   types::isFortranLiteral(G.getName());
  if (G.isConstant() && IsLiteral && !hasSourceName(G) &&
      naming::describeCompilerGlobal(G).Name.empty())
    Flags |= GlobalStringLiteral;
  if (naming::isMadeByCompiler(G))
    Flags |= GlobalArtificial;
  return Flags;
}

namespace {
struct SourceNames {
  std::string Name, Type, File, Function;
  uint32_t Line = 0;
  uint64_t ElementBytes = 0;
};
} // namespace

/// Sets what the variable or the part \p Ty is of, or holds.
static void setType(SourceNames &Names, const DIType *Ty,
                    types::RecordLayouts &Types) {
  const DIType *Element = types::arrayElement(Ty);
  Names.Type = Types.typeText(Ty);
  Names.ElementBytes = types::typeBytes(Element ? Element : Ty);
}

/// Returns the source file of \p M with its folder; flang calls it "FIRModule".
static std::string moduleFile(const Module &M) {
  for (const DICompileUnit *Unit : M.debug_compile_units())
    return types::fileName(Unit->getRawFile());
  return M.getSourceFileName();
}

static SourceNames sourceNames(const GlobalVariable &G,
                               types::RecordLayouts &Types) {
  SourceNames Names;
  SmallVector<DIGlobalVariableExpression *, 1> Expressions;
  // Later versions of clang describe each table of virtual functions as a
  // variable "_vtable$".
  if (!naming::isMadeByCompiler(G))
    G.getDebugInfo(Expressions);
  Names.File = moduleFile(*G.getParent());
  for (DIGlobalVariableExpression *E : Expressions) {
    const DIGlobalVariable *V = E->getVariable();
    types::VariablePart Part = {"", V->getType()};
    if (auto Fragment = E->getExpression()->getFragmentInfo())
      Part = types::partOf(V->getType(), Fragment->OffsetInBits / 8,
                           Fragment->SizeInBits / 8);
    Names.Name = types::qualifiedName(V) + Part.Path;
    if (auto *Local = dyn_cast_or_null<DILocalScope>(V->getScope()))
      Names.Function = types::qualifiedName(Local->getSubprogram());
    Names.File = types::fileName(V->getRawFile());
    Names.Line = V->getLine();
    setType(Names, Part.Type, Types);
    break;
  }
  if (!Names.Name.empty())
    return Names;
  naming::CompilerGlobal Generated = naming::describeCompilerGlobal(G);
  Names.Name =
      Generated.Name.empty() ? types::symbolName(G.getName()) : Generated.Name;
  Names.Type = Generated.Type;
  Names.Function = Generated.Function;
  if (const DIVariable *V = Generated.Variable) {
    Names.File = types::fileName(V->getRawFile());
    Names.Line = V->getLine();
    setType(Names, Generated.Content, Types);
  }
  return Names;
}

/// Entries to keep although nothing refers to them.
namespace {
struct KeptEntries {
  SmallVector<GlobalValue *, 64> FromCompiler; ///< linked to their variables
  SmallVector<GlobalValue *, 64> FromLinker;
};
} // namespace

static void writeGlobal(GlobalVariable &G, interface::TableWriter &Writer,
                        types::RecordLayouts &Types, KeptEntries &Entries) {
  Module &M = *G.getParent();
  GlobalVariable *Entry = Writer.declare(
      TableKind::Globals, "__memfacet.global." + G.getName(), 1, G.getComdat());
  shareFate(*Entry, G);
  SourceNames Names = sourceNames(G, Types);
  uint64_t Bytes = M.getDataLayout().getTypeAllocSize(G.getValueType());
  GlobalValue *Address = &G;
  if (G.isThreadLocal())
    Address = accessor(G);
  Writer.define(
      Entry,
      interface::Row{interface::Field::pointer(Address),
                     interface::Field::i64(Bytes),
                     interface::Field::rel(Writer.string(Names.Name)),
                     interface::Field::rel(Writer.string(Names.Type)),
                     interface::Field::rel(Writer.string(Names.File)),
                     interface::Field::i32(Names.Line),
                     interface::Field::rel(Writer.string(Names.Function)),
                     interface::Field::i32(flagsOf(G)),
                     interface::Field::rel(Writer.string(G.getName())),
                     interface::Field::i32(
                         Names.ElementBytes ? Names.ElementBytes : Bytes)});
  // The linker keeps or drops the entry with its variable, where it can:
  // constants may be merged with equal ones, thread-locals are only reached
  // through their accessor, and the copy in use may be another module's.
  bool IsMergeable = G.isConstant() && G.hasGlobalUnnamedAddr();
  bool MayBeElsewhere = mayHaveTwin(G) && !G.hasComdat();
  if (G.isThreadLocal() || IsMergeable || MayBeElsewhere) {
    Entries.FromLinker.push_back(Entry);
    return;
  }
  Entry->setMetadata(LLVMContext::MD_associated,
                     MDNode::get(M.getContext(), ValueAsMetadata::get(&G)));
  Entries.FromCompiler.push_back(Entry);
  // What is left of both in a module whose copies are not in use refers to it.
  if (mayHaveTwin(G))
    Entries.FromCompiler.push_back(&G);
}

void memfacet::tables::writeGlobals(Module &M, interface::TableWriter &Writer,
                                    types::RecordLayouts &Types) {
  SmallVector<GlobalVariable *, 64> Globals;
  for (GlobalVariable &G : M.globals())
    if (isProgramsOwn(G))
      Globals.push_back(&G);
  KeptEntries Entries;
  for (GlobalVariable *G : Globals)
    writeGlobal(*G, Writer, Types, Entries);
  appendToCompilerUsed(M, Entries.FromCompiler);
  appendToUsed(M, Entries.FromLinker);
}

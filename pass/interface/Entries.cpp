//===- Entries.cpp - declarations of the runtime's entry points -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/interface/Entries.h"
#include "memfacet/Entry.h"
#include "pass/interface/TableWriter.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include <dlfcn.h>

using namespace llvm;
using namespace memfacet;
using namespace memfacet::interface;

bool memfacet::interface::mayBeShared(const Module &M) {
  return M.getPICLevel() != PICLevel::NotPIC &&
         M.getPIELevel() == PIELevel::Default;
}

/// The runtime is part of the executable: its thread-locals are at a constant
/// distance there, and known to the loader at start everywhere else.
GlobalVariable::ThreadLocalMode
memfacet::interface::threadModel(const Module &M) {
  return mayBeShared(M) ? GlobalVariable::InitialExecTLSModel
                        : GlobalVariable::LocalExecTLSModel;
}

GlobalVariable *memfacet::interface::threadVariable(Module &M, StringRef Name,
                                                    Type *Ty) {
  if (GlobalVariable *Existing = M.getNamedGlobal(Name))
    return Existing;
  auto *G = new GlobalVariable(M, Ty, false, GlobalValue::ExternalLinkage,
                               nullptr, Name, nullptr, threadModel(M));
  G->setDSOLocal(threadModel(M) == GlobalVariable::LocalExecTLSModel);
  return G;
}

static PointerType *pointer(const Module &M) {
  return PointerType::get(M.getContext(), 0);
}

FunctionCallee memfacet::interface::slowEntry(Module &M, StringRef Name,
                                              FunctionType *Ty) {
  FunctionCallee Callee = M.getOrInsertFunction(Name, Ty);
  if (auto *F = dyn_cast<llvm::Function>(Callee.getCallee())) {
    F->setCallingConv(CallingConv::PreserveAll);
    F->setDoesNotThrow();
    F->addFnAttr(Attribute::Cold);
    // The loader's lazy resolver does not keep every register.
    F->addFnAttr(Attribute::NonLazyBind);
  }
  return Callee;
}

/// Declares the function that makes room and keeps every register.
static FunctionCallee slowPath(Module &M, StringRef Name) {
  return slowEntry(M, Name,
                   FunctionType::get(Type::getVoidTy(M.getContext()), false));
}

GlobalVariable *memfacet::interface::processVariable(Module &M, StringRef Name,
                                                     Type *Ty) {
  if (GlobalVariable *Existing = M.getNamedGlobal(Name))
    return Existing;
  auto *G = new GlobalVariable(M, Ty, false, GlobalValue::ExternalLinkage,
                               nullptr, Name);
  G->setDSOLocal(threadModel(M) == GlobalVariable::LocalExecTLSModel);
  return G;
}

/// Returns whether -masm=intel (or =att) was given. Then a separate assembler
/// (-fno-integrated-as) would read AT&T text as Intel's.
static bool hasAssemblySyntax() {
  auto &Existing = cl::getRegisteredOptions();
  auto Syntax = Existing.find("x86-asm-syntax");
  return Syntax != Existing.end() && Syntax->second->getNumOccurrences() != 0;
}

/// Returns whether functions can pass a value in addition to their arguments:
/// in r11, which the System V convention does not use. In the large code model,
/// the runtime may be too far away for a call.
static bool carries(const Module &M) {
  return targetsX86(M) && Triple(M.getTargetTriple()).isOSBinFormatELF() &&
         !hasAssemblySyntax() && M.getCodeModel() != CodeModel::Large;
}

/// Returns the instruction that calls function \p Name of the runtime, past
/// the loader's lazy resolver.
static std::string callOf(const Module &M, const char *Name) {
  return mayBeShared(M) ? std::string("callq *") + Name + "@GOTPCREL(%rip)"
                        : std::string("callq ") + Name;
}

bool memfacet::interface::targetsX86(const Module &M) {
  Triple Target(M.getTargetTriple());
  return Target.getArch() == Triple::x86_64 && !Target.isX32();
}

Entries::Entries(Module &M, bool Carry)
    : Cursor(threadVariable(M, MEMFACET_CURSOR, pointer(M))),
      Limit(threadVariable(M, MEMFACET_LIMIT, pointer(M))),
      Site(threadVariable(M, MEMFACET_SITE, pointer(M))),
      Depth(
          threadVariable(M, MEMFACET_DEPTH, Type::getInt64Ty(M.getContext()))),
      Contexts(threadVariable(M, MEMFACET_CONTEXTS,
                              ArrayType::get(pointer(M), ContextSlots))),
      Next(slowPath(M, MEMFACET_NEXT)) {
  if (Carry && carries(M)) {
    CursorRegister = "r11";
    RoomCall = callOf(M, MEMFACET_ROOM);
    ReloadCall = callOf(M, MEMFACET_RELOAD);
  }
}

/// Returns the path that bin/memfacet has next to this plugin's lib/memfacet/;
/// "" if the plugin's own path is not known.
static std::string collectorPath() {
  Dl_info Info;
  if (!dladdr(reinterpret_cast<void *>(&collectorPath), &Info))
    return "";
  SmallString<256> Path(Info.dli_fname);
  if (sys::fs::make_absolute(Path))
    return "";
  for (int Level = 0; Level != 3; ++Level)
    sys::path::remove_filename(Path);
  sys::path::append(Path, "bin", "memfacet");
  return Path.str().str();
}

static GlobalVariable *boundary(Module &M, const Twine &Name) {
  auto *G = new GlobalVariable(M, Type::getInt8Ty(M.getContext()), true,
                               GlobalValue::ExternalWeakLinkage, nullptr, Name);
  G->setVisibility(GlobalValue::HiddenVisibility);
  return G;
}

GlobalVariable *memfacet::interface::moduleTables(Module &M) {
  constexpr StringLiteral Name = "__memfacet_module_tables";
  if (GlobalVariable *Existing = M.getNamedGlobal(Name))
    return Existing;
  LLVMContext &Context = M.getContext();
  Type *Int32 = Type::getInt32Ty(Context);
  SmallVector<Constant *, 2 + 2 * TableCount + 1> Fields = {
      ConstantInt::get(Int32, FormatVersion),
      ConstantInt::get(Int32, TableCount)};
  for (uint32_t Kind = 0; Kind != TableCount; ++Kind) {
    StringRef Section = TableWriter::section(TableKind(Kind));
    Fields.push_back(boundary(M, "__start_" + Section));
    Fields.push_back(boundary(M, "__stop_" + Section));
  }
  std::string Collector = collectorPath();
  Constant *Text = ConstantDataArray::getString(Context, Collector);
  Fields.push_back(new GlobalVariable(M, Text->getType(), true,
                                      GlobalValue::PrivateLinkage, Text,
                                      "__memfacet.collector"));
  Constant *Value = ConstantStruct::getAnon(Context, Fields);
  auto *Tables = new GlobalVariable(
      M, Value->getType(), true, GlobalValue::LinkOnceODRLinkage, Value, Name);
  Tables->setVisibility(GlobalValue::HiddenVisibility);
  Tables->setComdat(M.getOrInsertComdat(Name));
  return Tables;
}

static llvm::Function *hook(Module &M, StringRef Name,
                            ArrayRef<StringRef> Callees, Constant *Tables) {
  LLVMContext &Context = M.getContext();
  Type *Void = Type::getVoidTy(Context);
  auto *F = llvm::Function::Create(FunctionType::get(Void, false),
                                   GlobalValue::LinkOnceODRLinkage, Name, M);
  F->setVisibility(GlobalValue::HiddenVisibility);
  F->setComdat(M.getOrInsertComdat(Name));
  F->setDoesNotThrow();
  IRBuilder<> B(BasicBlock::Create(Context, "", F));
  for (StringRef Callee : Callees) {
    bool IsCheck = Callee == MEMFACET_VERSION_CHECK;
    SmallVector<Type *, 1> Parameters;
    SmallVector<Value *, 1> Arguments;
    if (!IsCheck) {
      Parameters.push_back(Tables->getType());
      Arguments.push_back(Tables);
    }
    B.CreateCall(M.getOrInsertFunction(
                     Callee, FunctionType::get(Void, Parameters, false)),
                 Arguments);
  }
  B.CreateRetVoid();
  return F;
}

void memfacet::interface::insertRegistration(Module &M) {
  // The registration comes before the program's constructors, as priorities up
  // to 100 belong to the implementation.
  constexpr int First = 1;
  GlobalVariable *Tables = moduleTables(M);
  llvm::Function *Begin =
      hook(M, "__memfacet_module_begin",
           {MEMFACET_VERSION_CHECK, MEMFACET_REGISTER}, Tables);
  llvm::Function *End =
      hook(M, "__memfacet_module_end", {MEMFACET_UNREGISTER}, Tables);
  appendToGlobalCtors(M, Begin, First, Begin);
  appendToGlobalDtors(M, End, First, End);
}

//===- AllocationCalls.cpp - which calls allocate -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/naming/AllocationCalls.h"
#include "memfacet/Entry.h"
#include "pass/types/DebugNames.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::naming;

/// Looks also through -O0 casts and aliases.
const llvm::Function *memfacet::naming::calleeOf(const CallBase &Call) {
  return dyn_cast<llvm::Function>(
      Call.getCalledOperand()->stripPointerCastsAndAliases());
}

/// Returns whether \p Name is operator new or new[], with size_t (m) and all
/// further parameters but the placement address.
static bool isNew(StringRef Name) {
  return (Name.starts_with("_Znwm") || Name.starts_with("_Znam")) &&
         !Name.ends_with("mPv");
}

/// Returns whether \p Name is operator delete or delete[], but not for
/// placement.
static bool isDelete(StringRef Name) {
  return (Name.starts_with("_ZdlPv") || Name.starts_with("_ZdaPv")) &&
         !Name.ends_with("PvS_");
}

/// Returns the name of the function that \p Name is a variant of:
/// -fsanitize=alloc-token of clang 22 makes "__alloc_token_malloc" of "malloc",
/// with the token as a further argument, or "__alloc_token_3_malloc".
static StringRef withoutToken(StringRef Name) {
  if (!Name.consume_front("__alloc_token_"))
    return Name;
  StringRef Plain = Name.drop_while(isDigit);
  return Plain.size() != Name.size() && Plain.consume_front("_") ? Plain : Name;
}

AllocationArguments memfacet::naming::allocationArguments(StringRef Name) {
  Name = withoutToken(Name);
  if (isNew(Name))
    return {0};
  return StringSwitch<AllocationArguments>(Name)
      .Cases("malloc", "valloc", "pvalloc", {0})
      .Case("calloc", {1, 0})
      .Cases("realloc", "aligned_alloc", "memalign", {1})
      .Case("reallocarray", {2, 1})
      .Case("posix_memalign", {2, -1, 0})
      .Cases("strdup", "strndup", "__strdup", "__strndup",
             {-1, -1, -1, -1, true})
      .Cases("asprintf", "vasprintf", "__asprintf_chk", "__vasprintf_chk",
             {-1, -1, 0, -1, true, true})
      .Cases("canonicalize_file_name", "get_current_dir_name", "tempnam",
             {-1, -1, -1, -1, true, true})
      .Case("realpath", {-1, -1, -1, -1, true, true, 1})
      .Case("getcwd", {-1, -1, -1, -1, true, true, 0})
      .Cases("getline", "getdelim", "__getdelim", {-1, -1, 0, 1})
      .Default({});
}

bool AllocationArguments::fit(const FunctionType &Ty) const {
  constexpr unsigned FewestOfGetline = 3;
  auto IsParameter = [&](int Argument, bool IsPointer) {
    if (Argument < 0)
      return true;
    Type *Found = unsigned(Argument) < Ty.getNumParams()
                      ? Ty.getParamType(unsigned(Argument))
                      : nullptr;
    return Found && (IsPointer ? Found->isPointerTy() : Found->isIntegerTy());
  };
  Type *Result = Ty.getReturnType();
  return (Output < 0 ? Result->isPointerTy() : Result->isIntegerTy()) &&
         IsParameter(Size, false) && IsParameter(Count, false) &&
         IsParameter(Output, true) && IsParameter(Capacity, true) &&
         IsParameter(Buffer, true) &&
         (Capacity < 0 || Ty.getNumParams() >= FewestOfGetline);
}

bool memfacet::naming::releasesBlock(StringRef Name) {
  return isDelete(Name) || Name == "free" || Name == "realloc" ||
         Name == "reallocarray";
}

static AllocationKind kindOfFunction(StringRef Name) {
  // Such a function calls malloc or another allocator, as operator new does.
  if (StringRef Plain = withoutToken(Name); Plain.size() != Name.size())
    return allocationArguments(Plain).Size < 0 ? AllocationKind::Unknown
                                               : AllocationKind::New;
  if (isNew(Name))
    return AllocationKind::New;
  return StringSwitch<AllocationKind>(Name)
      .Case("malloc", AllocationKind::Malloc)
      .Case("calloc", AllocationKind::Calloc)
      .Cases("realloc", "reallocarray", AllocationKind::Realloc)
      .Cases("aligned_alloc", "memalign", "posix_memalign", "valloc", "pvalloc",
             AllocationKind::AlignedAlloc)
      .Cases("strdup", "strndup", "wcsdup", "__strdup", "__strndup",
             AllocationKind::Library)
      .Cases("asprintf", "vasprintf", "getline", "getdelim", "__getdelim",
             "__asprintf_chk", "__vasprintf_chk", "realpath", "open_memstream",
             "open_wmemstream", AllocationKind::Library)
      .Cases("canonicalize_file_name", "get_current_dir_name", "tempnam",
             "getcwd", AllocationKind::Library)
      .Case(MEMFACET_OBJECT, AllocationKind::Library)
      .Cases("_FortranAAllocatableAllocate", "_FortranAPointerAllocate",
             "_FortranAAllocatableAllocateSource",
             "_FortranAPointerAllocateSource", AllocationKind::Library)
      .Cases("mmap", "mmap64", "mremap", "shmat", "sbrk", AllocationKind::Map)
      .Cases("omp_alloc", "__kmpc_alloc", AllocationKind::Malloc)
      .Cases("omp_calloc", "omp_aligned_calloc", AllocationKind::Calloc)
      .Case("omp_realloc", AllocationKind::Realloc)
      .Cases("omp_aligned_alloc", "__kmpc_aligned_alloc",
             AllocationKind::AlignedAlloc)
      .Default(AllocationKind::Unknown);
}

AllocationKind memfacet::naming::allocationKind(const CallBase &Call) {
  const llvm::Function *Callee = calleeOf(Call);
  return Callee && !Callee->hasLocalLinkage()
             ? kindOfFunction(Callee->getName())
             : AllocationKind::Unknown;
}

const Value *memfacet::naming::memoryOf(const CallBase &Call) {
  const llvm::Function *Callee = calleeOf(Call);
  bool IsAnnouncement = Callee && Callee->getName() == MEMFACET_OBJECT &&
                        Call.use_empty() && Call.arg_size() > 0;
  return IsAnnouncement ? Call.getArgOperand(0) : &Call;
}

bool memfacet::naming::takesLock(const CallBase &Call) {
  const llvm::Function *Callee = calleeOf(Call);
  if (!Callee || !Callee->isDeclaration())
    return false;
  return StringSwitch<bool>(Callee->getName())
      .Cases("pthread_mutex_lock", "pthread_mutex_trylock",
             "pthread_mutex_timedlock", "pthread_mutex_clocklock", true)
      .Cases("pthread_spin_lock", "pthread_spin_trylock", true)
      .Cases("pthread_rwlock_rdlock", "pthread_rwlock_tryrdlock",
             "pthread_rwlock_timedrdlock", "pthread_rwlock_clockrdlock", true)
      .Cases("pthread_rwlock_wrlock", "pthread_rwlock_trywrlock",
             "pthread_rwlock_timedwrlock", "pthread_rwlock_clockwrlock", true)
      .Cases("pthread_cond_wait", "pthread_cond_timedwait",
             "pthread_cond_clockwait", true)
      .Cases("mtx_lock", "mtx_trylock", "mtx_timedlock", "cnd_wait",
             "cnd_timedwait", true)
      .Cases("omp_set_lock", "omp_test_lock", "omp_set_nest_lock",
             "omp_test_nest_lock", true)
      .Cases("__kmpc_critical", "__kmpc_critical_with_hint", "__kmpc_ordered",
             "__kmpc_reduce", "__kmpc_reduce_nowait", true)
      .Default(false);
}

StringRef memfacet::naming::allocatorByType(const CallBase &Call) {
  FunctionType *Ty = Call.getFunctionType();
  if (Call.isInlineAsm() || !Ty->getReturnType()->isPointerTy() ||
      Ty->isVarArg())
    return "";
  auto IsSize = [&](unsigned I) {
    return I < Ty->getNumParams() && Ty->getParamType(I)->isIntegerTy(64);
  };
  if (Ty->getNumParams() == 1 && IsSize(0))
    return "malloc";
  if (Ty->getNumParams() == 2 && IsSize(1))
    return IsSize(0)                            ? "calloc"
           : Ty->getParamType(0)->isPointerTy() ? "realloc"
                                                : "";
  return "";
}

static bool isDestructor(StringRef Name) {
  return Name.ends_with("D0Ev") || Name.ends_with("D1Ev") ||
         Name.ends_with("D2Ev");
}

bool memfacet::naming::isLibraryDestructor(const llvm::Function &F) {
  return types::isLibrarySymbol(F.getName()) && isDestructor(F.getName());
}

bool memfacet::naming::mayAllocateInLibrary(const CallBase &Call) {
  const llvm::Function *Callee = calleeOf(Call);
  if (!Callee || Callee->isIntrinsic() || Call.arg_size() == 0 ||
      !Call.getArgOperand(0)->getType()->isPointerTy() ||
      Call.doesNotReturn() || Call.onlyReadsMemory())
    return false;
  StringRef Name = Callee->getName();
  if (!types::isLibrarySymbol(Name))
    return false;
  // A unique_ptr owns what other code allocates.
  if (Name.starts_with("_ZNSt10unique_ptr") ||
      Name.starts_with("_ZNSt3__110unique_ptr"))
    return false;
  // A result that is returned in place is the first argument.
  if (Call.paramHasAttr(0, Attribute::StructRet))
    return true;
  // Const members, allocators, streams and destructors do not allocate for
  // their object; contexts around them would only cost.
  return !Name.starts_with("_ZNK") && !Name.starts_with("_ZNSa") &&
         !Name.starts_with("_ZNSo") && !Name.starts_with("_ZNSi") &&
         !Name.starts_with("_ZStls") && !isDestructor(Name);
}

AllocationKind memfacet::naming::callKind(const CallBase &Call) {
  AllocationKind Kind = allocationKind(Call);
  if (Kind != AllocationKind::Unknown)
    return Kind;
  if (!mayAllocateInLibrary(Call))
    return AllocationKind::Call;
  // An allocator's result is named by who gets it, not by the allocator.
  bool IsAllocator = calleeOf(Call)->getName().contains("8allocate") &&
                     Call.getType()->isPointerTy();
  return IsAllocator ? AllocationKind::Call : AllocationKind::Context;
}

/// Functions of the run-time systems, which no header declares by itself.
static bool isRunTimeSupport(StringRef Name) {
  static constexpr StringRef Prefixes[] = {"__cxa_",  "_Unwind_",   "__gxx_",
                                           "__kmpc_", "omp_",       "pthread_",
                                           "__isoc",  "__memfacet_"};
  return any_of(Prefixes, [&](StringRef P) { return Name.starts_with(P); });
}

/// Returns whether a function never enters instrumented code and allocates only
/// for the library.
bool AllocatingFunctions::isQuietLibrary(const llvm::Function &F) const {
  LibFunc Known;
  return F.isIntrinsic() || isRunTimeSupport(F.getName()) ||
         types::isLibrarySymbol(F.getName()) ||
         CLibrary.getLibFunc(F.getName(), Known);
}

bool AllocatingFunctions::mayAllocate(const CallBase &Call) const {
  if (Call.isInlineAsm() || isa<IntrinsicInst>(Call))
    return false;
  if (allocationKind(Call) != AllocationKind::Unknown ||
      mayAllocateInLibrary(Call))
    return true;
  const llvm::Function *Callee = Call.getCalledFunction();
  if (!Callee)
    return !Call.onlyReadsMemory();
  if (isLibraryDestructor(*Callee))
    return false;
  if (Callee->isDeclaration())
    return !isQuietLibrary(*Callee) && !Call.onlyReadsMemory();
  return Callee->isInterposable() || Allocating.contains(Callee);
}

/// Returns whether a library function neither allocates nor calls back,
/// although it touches more memory than that of its arguments.
static bool neverAllocates(const llvm::Function &F) {
  static constexpr StringRef Names[] = {
      "free",          "pthread_mutex_lock",   "pthread_mutex_trylock",
      "pthread_self",  "pthread_mutex_unlock", "__errno_location",
      "__ctype_b_loc", "__ctype_tolower_loc",  "__ctype_toupper_loc"};
  return is_contained(Names, F.getName()) ||
         F.getName().starts_with("_ZdlPv") || F.getName().starts_with("_ZdaPv");
}

bool AllocatingFunctions::mayReadContexts(const CallBase &Call) const {
  if (mayAllocate(Call))
    return true;
  if (Call.isInlineAsm() || isa<IntrinsicInst>(Call) ||
      Call.onlyReadsMemory() || Call.onlyAccessesArgMemory())
    return false;
  const llvm::Function *Callee = Call.getCalledFunction();
  if (!Callee)
    return true;
  return Callee->isDeclaration()
             ? !neverAllocates(*Callee)
             : Callee->isInterposable() || Reading.contains(Callee);
}

void AllocatingFunctions::close(const Module &M, Set &Result,
                                function_ref<bool(const CallBase &)> Property) {
  SmallVector<const llvm::Function *, 64> News;
  for (const llvm::Function &F : M)
    for (const Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I); Call && Property(*Call)) {
        if (Result.insert(&F).second)
          News.push_back(&F);
        break;
      }
  // Adds all callers. A use that is no call stands for calls through a pointer.
  while (!News.empty())
    for (const User *U : News.pop_back_val()->users())
      if (auto *Call = dyn_cast<CallBase>(U);
          Call && Result.insert(Call->getFunction()).second)
        News.push_back(Call->getFunction());
}

AllocatingFunctions::AllocatingFunctions(const Module &M)
    : CLibrary(Triple(M.getTargetTriple())) {
  close(M, Allocating, [&](const CallBase &Call) { return mayAllocate(Call); });
  close(M, Reading,
        [&](const CallBase &Call) { return mayReadContexts(Call); });
}

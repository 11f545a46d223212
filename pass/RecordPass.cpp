//===- pass/RecordPass.cpp - last of all passes: inserts the recording ----===//

#include "pass/RecordPass.h"
#include "pass/AddressOrigins.h"
#include "pass/AllocationSites.h"
#include "pass/DebugNames.h"
#include "pass/Emitter.h"
#include "pass/Folding.h"
#include "pass/FunctionTables.h"
#include "pass/GlobalTable.h"
#include "pass/InputDump.h"
#include "pass/Operations.h"
#include "pass/PlainLog.h"
#include "pass/RoomChecks.h"
#include "pass/Sanitizers.h"
#include "pass/UnseenAllocations.h"
#include "pass/Versions.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace memfacet;

static constexpr StringRef DoneFlag = "memfacet";

/// Resolvers run before thread-local storage exists.
static SmallPtrSet<const llvm::Function *, 4> resolvers(const Module &M) {
  SmallPtrSet<const llvm::Function *, 4> Set;
  for (const GlobalIFunc &I : M.ifuncs())
    Set.insert(I.getResolverFunction());
  return Set;
}

static bool isInstrumentable(const llvm::Function &F) {
  return !F.isDeclaration() && !F.hasAvailableExternallyLinkage() &&
         !F.hasFnAttribute(Attribute::Naked) &&
         !F.hasFnAttribute(Attribute::DisableSanitizerInstrumentation) &&
         !F.getName().starts_with("__memfacet");
}

/// Whether \p F surely writes no records: it is the C library's or the C++
/// library's. Any other function that is declared `const` or `pure` may be
/// instrumented, in an object of its own.
static bool isLibrarys(const llvm::Function &F,
                       const TargetLibraryInfoImpl &Known) {
  static constexpr StringRef More[] = {"__errno_location", "__ctype_b_loc",
                                       "__ctype_tolower_loc",
                                       "__ctype_toupper_loc", "pthread_self"};
  LibFunc Number;
  return F.isDeclaration() &&
         (isLibrarySymbol(F.getName()) || is_contained(More, F.getName()) ||
          Known.getLibFunc(F, Number));
}

/// What was inferred or declared about the memory effects of functions is wrong
/// once they write records: later passes would drop calls or move them across
/// records.
static void dropMemoryEffects(Module &M) {
  TargetLibraryInfoImpl Known{Triple(M.getTargetTriple())};
  for (llvm::Function &F : M) {
    if (F.isIntrinsic())
      continue;
    bool OfOtherObject = F.isDeclaration() && !isLibrarys(F, Known);
    if (isInstrumentable(F) || OfOtherObject) {
      F.removeFnAttr(Attribute::Memory);
      F.removeFnAttr(Attribute::NoSync);
    }
    for (Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (!Call || isa<IntrinsicInst>(Call) || Call->isInlineAsm())
        continue;
      const llvm::Function *Callee = Call->getCalledFunction();
      if (Callee && isLibrarys(*Callee, Known))
        continue;
      Call->removeFnAttr(Attribute::Memory);
    }
  }
}

/// What the records of a function's runs hold, and how long they are.
namespace {
struct Layout {
  std::vector<RunPlan> Plans;
  std::vector<unsigned> Words; ///< 0: folded
};
} // namespace

static Layout planRuns(const std::vector<Run> &Runs, const Folding &Fold,
                       const Operations &Done, const PassOptions &Options,
                       FunctionTables &Tables) {
  Layout Result;
  for (size_t I = 0; I != Runs.size(); ++I) {
    RunPlan Plan = planRun(Runs[I], Options.Elide, Tables.references());
    unsigned Addresses = Options.Verify ? Runs[I].Accesses.size() : 0;
    Result.Words.push_back(Fold.Folded[I] ? 0
                                          : 1 + Plan.Slots.size() + Addresses);
    Tables.addBlock(Runs[I], Plan, Options.Verify ? BlockCarriesAddresses : 0,
                    Done.encode(I));
    Result.Plans.push_back(std::move(Plan));
  }
  for (const Variant &V : Fold.Variants)
    Tables.addVariant(V.Of, V.Before);
  return Result;
}

static void finishWithFastVersion(llvm::Function &F, Cursor &Local,
                                  const Entries &Runtime) {
  SmallVector<BasicBlock *, 32> Fast;
  Local.finish(addFastVersion(F, Local.variable(), Runtime, Fast));
  dropUnused(Fast);
}

static void instrument(llvm::Function &F, const PassOptions &Options,
                       const AllocationNames &Names,
                       const LibraryFunctions &Known, TableWriter &Writer,
                       MemberNames &Members, const Entries &Runtime) {
  StackLocals Locals(F);
  LibraryAccesses Library(F, Known);
  std::vector<Run> Runs =
      collectRuns(F, Library, Locals, Options.Verify ? 1 : 0);
  markOrigins(F, Runs);
  Folding Fold = foldRuns(F, Runs);
  FunctionTables Tables(F, Writer, Members, Runs.size() + Fold.Variants.size());
  Locals.describe(Tables);
  Operations Done(F, Runs);
  Layout Records = planRuns(Runs, Fold, Done, Options, Tables);
  std::vector<bool> Checks = roomChecks(F, Runs, Records.Words);
  std::vector<Value *> Headers = insertHeaders(
      Runs, Fold, [&](size_t Row) { return Tables.rowAddress(Row); });
  if (Options.Allocations)
    AllocationSites(F, Names).instrument(Tables, Runtime);
  if (!Runs.empty()) {
    Cursor Local(F, Runs.front().Start, Runtime);
    for (size_t I = 0; I != Runs.size(); ++I)
      if (Records.Words[I] > 0)
        emitRecord(Runs[I], Records.Plans[I], Headers[I], Runtime, Local,
                   Checks[I], Options.Verify);
    Local.synchronise();
    if (Options.TwoVersions && canHaveTwoVersions(F))
      finishWithFastVersion(F, Local, Runtime);
    else
      Local.finish();
  }
  reportUnseenAllocations(F, Runtime);
  if (Options.PlainLog)
    emitPlainLog(Runs);
  Tables.write(Done.values());
}

PreservedAnalyses RecordPass::run(Module &M, ModuleAnalysisManager &) {
  if (M.getModuleFlag(DoneFlag))
    return PreservedAnalyses::all();
  if (!Options.InputFolder.empty())
    dumpInput(M, Options.InputFolder);
  M.addModuleFlag(Module::Max, DoneFlag, FormatVersion);
  if (refuseSanitizers(M))
    return PreservedAnalyses::all();

  // Before anything is inserted or any attribute dropped.
  AllocationNames Names = {PinTable::take(M), AllocatingFunctions(M)};
  auto Resolvers = resolvers(M);
  SmallVector<llvm::Function *, 64> Functions;
  for (llvm::Function &F : M)
    if (isInstrumentable(F) && !Resolvers.contains(&F))
      Functions.push_back(&F);
  dropMemoryEffects(M);

  TableWriter Writer(M);
  MemberNames Members = {RecordLayouts(M), FieldPins::take(M), ScalarTypes(M)};
  writeGlobals(M, Writer, Members.Types);
  Entries Runtime(M, Options.TwoVersions);
  LibraryFunctions Known;
  for (llvm::Function *F : Functions)
    instrument(*F, Options, Names, Known, Writer, Members, Runtime);
  insertRegistration(M);
  return PreservedAnalyses::none();
}

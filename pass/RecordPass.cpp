//===- RecordPass.cpp - the last pass, which inserts the recording --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/RecordPass.h"
#include "pass/CodeGenerationCosts.h"
#include "pass/InputDump.h"
#include "pass/accesses/OtherInstrumentation.h"
#include "pass/contexts/AllocationSites.h"
#include "pass/contexts/DefinedAllocators.h"
#include "pass/contexts/UnseenAllocations.h"
#include "pass/counting/CountBlocks.h"
#include "pass/recording/Emitter.h"
#include "pass/recording/PlainLog.h"
#include "pass/runs/AddressOrigins.h"
#include "pass/runs/DirectObjects.h"
#include "pass/runs/Operations.h"
#include "pass/runs/Paths.h"
#include "pass/runs/RoomChecks.h"
#include "pass/select/SelectBody.h"
#include "pass/tables/FunctionTables.h"
#include "pass/tables/GlobalTable.h"
#include "pass/types/DebugNames.h"
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

/// Returns whether \p F surely writes no records: it is the C library's or the
/// C++ library's. Any other function that is declared `const` or `pure` may be
/// instrumented, in an object of its own.
static bool isLibrarys(const llvm::Function &F,
                       const TargetLibraryInfoImpl &Known) {
  static constexpr StringRef More[] = {"__errno_location", "__ctype_b_loc",
                                       "__ctype_tolower_loc",
                                       "__ctype_toupper_loc", "pthread_self"};
  LibFunc Number;
  return F.isDeclaration() &&
         (types::isLibrarySymbol(F.getName()) ||
          is_contained(More, F.getName()) || Known.getLibFunc(F, Number));
}

/// What was inferred or declared about the memory effects of functions is wrong
/// once they write records: later passes would drop calls or move them across
/// records.
static void dropMemoryEffects(Module &M) {
  TargetLibraryInfoImpl Known{Triple(M.getTargetTriple())};
  for (llvm::Function &F : M) {
    if (F.isIntrinsic())
      continue;
    bool IsOtherObject = F.isDeclaration() && !isLibrarys(F, Known);
    if (isInstrumentable(F) || IsOtherObject) {
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

static void addRows(const std::vector<runs::Run> &Runs, const runs::Paths &P,
                    const runs::Operations &RunOperations,
                    const interface::PassOptions &Options,
                    tables::FunctionTables &Tables) {
  uint32_t Flags = Options.Verify ? BlockCarriesAddresses : 0;
  for (const runs::PathRow &Row : P.Rows)
    Tables.addBlock(Row, Runs[Row.Run], P.plan(Row),
                    Row.Iteration ? Flags | BlockRepeats : Flags,
                    RunOperations.encode(Row.Run));
}

/// Inserts the code that writes the records of \p P. Returns variables that the
/// caller must turn into values when all code is inserted.
static SmallVector<AllocaInst *, 8>
emitRecords(const std::vector<runs::Run> &Runs, const runs::Paths &P,
            ArrayRef<Value *> Headers, const std::vector<bool> &Checks,
            bool Verify, const interface::Entries &Runtime,
            recording::Cursor &Local) {
  SmallVector<AllocaInst *, 8> Variables;
  std::vector<Value *> Records(Runs.size());
  for (const runs::PathRow &Row : P.Rows) {
    size_t I = Row.Run;
    if (P.IsJunction[I] || Row.Iteration)
      continue;
    if (auto Loop = P.Loops.find(I); Loop != P.Loops.end()) {
      Variables.push_back(recording::emitLoopRecord(
          {Runs[I], Loop->second, cast<Constant>(Headers[I]), Verify}, Runtime,
          Local));
      continue;
    }
    Value *Record =
        P.ContinuedRuns[I] < 0 ? nullptr : Records[P.ContinuedRuns[I]];
    Records[I] = recording::emitRecord({Runs[I], P.Plans[I],
                                        P.IsSilent[I] ? nullptr : Headers[I],
                                        Record, Checks[I], Verify},
                                       Runtime, Local);
  }
  for (size_t I = 0; I != Runs.size(); ++I)
    if (P.IsJunction[I])
      recording::emitJunction(Runs[I], Headers[I], Local);
  Local.synchronise();
  return Variables;
}

static void instrument(llvm::Function &F, const interface::PassOptions &Options,
                       const contexts::AllocationNames &Names,
                       const accesses::LibraryFunctions &Known,
                       interface::TableWriter &Writer,
                       tables::MemberNames &Members,
                       const interface::Entries &Runtime,
                       select::SelectBodies *Selecting) {
  const select::LabelUses Labels(F); // of the program itself
  stack::StackLocals Locals(F);
  accesses::LibraryAccesses Library(F, Known);
  std::vector<runs::Run> Runs =
      runs::collectRuns(F, Library, Locals, Options.Verify ? 1 : 0);
  runs::markOrigins(F, Runs);
  runs::markDirect(Runs, Locals);
  runs::ReferenceList References;
  runs::Paths P = runs::findPaths(
      F, Runs,
      {Options.SharePaths, Options.ShareLoops, Options.Elide, Options.Verify},
      References);
  tables::FunctionTables Tables(F, Writer, Members, std::move(References),
                                P.Rows.size());
  Tables.addLocals(Locals);
  runs::Operations RunOperations(F, Runs);
  addRows(Runs, P, RunOperations, Options, Tables);
  std::vector<bool> Checks = runs::roomChecks(
      F, Runs, P.Words, /*CallsLeaveRoom=*/!Runtime.CursorRegister.empty());
  std::vector<Value *> Headers = runs::insertHeaders(
      Runs, P, [&](size_t Row) { return Tables.rowAddress(Row); });
  if (Options.Allocations)
    contexts::AllocationSites(F, Names).instrument(Tables, Runtime);
  llvm::Function *Body =
      Selecting ? Selecting->add(F, Runs, P, Tables, Labels) : nullptr;
  if (Selecting && !Body)
    Selecting->forgetAfterCalls(Runs);
  if (!Runs.empty()) {
    recording::Cursor Local(F, Runs.front().Start, Runtime);
    Local.finish(
        emitRecords(Runs, P, Headers, Checks, Options.Verify, Runtime, Local));
  }
  contexts::reportUnseenAllocations(F, Runtime);
  contexts::reportDefinedAllocator(F, F, Runtime);
  if (Body) {
    contexts::reportUnseenAllocations(*Body, Runtime);
    contexts::reportDefinedAllocator(*Body, F, Runtime);
    Selecting->choose(F, *Body);
  } else if (Selecting) {
    Selecting->forgetAtEntry(F);
  }
  if (Options.PlainLog)
    recording::emitPlainLog(Runs);
  Tables.write(RunOperations.values());
  dropCostlyLocations(F); // a second body has none
}

PreservedAnalyses RecordPass::run(Module &M, ModuleAnalysisManager &) {
  if (M.getModuleFlag(DoneFlag))
    return PreservedAnalyses::all();
  if (!Options.InputFolder.empty())
    dumpInput(M, Options.InputFolder);
  M.addModuleFlag(Module::Max, DoneFlag, FormatVersion);
  if (accesses::refuseSanitizers(M))
    return PreservedAnalyses::all();

  // The names come before anything is inserted or any attribute is dropped.
  contexts::AllocationNames Names = {naming::PinTable::take(M),
                                     naming::AllocatingFunctions(M)};
  auto Resolvers = resolvers(M);
  SmallVector<llvm::Function *, 64> Functions;
  for (llvm::Function &F : M)
    if (isInstrumentable(F) && !Resolvers.contains(&F))
      Functions.push_back(&F);
  dropMemoryEffects(M);

  if (Options.CountBlocks) {
    counting::countBlocks(M, Functions, Options.CountEach);
    interface::insertRegistration(M);
    return PreservedAnalyses::none();
  }
  interface::TableWriter Writer(M);
  tables::MemberNames Members = {types::RecordLayouts(M),
                                 naming::FieldPins::take(M),
                                 naming::ScalarTypes(M)};
  tables::writeGlobals(M, Writer, Members.Types);
  interface::Entries Runtime(M, Options.Carry);
  accesses::LibraryFunctions Known;
  std::optional<select::SelectBodies> Selecting;
  if (Options.Select && interface::targetsX86(M))
    Selecting.emplace(M, Writer, Options.MostChecks);
  for (llvm::Function *F : Functions)
    instrument(*F, Options, Names, Known, Writer, Members, Runtime,
               Selecting ? &*Selecting : nullptr);
  if (Selecting)
    Selecting->connect();
  interface::insertRegistration(M);
  return PreservedAnalyses::none();
}

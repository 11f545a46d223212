//===- FunctionTables.cpp - the tables of one function --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/tables/FunctionTables.h"
#include "memfacet/Check.h"
#include "pass/types/DebugNames.h"
#include "llvm/Support/MD5.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::tables;

FunctionTables::FunctionTables(llvm::Function &F,
                               interface::TableWriter &Writer,
                               MemberNames &Members,
                               runs::ReferenceList References, size_t Rows)
    : F(F), Writer(Writer), Members(Members), Group(F.getComdat()),
      References(std::move(References)) {
  if (Rows > 0)
    Blocks = Writer.declare(TableKind::Blocks,
                            "__memfacet.blocks." + F.getName(), Rows, Group);
}

Constant *FunctionTables::rowAddress(size_t Index) const {
  MEMFACET_CHECK(Blocks, "the function has rows");
  MEMFACET_CHECK(Index <
                     cast<ArrayType>(Blocks->getValueType())->getNumElements(),
                 "a header names one of the rows");
  LLVMContext &Context = F.getContext();
  Constant *Indices[] = {ConstantInt::get(Type::getInt64Ty(Context), 0),
                         ConstantInt::get(Type::getInt64Ty(Context), Index)};
  return ConstantExpr::getInBoundsGetElementPtr(Blocks->getValueType(), Blocks,
                                                Indices);
}

Constant *FunctionTables::siteAddress(size_t Row, size_t Access) {
  MEMFACET_CHECK(!Sites, "what stands for the sites is replaced by them");
  MEMFACET_CHECK(Row < BlockDrafts.size() && Access < BlockDrafts[Row].Sites,
                 "the row is added and has the site");
  LLVMContext &Context = F.getContext();
  Type *Byte = Type::getInt8Ty(Context);
  if (!EarlySites)
    EarlySites = new GlobalVariable(*F.getParent(), Byte, true,
                                    GlobalValue::PrivateLinkage,
                                    ConstantInt::get(Byte, 0));
  uint64_t Offset = (BlockDrafts[Row].FirstSite + Access) * sizeof(Site);
  return ConstantExpr::getInBoundsGetElementPtr(
      Byte, EarlySites, ConstantInt::get(Type::getInt64Ty(Context), Offset));
}

int FunctionTables::location(const DILocation *Location) {
  if (!Location)
    return -1;
  auto [Entry, New] = LocationRows.try_emplace(Location, LocationList.size());
  int Row = Entry->second;
  if (New) {
    LocationList.push_back(Location);
    location(Location->getInlinedAt());
  }
  return Row;
}

interface::Field FunctionTables::locationField(int Row) const {
  return Row < 0
             ? interface::Field::rel(nullptr)
             : interface::Field::rel(Locations, Row * sizeof(SourceLocation));
}

/// Returns the line where \p F begins; or null.
static const DILocation *functionLocation(const llvm::Function &F) {
  DISubprogram *Subprogram = F.getSubprogram();
  return Subprogram ? DILocation::get(F.getContext(), Subprogram->getLine(), 0,
                                      Subprogram)
                    : nullptr;
}

void FunctionTables::describeInstruction(const accesses::Access &A,
                                         SiteDraft &Draft) {
  Draft.Location = location(A.Instruction->getDebugLoc());
  if (!Draft.Member.Record)
    Draft.Scalar = Members.Scalars.typeOf(A);
}

void FunctionTables::addSite(const accesses::Access &A,
                             const runs::SitePlan &Plan) {
  SiteDraft Draft;
  if (!A.IsArgument)
    Draft.Member = Members.Pins.lookup(A, Members.Types);
  UsedBytes Used = A.Used.all() && Draft.Member.IsOfElements
                       ? UsedBytes::ofElements()
                       : A.Used;
  Draft.Fields = {interface::Field::i32(A.Size),
                  interface::Field::i32(uint32_t(Plan.Offset)),
                  interface::Field::i16(Plan.Base),
                  interface::Field::i16(
                      A.Shape == SiteShape::Fixed ? Used.code() : Plan.Extra),
                  interface::Field::i8(uint8_t(A.Kind)),
                  interface::Field::i8(uint8_t(Plan.AddressBase)),
                  interface::Field::i8(uint8_t(A.Shape)),
                  interface::Field::i8(A.Flags)};
  // Compressed lanes and scalable vectors give their length in bytes.
  if (A.Shape == SiteShape::Range)
    Draft.Fields[0] = interface::Field::i32(0);
  Draft.Local = A.Local ? A.Local->Entry : nullptr;
  Draft.Object = A.DirectLocal ? A.DirectLocal->Entry : A.DirectGlobal;
  if (A.IsArgument)
    Draft.Location = location(functionLocation(F));
  else
    describeInstruction(A, Draft);
  SiteDrafts.push_back(std::move(Draft));
}

/// See Block::Id.
static uint32_t stableId(const llvm::Function &F, size_t Ordinal) {
  std::string Key = F.getName().str();
  if (F.hasLocalLinkage())
    Key += "@" + F.getParent()->getSourceFileName();
  return uint32_t(MD5Hash(Key + "#" + std::to_string(Ordinal)));
}

void FunctionTables::addBlock(const runs::PathRow &Row, const runs::Run &R,
                              const runs::RunPlan &Plan, uint32_t Flags,
                              StringRef Operations) {
  MEMFACET_CHECK(
      Blocks && BlockDrafts.size() <
                    cast<ArrayType>(Blocks->getValueType())->getNumElements(),
      "the table was declared for all rows");
  MEMFACET_CHECK(Plan.End != 0, "a record begins with a header");
  MEMFACET_CHECK(Row.Previous < int(BlockDrafts.size()),
                 "a row follows the one that it continues");
  MEMFACET_CHECK(Plan.Sites.size() == R.Accesses.size(),
                 "the plan is that of the run");
  BlockDraft Draft;
  Draft.FirstSite = SiteDrafts.size();
  Draft.Sites = R.Accesses.size();
  Draft.Slots = Plan.End - 1;
  Draft.Instructions = R.Instructions;
  if (Row.Previous >= 0) {
    const BlockDraft &PreviousBlock = BlockDrafts[Row.Previous];
    Draft.Slots = std::max(Draft.Slots, PreviousBlock.Slots);
    Draft.Instructions += PreviousBlock.Instructions;
  }
  Draft.Flags = Flags | (R.IsContinuation ? BlockContinuation : 0) |
                (R.EntersFunction ? BlockEntersFunction : 0) |
                (R.Loop < MaxBlockLoops ? R.Loop << BlockLoopShift : 0);
  Draft.Id = stableId(F, Row.Run);
  Draft.Previous = Row.Previous;
  Draft.Ordinal = Row.Run;
  Draft.Operations =
      Operations.empty() ? nullptr : Writer.operations(Operations);
  const Instruction *Located = R.First;
  while (Located && !Located->getDebugLoc())
    Located = Located->getNextNode();
  Draft.Location = Located ? location(Located->getDebugLoc()) : -1;
  for (size_t I = 0; I != R.Accesses.size(); ++I)
    addSite(R.Accesses[I], Plan.Sites[I]);
  BlockDrafts.push_back(Draft);
}

GlobalVariable *FunctionTables::addAllocation(const AllocationDraft &Draft) {
  MEMFACET_CHECK(!Locations && !Sites, "later ones would have no row");
  GlobalVariable *Entry = Writer.declare(
      TableKind::Allocations, "__memfacet.allocation." + F.getName(), 1, Group);
  Allocations.push_back({Entry, Draft, location(Draft.Location)});
  return Entry;
}

void FunctionTables::addLocals(stack::StackLocals &Locals) {
  for (stack::StackLocal &L : Locals.locals()) {
    MEMFACET_CHECK(L.Location, "a local is a variable of the source");
    AllocationDraft Draft;
    Draft.Name = L.Name;
    Draft.Type = L.Type;
    Draft.Location = L.Location;
    Draft.Function =
        types::qualifiedName(L.Location->getScope()->getSubprogram());
    Draft.ElementBytes = L.ElementBytes;
    Draft.Kind = AllocationKind::Local;
    Draft.Flags = AllocationNamed;
    L.Entry = addAllocation(Draft);
  }
}

GlobalVariable *FunctionTables::writeFunction(uint32_t Values) {
  const DISubprogram *Subprogram = F.getSubprogram();
  std::string Name = Subprogram ? types::qualifiedName(Subprogram)
                                : types::functionSymbolName(F.getName());
  GlobalVariable *Entry = Writer.declare(
      TableKind::Functions, "__memfacet.function." + F.getName(), 1, Group);
  interface::Row Fields = {
      interface::Field::rel(Writer.string(F.getName())),
      interface::Field::rel(Writer.string(Name)),
      interface::Field::rel(
          Writer.string(Subprogram ? types::fileName(Subprogram->getRawFile())
                                   : std::string())),
      interface::Field::i32(Subprogram ? Subprogram->getLine() : 0),
      interface::Field::i32(BlockDrafts.size()),
      interface::Field::i32(Values)};
  Writer.define(Entry, Fields);
  return Entry;
}

void FunctionTables::writeReferences() {
  ArrayRef<GlobalVariable *> Globals = References.globals();
  if (Globals.empty())
    return;
  Refs = Writer.declare(TableKind::References, "__memfacet.refs." + F.getName(),
                        Globals.size(), Group);
  SmallVector<interface::Row, 16> Rows;
  for (GlobalVariable *G : Globals)
    Rows.push_back({interface::Field::pointer(G)});
  Writer.define(Refs, Rows);
}

void FunctionTables::writeLocations() {
  MEMFACET_CHECK(!Locations && !Refs && !Sites, "tables are written once");
  if (LocationList.empty())
    return;
  Locations = Writer.declare(TableKind::Locations,
                             "__memfacet.locations." + F.getName(),
                             LocationList.size(), Group);
  SmallVector<interface::Row, 64> Rows;
  for (const DILocation *L : LocationList) {
    const DISubprogram *Subprogram = L->getScope()->getSubprogram();
    Rows.push_back(
        {interface::Field::rel(
             Writer.string(types::fileName(L->getScope()->getRawFile()))),
         interface::Field::rel(Writer.string(types::qualifiedName(Subprogram))),
         interface::Field::i32(L->getLine()),
         interface::Field::i32(L->getColumn()),
         locationField(
             L->getInlinedAt() ? LocationRows.lookup(L->getInlinedAt()) : -1)});
  }
  Writer.define(Locations, Rows);
}

void FunctionTables::write(uint32_t Values) {
  writeLocations();
  for (const PendingAllocation &P : Allocations)
    Writer.define(
        P.Entry,
        interface::Row{interface::Field::rel(Writer.string(P.Draft.Name)),
                       interface::Field::rel(
                           Writer.string(Members.Types.typeText(P.Draft.Type))),
                       locationField(P.Location),
                       interface::Field::i32(P.Draft.ElementBytes),
                       interface::Field::i16(uint16_t(P.Draft.Kind)),
                       interface::Field::i16(P.Draft.Flags),
                       interface::Field::rel(Writer.string(P.Draft.Function)),
                       interface::Field::rel(P.Draft.OuterEntry),
                       interface::Field::rel(Writer.string(P.Draft.Callee)),
                       interface::Field::rel(Writer.string(P.Draft.Object)),
                       interface::Field::rel(Writer.string(
                           Members.Types.typeText(P.Draft.ObjectType)))});
  if (BlockDrafts.empty())
    return;
  writeReferences();
  if (!SiteDrafts.empty()) {
    Sites = Writer.declare(TableKind::Sites, "__memfacet.sites." + F.getName(),
                           SiteDrafts.size(), Group);
    if (EarlySites) {
      EarlySites->replaceAllUsesWith(Sites);
      EarlySites->eraseFromParent();
      EarlySites = nullptr;
    }
    SmallVector<interface::Row, 64> Rows;
    for (const SiteDraft &D : SiteDrafts) {
      Rows.push_back(D.Fields);
      Rows.back().push_back(locationField(D.Location));
      const naming::FieldRef &Member = D.Member;
      GlobalVariable *Type = Writer.string(
          Member.Record ? Members.Types.recordText(Member.Record) : D.Scalar);
      Rows.back().push_back(interface::Field::rel(D.Local ? D.Local : Type));
      Rows.back().push_back(
          interface::Field::i32(Member.Record ? Member.Offset : 0));
      Rows.back().push_back(interface::Field::rel(D.Object));
    }
    Writer.define(Sites, Rows);
  }
  GlobalVariable *Entry = writeFunction(Values);
  SmallVector<interface::Row, 64> Rows;
  for (const BlockDraft &D : BlockDrafts)
    Rows.push_back(
        {D.Sites ? interface::Field::rel(Sites, D.FirstSite * sizeof(Site))
                 : interface::Field::rel(nullptr),
         interface::Field::rel(Refs), interface::Field::rel(Entry),
         locationField(D.Location), interface::Field::rel(D.Operations),
         interface::Field::i32(D.Ordinal),
         interface::Field::i32(D.Instructions), interface::Field::i16(D.Sites),
         interface::Field::i16(D.Slots), interface::Field::i32(D.Flags),
         interface::Field::i32(D.Id),
         D.Previous < 0
             ? interface::Field::rel(nullptr)
             : interface::Field::rel(Blocks, D.Previous * sizeof(Block))});
  Writer.define(Blocks, Rows);
}

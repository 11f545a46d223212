//===- FunctionTables.h - the tables of one function ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_TABLES_FUNCTIONTABLES_H
#define MEMFACET_PASS_TABLES_FUNCTIONTABLES_H

#include "memfacet/Check.h"
#include "pass/interface/TableWriter.h"
#include "pass/naming/FieldPins.h"
#include "pass/naming/ScalarTypes.h"
#include "pass/runs/Paths.h"
#include "pass/stack/StackLocals.h"
#include "llvm/IR/DebugInfoMetadata.h"

namespace memfacet::tables {

/// The sources of member names: which members are accessed, and how their types
/// are written.
struct MemberNames {
  types::RecordLayouts Types;
  naming::FieldPins Pins;
  naming::ScalarTypes Scalars;
};

/// The content of a future Allocation entry.
struct AllocationDraft {
  std::string Name, Type, Function, Callee, Object, ObjectType;
  llvm::GlobalVariable *OuterEntry = nullptr; ///< see Allocation::Outer
  const llvm::DILocation *Location = nullptr;
  uint32_t ElementBytes = 0;
  AllocationKind Kind = AllocationKind::Unknown;
  uint16_t Flags = 0;
};

/// Collects what the tables of one function need and writes them, in the
/// function's own comdat group, so that linkers keep or drop them together with
/// the function.
class FunctionTables {
public:
  /// \p References: those of the plans. \p Rows: the number of blocks to come.
  FunctionTables(llvm::Function &F, interface::TableWriter &Writer,
                 MemberNames &Members, runs::ReferenceList References,
                 size_t Rows);

  /// Returns the address of row \p Index of the function's blocks, for a
  /// header.
  llvm::Constant *rowAddress(size_t Index) const;
  /// Appends \p Row for \p R with its \p Plan and encoded \p Operations. Rows
  /// that it continues must have been added.
  void addBlock(const runs::PathRow &Row, const runs::Run &R,
                const runs::RunPlan &Plan, uint32_t Flags,
                llvm::StringRef Operations);
  /// Returns a field that points to row \p Index.
  interface::Field rowField(size_t Index) const {
    MEMFACET_CHECK(Blocks, "only a function with runs has flows");
    return interface::Field::rel(Blocks, Index * sizeof(Block));
  }
  /// Returns the address of the Site of access number \p Access of the run that
  /// row \p Row ends with; the row must have been added.
  llvm::Constant *siteAddress(size_t Row, size_t Access);
  llvm::GlobalVariable *addAllocation(const AllocationDraft &Draft);
  /// Declares the entries of \p Locals and sets StackLocal::Entry.
  void addLocals(stack::StackLocals &Locals);
  /// Writes the tables. To be called once, after the last addition. \p Values:
  /// see Function::Values.
  void write(uint32_t Values);

private:
  /// Returns the row of \p Location, -1 for null.
  int location(const llvm::DILocation *Location);
  interface::Field locationField(int Row) const;
  void addSite(const accesses::Access &A, const runs::SitePlan &Plan);
  llvm::GlobalVariable *writeFunction(uint32_t Values);
  void writeReferences();
  void writeLocations();

  struct SiteDraft;
  /// Sets the place and the member, or the type, that the instruction of \p A
  /// tells.
  void describeInstruction(const accesses::Access &A, SiteDraft &Draft);

  struct SiteDraft {
    interface::Row Fields; ///< up to Flags; those below follow
    int Location;
    naming::FieldRef Member;
    std::string Scalar;           ///< where no member is known
    llvm::GlobalVariable *Local;  ///< Type of a LocalBegin
    llvm::GlobalVariable *Object; ///< Site::Object
  };
  struct BlockDraft {
    size_t FirstSite, Sites, Slots;
    int Location;
    uint32_t Instructions, Flags, Id;
    int Previous; ///< row, -1: none
    size_t Ordinal;
    llvm::GlobalVariable *Operations;
  };
  struct PendingAllocation {
    llvm::GlobalVariable *Entry;
    AllocationDraft Draft;
    int Location;
  };

  llvm::Function &F;
  interface::TableWriter &Writer;
  MemberNames &Members;
  llvm::Comdat *Group;
  llvm::GlobalVariable *Blocks = nullptr, *Sites = nullptr, *Refs = nullptr,
                       *Locations = nullptr;
  /// Stands for Sites until write declares that.
  llvm::GlobalVariable *EarlySites = nullptr;
  runs::ReferenceList References;
  std::vector<SiteDraft> SiteDrafts;
  std::vector<BlockDraft> BlockDrafts;
  std::vector<PendingAllocation> Allocations;
  std::vector<const llvm::DILocation *> LocationList;
  llvm::DenseMap<const llvm::DILocation *, int> LocationRows;
};

} // namespace memfacet::tables

#endif

//===- RecordLayouts.h - members of structs, classes and unions -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes layouts (memfacet/Tables.h) by debug information.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_NAMING_RECORDLAYOUTS_H
#define MEMFACET_PASS_NAMING_RECORDLAYOUTS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"
#include <string>

namespace memfacet::types {

/// Returns the struct, class or union that \p Ty is, or is an array of, without
/// typedefs; null: none.
const llvm::DICompositeType *recordType(const llvm::DIType *Ty);

/// Writes the records of one module as in tables.
class RecordLayouts {
public:
  explicit RecordLayouts(const llvm::Module &M);

  /// Returns the name of \p Ty, with the layout where it is a record or an
  /// array of records that the module defines.
  std::string typeText(const llvm::DIType *Ty);
  /// Returns the text of the record that \p Ty is, without typedefs and
  /// qualifiers; empty for null.
  std::string recordText(const llvm::DIType *Ty);
  /// Returns the text of the type that is written \p Name.
  std::string typeText(const std::string &Name);
  /// Returns the record that aliasing information calls \p Name; null: none or
  /// several.
  const llvm::DIType *aliasRecord(llvm::StringRef Name) const;
  /// Returns the record that the front end calls \p Struct; null: none or
  /// several.
  const llvm::DIType *recordOf(const llvm::StructType *Struct) const;

private:
  using Index = llvm::StringMap<const llvm::DIType *>;
  static void enter(Index &Records, llvm::StringRef Name,
                    const llvm::DIType *Ty);
  static const llvm::DIType *find(const Index &Records, llvm::StringRef Name);
  std::string withLayout(std::string Text, const llvm::DIType *Ty);
  const std::string &layout(const llvm::DICompositeType *Record,
                            const std::string &Name);

  /// Records by name; null where several differ.
  Index ByName, ByIdentifier, ByTag;
  llvm::DenseMap<const llvm::DICompositeType *, std::string> Layouts;
};

} // namespace memfacet::types

#endif

//===- RecordLayouts.h - members of structs, classes and unions -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What memfacet/Tables.h calls a layout, from debug information.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_NAMING_RECORDLAYOUTS_H
#define MEMFACET_PASS_NAMING_RECORDLAYOUTS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"
#include <string>

namespace memfacet {

/// The struct, class or union that \p Ty is, or an array of it, behind all
/// typedefs; null: none.
const llvm::DICompositeType *recordType(const llvm::DIType *Ty);

/// How records are written in tables; of one module.
class RecordLayouts {
public:
  explicit RecordLayouts(const llvm::Module &M);

  /// The name of \p Ty, with its layout where it is a record or an array of
  /// records that is defined here.
  std::string typeText(const llvm::DIType *Ty);
  /// The same for the record that \p Ty is, without typedefs and qualifiers;
  /// empty for null.
  std::string recordText(const llvm::DIType *Ty);
  /// The same for the type that is written \p Name.
  std::string typeText(const std::string &Name);
  /// The record that aliasing information calls \p Name, null: none or several.
  const llvm::DIType *aliasRecord(llvm::StringRef Name) const;
  /// The record that the front end calls \p Struct, null: none or several.
  const llvm::DIType *recordOf(const llvm::StructType *Struct) const;

private:
  using Index = llvm::StringMap<const llvm::DIType *>;
  static void enter(Index &In, llvm::StringRef Name, const llvm::DIType *Ty);
  static const llvm::DIType *find(const Index &In, llvm::StringRef Name);
  std::string withLayout(std::string Text, const llvm::DIType *Ty);
  const std::string &layout(const llvm::DICompositeType *Record,
                            const std::string &Name);

  /// Null where several differ.
  Index ByName, ByIdentifier, ByTag;
  llvm::DenseMap<const llvm::DICompositeType *, std::string> Layouts;
};

} // namespace memfacet

#endif

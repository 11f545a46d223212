//===- DeclaredMethods.cpp - methods of other source files ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/types/DeclaredMethods.h"
#include "pass/types/TypeParts.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"
#include <map>

using namespace llvm;
using namespace memfacet;
using namespace memfacet::types;

namespace {
/// Methods by their symbols, in order, so that those of one class are together.
using Symbols = std::map<StringRef, llvm::Function *>;
} // namespace

static Symbols undescribedMethods(Module &M) {
  Symbols Result;
  for (llvm::Function &F : M)
    if (F.isDeclaration() && !F.getSubprogram() &&
        F.getName().starts_with("_ZN"))
      Result.emplace(F.getName(), &F);
  return Result;
}

/// Returns the prefix of the symbols of constructors of \p Class:
/// "_ZN2ns6MatrixC" for the identifier "_ZTSN2ns6MatrixE"; empty if there is
/// none.
static std::string constructorsOf(const DICompositeType &Class) {
  StringRef Name = Class.getIdentifier();
  if (!Name.consume_front("_ZTS"))
    return {};
  if (Name.consume_front("N"))
    Name = Name.drop_back();
  return ("_ZN" + Name + "C").str();
}

/// Returns the constructor of \p Class that moves, or the first other one.
static DISubprogram *declaredConstructor(const DICompositeType &Class,
                                         bool Moves) {
  StringRef Name = plainName(&Class);
  for (DISubprogram *Method : nodesIn<DISubprogram>(Class.getRawElements())) {
    if (!Method || plainName(Method) != Name)
      continue;
    const DIType *First = parameterType(Method, 1);
    if (Moves ==
        (First && First->getTag() == dwarf::DW_TAG_rvalue_reference_type))
      return Method;
  }
  return nullptr;
}

DeclaredMethods::DeclaredMethods(Module &M) {
  Symbols Missing = undescribedMethods(M);
  if (Missing.empty())
    return;
  auto Give = [&](llvm::Function *F, DISubprogram *Declaration) {
    if (!Declaration || F->getSubprogram())
      return;
    F->setSubprogram(Declaration);
    Described.push_back(F);
  };
  DebugInfoFinder Finder;
  Finder.processModule(M);
  for (DIType *Ty : Finder.types()) {
    auto *Class = dyn_cast<DICompositeType>(Ty);
    if (!Class || Class->getIdentifier().empty())
      continue;
    std::string Prefix = constructorsOf(*Class);
    for (auto Candidate = Missing.lower_bound(Prefix);
         Candidate != Missing.end() && !Prefix.empty() &&
         Candidate->first.starts_with(Prefix);
         ++Candidate) {
      StringRef Kind =
          Candidate->first.drop_front(Prefix.size()); // "1Ei" of C1Ei
      if (Kind.size() > 2 && isDigit(Kind[0]) && Kind[1] == 'E')
        Give(Candidate->second, declaredConstructor(*Class, Kind[2] == 'O'));
    }
    for (DISubprogram *Method : nodesIn<DISubprogram>(Class->getRawElements()))
      if (Method)
        if (auto It = Missing.find(Method->getLinkageName());
            It != Missing.end())
          Give(It->second, Method);
  }
}

DeclaredMethods::~DeclaredMethods() {
  for (llvm::Function *F : Described)
    F->setSubprogram(nullptr);
}

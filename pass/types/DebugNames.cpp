//===- DebugNames.cpp - names as the programmer wrote them ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/types/DebugNames.h"
#include "memfacet/Check.h"
#include "memfacet/FunctionNames.h"
#include "memfacet/SourceSymbols.h"
#include "memfacet/WrittenNames.h"
#include "pass/types/Declarators.h"
#include "pass/types/FortranTypes.h"
#include "pass/types/TemplateNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::types;

std::string memfacet::types::nameWithArguments(const DICompositeType *Ty) {
  MEMFACET_CHECK(Ty, "there is a class to name");
  return TemplateNames([](const DIType *Part) { return typeName(Part); })
      .name(Ty);
}

std::string memfacet::types::nameWithArguments(const DISubprogram *F) {
  MEMFACET_CHECK(F, "there is a function to name");
  return TemplateNames([](const DIType *Part) { return typeName(Part); })
      .name(F);
}

std::string memfacet::types::symbolName(StringRef Symbol) {
  StringRef Critical = Symbol;
  if (Critical.consume_front(".gomp_critical_user_") &&
      Critical.consume_back(".var")) {
    if (Critical.starts_with("."))
      return ("lock of omp " + Critical.drop_front()).str(); // .reduction
    return Critical.empty() ? "lock of omp critical"
                            : ("lock of omp critical (" + Critical + ")").str();
  }
  // The demangler does not know the flag of an initialised module.
  if (StringRef Initialiser = Symbol;
      Initialiser.starts_with("_ZGIW") && Initialiser.consume_back("__in_chrg"))
    return "guard variable for " + symbolName(Initialiser);
  if (!Symbol.starts_with("_Z"))
    return Symbol.str();
  return demangledSymbol(demangle(std::string(sourceSymbol(Symbol))));
}

std::string memfacet::types::functionSymbolName(StringRef Symbol) {
  StringRef Source = sourceSymbol(Symbol);
  return Source.starts_with("_Z") ? demangledFunction(demangle(Source.str()))
                                  : Source.str();
}

/// Functions that the compiler makes, such as OpenMP's outlined regions, bear
/// the symbol of the function they stand in.
static std::string functionName(const DISubprogram *Function) {
  if (!Function->isArtificial())
    return nameWithArguments(Function);
  std::string Source = functionSymbolName(Function->getName());
  return Source.empty() ? functionSymbolName(Function->getLinkageName())
                        : Source;
}

/// Returns the symbol of the function of the source that uses \p F, directly or
/// not.
static StringRef
userInSource(const llvm::Function &F,
             SmallPtrSetImpl<const llvm::Function *> &Visited) {
  if (!Visited.insert(&F).second)
    return {};
  for (const User *U : F.users()) {
    auto *Call = dyn_cast<CallBase>(U);
    if (!Call)
      continue;
    const llvm::Function &Caller = *Call->getFunction();
    StringRef Source = sourceSymbol(Caller.getName());
    if (Source.empty())
      Source = userInSource(Caller, Visited);
    if (!Source.empty())
      return Source;
  }
  return {};
}

void memfacet::types::nameTaskBodies(Module &M) {
  for (llvm::Function &F : M) {
    DISubprogram *Body = F.getSubprogram();
    if (!Body || !Body->isArtificial() || !sourceSymbol(F.getName()).empty())
      continue;
    SmallPtrSet<const llvm::Function *, 8> Visited;
    if (StringRef Source = userInSource(F, Visited); !Source.empty())
      Body->replaceRawLinkageName(
          MDString::get(M.getContext(), (Source + F.getName()).str()));
  }
}

/// Returns the text for a record without a name. A class without a name is most
/// probably a lambda.
static std::string recordName(const DIScope *Ty) {
  if (auto *Composite = dyn_cast<DICompositeType>(Ty);
      Composite && !Ty->getName().empty())
    return nameWithArguments(Composite);
  if (!Ty->getName().empty())
    return Ty->getName().str();
  bool IsLambda = Ty->getTag() == dwarf::DW_TAG_class_type;
  return IsLambda ? "(lambda)" : "(unnamed)";
}

/// Returns "ns::Class::" for a declaration in \p Scope.
static std::string scopePrefix(const DIScope *Scope) {
  std::string Prefix;
  for (unsigned I = 0; Scope && I != MaxTypeDepth;
       ++I, Scope = Scope->getScope()) {
    if (isa<DIFile>(Scope) || isa<DICompileUnit>(Scope))
      break;
    // With -gmodules, a module is the scope of its types, but no namespace.
    if (isa<DILexicalBlockBase>(Scope) || isa<DIModule>(Scope))
      continue;
    if (auto *Space = dyn_cast<DINamespace>(Scope);
        Space && Space->getExportSymbols())
      continue; // inline namespaces are not in the source's names
    StringRef Name = Scope->getName();
    if (auto *Function = dyn_cast<DISubprogram>(Scope))
      Prefix = functionName(Function) + "()::" + Prefix;
    else if (Name.empty() && isa<DINamespace>(Scope))
      Prefix.insert(0, "(anonymous namespace)::");
    else if (!Name.empty() || Scope->getTag() == dwarf::DW_TAG_class_type)
      Prefix = recordName(Scope) + "::" + Prefix;
  }
  return Prefix;
}

/// Removes from \p Name the places of lambdas, which front ends write in
/// arguments of templates: "twice<(lambda at /src/a.cpp:3:9)>".
static std::string stripPlaces(std::string Name) {
  constexpr StringRef Lambda = "(lambda at ";
  for (size_t Position = 0;
       (Position = Name.find(Lambda, Position)) != Name.npos; ++Position)
    if (size_t End = Name.find(')', Position); End != Name.npos)
      Name.replace(Position, End - Position, "(lambda");
  return Name;
}

std::string memfacet::types::qualifiedName(const DISubprogram *Subprogram) {
  if (!Subprogram)
    return "";
  const DISubprogram *Declared =
      Subprogram->getDeclaration() ? Subprogram->getDeclaration() : Subprogram;
  return stripPlaces(scopePrefix(Declared->getScope()) +
                     functionName(Subprogram));
}

std::string memfacet::types::qualifiedName(const DIGlobalVariable *Variable) {
  MEMFACET_CHECK(Variable, "there is a variable to name");
  std::string Name = Variable->getName().str();
  if (const DIDerivedType *Member = Variable->getStaticDataMemberDeclaration())
    return typeName(dyn_cast_or_null<DIType>(Member->getScope())) + "::" + Name;
  const DIScope *Scope = Variable->getScope();
  for (unsigned I = 0; isa_and_nonnull<DINamespace>(Scope) && I != MaxTypeDepth;
       ++I, Scope = Scope->getScope())
    if (!Scope->getName().empty())
      Name = (Scope->getName() + "::" + Name).str();
  return Name;
}

/// C++ does not write "struct" in front of a type's name, C does. Types say
/// nothing of their language, but only those of C++ have an identifier (if
/// other modules can see them), a way to be passed, or stand in a namespace.
static bool isOfCPlusPlus(const DICompositeType *Ty, unsigned Depth = 0) {
  constexpr auto OnlyThere = DINode::FlagTypePassByValue |
                             DINode::FlagTypePassByReference |
                             DINode::FlagNonTrivial | DINode::FlagEnumClass;
  if (!Ty->getIdentifier().empty() || (Ty->getFlags() & OnlyThere) ||
      Ty->getTag() == dwarf::DW_TAG_class_type)
    return true;
  const DIScope *Scope = Ty->getScope();
  if (auto *Outer = dyn_cast_or_null<DICompositeType>(Scope))
    return Depth != MaxTypeDepth && isOfCPlusPlus(Outer, Depth + 1);
  if (auto *Block = dyn_cast_or_null<DILocalScope>(Scope))
    return Block->getSubprogram()->getLinkageName().starts_with("_Z");
  return isa_and_nonnull<DINamespace>(Scope);
}

static std::string compositeName(const DICompositeType *Ty) {
  StringRef Keyword = "";
  if (!isOfCPlusPlus(Ty))
    Keyword = Ty->getTag() == dwarf::DW_TAG_union_type         ? "union "
              : Ty->getTag() == dwarf::DW_TAG_enumeration_type ? "enum "
              : Ty->getTag() == dwarf::DW_TAG_structure_type   ? "struct "
                                                               : "";
  return Keyword.str() +
         writtenTypeName(scopePrefix(Ty->getScope()) + recordName(Ty));
}

static std::string typedefName(const DIDerivedType *Ty) {
  std::string Scope = scopePrefix(Ty->getScope());
  // The standard library's own, as what std::make_unique returns.
  if (StringRef(Scope).starts_with("std::") && Ty->getName().starts_with("__"))
    return typeName(Ty->getBaseType());
  return Scope + Ty->getName().str();
}

/// Returns the name of a type that is not made of others.
static std::string simpleName(const DIType *Ty) {
  if (auto *Composite = dyn_cast<DICompositeType>(Ty))
    return stripPlaces(compositeName(Composite));
  if (auto *Typedef = dyn_cast<DIDerivedType>(Ty);
      Typedef && Typedef->getTag() == dwarf::DW_TAG_typedef)
    return typedefName(Typedef);
  if (auto *Basic = dyn_cast<DIBasicType>(Ty))
    if (std::string Name =
            fortranTypeName(Basic->getName(), Basic->getSizeInBits() / 8);
        !Name.empty())
      return Name;
  return Ty->getName().str();
}

std::string memfacet::types::typeName(const DIType *Ty) {
  static thread_local unsigned Depth = 0;
  if (!Ty || Depth == MaxTypeDepth)
    return "";
  ++Depth;
  std::string Name = Declarators(simpleName).name(Ty);
  --Depth;
  return Name;
}

std::string memfacet::types::fileName(const Metadata *RawFile) {
  auto *File = dyn_cast_or_null<DIFile>(RawFile);
  if (!File)
    return "";
  // Compilers get names relative to where they run. Only the whole path
  // distinguishes files of two folders, and is the same for a header that is
  // included in two ways.
  SmallString<128> Path(File->getFilename());
  if (Path.empty() || Path.str().starts_with("<"))
    return Path.str().str(); // none, or <stdin>
  if (!sys::path::is_absolute(Path)) {
    Path = File->getDirectory();
    sys::path::append(Path, File->getFilename());
  }
  sys::path::remove_dots(Path, true);
  return Path.str().str();
}

bool memfacet::types::isLibrarySymbol(StringRef LinkageName) {
  static constexpr StringRef Prefixes[] = {
      "_ZNSt",         "_ZSt",           "_ZNKSt",        "_ZNSa",
      "_ZNSs",         "_ZNKSs",         "_ZNSo",         "_ZNSi",
      "_ZN9__gnu_cxx", "_ZNK9__gnu_cxx", "_ZN10__cxxabiv"};
  // Lambdas of the library: _ZZNSt stands for a part of the function _ZNSt.
  bool IsLocal = LinkageName.starts_with("_ZZ");
  auto Begins = [&](StringRef Prefix) {
    return IsLocal ? LinkageName.drop_front(2).starts_with(Prefix.drop_front())
                   : LinkageName.starts_with(Prefix);
  };
  return any_of(Prefixes, Begins);
}

bool memfacet::types::isLibraryFile(StringRef File) {
  return File.starts_with("/usr/include/") || File.contains("/include/c++/") ||
         File.contains("/lib/clang/");
}

bool memfacet::types::isLibraryCode(const DISubprogram *Subprogram) {
  if (!Subprogram)
    return false;
  if (isLibrarySymbol(Subprogram->getLinkageName()))
    return true;
  return isLibraryFile(Subprogram->getFilename());
}

std::string memfacet::types::writtenTypeName(StringRef Name) {
  if (Name == "std::basic_string")
    return "std::string"; // the compiler's own name of the type
  return writtenName(Name);
}

std::string memfacet::types::functionKey(const DISubprogram *Subprogram) {
  MEMFACET_CHECK(Subprogram, "a place in the source is in a function");
  if (!Subprogram->getLinkageName().empty())
    return Subprogram->getLinkageName().str();
  return Subprogram->getName().str();
}

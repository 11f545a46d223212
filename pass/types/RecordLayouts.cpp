//===- RecordLayouts.cpp - members of structs, classes and unions ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/types/RecordLayouts.h"
#include "memfacet/Check.h"
#include "memfacet/Tables.h"
#include "pass/types/DebugNames.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DerivedTypes.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::types;

/// A layout with more lines is left out: no table of it could be read.
static constexpr unsigned MaxLines = 2000;

/// Returns \p Ty, or the element of an array of arrays.
static const DIType *elementOf(const DIType *Ty) {
  for (unsigned I = 0; I != MaxTypeDepth; ++I) {
    const DIType *Element = arrayElement(Ty);
    if (!Element)
      break;
    Ty = Element;
  }
  return Ty;
}

const DICompositeType *memfacet::types::recordType(const DIType *Ty) {
  auto *Record = dyn_cast_or_null<DICompositeType>(strippedType(elementOf(Ty)));
  if (!Record)
    return nullptr;
  switch (Record->getTag()) {
  case dwarf::DW_TAG_structure_type:
  case dwarf::DW_TAG_class_type:
  case dwarf::DW_TAG_union_type:
    return Record;
  default:
    return nullptr;
  }
}

static bool isDefined(const DICompositeType *Record) {
  return Record && !Record->isForwardDecl() && Record->getSizeInBits() != 0;
}

/// Returns the name of a record; without one, that of a typedef for it.
static std::string recordName(const DIType *Ty) {
  const DICompositeType *Record = recordType(Ty);
  if (!Record->getName().empty())
    return typeName(Record);
  Ty = elementOf(Ty);
  // The type leads to a record.
  while (auto *Derived = dyn_cast<DIDerivedType>(Ty)) {
    if (Derived->getTag() == dwarf::DW_TAG_typedef)
      return typeName(Derived);
    Ty = Derived->getBaseType();
  }
  return (typeName(Record) + " at " + fileName(Record->getRawFile()) + ":" +
          Twine(Record->getLine()))
      .str();
}

namespace {

/// The place of a nested record's members.
struct Place {
  std::string Prefix;
  uint64_t Bits = 0; ///< of the first element
  uint64_t Count = 1, Stride = 0;
};

/// Writes the lines of one record.
class LayoutText {
public:
  LayoutText(const std::string &Name, uint64_t Bytes) { line({Name, Bytes}); }
  void addRecord(const DICompositeType *Record, const Place &Position,
                 bool Inner);
  /// Returns the text; empty if it is too long.
  std::string take() { return Lines > MaxLines ? "" : std::move(Text); }

private:
  struct Column : std::string {
    Column(const std::string &S) : std::string(S) {}
    Column(uint64_t N) : std::string(utostr(N)) {}
    Column(char C) : std::string(1, C) {}
  };
  void line(std::initializer_list<Column> Columns);
  void member(const Place &Position, uint64_t Bits, const std::string &Name,
              const DIType *Ty);
  void part(const Place &Position, const DICompositeType *Record);
  void addMember(const DIDerivedType *Member, const Place &Position,
                 uint64_t Room, bool Inner);
  void addBase(const DIDerivedType *Base, const Place &Position, uint64_t Room,
               bool Inner);
  size_t addBitFields(const SmallVectorImpl<const DIDerivedType *> &Members,
                      size_t First, const Place &Position);

  std::string Text;
  unsigned Lines = 0;
  unsigned Depth = 0;
};

} // namespace

void LayoutText::line(std::initializer_list<Column> Columns) {
  if (++Lines > MaxLines)
    return;
  const char *Prefix = "";
  const char Separator[] = {LayoutColumnEnd, 0};
  for (const Column &C : Columns) {
    Text += Prefix + C;
    Prefix = Separator;
  }
  Text += LayoutLineEnd;
}

void LayoutText::member(const Place &Position, uint64_t Bits,
                        const std::string &Name, const DIType *Ty) {
  line({LayoutMember, Position.Bits, Bits, Position.Prefix + Name, typeName(Ty),
        Position.Count, Position.Stride});
}

void LayoutText::part(const Place &Position, const DICompositeType *Record) {
  // The first element of an array stands for all.
  line({LayoutPart, Position.Bits, Record->getSizeInBits(), typeName(Record)});
}

static bool isUnion(const DICompositeType *Record) {
  return Record->getTag() == dwarf::DW_TAG_union_type;
}

/// Returns whether a class is shown without members, as those of the library
/// are.
static bool isOpaque(const DICompositeType *Record) {
  return StringRef(typeName(Record)).starts_with("std::");
}

static SmallVector<const DIDerivedType *, 16>
membersOf(const DICompositeType *Record) {
  SmallVector<const DIDerivedType *, 16> Members;
  for (const DINode *Node : elementsOf(Record))
    if (auto *Member = dyn_cast_or_null<DIDerivedType>(Node);
        Member && !Member->isStaticMember() &&
        (Member->getTag() == dwarf::DW_TAG_member ||
         Member->getTag() == dwarf::DW_TAG_inheritance))
      Members.push_back(Member);
  return Members;
}

/// Returns whether a class has no members, as tags and allocators; it may share
/// the place of another one.
static bool isEmpty(const DICompositeType *Record, unsigned Depth = 0) {
  return all_of(membersOf(Record), [&](const DIDerivedType *M) {
    const DICompositeType *Inner = recordType(M->getBaseType());
    return Depth < 16 && M->getTag() == dwarf::DW_TAG_inheritance && Inner &&
           isEmpty(Inner, Depth + 1);
  });
}

void LayoutText::addBase(const DIDerivedType *Base, const Place &Position,
                         uint64_t Room, bool Inner) {
  const DICompositeType *Record = recordType(Base->getBaseType());
  // Where a virtual base stands depends on the whole object's class.
  bool IsVirtual = (Base->getFlags() & DINode::FlagVirtual) != DINode::FlagZero;
  if (!Record || IsVirtual)
    return;
  Place MemberPlace = Position;
  MemberPlace.Bits += Base->getOffsetInBits();
  if (Record->isForwardDecl() && !Inner && Room != 0)
    return member(MemberPlace, Room, nameWithArguments(Record), Record);
  if (!isDefined(Record) || isEmpty(Record))
    return;
  MemberPlace.Prefix += writtenTypeName(nameWithArguments(Record)) + "::";
  part(MemberPlace, Record);
  addRecord(Record, MemberPlace, Inner);
}

/// Elements of an array of arrays are those of one array.
static uint64_t arrayCount(const DIType *Ty, const DICompositeType *Element) {
  uint64_t Bits = Element->getSizeInBits();
  return strippedType(Ty) == Element || Bits == 0
             ? 1
             : strippedType(Ty)->getSizeInBits() / Bits;
}

void LayoutText::addMember(const DIDerivedType *Member, const Place &Position,
                           uint64_t Room, bool Inner) {
  const DIType *Ty = Member->getBaseType();
  Place MemberPlace = Position;
  MemberPlace.Bits += Member->getOffsetInBits();
  std::string Name = Member->getName().str();
  if (StringRef(Name).starts_with("_vptr$"))
    Name = "_vptr";
  uint64_t Bits = strippedType(Ty) ? strippedType(Ty)->getSizeInBits() : 0;
  const DICompositeType *Record = recordType(Ty);
  if (Bits == 0 && ((Record && Record->isForwardDecl()) || hasAnyLength(Ty)))
    Bits = Room;
  uint64_t Count = isDefined(Record) ? arrayCount(Ty, Record) : 0;
  // An array of records within one is not taken apart.
  bool IsNested = Count == 1 || (Count > 1 && Position.Count == 1);
  if (!IsNested || isEmpty(Record)) {
    if (!Inner && Bits != 0)
      member(MemberPlace, Bits, Name, Ty);
    return;
  }
  if (Count > 1)
    MemberPlace.Count = Count, MemberPlace.Stride = Record->getSizeInBits();
  part(MemberPlace, Record);
  if (!Inner && isOpaque(Record)) {
    Place Whole = MemberPlace;
    Whole.Count = 1, Whole.Stride = 0;
    member(Whole, Bits, Name, Ty);
    Inner = true;
  }
  if (!Name.empty())
    MemberPlace.Prefix += Name + (Count > 1 ? "[]." : ".");
  addRecord(Record, MemberPlace, Inner);
}

/// Adds bit fields that share their storage as one member, as they are read and
/// written together. Returns their number.
size_t
LayoutText::addBitFields(const SmallVectorImpl<const DIDerivedType *> &Members,
                         size_t First, const Place &Position) {
  auto Storage = [](const DIDerivedType *M) {
    auto *Offset = dyn_cast_or_null<ConstantInt>(M->getStorageOffsetInBits());
    return Offset ? Offset->getZExtValue() : M->getOffsetInBits();
  };
  uint64_t Begin = Members[First]->getOffsetInBits(), End = Begin;
  std::string Names;
  size_t Next = First;
  for (; Next != Members.size() && Members[Next]->isBitField() &&
         Storage(Members[Next]) == Storage(Members[First]);
       ++Next) {
    const DIDerivedType *M = Members[Next];
    End = std::max(End, M->getOffsetInBits() + M->getSizeInBits());
    if (!M->getName().empty())
      Names += (Names.empty() ? "" : "|") + M->getName().str() + ":" +
               utostr(M->getSizeInBits());
  }
  Place MemberPlace = Position;
  MemberPlace.Bits += Begin;
  bool IsGroup = StringRef(Names).contains('|');
  if (!Names.empty())
    member(MemberPlace, End - Begin, IsGroup ? "{" + Names + "}" : Names,
           Members[First]->getBaseType());
  return Next - First;
}

/// Returns the bits from the place of member \p Number to that of a later one,
/// or the end: the largest size of the member where its type is only declared.
/// One element stands for all of an array of any length at the end of the whole
/// record, which \p IsWhole says; others are not shown.
static uint64_t roomOf(const DICompositeType *Record,
                       const SmallVectorImpl<const DIDerivedType *> &Members,
                       size_t Number, bool IsWhole) {
  if (hasAnyLength(Members[Number]->getBaseType()))
    return IsWhole && Number + 1 == Members.size()
               ? openEnd(Record).ElementBytes * 8
               : 0;
  uint64_t Begin = Members[Number]->getOffsetInBits();
  uint64_t End = Record->getSizeInBits();
  for (const DIDerivedType *M : Members)
    if (M->getOffsetInBits() > Begin)
      End = std::min(End, M->getOffsetInBits());
  return End - Begin;
}

/// \p Inner: parts only, members of an opaque record are not shown.
void LayoutText::addRecord(const DICompositeType *Record, const Place &Position,
                           bool Inner) {
  if (Lines > MaxLines || Depth == 32)
    return;
  ++Depth;
  auto Members = membersOf(Record);
  for (size_t I = 0; I != Members.size();) {
    const DIDerivedType *M = Members[I];
    if (M->isBitField() && !isUnion(Record) && !Inner) {
      I += addBitFields(Members, I, Position);
      continue;
    }
    if (M->getTag() == dwarf::DW_TAG_inheritance)
      addBase(M, Position, roomOf(Record, Members, I, Depth == 1), Inner);
    else
      addMember(M, Position, roomOf(Record, Members, I, Depth == 1), Inner);
    ++I;
  }
  --Depth;
}

const std::string &RecordLayouts::layout(const DICompositeType *Record,
                                         const std::string &Name) {
  auto [Entry, New] = Layouts.try_emplace(Record);
  if (New && isDefined(Record)) {
    OpenEnd End = openEnd(Record);
    LayoutText Text(Name, std::max(Record->getSizeInBits() / 8,
                                   End.Offset + End.ElementBytes));
    Text.addRecord(Record, {}, false);
    Entry->second = Text.take();
  }
  return Entry->second;
}

std::string RecordLayouts::typeText(const DIType *Ty) {
  const DICompositeType *Record = recordType(Ty);
  if (!Record)
    return typeName(Ty);
  std::string Name = recordName(Ty);
  return withLayout(strippedType(Ty) == Record && Record->getName().empty()
                        ? Name
                        : typeName(Ty),
                    Ty);
}

std::string RecordLayouts::recordText(const DIType *Ty) {
  return Ty ? withLayout(recordName(Ty), Ty) : "";
}

std::string RecordLayouts::withLayout(std::string Text, const DIType *Ty) {
  const std::string &Layout = layout(recordType(Ty), recordName(Ty));
  if (!Layout.empty())
    Text += std::string(1, '\0') + LayoutMark + Layout;
  return Text;
}

std::string RecordLayouts::typeText(const std::string &Name) {
  const DIType *Ty = find(ByName, Name);
  return Ty ? typeText(Ty) : Name;
}

void RecordLayouts::enter(Index &Records, StringRef Name, const DIType *Ty) {
  if (Name.empty())
    return;
  auto [Position, New] = Records.try_emplace(Name, Ty);
  const DIType *&Entry = Position->second;
  if (New || !Entry || recordType(Entry) == recordType(Ty))
    return;
  // A definition is better than a declaration.
  if (!isDefined(recordType(Entry)))
    Entry = Ty;
  else if (isDefined(recordType(Ty)))
    Entry = nullptr;
}

const DIType *RecordLayouts::find(const Index &Records, StringRef Name) {
  auto Entry = Records.find(Name);
  return Entry == Records.end() ? nullptr : Entry->second;
}

RecordLayouts::RecordLayouts(const Module &M) {
  DebugInfoFinder Finder;
  Finder.processModule(M);
  for (const DIType *Ty : Finder.types()) {
    const DICompositeType *Record = recordType(Ty);
    bool IsAlias = Ty->getTag() == dwarf::DW_TAG_typedef;
    if (!Record || strippedType(Ty) != Record || (Ty != Record && !IsAlias) ||
        Ty->getName().empty())
      continue;
    std::string Name = typeName(Ty);
    enter(ByName, Name, Ty);
    StringRef Tag = Name;
    for (StringRef Keyword : {"struct ", "union "})
      if (!IsAlias)
        Tag.consume_front(Keyword);
    enter(ByTag, Tag, Ty);
    if (!Record->getIdentifier().empty())
      enter(ByIdentifier, Record->getIdentifier(), Ty);
  }
}

const DIType *RecordLayouts::aliasRecord(StringRef Name) const {
  return Name.starts_with("_ZTS") ? find(ByIdentifier, Name)
                                  : find(ByTag, Name);
}

const DIType *RecordLayouts::recordOf(const StructType *Struct) const {
  MEMFACET_CHECK(Struct, "there is a type to look up");
  if (!Struct->hasName())
    return nullptr;
  StringRef Name = Struct->getName();
  for (StringRef Keyword : {"struct.", "class.", "union."})
    if (Name.consume_front(Keyword))
      break;
  // The compiler numbers types of the same name, and calls one without its
  // tail padding "base".
  Name.consume_back(".base");
  if (const DIType *Ty = find(ByTag, Name))
    return Ty;
  auto [Plain, Number] = Name.rsplit('.');
  return all_of(Number, isDigit) ? find(ByTag, Plain) : nullptr;
}

//===- ContainerKind.cpp - what a structure is made of --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/advise/ElementShape.h"
#include "analysis/support/StringTypes.h"
#include "memfacet/Check.h"
#include "memfacet/ContainerRoles.h"
#include "tools/report/format/Units.h"
#include "tools/report/structures/Description.h"
#include <algorithm>
#include <set>

namespace memfacet::report {

namespace {

/// The most steps along pointers that lead from a record back to the same
/// record.
constexpr unsigned MostSteps = 3;

/// Returns what \p Type points to, directly or through pointers and arrays of
/// pointers; empty: it is no pointer.
std::string_view pointee(std::string_view Type) {
  auto Trim = [&] {
    while (Type.ends_with(' '))
      Type.remove_suffix(1);
  };
  if (Type.ends_with(']') && Type.rfind('[') != Type.npos)
    Type = Type.substr(0, Type.find('[', Type.rfind('*') + 1));
  Trim();
  bool Pointer = false;
  for (; Type.ends_with('*') || Type.ends_with("const");
       Type.remove_suffix(Type.ends_with('*') ? 1 : 5), Trim())
    Pointer |= Type.ends_with('*');
  for (std::string_view Word : {"const ", "volatile "})
    if (Type.starts_with(Word))
      Type.remove_prefix(Word.size());
  return Pointer ? Type : std::string_view();
}

/// Returns the last part of a member's path, in lower case.
std::string lastWord(std::string_view Path) {
  Path.remove_prefix(Path.rfind('.') + 1);
  std::string Word(Path);
  std::ranges::transform(Word, Word.begin(), [](char C) {
    return C >= 'A' && C <= 'Z' ? C + 32 : C;
  });
  return Word;
}

bool hasAny(const std::string &Word,
            std::initializer_list<std::string_view> Parts) {
  return std::ranges::any_of(Parts, [&](std::string_view Part) {
    return Word.find(Part) != Word.npos;
  });
}

/// A C program may give a record a name of its own: then members of type "word
/// *" point to a "struct word".
uint32_t recordNamed(const result::Profile &P, std::string_view Name) {
  for (std::string_view Tag : {"", "struct ", "union "}) {
    auto It = std::ranges::find_if(P.Records, [&](auto &R) {
      std::string_view Full = R.Name;
      return Full.starts_with(Tag) && Full.substr(Tag.size()) == Name;
    });
    if (It != P.Records.end())
      return uint32_t(It - P.Records.begin());
  }
  return result::NoRecord;
}

/// Returns whether pointers lead from \p Start to \p Target in at most \p Steps
/// steps.
bool leadsTo(const result::Profile &P, uint32_t Start, uint32_t Target,
             unsigned Steps, std::set<uint32_t> &Visited) {
  MEMFACET_CHECK(Start < P.Records.size() && Steps != 0,
                 "a step leads from a record to another one");
  for (const result::RecordMember &M : P.Records[Start].Members) {
    std::string_view Name = pointee(M.Type);
    uint32_t Next = Name.empty() ? result::NoRecord : recordNamed(P, Name);
    if (Next == Target)
      return true;
    if (Next != result::NoRecord && Steps > 1 && Visited.insert(Next).second &&
        leadsTo(P, Next, Target, Steps - 1, Visited))
      return true;
  }
  return false;
}

/// Returns the kind of a container of the standard library; Unknown: another
/// one.
ContainerKind standardKind(const result::Structure &S) {
  if (S.Name.ends_with("control block)"))
    return ContainerKind::Object;
  if (S.Name.ends_with("(characters)"))
    return ContainerKind::Array;
  if (S.Name.ends_with("(buckets)") || S.Type.find("unordered_") != S.Type.npos)
    return ContainerKind::Hash;
  // If containers are in containers, the inner one has the nodes.
  bool Nodes = S.Name.ends_with("(nodes)");
  auto IsNamed = [&](const char *Name) {
    return isContainer(S.Type, Name) ||
           (Nodes && S.Type.find(std::string("::") + Name) != S.Type.npos);
  };
  for (const char *Name : {"map<", "set<", "multimap<", "multiset<"})
    if (IsNamed(Name))
      return ContainerKind::Tree;
  for (const char *Name : {"list<", "forward_list<"})
    if (IsNamed(Name))
      return ContainerKind::List;
  for (const char *Name : {"vector<", "basic_string<", "string", "deque<",
                           "stack<", "queue<", "priority_queue<"})
    if (IsNamed(Name))
      return ContainerKind::Array;
  if (isContainer(S.Type, "shared_ptr<"))
    return ContainerKind::Object;
  return Nodes ? ContainerKind::Linked : ContainerKind::Unknown;
}

} // namespace

/// Returns the first template argument of \p Type if it has no other one; or
/// empty.
static std::string_view onlyArgument(std::string_view Type) {
  size_t Begin = Type.find('<');
  if (Begin == Type.npos || !Type.ends_with('>'))
    return {};
  std::string_view Arguments = Type.substr(Begin + 1);
  Arguments.remove_suffix(1);
  int Depth = 0;
  for (char C : Arguments) {
    Depth += (C == '<' || C == '(') - (C == '>' || C == ')');
    if (Depth < 0 || (Depth == 0 && C == ','))
      return {};
  }
  while (Arguments.ends_with(' '))
    Arguments.remove_suffix(1);
  return Arguments;
}

/// Returns whether members of \p Record were accessed in \p Id.
static bool isAccessed(const result::Profile &P, StructureId Id,
                       uint32_t Record) {
  return std::ranges::any_of(P.BySite, [&](const result::SiteCounts &C) {
    return C.Structure == Id && C.Accesses != 0 &&
           P.Sites[C.Site].Field.Record == Record;
  });
}

uint32_t elementRecord(const result::Profile &P, const result::Structure &S) {
  bool Fits =
      S.Record != result::NoRecord &&
      (S.ElementBytes == 0 || P.Records[S.Record].Bytes == S.ElementBytes);
  // A container may be as large as what it keeps.
  if (Fits && !S.Type.ends_with('>'))
    return S.Record;
  bool IsOfProfile = !P.Structures.empty() && &S >= P.Structures.data() &&
                     &S <= &P.Structures.back();
  // Numbers and pointers are no records.
  constexpr uint64_t LargestNumber = 8;
  if (!IsOfProfile || S.Type.empty() || S.ElementBytes <= LargestNumber)
    return S.Record;
  auto Id = StructureId(uint32_t(&S - P.Structures.data()));
  uint32_t Found = advise::accessedRecord(P, Id, S.ElementBytes);
  return Found == result::NoRecord || (Fits && isAccessed(P, Id, S.Record))
             ? S.Record
             : Found;
}

/// Returns "char" of "char[200][4097]", the type of an array as a variable.
static std::string_view withoutBounds(std::string_view Type) {
  std::string_view Element = Type;
  while (Element.ends_with(']'))
    Element = Element.substr(0, Element.rfind('['));
  // Bounds may be those of what is pointed to: int (*)[4].
  return Element.ends_with(')') ? Type : Element;
}

std::string_view elementType(const result::Profile &P,
                             const result::Structure &S) {
  // The type of memory from the heap is that of an element already.
  bool IsVariable = S.Kind == result::StructureKind::Global ||
                    S.Kind == result::StructureKind::ThreadLocal ||
                    S.Kind == result::StructureKind::Local;
  if (IsVariable && S.Type.ends_with(']'))
    return withoutBounds(S.Type);
  std::string_view Character = charactersOf(S.Type).Name;
  if (S.Kind == result::StructureKind::Heap && !Character.empty())
    return Character;
  bool IsSequence = isContainer(S.Type, "vector<") ||
                    isContainer(S.Type, "deque<") ||
                    isContainer(S.Type, "valarray<");
  bool IsOtherLibrary = isContainer(S.Type, "");
  // The objects of a class are that class; what it keeps has another size.
  bool IsKept = S.Record == result::NoRecord ||
                P.Records[S.Record].Bytes != S.ElementBytes;
  std::string_view Argument = onlyArgument(S.Type);
  bool IsContained = IsSequence || (!IsOtherLibrary && IsKept);
  if (S.Kind == result::StructureKind::Heap && IsContained && !Argument.empty())
    return Argument;
  bool IsContainer = S.Type.ends_with('>');
  uint32_t Record = IsContainer ? elementRecord(P, S) : result::NoRecord;
  if (Record != result::NoRecord && Record != S.Record)
    return P.Records[Record].Name;
  // A class that keeps elements of another size says nothing of them; nor does
  // the library's.
  uint32_t Class = recordNamed(P, S.Type);
  bool IsKeeper =
      S.Kind == result::StructureKind::Heap &&
      (IsOtherLibrary || (S.ElementBytes != 0 && Class != result::NoRecord &&
                          P.Records[Class].Bytes != S.ElementBytes));
  return IsKeeper ? std::string_view() : std::string_view(S.Type);
}

const char *containerKindName(ContainerKind Kind) {
  switch (Kind) {
  case ContainerKind::Unknown:
    return "unknown";
  case ContainerKind::Array:
    return "array";
  case ContainerKind::List:
    return "list";
  case ContainerKind::Tree:
    return "tree";
  case ContainerKind::Linked:
    return "linked";
  case ContainerKind::Hash:
    return "hash";
  case ContainerKind::Object:
    return "object";
  }
  return "unknown";
}

uint32_t pointedRecord(const result::Profile &P, std::string_view Type) {
  std::string_view Name = pointee(Type);
  return Name.empty() ? result::NoRecord : recordNamed(P, Name);
}

ContainerKind linksOf(const result::Profile &P, uint32_t Record) {
  if (Record == result::NoRecord)
    return ContainerKind::Unknown;
  MEMFACET_CHECK(Record < P.Records.size(), "the record is of this profile");
  const result::RecordType &R = P.Records[Record];
  uint64_t Links = 0, Onward = 0;
  bool Branches = false;
  for (const result::RecordMember &M : R.Members) {
    if (pointedRecord(P, M.Type) != Record)
      continue;
    // An array of pointers is one member.
    uint64_t Count = std::max<uint64_t>(M.Bits / 64, 1) * M.Count;
    std::string Word = lastWord(M.Name);
    bool Back = hasAny(Word, {"prev", "parent", "back", "tail", "last", "up"});
    Links += Count;
    Onward += Back ? 0 : Count;
    Branches |= hasAny(Word, {"left", "right", "child", "kid", "sub"}) ||
                (!Back && Count > 1);
  }
  if (Onward > 1 && Branches)
    return ContainerKind::Tree;
  if (Links != 0)
    return Onward == 1 ? ContainerKind::List : ContainerKind::Linked;
  std::set<uint32_t> Visited = {Record};
  return leadsTo(P, Record, Record, MostSteps, Visited)
             ? ContainerKind::Linked
             : ContainerKind::Unknown;
}

bool holdsSeveral(const result::Structure &S) {
  // A record with a tail of variable length is one element, but a tail is no
  // longer than this.
  constexpr uint64_t LongestTail = 64;
  if (S.ElementBytes == 0 || S.Objects == 0)
    return false;
  uint64_t Elements = S.Bytes / S.Objects / S.ElementBytes;
  return Elements > LongestTail ||
         (Elements >= 2 && S.Bytes % S.ElementBytes == 0);
}

uint64_t objectBytes(const result::Structure &S) {
  return holdsSeveral(S) || S.Objects == 0
             ? S.ElementBytes
             : std::max(S.ElementBytes, S.Bytes / S.Objects);
}

std::string sizeText(const result::Structure &S) {
  uint64_t Bytes = objectBytes(S);
  return humanBytes(Bytes) +
         (Bytes == S.ElementBytes || S.Objects == 1 ? "" : " on average");
}

/// Returns whether elements of \p S point to the first elements of lists.
static bool leadsToLists(const result::Profile &P, const result::Structure &S) {
  return linksOf(P, pointedRecord(P, elementType(P, S))) == ContainerKind::List;
}

ContainerKind containerKind(const result::Profile &P,
                            const result::Structure &S) {
  switch (S.Kind) {
  case result::StructureKind::Global:
  case result::StructureKind::ThreadLocal:
  case result::StructureKind::Local:
    break;
  case result::StructureKind::Heap:
    if (isContainer(S.Type, "") || S.Name.ends_with(')'))
      if (ContainerKind Kind = standardKind(S); Kind != ContainerKind::Unknown)
        return Kind == ContainerKind::Array && leadsToLists(P, S)
                   ? ContainerKind::Hash
                   : Kind;
    break;
  default:
    return ContainerKind::Unknown;
  }
  if (holdsSeveral(S) || S.Type.ends_with(']'))
    return leadsToLists(P, S) ? ContainerKind::Hash : ContainerKind::Array;
  if (ContainerKind Links = linksOf(P, elementRecord(P, S));
      Links != ContainerKind::Unknown)
    return Links;
  // An object with an open end has no elements of one size, but a record.
  bool IsUnknown = S.ElementBytes == 0 && S.Record == result::NoRecord;
  return IsUnknown ? ContainerKind::Unknown : ContainerKind::Object;
}

} // namespace memfacet::report

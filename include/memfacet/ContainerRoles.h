//===- ContainerRoles.h - what containers allocate ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds what the memory of a standard container holds: nodes, buckets or
// elements. It follows from the type of the allocated elements, by the names of
// libstdc++ and libc++. The pass uses this where the library's functions are
// inlined, the analysis where they are not.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CONTAINERROLES_H
#define MEMFACET_CONTAINERROLES_H

#include <string_view>

namespace memfacet {

/// The memory has this role if the type of the allocated elements begins with
/// Element.
struct ContainerRule {
  std::string_view Element, Role;
  bool IsPointer; ///< whether the element is a pointer to that type
};

/// The rules in order; the first one that matches applies.
inline constexpr ContainerRule ContainerRules[] = {
    // libstdc++
    {"std::__detail::_Hash_node_base", "buckets", true},
    {"std::__detail::_Hash_node<", "nodes", false},
    {"std::_Rb_tree_node<", "nodes", false},
    {"std::_List_node<", "nodes", false},
    {"std::_Fwd_list_node<", "nodes", false},
    {"std::_Sp_counted_ptr_inplace<", "object and control block", false},
    {"std::_Sp_counted_deleter<", "control block", false},
    // libc++
    {"std::__1::__hash_node_base<", "buckets", true},
    {"std::__1::__hash_node<", "nodes", false},
    {"std::__1::__tree_node<", "nodes", false},
    {"std::__1::__list_node<", "nodes", false},
    {"std::__1::__forward_list_node<", "nodes", false},
    {"std::__1::__shared_ptr_emplace<", "object and control block", false},
    {"std::__1::__shared_ptr_pointer<", "control block", false},
};

/// Returns the first of the template arguments \p List.
constexpr std::string_view firstArgument(std::string_view List) {
  size_t Depth = 0, End = 0;
  for (; End != List.size() && (Depth != 0 || List[End] != ','); ++End) {
    Depth += List[End] == '<' || List[End] == '(';
    Depth -= (List[End] == '>' || List[End] == ')') && Depth != 0;
  }
  List = List.substr(0, End);
  while (List.ends_with(' '))
    List.remove_suffix(1);
  return List;
}

/// Returns where the list of template arguments that ends at \p End begins.
constexpr size_t argumentsBegin(std::string_view Name, size_t End) {
  size_t Depth = 1;
  while (End-- != 0) {
    Depth += Name[End] == '>';
    Depth -= Name[End] == '<';
    if (Depth == 0)
      return End;
  }
  return Name.npos;
}

/// Returns the T of "std::__new_allocator<T>::allocate" and similar functions,
/// also of the program's own allocators; empty for any other function.
constexpr std::string_view allocatedElement(std::string_view Function) {
  size_t End = Function.rfind(">::allocate");
  size_t Begin =
      End == Function.npos ? Function.npos : argumentsBegin(Function, End);
  if (Begin == Function.npos)
    return {};
  std::string_view Class = Function.substr(0, Begin);
  bool Library = Class.starts_with("std::");
  if (Library && Class.find("alloc") == Class.npos)
    return {};
  std::string_view Element =
      firstArgument(Function.substr(Begin + 1, End - Begin - 1));
  // The argument is an allocator in allocator_traits<PoolAllocator<T>>.
  size_t Inner = Element.find('<');
  if (Class.ends_with("alloc_traits") || Class.ends_with("allocator_traits"))
    if (Inner != Element.npos && Element.ends_with('>'))
      return firstArgument(
          Element.substr(Inner + 1, Element.size() - Inner - 2));
  return Element;
}

/// Returns whether \p Type is class \p Name of the standard library, with
/// template arguments that begin with \p Arguments.
constexpr bool isContainer(std::string_view Type, std::string_view Name,
                           std::string_view Arguments = {}) {
  for (std::string_view Space : {"std::", "std::__1::", "std::__cxx11::"})
    if (Type.starts_with(Space) &&
        Type.substr(Space.size()).starts_with(Name) &&
        Type.substr(Space.size() + Name.size()).starts_with(Arguments))
      return true;
  return false;
}

constexpr bool isCharacter(std::string_view Element) {
  for (std::string_view CharacterType :
       {"char", "wchar_t", "char8_t", "char16_t", "char32_t"})
    if (Element == CharacterType)
      return true;
  return false;
}

/// Returns whether \p Function, library code that allocates for the object
/// \p Container, belongs to another library, whose objects are the elements of
/// the container.
constexpr bool isOfElements(std::string_view Function,
                            std::string_view Container) {
  return !Function.empty() && isContainer(Container, "") &&
         allocatedElement(Function).empty() && !Function.starts_with("std::") &&
         !Function.starts_with("__gnu_cxx::");
}

/// Returns whether \p Element is a pointer to an element of \p Deque. The two
/// may spell the type of the element differently.
constexpr bool isDequeMap(std::string_view Element, std::string_view Deque) {
  if (!Element.ends_with('*'))
    return false;
  Element.remove_suffix(1);
  while (Element.ends_with(' '))
    Element.remove_suffix(1);
  std::string_view Arguments = Deque.substr(Deque.find('<') + 1);
  if (Arguments.starts_with(Element) && Arguments.size() > Element.size() &&
      (Arguments[Element.size()] == '>' || Arguments[Element.size()] == ','))
    return true;
  return Deque.find('*') == Deque.npos;
}

/// Returns whether \p Type is a deque, or keeps its elements in one.
constexpr bool isDeque(std::string_view Type, std::string_view Arguments = {}) {
  if (isContainer(Type, "deque<", Arguments))
    return true;
  bool IsAdapter = isContainer(Type, "queue<", Arguments) ||
                   isContainer(Type, "stack<", Arguments);
  size_t Second = Type.find(", std::");
  return IsAdapter && (Second == Type.npos ||
                       isContainer(Type.substr(Second + 2), "deque<"));
}

/// Returns "vector" for "std::vector<int>", without any inline namespace.
constexpr std::string_view templateName(std::string_view Type) {
  std::string_view Name = Type.substr(0, Type.find_first_of("<,>"));
  size_t Space = Name.rfind(':');
  return Space == Name.npos ? Name : Name.substr(Space + 1);
}

/// Returns whether two element types, written as \p A and \p B, can be the same
/// type. Both may leave out template arguments, so only the first arguments are
/// compared.
constexpr bool maySameElements(std::string_view A, std::string_view B) {
  while (true) {
    bool OfLibrary = A.starts_with("std::");
    if (OfLibrary != B.starts_with("std::"))
      return false;
    if (!OfLibrary)
      return true;
    if (templateName(A) == "string")
      return templateName(B).ends_with("string");
    if (templateName(A) != templateName(B))
      return false;
    size_t InA = A.find('<'), InB = B.find('<');
    if (InA == A.npos || InB == B.npos)
      return true;
    A.remove_prefix(InA + 1);
    B.remove_prefix(InB + 1);
  }
}

/// Returns whether \p Element belongs to a container that is an element of
/// \p Container, and not to \p Container itself.
constexpr bool isInElements(std::string_view Element,
                            std::string_view Container) {
  for (std::string_view Nodes :
       {"map<", "set<", "multimap<", "multiset<", "list<", "forward_list<",
        "unordered_map<", "unordered_set<", "unordered_multimap<",
        "unordered_multiset<"})
    if (isContainer(Container, Nodes))
      return true;
  if (!isContainer(Container, "vector<std::"))
    return false;
  return !maySameElements(Container.substr(Container.find('<') + 1), Element);
}

/// Returns whether \p Function, if it calls operator new itself, allocates the
/// control block of a smart pointer. What it has others allocate may be more.
constexpr bool makesControlBlock(std::string_view Function) {
  for (std::string_view Maker :
       {"std::__shared_count<", "std::shared_ptr<", "std::__1::shared_ptr<"})
    if (Function.starts_with(Maker))
      return true;
  return false;
}

/// Returns the role of the memory that \p Function allocates in a container of
/// type \p Container: "nodes", "buckets", ... \p Function is qualified and has
/// the template arguments of the class. Returns "" if the container has memory
/// of one kind only, or the role is unknown.
constexpr std::string_view containerRole(std::string_view Function,
                                         std::string_view Container) {
  // libc++ makes the control block in the smart pointer itself.
  if (makesControlBlock(Function))
    return "control block";
  std::string_view Element = allocatedElement(Function);
  if (Element.empty())
    return {};
  bool Pointer = Element.ends_with('*');
  for (const ContainerRule &R : ContainerRules)
    if (Element.starts_with(R.Element) && Pointer == R.IsPointer)
      return R.Role;
  // The role of other elements depends on the container. A string has only
  // characters.
  bool Text = isContainer(Container, "string") ||
              isContainer(Container, "basic_string<") ||
              isContainer(Container, "vector<", Element) ||
              isDeque(Container, Element);
  if (isCharacter(Element) && Container.starts_with("std::") && !Text)
    return "characters";
  if (isDeque(Container, "std::") && !Pointer &&
      !maySameElements(Container.substr(Container.find('<') + 1), Element))
    return "in elements";
  if (isDeque(Container))
    return isDequeMap(Element, Container) ? "map" : "blocks";
  return isInElements(Element, Container) ? "in elements" : "";
}

} // namespace memfacet

#endif

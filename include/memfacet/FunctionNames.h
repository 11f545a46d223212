//===- FunctionNames.h - functions as reports name them ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A demangler writes a function with result, parameters and qualifiers, and
// numbers lambdas. Debug information has "ns::Class::method" and
// "main()::(lambda)::operator()".
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_FUNCTIONNAMES_H
#define MEMFACET_FUNCTIONNAMES_H

#include "memfacet/WrittenNames.h"
#include <string>
#include <string_view>

namespace memfacet {

/// Reads the output of a demangler, and writes the name as debug information
/// does.
class DemangledName {
public:
  explicit DemangledName(std::string_view Demangled) : Demangled(Demangled) {
    Read = NameReader(Demangled).read(All);
  }

  /// Returns "ns::Class::method" for a function.
  std::string function() {
    if (!Read)
      return std::string(Demangled);
    All.resize(endOf(All));
    return writtenName(inFunction(All));
  }

  /// Returns "vtable for A<main()::(lambda)>" for any other symbol.
  std::string symbol() {
    return Read ? writtenName(plain(All)) : std::string(Demangled);
  }

private:
  /// Returns where the parameters begin: what follows them is no part of a
  /// name.
  static size_t endOf(const NamePieces &Pieces) {
    for (size_t I = Pieces.size(); I-- != 0;)
      if (Pieces[I].IsList && Pieces[I].Text == "()")
        return I;
      else if (!Pieces[I].IsList &&
               Pieces[I].Text.find("::") != std::string::npos)
        break;
    return Pieces.size();
  }

  /// Removes the result, which only templates have. Returns where the name
  /// begins.
  static size_t dropResult(NamePieces &Pieces) {
    for (size_t I = Pieces.size(); I-- != 0;) {
      std::string &Text = Pieces[I].Text;
      if (Pieces[I].IsList)
        continue;
      // "operator new", and the type that a conversion makes. In
      // "operator<< <int>" the last space is part of the name.
      std::string_view Head(Text.data(), Text.size() - Text.ends_with(' '));
      size_t Operator = Head.rfind("operator ");
      if (Operator != Head.npos)
        Head = Head.substr(0, Operator);
      size_t Space = Head.rfind(' ');
      if (Space == Head.npos)
        continue;
      Text.erase(0, Space + 1);
      return I;
    }
    return 0;
  }

  /// Returns the name of a function, or of a thing that is local to one.
  static std::string inFunction(NamePieces Pieces) {
    std::string Name;
    for (size_t I = dropResult(Pieces); I != Pieces.size(); ++I)
      if (Pieces[I].IsList)
        addList(Name, Pieces[I]);
      else
        Name += Pieces[I].Text;
    return withLambdas(std::move(Name));
  }

  static std::string plain(const NamePieces &Pieces) {
    std::string Name;
    for (const NamePiece &P : Pieces)
      Name += P.IsList ? bracketed(P) : P.Text;
    return Name;
  }

  static bool isOfLambda(const NamePieces &Pieces) {
    for (const NamePiece &P : Pieces)
      if (P.IsList ? P.Text == "{}"
                   : P.Text.find("'lambda") != std::string::npos ||
                         P.Text.find("::$_") != std::string::npos)
        return true;
    return false;
  }

  static std::string bracketed(const NamePiece &List) {
    std::string Joined;
    for (const NamePieces &Argument : List.Arguments)
      Joined += (Joined.empty() ? "" : ", ") +
                (isOfLambda(Argument) ? inFunction(Argument) : plain(Argument));
    return List.Text[0] + Joined + List.Text[1];
  }

  static std::string firstOf(const NamePiece &List) {
    bool HasText = !List.Arguments.empty() && !List.Arguments[0].empty();
    return HasText ? List.Arguments[0][0].Text : std::string();
  }

  /// Adds a list in a name as reports write it: "(lambda)", or "()" for the
  /// parameters of the enclosing function.
  static void addList(std::string &Name, const NamePiece &List) {
    if (List.Text == "{}") {
      Name += firstOf(List).starts_with("lambda") ? "(lambda)" : "(unnamed)";
      return;
    }
    if (List.Text != "()" || firstOf(List) == "anonymous namespace") {
      Name += bracketed(List);
      return;
    }
    size_t Quote = Name.rfind("'lambda");
    if (Quote != Name.npos && Name.ends_with('\''))
      Name.replace(Quote, Name.npos, "(lambda)");
    else
      Name += "()";
  }

  /// Writes "(lambda)" for Clang's numbers of lambdas in functions that no
  /// other object file can see. Adds "()" to main, whose symbol has no
  /// parameters.
  static std::string withLambdas(std::string Name) {
    for (size_t Position = 0;
         (Position = Name.find("::$_", Position)) != Name.npos;) {
      size_t End = Name.find_first_not_of("0123456789", Position + 4);
      Name.replace(Position + 2, std::min(End, Name.size()) - Position - 2,
                   "(lambda)");
    }
    if (Name.starts_with("main::("))
      Name.insert(4, "()");
    return Name;
  }

  std::string_view Demangled;
  NamePieces All;
  bool Read = false;
};

/// Returns "ns::Class::method" for a function that a demangler writes as
/// \p Demangled.
inline std::string demangledFunction(std::string_view Demangled) {
  return DemangledName(Demangled).function();
}

/// Returns the name of any other symbol that a demangler writes as
/// \p Demangled.
inline std::string demangledSymbol(std::string_view Demangled) {
  return DemangledName(Demangled).symbol();
}

} // namespace memfacet

#endif

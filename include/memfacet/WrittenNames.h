//===- WrittenNames.h - names of C++ as programmers write them ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Demanglers and debug information write what programmers leave out: default
// template arguments, inline namespaces, basic_string<char>. A name is read
// into text and bracketed lists of arguments, which nest, and written again
// without these. A text that is no well-formed name stays unchanged.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_WRITTENNAMES_H
#define MEMFACET_WRITTENNAMES_H

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace memfacet {

/// A part of a name: text, or a bracketed list.
struct NamePiece {
  std::string Text; ///< the text; of a list, the brackets, "<>"
  bool IsList = false;
  std::vector<std::vector<NamePiece>> Arguments;
};
using NamePieces = std::vector<NamePiece>;

/// Reads names. A '<' or '>' can also be part of an operator's name, of a
/// literal or of an expression in parentheses.
class NameReader {
public:
  explicit NameReader(std::string_view Name) : Name(Name) {}
  /// Reads the name into \p Pieces. Returns false if the brackets do not match.
  bool read(NamePieces &Pieces) {
    std::vector<NamePieces> Lists;
    if (!list(Lists, 0, 0) || Lists.size() > 1)
      return false;
    Pieces = Lists.empty() ? NamePieces() : std::move(Lists[0]);
    return true;
  }

private:
  static constexpr unsigned MostDepth = 200;

  static bool isWord(char C) {
    return (C >= '0' && C <= '9') || (C >= 'a' && C <= 'z') ||
           (C >= 'A' && C <= 'Z') || C == '_' || C == '$';
  }

  /// Returns the length of the operator's name or of the literal at Position,
  /// or 0.
  size_t wholeToken() const {
    std::string_view Rest = Name.substr(Position);
    if (Rest.starts_with("operator") &&
        (Position == 0 || !isWord(Name[Position - 1])))
      return operatorName(Rest);
    if (Rest.starts_with("->"))
      return 2;
    if (Rest[0] == '\'' && Rest.size() > 2) {
      size_t End = Rest.find('\'', Rest[1] == '\\' ? 3 : 2);
      return End == Rest.npos ? 0 : End + 1;
    }
    return 0;
  }

  static size_t operatorName(std::string_view Rest) {
    constexpr size_t Word = 8;
    for (std::string_view Sign :
         {"->*", "<=>", "<<=", ">>=", "->", "<=", ">=", ">>", "()", ",", ">"})
      if (Rest.substr(Word).starts_with(Sign))
        return Word + Sign.size();
    if (size_t End = Rest.find_first_not_of("+-*/%&|^~!=", Word); End > Word)
      return std::min(End, Rest.size());
    if (!Rest.substr(Word).starts_with('<'))
      return 0;
    // "operator<<int>" is "operator<" with an argument.
    std::string_view Suffix = Rest.substr(Word + 1);
    bool Shift =
        Suffix.starts_with('<') && (Suffix.size() == 1 || !isWord(Suffix[1]));
    return Word + 1 + Shift;
  }

  /// Reads arguments up to \p Close and past it; if \p Close is 0, to the end.
  bool list(std::vector<NamePieces> &Arguments, char Close, unsigned Depth) {
    NamePieces Current;
    bool AfterOperator = false;
    while (Position != Name.size()) {
      if (size_t Whole = wholeToken()) {
        AfterOperator = Name[Position] == 'o';
        text(Current) += Name.substr(Position, Whole);
        Position += Whole;
        continue;
      }
      char C = Name[Position++];
      if (C == Close) {
        Arguments.push_back(std::move(Current));
        return true;
      }
      bool Opens = C == '(' || C == '[' || C == '{' ||
                   (C == '<' && (AfterOperator || opensArguments()));
      if (Opens) {
        NamePiece Sub;
        Sub.IsList = true;
        char End = C == '(' ? ')' : C == '[' ? ']' : C == '{' ? '}' : '>';
        Sub.Text = {C, End};
        if (Depth == MostDepth || !list(Sub.Arguments, End, Depth + 1))
          return false;
        Current.push_back(std::move(Sub));
      } else if (C == ',' && Close != 0) {
        Arguments.push_back(std::move(Current));
        Current.clear();
        while (Position != Name.size() && Name[Position] == ' ')
          ++Position;
      } else if (C == ')' || C == ']' || C == '}' || (C == '>' && !Close)) {
        return false;
      } else {
        text(Current) += C;
      }
      AfterOperator = AfterOperator && C == ' ';
    }
    Arguments.push_back(std::move(Current));
    return Close == 0;
  }

  /// Returns whether the '<' before Position opens a list: it must follow a
  /// name.
  bool opensArguments() const {
    char Previous = Position < 2 ? ' ' : Name[Position - 2];
    return isWord(Previous) || Previous == ']' || Previous == '}';
  }

  static std::string &text(NamePieces &Pieces) {
    if (Pieces.empty() || Pieces.back().IsList)
      Pieces.emplace_back();
    return Pieces.back().Text;
  }

  std::string_view Name;
  size_t Position = 0;
};

/// Writes what NameReader has read.
class NameWriter {
public:
  /// Lists deeper than \p Depth are written as "<..>". With \p Middles, only
  /// the first and the last of three or more arguments are written. With
  /// \p Tables, other allocators are left out, too.
  NameWriter(bool Tables, unsigned Depth, bool Middles)
      : Tables(Tables), Depth(Depth), Middles(Middles) {}

  std::string write(const NamePieces &Pieces, unsigned Level = 0) const {
    std::string Result;
    for (const NamePiece &P : Pieces) {
      if (!P.IsList)
        Result += P.Text;
      else if (P.Text != "[]" || !isTag(P))
        list(Result, P, Level);
      if (!P.IsList)
        dropInlineNamespaces(Result);
    }
    while (Level != 0 && Result.ends_with(' '))
      Result.pop_back();
    return Result;
  }

private:
  static bool isTag(const NamePiece &P) {
    return !P.Arguments.empty() && !P.Arguments[0].empty() &&
           P.Arguments[0][0].Text.starts_with("abi:");
  }

  static void dropInlineNamespaces(std::string &Text) {
    for (std::string_view Inline : {"__cxx11::", "__1::", "_V2::"})
      for (size_t Position = Text.find(Inline); Position != Text.npos;
           Position = Text.find(Inline, Position + 1)) {
        size_t Start = Text.find_last_of(" <(,*&{[", Position) + 1;
        if (std::string_view(Text)
                .substr(Start, Position - Start)
                .starts_with("std::") &&
            Text[Position - 1] == ':')
          Text.erase(Position, Inline.size());
      }
  }

  /// Returns whether an argument is the default of the library.
  bool isDefault(const std::string &Argument, const std::string &First) const {
    if (Argument.starts_with("std::allocator<"))
      return true;
    for (const char *Template :
         {"std::char_traits", "std::hash", "std::equal_to", "std::less",
          "std::default_delete"})
      if (Argument == Template + ("<" + First + ">"))
        return true;
    // Tables leave out other allocators, too.
    std::string_view Name = std::string_view(Argument).substr(
        0, std::min(Argument.find('<'), Argument.size()));
    return Tables && Argument.ends_with('>') &&
           (Name.ends_with("allocator") || Name.ends_with("Allocator"));
  }

  void list(std::string &Text, const NamePiece &P, unsigned Level) const {
    std::vector<std::string> Full, Shown;
    for (const NamePieces &Argument : P.Arguments) {
      Full.push_back(NameWriter(Tables, ~0u, false).write(Argument, Level + 1));
      bool Template = P.Text == "<>" && Full.size() > 1;
      if (!Template || !isDefault(Full.back(), Full[0]))
        // Writing each list twice would take exponential time.
        Shown.push_back(isFull() ? Full.back() : write(Argument, Level + 1));
    }
    if (P.Text == "<>" && Shown.size() == 1 && renamed(Text, Full[0]))
      return;
    // A context in words, as in "a (in b)", is not a list of arguments.
    bool Words = P.Text == "()" && (Text.empty() || Text.back() == ' ');
    std::string Body = joined(Shown);
    if (Middles && !Words && Shown.size() > 2) {
      std::string Ends = Shown.front() + ", .., " + Shown.back();
      Body = Ends.size() < Body.size() ? Ends : Body;
    }
    if (Level >= Depth && !Words && Body.size() > 2)
      Body = "..";
    Text += P.Text[0] + Body + P.Text[1];
  }

  bool isFull() const { return Depth == ~0u && !Middles; }

  static std::string joined(const std::vector<std::string> &Arguments) {
    std::string Text;
    for (size_t I = 0; I != Arguments.size(); ++I)
      Text += (I ? ", " : "") + Arguments[I];
    return Text;
  }

  /// Changes "std::basic_string" with the argument "char" to "std::string".
  /// Returns whether it did.
  static bool renamed(std::string &Text, const std::string &Argument) {
    if (Argument != "char")
      return false;
    constexpr std::string_view Basic = "std::basic_";
    for (std::string_view Name :
         {"string", "string_view", "ostream", "istream", "iostream", "ios",
          "streambuf", "stringbuf", "filebuf", "ofstream", "ifstream",
          "fstream", "ostringstream", "istringstream", "stringstream"})
      if (std::string_view All = Text;
          All.ends_with(Name) &&
          All.substr(0, All.size() - Name.size()).ends_with(Basic)) {
        Text.erase(Text.size() - Name.size() - 6, 6);
        return true;
      }
    return false;
  }

  bool Tables;
  unsigned Depth;
  bool Middles;
};

/// Returns \p Text, which stands for \p Name, or \p Name if \p Text is not
/// well-formed.
inline std::string readableName(std::string Text, std::string_view Name) {
  NamePieces Ignored;
  if (!NameReader(Text).read(Ignored))
    Text = Name;
  return Text;
}

/// Returns \p Name without the default template arguments, inline namespaces
/// and ABI tags of the standard library, and with "string" for
/// basic_string<char>: "std::vector<std::string>". Leaves out nothing else.
inline std::string writtenName(std::string_view Name) {
  NamePieces Pieces;
  if (!NameReader(Name).read(Pieces))
    return std::string(Name);
  return readableName(NameWriter(false, ~0u, false).write(Pieces), Name);
}

} // namespace memfacet

#endif

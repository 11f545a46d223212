//===- TypeSpelling.cpp - template names as people write them -------------===//

#include "pass/naming/TypeSpelling.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

/// End of the template argument that starts at \p From: the place of its ','
/// or closing '>'.
static size_t argumentEnd(StringRef Name, size_t From) {
  int Depth = 0;
  for (size_t I = From; I < Name.size(); ++I) {
    char C = Name[I];
    if (C == '<' || C == '(')
      ++Depth;
    if ((C == ',' || C == '>') && Depth == 0)
      return I;
    if (C == '>' || C == ')')
      --Depth;
  }
  return Name.size();
}

static void replaceAll(std::string &Text, StringRef From, StringRef To) {
  for (size_t At = Text.find(From.str()); At != std::string::npos;
       At = Text.find(From.str(), At + To.size()))
    Text.replace(At, From.size(), To.str());
}

/// Removes every non-first template argument that is a default.
static void dropDefaults(std::string &Text) {
  static constexpr StringRef Defaults[] = {
      ", std::allocator<", ", std::char_traits<",    ", std::hash<",
      ", std::equal_to<",  ", std::default_delete<", ", std::less<"};
  for (StringRef Default : Defaults)
    for (size_t At = Text.find(Default.str()); At != std::string::npos;
         At = Text.find(Default.str(), At))
      Text.erase(At, argumentEnd(Text, At + 2) - At);
}

std::string memfacet::writtenTypeName(StringRef Name) {
  std::string Text = Name.str();
  replaceAll(Text, "std::__cxx11::", "std::");
  replaceAll(Text, "std::__1::", "std::");
  dropDefaults(Text);
  replaceAll(Text, "std::basic_string<char>", "std::string");
  if (Text == "std::basic_string")
    return "std::string"; // the compiler's own name of the type
  replaceAll(Text, "std::basic_string_view<char>", "std::string_view");
  replaceAll(Text, " >", ">");
  return Text;
}

//===- Invocation.cpp - what a compiler command will do -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/wrapper/Invocation.h"
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

namespace memfacet::wrapper {

namespace {

using View = std::string_view;

/// Options whose value is the next word. That word is no input.
constexpr View WithValue[] = {
    "-o",
    "-I",
    "-D",
    "-U",
    "-L",
    "-l",
    "-include",
    "-imacros",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-iprefix",
    "-iwithprefix",
    "-iwithprefixbefore",
    "-isysroot",
    "-MF",
    "-MT",
    "-MQ",
    "-MJ",
    "-Xassembler",
    "-Xpreprocessor",
    "-Xanalyzer",
    "-T",
    "-u",
    "-e",
    "-mllvm",
    "-arch",
    "-b",
    "-B",
    "-F",
    "-A",
    "-G",
    "-framework",
    "-rpath",
    "--param",
    "--sysroot",
    "-working-directory",
    "-dumpdir",
    "--serialize-diagnostics",
    "-serialize-diagnostics",
    "-include-pch",
    "-h",
    "-soname",
    "-gcc-toolchain",
};

/// Options with which clang does not link.
constexpr View WithoutLink[] = {
    "-c",           "-S",           "-E",
    "-M",           "-MM",          "-fsyntax-only",
    "--analyze",    "--precompile", "-emit-ast",
    "--version",    "--help",       "-dumpversion",
    "-dumpmachine", "-emit-pch",
};

/// Options with which clang makes no code.
constexpr View WithoutCode[] = {
    "-E",        "-M",           "-MM",          "-fsyntax-only",
    "--analyze", "-emit-ast",    "--help",       "--precompile",
    "--version", "-dumpversion", "-dumpmachine", "-emit-pch",
};

/// A sanitizer that cannot be combined with MemFacet, and why.
struct RefusedSanitizer {
  View Name, Reason;
};

constexpr View Allocator = "replaces the allocator, which MemFacet watches";
constexpr View Stack = "moves variables to a stack of its own";
constexpr View Kernel = "is for kernels, which cannot have MemFacet's runtime";
constexpr View Functions =
    "puts functions of its own in place of the library's, as MemFacet does";

constexpr RefusedSanitizer RefusedSanitizers[] = {
    {"address", Allocator},        {"hwaddress", Allocator},
    {"kernel-address", Kernel},    {"kernel-hwaddress", Kernel},
    {"memory", Allocator},         {"kernel-memory", Kernel},
    {"leak", Allocator},           {"thread", Allocator},
    {"dataflow", Allocator},       {"scudo", Allocator},
    {"safe-stack", Stack},         {"memtag", Allocator},
    {"memtag-heap", Allocator},    {"memtag-stack", Allocator},
    {"memtag-globals", Allocator}, {"numerical", Functions},
    {"realtime", Functions},       {"type", Functions},
};

template <size_t N> bool isOneOf(const View (&List)[N], View Word) {
  return std::find(std::begin(List), std::end(List), Word) != std::end(List);
}

/// Returns why the sanitizer \p Name is refused; empty: it is not.
View refusalOf(View Name) {
  for (const RefusedSanitizer &S : RefusedSanitizers)
    if (S.Name == Name)
      return S.Reason;
  return {};
}

bool isDebugOption(View Word) {
  if (Word == "-g" || Word == "-gfull" || Word == "-gused")
    return true;
  for (View Prefix : {"-g0", "-g1", "-g2", "-g3", "-ggdb", "-gdwarf", "-gline",
                      "-glldb", "-gsce", "-gdbx", "-gmlt", "-gcodeview"})
    if (Word.starts_with(Prefix))
      return true;
  return false;
}

/// Returns the usual name of the processor of a target such as
/// "arm64-linux-gnu".
View processorOf(View Triple) {
  View Name = Triple.substr(0, Triple.find('-'));
  if (Name == "arm64")
    return "aarch64";
  return Name == "amd64" ? "x86_64" : Name;
}

/// Calls \p Use with each value of a comma-separated list.
template <typename Callback> void eachValue(View List, Callback Use) {
  while (!List.empty()) {
    size_t Comma = List.find(',');
    Use(List.substr(0, Comma));
    List.remove_prefix(Comma == View::npos ? List.size() : Comma + 1);
  }
}

class Classifier {
public:
  explicit Classifier(const toolchain::Words &Arguments)
      : Arguments(Arguments) {}
  Invocation run();

private:
  void argument(View Word);
  void option(View Word);
  void frontEndOption(View Word);
  void linkerOption(View Value);
  void library(View Name) { Result.NamesCLibrary |= Name == "c"; }
  void sanitizers(View List, bool On);
  void input(View File);
  std::optional<View> next();

  const toolchain::Words &Arguments;
  size_t Position = 0;
  std::optional<InputKind> Language; ///< set by -x
  bool HasSource = false, HasHeader = false, HasLinkable = false;
  bool NoLink = false, NoCode = false;
  View LastLinkerWord;
  toolchain::Words Sanitizers;
  Invocation Result;
};

std::optional<View> Classifier::next() {
  if (Position == Arguments.size())
    return {};
  return Arguments[Position++];
}

void Classifier::input(View File) {
  Result.Inputs.emplace_back(File);
  InputKind Kind = Language ? *Language : inputKindOfFile(File);
  HasSource |= Kind == InputKind::Source;
  if (Kind == InputKind::Foreign)
    Result.Foreign.emplace_back(File);
  Result.Assembles |= Kind == InputKind::Assembler;
  HasHeader |= Kind == InputKind::Header;
  HasLinkable |= Kind != InputKind::Header;
}

void Classifier::sanitizers(View List, bool On) {
  eachValue(List, [&](View Name) {
    std::erase_if(Sanitizers, [&](const std::string &S) {
      return S == Name || (!On && Name == "all");
    });
    if (On && !refusalOf(Name).empty())
      Sanitizers.emplace_back(Name);
  });
}

/// Handles a word for the linker, from -Wl, -Xlinker or -z.
void Classifier::linkerOption(View Value) {
  bool AfterZ = LastLinkerWord == "-z";
  if (Value == "--no-undefined" || Value == "-zdefs" ||
      (AfterZ && Value == "defs"))
    Result.ForbidsUndefined = true;
  if (Value == "-shared" || Value == "--shared" || Value == "-Bshareable")
    Result.Shared = true;
  if (Value == "-r" || Value == "--relocatable")
    Result.Partial = true;
  LastLinkerWord = Value;
}

void Classifier::option(View Word) {
  NoLink |= isOneOf(WithoutLink, Word) || Word.starts_with("-print-") ||
            Word.starts_with("--print-");
  NoCode |= isOneOf(WithoutCode, Word);
  Result.DebugGiven |= isDebugOption(Word);
  Result.Shared |= Word == "-shared" || Word == "--shared";
  Result.Static |=
      Word == "-static" || Word == "--static" || Word == "-static-pie";
  Result.Partial |= Word == "-r";
  if (Word == "-femulated-tls" || Word == "-fno-emulated-tls")
    Result.EmulatedTls = Word == "-femulated-tls";
  if (Word == "-gmodules" || Word == "-gno-modules")
    Result.DebugInModules = Word == "-gmodules";
  Result.NoLibrary |=
      Word == "-nostdlib" || Word == "-nodefaultlibs" || Word == "-nolibc";
  Result.SavesTemps |=
      Word.starts_with("-save-temps") || Word.starts_with("--save-temps");
  Result.WritesIr |= Word == "-emit-llvm";
  Result.ChangesFolder |= Word.starts_with("-working-directory");
  Result.LinkerGiven |=
      Word.starts_with("-fuse-ld=") || Word.starts_with("--ld-path=");
  if (Word == "-flto" || Word.starts_with("-flto="))
    Result.Lto = true;
  else if (Word == "-fno-lto")
    Result.Lto = false;
  else if (Word == "-m32" || Word == "-mx32")
    Result.Is32Bit = true;
  else if (Word == "-m64")
    Result.Is32Bit = false;
  else if (Word.starts_with("-fsanitize="))
    sanitizers(Word.substr(11), true);
  else if (Word.starts_with("-fno-sanitize="))
    sanitizers(Word.substr(14), false);
  else if (Word.starts_with("-Wl,"))
    eachValue(Word.substr(4), [&](View Value) { linkerOption(Value); });
}

void Classifier::frontEndOption(View Word) {
  Result.WithoutPasses |=
      Word == "-disable-llvm-passes" || Word == "-disable-llvm-optzns";
}

void Classifier::argument(View Word) {
  if (Word == "--" || Result.EndsOptions) {
    if (Result.EndsOptions)
      input(Word);
    Result.EndsOptions = true;
    return;
  }
  if (Word == "-" || Word.empty() || Word[0] != '-')
    return input(Word);
  if (Word == "-x" || (Word.starts_with("-x") && Word.size() > 2)) {
    View Name = Word == "-x" ? next().value_or("none") : Word.substr(2);
    Language.reset();
    if (Name != "none")
      Language = inputKindOfLanguage(Name);
    return;
  }
  if (Word == "-l")
    return library(next().value_or(""));
  if (Word.starts_with("-l"))
    return library(Word.substr(2));
  if (Word == "-Xlinker")
    return linkerOption(next().value_or(""));
  if (Word == "-z") {
    linkerOption("-z");
    return linkerOption(next().value_or(""));
  }
  if (Word == "-target" || Word.starts_with("--target=")) {
    Result.Processor =
        processorOf(Word == "-target" ? next().value_or("") : Word.substr(9));
    return;
  }
  if (Word == "-Xclang")
    return frontEndOption(next().value_or(""));
  option(Word);
  if (isOneOf(WithValue, Word) || Word.starts_with("-Xarch_") ||
      Word.starts_with("-Xopenmp-target"))
    next();
}

Invocation Classifier::run() {
  while (std::optional<View> Word = next())
    argument(*Word);
  Result.Compiles = HasSource && !NoCode;
  Result.WritesNoCode = NoCode;
  Result.Preprocesses = HasSource || HasHeader;
  Result.Links = HasLinkable && !NoLink;
  // rustc links with -nodefaultlibs and names all libraries.
  Result.NoLibrary &= !Result.NamesCLibrary;
  if (!Sanitizers.empty()) {
    Result.RefusedSanitizer = Sanitizers.front();
    Result.SanitizerReason = refusalOf(Sanitizers.front());
  }
  return Result;
}

} // namespace

Invocation classify(const toolchain::Words &Arguments) {
  toolchain::Words Expanded = expandResponseFiles(Arguments);
  return Classifier(Expanded).run();
}

bool findsAnInput(const Invocation &Call) {
  return Call.ChangesFolder ||
         std::ranges::any_of(Call.Inputs, [](const std::string &Name) {
           std::error_code Ignored;
           return Name == "-" || std::filesystem::exists(Name, Ignored);
         });
}

namespace {

/// Limits the recursion of files that name each other.
constexpr int MaxDepth = 16;

bool isSpace(char C) {
  return C == ' ' || C == '\t' || C == '\n' || C == '\r' || C == '\v' ||
         C == '\f';
}

void append(toolchain::Words &Result, const std::string &Argument, int Depth) {
  std::ifstream File;
  if (Argument.size() > 1 && Argument[0] == '@' && Depth != MaxDepth)
    File.open(Argument.substr(1));
  if (!File.is_open()) {
    Result.push_back(Argument);
    return;
  }
  std::string Text((std::istreambuf_iterator<char>(File)), {});
  for (const std::string &Word : splitResponse(Text))
    append(Result, Word, Depth + 1);
}

} // namespace

toolchain::Words splitResponse(std::string_view Text) {
  toolchain::Words Result;
  std::string Word;
  bool InWord = false;
  char Quote = 0;
  for (size_t I = 0; I != Text.size(); ++I) {
    char C = Text[I];
    if (!Quote && isSpace(C)) {
      if (InWord)
        Result.push_back(std::exchange(Word, {}));
      InWord = false;
      continue;
    }
    InWord = true;
    if (C == '\\' && Quote != '\'' && I + 1 != Text.size())
      Word += Text[++I];
    else if (Quote ? C == Quote : C == '"' || C == '\'')
      Quote = Quote ? 0 : C;
    else
      Word += C;
  }
  if (InWord)
    Result.push_back(Word);
  return Result;
}

toolchain::Words expandResponseFiles(const toolchain::Words &Arguments) {
  toolchain::Words Result;
  for (const std::string &Argument : Arguments)
    append(Result, Argument, 0);
  return Result;
}

} // namespace memfacet::wrapper

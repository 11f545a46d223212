//===- Help.cpp - the options of a command, for --help and docs/cli.md ----===//

#include "tools/cli/Help.h"
#include "tools/cli/ShowOptions.h"
#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace memfacet {

namespace {

struct OptionRow {
  std::string Name; ///< "-o, --output FILE"
  std::string Default, Help;
};

struct OptionGroup {
  std::string Name;
  std::vector<OptionRow> Rows;
};

constexpr size_t HelpWidth = 80;

/// CLI11's usual group, which has no heading.
constexpr const char *MainGroup = "Options";

/// The name of the value, without CLI11's description of valid values.
std::string valueOf(const CLI::Option &O) {
  std::string Type = O.get_type_name();
  return Type.substr(0, Type.find(':'));
}

std::string nameOf(const CLI::Option &O) {
  if (!O.nonpositional())
    return valueOf(O);
  std::string Name;
  for (const std::string &Short : O.get_snames())
    Name += (Name.empty() ? "-" : ", -") + Short;
  for (const std::string &Long : O.get_lnames())
    Name += (Name.empty() ? "--" : ", --") + Long;
  std::string Value = valueOf(O);
  // A flag with a default value: the value may be left out.
  if (!O.get_fnames().empty())
    return fmt::format("{}[={}]", Name, Value);
  bool IsFlag = O.get_items_expected_max() == 0;
  return IsFlag || Value.empty() ? Name : Name + " " + Value;
}

/// In the order of their declaration, arguments first.
std::vector<OptionGroup> groupsOf(const CLI::App &App) {
  std::vector<OptionGroup> Groups = {{MainGroup, {}}};
  auto Add = [&](const CLI::Option &O) {
    auto Group = std::ranges::find(Groups, O.get_group(), &OptionGroup::Name);
    if (Group == Groups.end())
      Group = Groups.insert(Groups.end(), {O.get_group(), {}});
    Group->Rows.push_back(
        {nameOf(O), O.get_default_str(), O.get_description()});
  };
  for (bool Arguments : {true, false})
    for (const CLI::Option *O : App.get_options())
      if (O != App.get_help_ptr() && O->nonpositional() != Arguments)
        Add(*O);
  return Groups;
}

std::string usageOf(const Command &C, const CLI::App &App) {
  std::string Usage = fmt::format("memfacet {}", C.Name);
  bool AnyOption = false;
  for (const CLI::Option *O : App.get_options()) {
    std::string Value = valueOf(*O);
    if (O->nonpositional())
      AnyOption |= O != App.get_help_ptr();
    else
      Usage += O->get_required() || Value.starts_with("[")
                   ? " " + Value
                   : fmt::format(" [{}]", Value);
  }
  if (AnyOption)
    Usage += " [OPTIONS]";
  if (C.What == Takes::Program)
    Usage += " -- PROGRAM [ARGUMENTS]";
  if (C.What == Takes::Run)
    Usage += " [-- PROGRAM [ARGUMENTS]]";
  return Usage;
}

std::string textRow(const OptionRow &Row) {
  constexpr size_t Indent = 26;
  std::string Text = "  " + Row.Name;
  if (Text.size() + 2 > Indent)
    Text += "\n" + std::string(Indent, ' ');
  else
    Text.resize(Indent, ' ');
  std::string Help = Row.Help;
  if (!Row.Default.empty())
    Help += fmt::format(" [{}]", Row.Default);
  return Text + wrapped(Help, Indent, HelpWidth);
}

/// A bar would end a cell, even in code.
std::string cell(std::string Text) {
  for (size_t At = 0; (At = Text.find('|', At)) != Text.npos; At += 2)
    Text.insert(At, "\\");
  return Text;
}

} // namespace

std::string helpText(const Command &C, const CLI::App &App) {
  constexpr size_t UsageIndent = 9;
  std::string Text =
      wrapped(fmt::format("memfacet {}: {}", C.Name, C.Help), 0, HelpWidth) +
      fmt::format("\nexample: {}\nusage:   {}", C.Example,
                  wrapped(usageOf(C, App), UsageIndent, HelpWidth));
  for (const OptionGroup &Group : groupsOf(App)) {
    Text += "\n";
    if (Group.Name != MainGroup)
      Text += Group.Name + ":\n";
    for (const OptionRow &Row : Group.Rows)
      Text += textRow(Row);
    if (Group.Name == MainGroup)
      Text += textRow({"-h, --help", "", "print this help"});
  }
  return Text;
}

std::string markdownRow(const std::string &Name, const std::string &Default,
                        const std::string &Help) {
  std::string Code = Default.empty() ? "" : fmt::format("`{}` ", cell(Default));
  return fmt::format("| `{}` | {}| {} |\n", cell(Name), Code, cell(Help));
}

/// The table of \p Group.
static std::string groupMarkdown(const OptionGroup &Group) {
  std::string Text;
  if (Group.Name != MainGroup)
    Text += fmt::format("\n{}:\n", Group.Name);
  Text += "\n| option | default | meaning |\n|---|---|---|\n";
  for (const OptionRow &Row : Group.Rows)
    Text += markdownRow(Row.Name, Row.Default, Row.Help);
  return Text;
}

static bool isCommon(const OptionGroup &Group) {
  return Group.Name == RunGroup || Group.Name == TableGroup;
}

std::string commonMarkdown(const CLI::App &App) {
  std::string Text;
  for (const OptionGroup &Group : groupsOf(App))
    if (isCommon(Group))
      Text += groupMarkdown(Group);
  return Text.substr(1);
}

std::string helpMarkdown(const Command &C, const CLI::App &App) {
  std::string Text =
      fmt::format("    {}\n\n`memfacet {}`: {}. Usage:\n\n    {}\n", C.Example,
                  C.Name, C.Help, usageOf(C, App));
  for (const OptionGroup &Group : groupsOf(App))
    if (!Group.Rows.empty() && !isCommon(Group))
      Text += groupMarkdown(Group);
  return Text;
}

} // namespace memfacet

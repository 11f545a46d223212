//===- Help.cpp - the options of a command, for --help and docs/cli.md ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/cli/Help.h"
#include "memfacet/Check.h"
#include "tools/cli/OptionWords.h"
#include "tools/cli/ShowOptions.h"
#include <CLI/CLI.hpp>
#include <cctype>
#include <fmt/format.h>

namespace memfacet::cli {

namespace {

struct OptionGroup {
  std::string Name;
  std::vector<OptionWords> Rows;
};

constexpr size_t HelpWidth = 80;

/// Returns the groups of options in the order of their declaration, arguments
/// first.
std::vector<OptionGroup> groupsOf(const CLI::App &App) {
  std::vector<OptionGroup> Groups = {{MainGroup, {}}};
  for (OptionWords &O : optionsOf(App)) {
    auto Group = std::ranges::find(Groups, O.Group, &OptionGroup::Name);
    if (Group == Groups.end())
      Group = Groups.insert(Groups.end(), {O.Group, {}});
    Group->Rows.push_back(std::move(O));
  }
  return Groups;
}

} // namespace

std::string usageOf(const Command &C, const CLI::App &App) {
  std::string Usage = fmt::format("memfacet {}", C.Name);
  for (const CLI::Option *O : App.get_options()) {
    std::string Type = O->get_type_name();
    std::string Value = Type.substr(0, Type.find(':'));
    if (!O->nonpositional())
      Usage += O->get_required() || Value.starts_with("[")
                   ? " " + Value
                   : fmt::format(" [{}]", Value);
  }
  if (std::ranges::any_of(optionsOf(App),
                          [](const OptionWords &O) { return !O.isArgument(); }))
    Usage += " [OPTIONS]";
  if (C.Arguments == Takes::Program)
    Usage += " -- PROGRAM [ARGUMENTS]";
  if (C.Arguments == Takes::Run)
    Usage += " [-- PROGRAM [ARGUMENTS]]";
  return Usage;
}

namespace {

std::string textRow(const std::string &Name, const std::string &Default,
                    const std::string &Description) {
  constexpr size_t Indent = 26;
  std::string Text = "  " + Name;
  if (Text.size() + 2 > Indent)
    Text += "\n" + std::string(Indent, ' ');
  else
    Text.resize(Indent, ' ');
  std::string Help = Description;
  if (!Default.empty())
    Help += fmt::format(" [{}]", Default);
  return Text + wrapped(Help, Indent, HelpWidth);
}

/// Escapes bars in \p Text: a bar ends a cell of a table, even in code.
std::string cell(std::string Text) {
  for (size_t Bar = 0; (Bar = Text.find('|', Bar)) != Text.npos; Bar += 2)
    Text.insert(Bar, "\\");
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
    for (const OptionWords &Row : Group.Rows)
      Text += textRow(Row.name(), Row.Default, Row.Help);
    if (Group.Name == MainGroup)
      Text += textRow("-h, --help", "", "print this help");
  }
  return Text;
}

std::string markdownRow(const std::string &Name, const std::string &Default,
                        const std::string &Help) {
  std::string Code = Default.empty() ? "" : fmt::format("`{}` ", cell(Default));
  return fmt::format("| `{}` | {}| {} |\n", cell(Name), Code, cell(Help));
}

/// Returns a Markdown table with \p Rows, or nothing if there are none.
static std::string tableMarkdown(const std::string &Group,
                                 const std::string &Rows) {
  if (Rows.empty())
    return "";
  std::string Title = Group == MainGroup ? "" : fmt::format("\n{}:\n", Group);
  return Title + "\n| option | default | meaning |\n|---|---|---|\n" + Rows;
}

static std::string rowMarkdown(const OptionWords &O) {
  return markdownRow(O.name(), O.Default, O.Help);
}

static bool isCommon(const OptionGroup &Group) {
  return Group.Name == RunGroup || Group.Name == TableGroup;
}

std::string commonMarkdown(const CLI::App &App) {
  std::string Text;
  for (const OptionGroup &Group : groupsOf(App)) {
    if (!isCommon(Group))
      continue;
    std::string Rows;
    for (const OptionWords &O : Group.Rows)
      Rows += rowMarkdown(O);
    Text += tableMarkdown(Group.Name, Rows);
  }
  MEMFACET_CHECK(!Text.empty(), "the command has all common options");
  return Text.substr(1);
}

namespace {

/// The options of one command that other commands have first.
class SharedOptions {
public:
  void add(std::string_view Owner, const OptionWords &O) {
    std::string Name = fmt::format("`{}`", cell(O.name()));
    auto At = std::ranges::find(Lists, Owner, &List::Owner);
    if (At == Lists.end())
      Lists.push_back({Owner, Name});
    else
      At->Names += ", " + Name;
  }

  std::string markdown() const {
    std::string Text;
    for (const List &L : Lists)
      Text +=
          fmt::format("{0} [`{1}`](#memfacet-{1}): {2}",
                      Text.empty() ? "\nAs in" : "; as in", L.Owner, L.Names);
    return Text.empty() ? "" : Text + ".\n";
  }

private:
  struct List {
    std::string_view Owner;
    std::string Names;
  };
  std::vector<List> Lists;
};

} // namespace

std::string helpMarkdown(const Command &C, const CLI::App &App,
                         RowOwners &Owners) {
  std::string Sentence = C.Help;
  Sentence.front() = char(std::toupper(Sentence.front()));
  std::string Text = fmt::format("    {}\n\n{}.\n\n    {}\n", C.Example,
                                 Sentence, usageOf(C, App));
  SharedOptions Shared;
  for (const OptionGroup &Group : groupsOf(App)) {
    if (isCommon(Group))
      continue;
    std::string Rows;
    for (const OptionWords &O : Group.Rows) {
      auto [Row, IsNew] = Owners.try_emplace(rowMarkdown(O), C.Name);
      if (IsNew)
        Rows += Row->first;
      else
        Shared.add(Row->second, O);
    }
    Text += tableMarkdown(Group.Name, Rows);
  }
  return Text + Shared.markdown();
}

} // namespace memfacet::cli

//===- FalseSharingText.cpp - members that fight, for people --------------===//

#include "tools/report/format/Table.h"
#include "tools/report/format/Units.h"
#include "tools/report/threads/FalseSharing.h"
#include <fmt/format.h>

namespace memfacet {

namespace {

std::string header(const Profile &P, const FalseSharingModel &M) {
  std::string Text = fmt::format("program       {}\n", P.Program);
  Text += fmt::format("false sharing {} of {} misses of lines lost to other "
                      "threads ({})\n\n",
                      humanCount(M.False), humanCount(M.Lost),
                      humanRate(M.False, M.Lost));
  return Text;
}

std::string sideText(const Profile &P, const FightSide &S,
                     StructureId Expected) {
  std::string Name;
  if (S.End.Structure != Expected)
    Name = P.Structures[S.End.Structure.Value].Name + " ";
  return printable(Name + (S.Member.empty() ? "?" : S.Member));
}

Table fights(const Profile &P, const FalseSharer &S, size_t Top) {
  using Fit = TableColumn::Fit;
  Table T;
  T.Columns = {{"misses"},
               {"certain"},
               {"wanted", Fit::CutEnd},
               {"at byte"},
               {"by thread", Fit::CutEnd},
               {"was written", Fit::CutEnd},
               {"at byte"},
               {"by thread", Fit::CutEnd}};
  uint64_t Others = 0, OthersCertain = 0;
  for (size_t I = 0; I != S.Fights.size(); ++I) {
    const FightRow &R = S.Fights[I];
    if (I >= Top) {
      Others += R.Misses, OthersCertain += R.Certain;
      continue;
    }
    T.Rows.push_back(
        {{humanCount(R.Misses), humanCount(R.Certain),
          sideText(P, R.Victim, S.Structure), fmt::format("{}", R.Victim.Byte),
          endText(R.Victim.End), sideText(P, R.Writer, S.Structure),
          fmt::format("{}", R.Writer.Byte), endText(R.Writer.End)},
         Style::Plain,
         false});
  }
  if (S.Fights.size() > Top)
    T.Rows.push_back({{humanCount(Others), humanCount(OthersCertain),
                       fmt::format("[{} others]", S.Fights.size() - Top), "",
                       "", "", "", ""},
                      Style::Plain,
                      false});
  return T;
}

std::string bestText(const Profile &P, const FalseSharer &S, bool Tried) {
  StructureKind Kind = P.Structures[S.Structure.Value].Kind;
  if (Kind != StructureKind::Heap && Kind != StructureKind::Global &&
      Kind != StructureKind::Local)
    return "padding: not tried, it is no variable and not on the "
           "heap\n";
  if (!Tried)
    return "";
  if (!S.Best)
    return "padding: none that was tried saves misses\n";
  const SharingPadding &B = *S.Best;
  int64_t Lines = int64_t(B.ColdAfter - B.ColdBefore);
  return fmt::format(
      "padding: {}: {} instead of {} misses of lost lines, {} of the program's "
      "{} saved ({}); {}{} of new lines\n",
      printable(paddingText(P, B)), humanCount(B.After), humanCount(B.Before),
      humanCount(B.AllBefore - B.AllAfter), humanCount(B.AllBefore),
      humanRate(B.AllBefore - B.AllAfter, B.AllBefore), Lines < 0 ? "-" : "+",
      humanCount(uint64_t(Lines < 0 ? -Lines : Lines)));
}

} // namespace

std::string falseSharingText(const Profile &P, const FalseSharingModel &M,
                             size_t Top, const Terminal &Out) {
  std::string Text = header(P, M);
  if (M.Structures.empty())
    return Text + "No structure has misses of false sharing.\n";
  for (size_t I = 0; I != std::min(Top, M.Structures.size()); ++I) {
    const FalseSharer &S = M.Structures[I];
    const Structure &Of = P.Structures[S.Structure.Value];
    Text += fmt::format(
        "{}{}: {} misses of false sharing ({} certain), {} of true sharing\n",
        printable(Of.Name),
        Of.Type.empty() ? "" : printable(" (" + Of.Type + ")"),
        humanCount(S.False), humanCount(S.Certain),
        humanCount(S.Lost - S.False));
    Text += bestText(P, S, M.Tried) + "\n";
    Text += renderTable(fights(P, S, Top), Out) + "\n";
  }
  if (M.Structures.size() > Top)
    Text += fmt::format("[{} more structures]\n", M.Structures.size() - Top);
  return Text;
}

} // namespace memfacet

//===- HotSpotText.cpp - places that miss what others wrote ---------------===//

#include "tools/report/common/SiteText.h"
#include "tools/report/fields/FieldNames.h"
#include "tools/report/format/Table.h"
#include "tools/report/format/Units.h"
#include "tools/report/threads/HotSpotReport.h"
#include "tools/report/threads/SimulatedSpots.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace memfacet {

namespace {

uint64_t whole(double Count) { return uint64_t(std::llround(Count)); }

std::string share(double Part, double Whole) {
  return Whole > 0 ? fmt::format("{:.1f} %", 100 * Part / Whole) : "-";
}

std::string structureText(const Profile &P, StructureId Id, uint32_t Site) {
  std::string Text = P.Structures[Id.Value].Name;
  std::string Field = fieldName(P, P.Pairs.Sites[Site].Field);
  return Field.empty() ? Text : Text + " " + Field;
}

std::string threadsText(const std::vector<uint32_t> &Threads) {
  std::string Text;
  for (size_t I = 0; I != Threads.size();) {
    size_t End = I + 1;
    while (End != Threads.size() && Threads[End] == Threads[End - 1] + 1)
      ++End;
    Text += Text.empty() ? "" : ",";
    Text += End - I > 2 ? fmt::format("{}-{}", Threads[I], Threads[End - 1])
                        : fmt::format("{}", Threads[I]);
    I = End - I > 2 ? End : I + 1;
  }
  return Text;
}

std::string causeText(const Profile &P, const HotSpot &S) {
  if (S.Causes.empty())
    return "";
  const HotSpotCause &C = S.Causes.front();
  return fmt::format("{} by {} ({})", siteText(P.Pairs.Sites[C.Site]),
                     threadsText(C.Threads),
                     share(C.Misses, S.Expected.Invalidated));
}

std::string header(const Profile &P, const HotSpotStudy &Study,
                   const HotSpotView &View) {
  std::string Room = View.CacheLines > 0
                         ? fmt::format("{} lines each", View.CacheLines)
                         : std::string("with room for all lines");
  const ExpectedCounts &T = Study.Total;
  return fmt::format(
      "caches        {}, threads to caches: {}; {}\n"
      "expected      {} misses whose line another cache's write took ({} to "
      "{}), {} of accesses;\n"
      "              {} invalidations sent, {} cold misses{}\n\n",
      counted(Study.Threads.size(), "cache"), View.Map, Room,
      humanCount(whole(T.Invalidated)), humanCount(whole(Study.Low)),
      humanCount(whole(Study.High)), share(T.Invalidated, T.Accesses),
      humanCount(whole(T.Sent)), humanCount(whole(T.Cold)),
      View.CacheLines > 0
          ? fmt::format(", {} for want of room", humanCount(whole(T.Evicted)))
          : "");
}

bool isShown(const HotSpot &S, const HotSpotView &View) {
  return (S.Hot || View.All) &&
         (View.Named.empty() || std::ranges::count(View.Named, S.Structure));
}

TableRow spotRow(const Profile &P, const HotSpotStudy &Study, const HotSpot &S,
                 const SimulatedSpots &Exact) {
  TableRow Row;
  Row.Cells = {humanCount(whole(S.Expected.Invalidated)),
               fmt::format("{} to {}", humanCount(whole(S.Low)),
                           humanCount(whole(S.High))),
               share(S.Expected.Invalidated, Study.Total.Invalidated),
               share(S.Expected.Unshared, S.Expected.Told),
               humanCount(whole(S.Expected.Sent)),
               threadsText(S.Threads),
               printable(siteText(P.Pairs.Sites[S.Site])),
               printable(structureText(P, S.Structure, S.Site)),
               printable(causeText(P, S))};
  if (!Exact.empty())
    Row.Cells.insert(
        Row.Cells.begin() + 1,
        humanCount(Exact.at(P.Pairs.Sites[S.Site], S.Structure).Misses));
  return Row;
}

Table spots(const Profile &P, const HotSpotStudy &Study,
            const HotSpotView &View) {
  Table T;
  using Fit = TableColumn::Fit;
  T.Columns = {{"misses"},
               {"95 % interval"},
               {"share"},
               {"false"},
               {"sends"},
               {"threads"},
               {"place", Fit::CutEnd},
               {"structure", Fit::CutEnd},
               {"after", Fit::CutEnd}};
  SimulatedSpots Exact(P.Sharing);
  if (!Exact.empty())
    T.Columns.insert(T.Columns.begin() + 1, {"simulated"});
  size_t Left = 0;
  double Others = 0;
  uint64_t ExactOthers = Exact.total().Misses;
  for (const HotSpot &S : Study.Spots) {
    if (isShown(S, View) && T.Rows.size() < View.Top) {
      T.Rows.push_back(spotRow(P, Study, S, Exact));
      ExactOthers -= Exact.at(P.Pairs.Sites[S.Site], S.Structure).Misses;
      continue;
    }
    ++Left;
    Others += S.Expected.Invalidated;
  }
  auto Sum = [&](double Count, uint64_t Simulated, const std::string &Name) {
    TableRow Row;
    Row.Cells = {humanCount(whole(Count)),
                 "",
                 share(Count, Study.Total.Invalidated),
                 "",
                 "",
                 "",
                 Name,
                 "",
                 ""};
    if (!Exact.empty())
      Row.Cells.insert(Row.Cells.begin() + 1, humanCount(Simulated));
    return Row;
  };
  if (Left)
    T.Rows.push_back(
        Sum(Others, ExactOthers, fmt::format("[{} others]", Left)));
  T.Rows.push_back(Sum(Study.Total.Invalidated, Exact.total().Misses, "TOTAL"));
  T.Rows.back().Look = Style::Bold;
  T.Rows.back().RuleBefore = true;
  return T;
}

std::string adviceText(const Profile &P, const HotSpotStudy &Study,
                       const HotSpotView &View) {
  std::string Text;
  size_t Given = 0;
  for (const HotSpot &S : Study.Spots) {
    std::string Advice = hotSpotAdvice(P, S);
    if (!S.Hot || !isShown(S, View) || Advice.empty() || Given == 3)
      continue;
    ++Given;
    Text += fmt::format(
        "\n{}, {}:\n    {}\n", printable(siteText(P.Pairs.Sites[S.Site])),
        printable(structureText(P, S.Structure, S.Site)), Advice);
  }
  return Text;
}

} // namespace

std::string hotSpotText(const Profile &P, const HotSpotStudy &Study,
                        const HotSpotView &View, const Terminal &Out) {
  std::string Text = header(P, Study, View);
  size_t Hot = size_t(std::ranges::count(Study.Spots, true, &HotSpot::Hot));
  Text +=
      fmt::format("{} with more than {} such misses\n\n",
                  counted(Hot, "hot-spot"), humanCount(whole(Study.Threshold)));
  if (Study.Spots.empty())
    return Text;
  return Text + renderTable(spots(P, Study, View), Out) +
         adviceText(P, Study, View);
}

} // namespace memfacet

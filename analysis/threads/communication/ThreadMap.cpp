//===- ThreadMap.cpp - which threads share a cache ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/communication/ThreadMap.h"
#include "analysis/support/Text.h"

namespace memfacet::threads {

static Error badMap(std::string_view Text) {
  return usageError(
      "'{}' is no map of threads to caches; write threads, pairs, "
      "groups=N, sockets=N or lists of threads, for example "
      "'0,1|2,3' or '0-3|4-7'",
      Text);
}

static bool number(std::string_view Text, uint32_t &Value) {
  return readNumber(Text, Value) && Value <= ThreadMap::MaxThread;
}

/// Adds "3" or "2-5" to the next cache of \p Map. Returns false if \p Text is
/// neither, or a thread comes twice.
static bool addThreads(ThreadMap &Map, std::string_view Text) {
  size_t Dash = Text.find('-');
  uint32_t First = 0, Last = 0;
  if (!number(Text.substr(0, Dash), First))
    return false;
  Last = First;
  if (Dash != Text.npos && !number(Text.substr(Dash + 1), Last))
    return false;
  if (Last < First)
    return false;
  if (Map.Listed.size() <= Last)
    Map.Listed.resize(Last + size_t(1), ThreadMap::NoCache);
  for (uint32_t T = First; T <= Last; ++T) {
    if (Map.Listed[T] != ThreadMap::NoCache)
      return false;
    Map.Listed[T] = Map.Lists;
  }
  return true;
}

static Expected<ThreadMap> parseLists(std::string_view Whole) {
  ThreadMap Map;
  std::string_view Text = Whole;
  // After a separator at the end, the last part would have no threads.
  if (Text.empty() || Text.back() == '|' || Text.back() == ',')
    return badMap(Whole);
  for (; !Text.empty(); ++Map.Lists) {
    std::string_view List = takeUntil(Text, '|');
    if (List.empty() || List.back() == ',')
      return badMap(Whole);
    while (!List.empty())
      if (!addThreads(Map, takeUntil(List, ',')))
        return badMap(Whole);
  }
  return Map;
}

Expected<ThreadMap> ThreadMap::parse(std::string_view Text) {
  ThreadMap Map;
  if (Text == "threads")
    return Map;
  if (Text == "pairs") {
    Map.Group = 2;
    return Map;
  }
  uint32_t *Count = nullptr;
  std::string_view Rest = Text;
  if (Text.starts_with("groups="))
    Count = &Map.Group;
  else if (Text.starts_with("sockets="))
    Count = &Map.Sockets;
  else
    return parseLists(Text);
  Rest.remove_prefix(Text.find('=') + 1);
  if (!number(Rest, *Count) || *Count == 0)
    return badMap(Text);
  return Map;
}

uint32_t ThreadMap::cacheOf(uint32_t Thread) const {
  if (!Listed.empty())
    return Thread < Listed.size() && Listed[Thread] != NoCache ? Listed[Thread]
                                                               : Lists + Thread;
  return Sockets ? Thread % Sockets : Thread / Group;
}

std::string ThreadMap::text() const {
  if (Listed.empty()) {
    if (Sockets)
      return fmt::format("sockets={}", Sockets);
    return Group == 1   ? "threads"
           : Group == 2 ? "pairs"
                        : fmt::format("groups={}", Group);
  }
  std::string Text;
  for (uint32_t List = 0; List != Lists; ++List) {
    if (List)
      Text += '|';
    const char *Separator = "";
    for (uint32_t T = 0; T != Listed.size(); ++T)
      if (Listed[T] == List) {
        Text += fmt::format("{}{}", Separator, T);
        Separator = ",";
      }
  }
  return Text;
}

} // namespace memfacet::threads

//===- communication/SharingCaches.cpp - coherent caches without end ------===//

#include "analysis/communication/SharingCaches.h"

namespace memfacet {

Expected<SharingPlan> SharingPlan::parse(std::string_view Text) {
  SharingPlan Plan;
  constexpr std::string_view NoRange = "no-range", Map = "map=";
  std::string_view Rest = Text;
  if (Rest == NoRange || Rest.starts_with("no-range,")) {
    Plan.Ranges = false;
    Rest.remove_prefix(std::min(NoRange.size() + 1, Rest.size()));
  } else if (Rest.ends_with(",no-range")) {
    Plan.Ranges = false;
    Rest.remove_suffix(NoRange.size() + 1);
  }
  if (Rest.empty() && !Text.ends_with(','))
    return Plan;
  if (!Rest.starts_with(Map))
    return makeError("'{}' says nothing about sharing; write --sharing, "
                     "--sharing=map=pairs or --sharing=no-range",
                     Text);
  Expected<ThreadMap> Read = ThreadMap::parse(Rest.substr(Map.size()));
  if (!Read)
    return Read.error();
  Plan.Map = std::move(*Read);
  return Plan;
}

SharingCaches::SharingCaches(const SharingPlan &Plan) : Plan(Plan) {
  if (Plan.Ranges)
    Others.emplace(Tally);
}

void SharingCaches::enter(uint32_t Number) {
  auto [It, New] = Threads.try_emplace(Number);
  if (New) {
    auto Next = uint32_t(Caches.size());
    uint32_t Cache =
        Caches.try_emplace(Plan.Map.cacheOf(Number), Next).first->second;
    It->second = {uint32_t(Threads.size() - 1), Cache, &Order.of(Number)};
  }
  Current = It->second;
  CurrentThread = Number;
}

void SharingCaches::share(LineEntry &E) {
  const Thread &Owner = Threads.at(E.Thread);
  if (Others)
    Others->share(E, Owner.Cache);
  E.Shared = uint32_t(Shared.size());
  Shared.emplace_back(E.Thread, Owner.Cache, E.Epoch, E.Written, E.LastWriter);
}

void SharingCaches::touch(uint64_t Line, const LineTouch &T) {
  LineEntry &E = Lines[Line];
  if (E.Thread == LineEntry::None) {
    E.Thread = T.Thread;
    E.Window = Others ? Others->window() : 0;
    Tally[T.Vertex].Cold += Tally.counting();
  }
  if (E.Shared == LineEntry::None && E.Thread == T.Thread) {
    E.Epoch = Current.Now->Epoch;
    if (T.Writes) {
      E.Written |= T.Bytes;
      E.LastWriter = T.Vertex;
    }
  } else {
    if (E.Shared == LineEntry::None)
      share(E);
    Shared[E.Shared].touch(T, *Current.Now, Tally);
  }
  if (Others)
    Others->touch(E, Current.Number, T.Cache, T.Vertex, T.Writes);
}

/// As ReuseClock::access counts units and names lines.
void SharingCaches::access(const SharingAccess &A) {
  if (A.Thread != CurrentThread)
    enter(A.Thread);
  LineTouch T = {
      A.Thread, Current.Cache, Tally.vertex(A.Thread, A.Site, A.Structure),
      0,        A.Reads,       A.Writes};
  constexpr uint64_t LineMask = ReuseAddressMask >> ReuseLineShift;
  uint64_t Line = reuseLine(A.Address),
           Last = reuseLine(A.Address + A.Bytes - 1);
  uint64_t Units =
      A.Bytes > ReuseLineBytes ? ((Last - Line) & LineMask) + 1 : 1;
  if (Tally.counting())
    Tally[T.Vertex].Units += Units;
  uint64_t From = A.Address % ReuseLineBytes;
  for (uint64_t Left = A.Bytes;; From = 0, Line = (Line + 1) & LineMask) {
    uint64_t Here = std::min(Left, ReuseLineBytes - From);
    T.Bytes = (~uint64_t(0) >> (ReuseLineBytes - Here)) << From;
    touch(Line, T);
    Left -= Here;
    if (Left == 0)
      return;
  }
}

/// What is ordered by number keeps its place in every order.
void SharingCaches::event(const Event &E) {
  if (Others && E.Order != 0)
    Others->close();
  Order.event(E);
}

void SharingCaches::finish() {
  if (Others)
    Others->close();
  for (SharedLine &L : Shared)
    L.settle(Tally);
}

void SharingCaches::count(bool Wanted) {
  if (Wanted == Tally.counting())
    return;
  finish();
  Tally.count(Wanted);
}

void SharingCaches::forgetCounts() {
  finish();
  Tally.forget();
}

} // namespace memfacet

// A simulation that keeps its events in a std::multimap by time and its
// customers in a std::map by number: red-black trees, whose nodes are reached
// from their parents, allocated and freed all the time. Arguments: customers,
// events.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <vector>

namespace {

struct Customer {
  int64_t Served = 0;
  int64_t Waited = 0;
  int64_t Last = 0;
};

struct Event {
  uint32_t Customer;
  uint32_t Counter;
};

class Shop {
public:
  explicit Shop(uint32_t Customers) : FreeAt(Counters) {
    for (uint32_t I = 0; I < Customers; ++I)
      arrive(newNumber(), draw() % 1000);
  }

  void serve(uint64_t Events) {
    for (uint64_t I = 0; I < Events; ++I) {
      auto First = Agenda.begin();
      int64_t Time = First->first;
      Event E = First->second;
      Agenda.erase(First);
      handle(Time, E);
    }
  }

  int64_t checksum() const {
    int64_t Sum = 0;
    for (const auto &[Number, C] : Known)
      Sum = Sum * 31 + Number + C.Served * 7 + C.Waited + C.Last;
    for (const auto &[Time, E] : Agenda)
      Sum = Sum * 31 + Time + E.Customer;
    return Sum;
  }

private:
  static constexpr size_t Counters = 16;

  void arrive(uint32_t Number, int64_t Time) {
    Known[Number];
    Agenda.emplace(Time, Event{Number, uint32_t(draw() % Counters)});
  }

  void handle(int64_t Time, Event E) {
    auto Found = Known.find(E.Customer);
    if (Found == Known.end())
      return;
    Customer &C = Found->second;
    int64_t Begin = std::max(Time, FreeAt[E.Counter]);
    FreeAt[E.Counter] = Begin + int64_t(draw() % 20);
    C.Waited += Begin - Time;
    C.Last = Time;
    if (++C.Served % 8 == 0) {
      // A new customer comes instead.
      Known.erase(Found);
      arrive(newNumber(), Time + int64_t(draw() % 1000));
      return;
    }
    Agenda.emplace(FreeAt[E.Counter] + int64_t(draw() % 5000),
                   Event{E.Customer, uint32_t(draw() % Counters)});
  }

  uint32_t newNumber() { return uint32_t(draw() % 1000000007); }

  uint64_t draw() {
    State ^= State << 13;
    State ^= State >> 7;
    State ^= State << 17;
    return State >> 11;
  }

  uint64_t State = 0x2545f4914f6cdd1d;
  std::map<uint32_t, Customer> Known;
  std::multimap<int64_t, Event> Agenda;
  std::vector<int64_t> FreeAt;
};

} // namespace

int main(int Count, char **Words) {
  Shop S(Count > 1 ? uint32_t(std::atoi(Words[1])) : 6000);
  S.serve(Count > 2 ? uint64_t(std::atoll(Words[2])) : 2500000);
  std::printf("%lld\n", static_cast<long long>(S.checksum()));
}

// Satisfiability by backtracking and unit propagation with two watched
// literals: lists of watches that grow and shrink, clauses all over the heap,
// and the values of variables, small and always there. Random formulas with
// three literals, near the ratio where they are hard. Arguments: variables,
// formulas.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

namespace {

using Literal = uint32_t; // 2 * variable, + 1: negated

struct Clause {
  std::vector<Literal> Literals; // the first two are watched
  uint32_t Visits = 0;
};

class Random {
public:
  explicit Random(uint64_t Seed) : State(Seed * 2 + 1) {}
  uint32_t below(uint32_t Limit) {
    State = State * 6364136223846793005u + 1442695040888963407u;
    return uint32_t((State >> 33) % Limit);
  }

private:
  uint64_t State;
};

class Prover {
public:
  Prover(uint32_t Variables, Random &R)
      : Count(Variables), Values(Variables, Unknown), Watches(2 * Variables) {
    for (uint32_t I = 0; I < Variables * 17 / 4; ++I)
      addClause(R);
  }

  /// Gives up after this number of decisions.
  bool satisfiable(uint64_t MostDecisions) {
    while (Decisions < MostDecisions) {
      if (!propagate()) {
        if (!backtrack())
          return false;
        continue;
      }
      uint32_t Next = undecided();
      if (Next == Count)
        return true;
      ++Decisions;
      Levels.push_back({uint32_t(Trail.size()), false});
      assign(2 * Next + (Next & 1));
    }
    return false;
  }

  uint64_t checksum() const {
    uint64_t Sum = Decisions;
    for (const std::unique_ptr<Clause> &C : Clauses)
      Sum = Sum * 31 + C->Visits;
    return Sum;
  }

private:
  enum Value : uint8_t { False, True, Unknown };
  struct Level {
    uint32_t Begin; ///< in Trail
    bool Turned;    ///< the other value is being tried
  };

  void addClause(Random &R) {
    auto C = std::make_unique<Clause>();
    while (C->Literals.size() < 3) {
      uint32_t Variable = R.below(Count);
      bool HasVariable = false;
      for (Literal L : C->Literals)
        HasVariable |= L / 2 == Variable;
      if (!HasVariable)
        C->Literals.push_back(2 * Variable + R.below(2));
    }
    for (int I = 0; I < 2; ++I)
      Watches[C->Literals[I]].push_back(C.get());
    Clauses.push_back(std::move(C));
  }

  Value valueOf(Literal L) const {
    Value V = Values[L / 2];
    return V == Unknown ? Unknown : Value(V ^ (L & 1));
  }

  void assign(Literal L) {
    Values[L / 2] = L & 1 ? False : True;
    Trail.push_back(L);
  }

  /// Returns false if a clause has no true literal any more.
  bool propagate() {
    while (Propagated < Trail.size())
      if (!visitWatches(Trail[Propagated++] ^ 1))
        return false;
    return true;
  }

  /// Visits the clauses that watch \p L, which has become false.
  bool visitWatches(Literal L) {
    std::vector<Clause *> &Watchers = Watches[L];
    size_t Count = 0;
    bool Fine = true;
    for (size_t I = 0; I < Watchers.size(); ++I) {
      Clause *C = Watchers[I];
      if (!Fine || !movesWatch(*C, L, Fine))
        Watchers[Count++] = C;
    }
    Watchers.resize(Count);
    return Fine;
  }

  /// Returns whether another literal is watched now instead of \p L.
  bool movesWatch(Clause &C, Literal L, bool &Fine) {
    ++C.Visits;
    if (C.Literals[0] == L)
      std::swap(C.Literals[0], C.Literals[1]);
    Value First = valueOf(C.Literals[0]);
    if (First == True)
      return false;
    for (size_t I = 2; I < C.Literals.size(); ++I)
      if (valueOf(C.Literals[I]) != False) {
        std::swap(C.Literals[1], C.Literals[I]);
        Watches[C.Literals[1]].push_back(&C);
        return true;
      }
    if (First == False)
      Fine = false;
    else
      assign(C.Literals[0]);
    return false;
  }

  bool backtrack() {
    while (!Levels.empty()) {
      Level &Last = Levels.back();
      Literal Decided = Trail[Last.Begin];
      for (size_t I = Last.Begin; I < Trail.size(); ++I)
        Values[Trail[I] / 2] = Unknown;
      Trail.resize(Last.Begin);
      Propagated = Trail.size();
      if (!Last.Turned) {
        Last.Turned = true;
        assign(Decided ^ 1);
        return true;
      }
      Levels.pop_back();
    }
    return false;
  }

  uint32_t undecided() const {
    for (uint32_t I = 0; I < Count; ++I)
      if (Values[I] == Unknown)
        return I;
    return Count;
  }

  uint32_t Count;
  std::vector<Value> Values;
  std::vector<std::unique_ptr<Clause>> Clauses;
  std::vector<std::vector<Clause *>> Watches; ///< by literal
  std::vector<Literal> Trail;
  std::vector<Level> Levels;
  size_t Propagated = 0;
  uint64_t Decisions = 0;
};

} // namespace

int main(int Count, char **Words) {
  uint32_t Variables = Count > 1 ? uint32_t(std::atoi(Words[1])) : 300;
  uint32_t Formulas = Count > 2 ? uint32_t(std::atoi(Words[2])) : 12;
  uint64_t Sum = 0;
  for (uint32_t I = 0; I < Formulas; ++I) {
    Random R(I);
    Prover P(Variables, R);
    bool Satisfiable = P.satisfiable(40000);
    Sum = Sum * 31 + P.checksum() + Satisfiable;
  }
  std::printf("%llu\n", static_cast<unsigned long long>(Sum));
}

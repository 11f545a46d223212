//===- PinnedNumbers.h - all numbers of a result, as text -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For models without a slower one to compare with: all that a fixed input gives
// is written as text and compared with what it gave before. A change of the
// model that is meant is taken over by hand: a failing test prints the new
// text, which goes into the test in the place of the old one after a look at
// each number that differs.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_TEST_UNIT_PINNEDNUMBERS_H
#define MEMFACET_TEST_UNIT_PINNEDNUMBERS_H

#include "test/support/Test.h"

namespace memfacet::test {

/// Nine digits; what is left where two equal numbers were taken from each other
/// is 0.
inline std::string nineDigits(double Value) {
  if (std::abs(Value) < 1e-9)
    return "0";
  return fmt::format("{:.9g}", Value);
}

/// Many numbers as one, which changes with each and with their order. Exact
/// where all are whole; else, those of one sum should be about as large.
class NumberSum {
public:
  void add(double Value) {
    uint64_t Weight = 1 + Count++ % 997;
    Sum += Value * (1 + 0.001 * double(Weight));
    AllWhole &= Value == std::floor(Value) && std::abs(Value) < 1e15;
    if (AllWhole)
      Whole += int64_t(Value) * int64_t(Weight);
  }
  std::string sum() const {
    return AllWhole ? fmt::to_string(Whole) : nineDigits(Sum);
  }

private:
  double Sum = 0;
  int64_t Whole = 0;
  uint64_t Count = 0;
  bool AllWhole = true;
};

class PinnedNumbers {
public:
  /// A line: a name and numbers, or ranges of them.
  template <typename... Values>
  PinnedNumbers &row(std::string_view Name, const Values &...Item) {
    Text += Name;
    Text += ':';
    (add(Item), ...);
    Text += '\n';
    return *this;
  }
  const std::string &text() const { return Text; }

private:
  template <typename T> void add(const T &Value) {
    if constexpr (std::is_floating_point_v<T>)
      Text += fmt::format(" {}", nineDigits(double(Value)));
    else if constexpr (std::is_enum_v<T>)
      Text += fmt::format(" {}", uint64_t(Value));
    else if constexpr (std::is_integral_v<T>)
      Text += fmt::format(" {}", Value);
    else if constexpr (std::is_convertible_v<T, std::string_view>)
      Text += fmt::format(" {}", std::string_view(Value));
    else if constexpr (requires { Value.begin(); })
      for (const auto &Item : Value)
        add(static_cast<std::decay_t<typename T::value_type>>(Item));
    else
      add(Value.Value); // of Ids.h
  }

  std::string Text;
};

/// The same words; of numbers that are not whole, seven digits: machines add up
/// in their own ways.
inline bool samePinned(const std::string &A, const std::string &B) {
  std::istringstream OfA(A), OfB(B);
  std::string X, Y;
  while (OfA >> X, OfB >> Y, OfA && OfB) {
    if (X == Y)
      continue;
    if ((X + Y).find_first_not_of("0123456789") == X.npos)
      return false;
    char *EndX = nullptr, *EndY = nullptr;
    double NumberX = std::strtod(X.c_str(), &EndX),
           NumberY = std::strtod(Y.c_str(), &EndY);
    double Most = std::max(std::abs(NumberX), std::abs(NumberY));
    if (*EndX != 0 || *EndY != 0 ||
        !(std::abs(NumberX - NumberY) <= 1e-7 * Most))
      return false;
  }
  return !OfA && !OfB;
}

/// \p Wanted begins with the line after `R"(`.
inline void expectPinned(const PinnedNumbers &Numbers,
                         std::string_view Wanted) {
  if (Wanted.starts_with('\n'))
    Wanted.remove_prefix(1);
  std::istringstream New(Numbers.text()), Old{std::string(Wanted)};
  std::string Differs;
  for (;;) {
    std::string A, B;
    bool Was = bool(std::getline(Old, A)), Is = bool(std::getline(New, B));
    if (!Was && !Is)
      break;
    if (Was != Is || !samePinned(A, B))
      Differs += "was " + A + "\nis  " + B + "\n";
  }
  if (!Differs.empty())
    ADD_FAILURE() << Differs << "All of it is now:\n" << Numbers.text();
}

} // namespace memfacet::test

#endif

//===- PinnedNumbers.h - all numbers of a result, as text -------*- C++ -*-===//
//
// For models that no slower one stands beside: all that a fixed input gives is
// written as text and compared with what it gave before. A change of the model
// that is meant is taken over by hand: a failing test prints the new text,
// which goes into the test in the place of the old one after a look at each
// number that differs.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_TEST_SUPPORT_PINNEDNUMBERS_H
#define MEMFACET_TEST_SUPPORT_PINNEDNUMBERS_H

#include "test/support/Test.h"

namespace memfacet::test {

class PinnedNumbers {
public:
  /// A line: a name and numbers, or ranges of them.
  template <typename... Values>
  PinnedNumbers &row(std::string_view Name, const Values &...Each) {
    Text += Name;
    Text += ':';
    (add(Each), ...);
    Text += '\n';
    return *this;
  }
  const std::string &text() const { return Text; }

private:
  template <typename T> void add(const T &Value) {
    if constexpr (std::is_floating_point_v<T>)
      Text += fmt::format(" {}", rounded(double(Value)));
    else if constexpr (std::is_enum_v<T>)
      Text += fmt::format(" {}", uint64_t(Value));
    else if constexpr (std::is_integral_v<T>)
      Text += fmt::format(" {}", Value);
    else if constexpr (std::is_convertible_v<T, std::string_view>)
      Text += fmt::format(" {}", std::string_view(Value));
    else if constexpr (requires { Value.begin(); })
      for (const auto &Each : Value)
        add(static_cast<std::decay_t<typename T::value_type>>(Each));
    else
      add(Value.Value); // of Ids.h
  }

  /// Nine digits; what is left where two equal numbers were taken from each
  /// other is 0.
  static std::string rounded(double Value) {
    if (std::abs(Value) < 1e-9)
      return "0";
    return fmt::format("{:.9g}", Value);
  }

  std::string Text;
};

/// The same words; of numbers, seven digits: machines add up in their own ways.
inline bool samePinned(const std::string &A, const std::string &B) {
  std::istringstream OfA(A), OfB(B);
  std::string X, Y;
  while (OfA >> X, OfB >> Y, OfA && OfB) {
    if (X == Y)
      continue;
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

/// \p Wanted begins with the line behind `R"(`.
inline void expectPinned(const PinnedNumbers &Now, std::string_view Wanted) {
  if (Wanted.starts_with('\n'))
    Wanted.remove_prefix(1);
  std::istringstream New(Now.text()), Old{std::string(Wanted)};
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
    ADD_FAILURE() << Differs << "All of it is now:\n" << Now.text();
}

/// Many numbers as one, which changes with each and with their order.
class NumberSum {
public:
  void add(double Value) { Sum += Value * (1 + 0.001 * double(Count++ % 997)); }
  double sum() const { return Sum; }

private:
  double Sum = 0;
  size_t Count = 0;
};

} // namespace memfacet::test

#endif

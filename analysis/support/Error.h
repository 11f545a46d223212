//===- Error.h - the one error type of the analysis -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_SUPPORT_ERROR_H
#define MEMFACET_SUPPORT_ERROR_H

#include "memfacet/Check.h"
#include <fmt/format.h>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace memfacet {

/// What went wrong, in one line: lower case, no final period, with the
/// offending value and, where there is one, the next thing to type.
struct Error {
  std::string Message;
  /// The command line is wrong, or the value of an option.
  bool IsUsage = false;
};

template <typename... Args>
Error makeError(fmt::format_string<Args...> Format, Args &&...Arguments) {
  return {fmt::format(Format, std::forward<Args>(Arguments)...)};
}

/// Makes an error that says what is wrong with a command line: the value, and
/// what may stand there.
template <typename... Args>
Error usageError(fmt::format_string<Args...> Format, Args &&...Arguments) {
  return {fmt::format(Format, std::forward<Args>(Arguments)...), true};
}

/// A T or the Error that prevented it.
template <typename T> class [[nodiscard]] Expected {
public:
  Expected(T Value) : Storage(std::move(Value)) {}
  Expected(Error E) : Storage(std::move(E)) {}

  explicit operator bool() const { return Storage.index() == 0; }
  T &operator*() {
    MEMFACET_CHECK(*this, "callers handle the error first");
    return *std::get_if<0>(&Storage);
  }
  const T &operator*() const {
    MEMFACET_CHECK(*this, "callers handle the error first");
    return *std::get_if<0>(&Storage);
  }
  T *operator->() {
    MEMFACET_CHECK(*this, "callers handle the error first");
    return std::get_if<0>(&Storage);
  }
  const T *operator->() const {
    MEMFACET_CHECK(*this, "callers handle the error first");
    return std::get_if<0>(&Storage);
  }
  const Error &error() const {
    MEMFACET_CHECK(!*this, "a value has no message");
    return *std::get_if<1>(&Storage);
  }

private:
  std::variant<T, Error> Storage;
};

/// Success, or the Error that prevented it.
template <> class [[nodiscard]] Expected<void> {
public:
  Expected() = default;
  Expected(Error E) : Failure(std::move(E)) {}

  explicit operator bool() const { return !Failure; }
  const Error &error() const {
    MEMFACET_CHECK(Failure, "what went well has no message");
    return *Failure;
  }

private:
  std::optional<Error> Failure;
};

using Status = Expected<void>;

} // namespace memfacet

#endif

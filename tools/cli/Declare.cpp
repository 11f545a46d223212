//===- Declare.cpp - options of a command line, compiled once -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/cli/Declare.h"
#include <cstdint>
#include <optional>

namespace memfacet::cli {

template <typename T>
CLI::Option *declareOption(CLI::App &App, const std::string &Names, T &Target,
                           const std::string &Help) {
  return App.add_option(Names, Target, Help);
}

template <typename T>
CLI::Option *declareFlag(CLI::App &App, const std::string &Names, T &Target,
                         const std::string &Help) {
  return App.add_flag(Names, Target, Help);
}

template <typename T> CLI::Validator inRange(T Low, T High) {
  return CLI::Range(Low, High);
}

CLI::Validator oneOf(std::vector<std::string> Words) {
  return CLI::IsMember(std::move(Words));
}

#define OPTION(T)                                                              \
  template CLI::Option *declareOption(CLI::App &, const std::string &, T &,    \
                                      const std::string &);
#define FLAG(T)                                                                \
  template CLI::Option *declareFlag(CLI::App &, const std::string &, T &,      \
                                    const std::string &);
OPTION(std::string)
OPTION(std::vector<std::string>)
OPTION(int)
OPTION(uint32_t)
OPTION(uint64_t)
OPTION(double)
OPTION(std::optional<uint32_t>)
OPTION(std::optional<double>)
OPTION(std::vector<uint32_t>)
FLAG(bool)
FLAG(std::string)
template CLI::Validator inRange(int, int);
template CLI::Validator inRange(unsigned, unsigned);
template CLI::Validator inRange(double, double);

} // namespace memfacet::cli

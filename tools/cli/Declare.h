//===- Declare.h - options of a command line, compiled once ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CLI11's templates take most of the time of a source that calls them. These
// functions do the same, for the types that Declare.cpp lists.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CLI_DECLARE_H
#define MEMFACET_CLI_DECLARE_H

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace memfacet::cli {

/// Declares an option whose value goes to \p Target.
template <typename T>
CLI::Option *declareOption(CLI::App &App, const std::string &Names, T &Target,
                           const std::string &Help);
/// Declares an option without a value.
template <typename T>
CLI::Option *declareFlag(CLI::App &App, const std::string &Names, T &Target,
                         const std::string &Help);

/// Checks that a value is a number from \p Low to \p High.
template <typename T> CLI::Validator inRange(T Low, T High);
/// Checks that a value is one of \p Words.
CLI::Validator oneOf(std::vector<std::string> Words);

} // namespace memfacet::cli

#endif

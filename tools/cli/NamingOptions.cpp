//===- NamingOptions.cpp - options of all that name structures ------------===//

#include "tools/cli/NamingOptions.h"
#include <CLI/CLI.hpp>

namespace memfacet {

void declareNaming(CLI::App &App, std::string &Context, std::string &Wrappers) {
  App.add_option("--context", Context,
                 "tell structures apart by N calls around their allocation")
      ->type_name("N")
      ->capture_default_str();
  App.add_option("--wrappers", Wrappers,
                 "functions that hand on fresh memory, one name a line; !name "
                 "is none")
      ->type_name("FILE");
}

} // namespace memfacet

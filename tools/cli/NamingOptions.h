//===- NamingOptions.h - options of all that name structures --------------===//

#ifndef MEMFACET_CLI_NAMINGOPTIONS_H
#define MEMFACET_CLI_NAMINGOPTIONS_H

#include <string>

namespace CLI {
class App;
}

namespace memfacet {

/// --context, a number of calls as text, and --wrappers, a file. Both outlive
/// \p App.
void declareNaming(CLI::App &App, std::string &Context, std::string &Wrappers);

} // namespace memfacet

#endif

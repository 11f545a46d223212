//===- Run.h - from a command line to an exit code ------------------------===//

#ifndef MEMFACET_CLI_RUN_H
#define MEMFACET_CLI_RUN_H

#include <string>
#include <vector>

namespace memfacet {

/// Runs `memfacet` with \p Arguments (its own name left out).
int runCommandLine(std::vector<std::string> Arguments);

} // namespace memfacet

#endif

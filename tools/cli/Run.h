//===- Run.h - run a command line -----------------------------------------===//

#ifndef MEMFACET_CLI_RUN_H
#define MEMFACET_CLI_RUN_H

#include <string>
#include <vector>

namespace memfacet {

/// Runs `memfacet` with \p Arguments, which do not include its own name, and
/// returns the exit code.
int runCommandLine(std::vector<std::string> Arguments);

} // namespace memfacet

#endif

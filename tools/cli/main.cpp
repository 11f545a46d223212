//===- main.cpp - memfacet ------------------------------------------------===//

#include "tools/cli/Run.h"

int main(int Count, char **Values) {
  return memfacet::runCommandLine({Values + 1, Values + Count});
}

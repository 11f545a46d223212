//===- SimulateSweep.cpp - memfacet simulate --sweep ----------------------===//

#include "tools/commands/SimulateSweep.h"
#include "analysis/sweep/SweepSpec.h"
#include "tools/report/caches/SweepReport.h"
#include "tools/report/common/ReportHeader.h"
#include "tools/report/fields/FieldTables.h"
#include "tools/support/Say.h"
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <thread>

namespace memfacet {

namespace {

/// The models themselves, or those that the file lists.
Expected<std::vector<CacheModel>> modelsOf(const std::string &List) {
  if (List.find('=') != List.npos)
    return parseSweep(List);
  std::ifstream File(List);
  if (!File) {
    // The name of a preset, perhaps.
    Expected<std::vector<CacheModel>> Models = parseSweep(List);
    if (!Models)
      return makeError("'{}' is no file ({}), and: {}", List,
                       std::strerror(errno), Models.error().Message);
    return Models;
  }
  std::ostringstream Text;
  Text << File.rdbuf();
  Expected<std::vector<CacheModel>> Models = parseSweep(Text.str());
  if (!Models)
    return makeError("in '{}': {}", List, Models.error().Message);
  return Models;
}

Status print(const SweepCommand &C, const SweepReport &R) {
  return printOutput(C.Json  ? sweepJson(R)
                     : C.Csv ? sweepCsv(R)
                             : sweepText(R, Terminal::of(stdout)));
}

} // namespace

int runSweep(const SweepCommand &C, const std::string &Trace,
             CollectOptions Options, bool FirstModel) {
  Expected<std::vector<CacheModel>> Models = modelsOf(C.List);
  if (!Models)
    return fail(Models.error());
  unsigned Jobs =
      C.Jobs ? C.Jobs : std::max(1u, std::thread::hardware_concurrency());
  auto Results = std::make_shared<std::vector<SweepResult>>();
  if (FirstModel)
    Options.Caches = Models->front();
  Options.Observers.push_back(makeSweepObserver(*Models, Jobs, Results));
  Expected<Profile> P = simulateTrace(Trace, Options);
  if (!P)
    return fail(P.error());
  if (P->Loss.Truncated && P->Instructions == 0)
    return fail(makeError("no record can be read: {}", P->Loss.TruncatedWhy));
  Expected<std::vector<StructureId>> Named = structuresNamed(*P, C.Names);
  if (!Named)
    return fail(Named.error());
  if (!Options.ProfilePath.empty())
    if (Status Written = writeProfile(*P, Options.ProfilePath); !Written)
      return fail(Written.error());
  for (const std::string &Line : describeLoss(P->Loss))
    say("data loss: " + Line);
  if (Status Printed = print(C, {*P, *Results, *Named}); !Printed)
    return fail(Printed.error());
  return P->Loss.Truncated ? ExitFailure : ExitGood;
}

} // namespace memfacet

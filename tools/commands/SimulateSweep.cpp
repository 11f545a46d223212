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

/// Parses a list of models, or the file that has them.
Expected<std::vector<CacheModel>> modelsOf(const std::string &List) {
  if (List.find('=') != List.npos)
    return parseSweep(List);
  std::ifstream File(List);
  if (!File) {
    // It may be the name of a preset.
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

} // namespace

int runSweep(const SweepCommand &C, const std::string &Trace,
             const OutputFormat &Format, CollectOptions Options,
             bool FirstModel) {
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
  SweepReport R = {*P, *Results, *Named};
  int Code =
      Format.print({[&] { return sweepJson(R); }, [&] { return sweepCsv(R); },
                    [&](const Terminal &T) { return sweepText(R, T); }});
  if (Code != ExitGood)
    return Code;
  return P->Loss.Truncated ? ExitFailure : ExitGood;
}

} // namespace memfacet

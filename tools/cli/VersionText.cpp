//===- VersionText.cpp - what `memfacet --version` prints -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/cli/VersionText.h"
#include "BuildConfig.h"
#include "analysis/result/store/Schema.h"
#include "analysis/support/Version.h"
#include "analysis/words/trace/TraceFormat.h"
#include "memfacet/Events.h"
#include <fmt/format.h>

namespace memfacet::cli {

/// Returns a text such as "10, reads 7 to 10".
static std::string readable(uint32_t Oldest, uint32_t Newest) {
  if (Oldest == Newest)
    return fmt::format("{}", Newest);
  return fmt::format("{}, reads {} to {}", Newest, Oldest, Newest);
}

std::string versionText(std::string_view Revision) {
  std::string Text = fmt::format("memfacet {}\n", toolVersion());
  if (!Revision.empty())
    Text += fmt::format("source   {}\n", Revision);
  return Text +
         fmt::format("clang    {}\n"
                     "records  {}\n"
                     "trace    {}\n"
                     "profile  {}\n",
                     MEMFACET_LLVM_MAJOR, FormatVersion,
                     readable(words::OldestTraceVersion, words::TraceVersion),
                     readable(1, result::ProfileVersion));
}

} // namespace memfacet::cli

//===- TableRows.h - rows of the tables as plain data ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_DECODE_TABLEROWS_H
#define MEMFACET_DECODE_TABLEROWS_H

#include "analysis/decode/Blocks.h"
#include "analysis/decode/Modules.h"
#include "analysis/decode/TableImage.h"
#include <unordered_map>
#include <vector>

namespace memfacet::decode {

/// Returns the site of the row \p S at \p Address. The address of a global is
/// filled in later.
SiteInfo siteInfo(const TableImage &Image, const Site &S, uint64_t Address);
HotSite hotSite(const Site &S);
/// Views live as long as \p Image.
std::vector<GlobalInfo> readGlobals(const TableImage &Image);
std::vector<AllocationInfo> readAllocations(const TableImage &Image);
/// Returns layouts by the name of the type.
std::unordered_map<std::string_view, std::string_view>
readLayouts(const TableImage &Image);

} // namespace memfacet::decode

#endif

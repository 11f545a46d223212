//===- Precompiled.h - what most sources of the tools include -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled once for all of them, which takes half of the time of one source.
// Sources include what they use all the same.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REPORT_FORMAT_PRECOMPILED_H
#define MEMFACET_REPORT_FORMAT_PRECOMPILED_H

#include "analysis/result/profile/Profile.h"
#include "tools/report/format/Columns.h"
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#endif

//===- Wings.h - names of wings and rooms, for tests -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A test names things without the namespace of their wing of the analysis or
// their room of the tools. No two of these have a type of one name.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_TEST_SUPPORT_WINGS_H
#define MEMFACET_TEST_SUPPORT_WINGS_H

namespace memfacet {

namespace words {}
namespace decode {}
namespace caches {}
namespace core {}
namespace result {}
namespace gauges {}
namespace study {}
namespace threads {}
namespace owners {}
namespace advise {}
namespace measure {}
namespace check {}
namespace cli {}
namespace commands {}
namespace doctor {}
namespace exports {}
namespace html {}
namespace record {}
namespace report {}
namespace toolchain {}
namespace wrapper {}

namespace test {

using namespace words;
using namespace decode;
using namespace caches;
using namespace core;
using namespace result;
using namespace gauges;
using namespace study;
using namespace threads;
using namespace owners;
using namespace advise;
using namespace measure;
using namespace check;
using namespace cli;
using namespace commands;
using namespace doctor;
using namespace exports;
using namespace html;
using namespace record;
using namespace report;
using namespace toolchain;
using namespace wrapper;

} // namespace test

} // namespace memfacet

#endif

//===- Wings.h - names of all wings, without their wing, for tests -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// So a test reads the same with one wing or several. No two wings have a type
// of the same name.
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

} // namespace test

} // namespace memfacet

#endif

//===- Ompt.h - the interface of OpenMP's library for tools ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of OMPT that is used here. It is declared again because the
// library's headers may be missing. OpenMP 5.2, chapter 19: 19.2 how a tool is
// found, 19.4.4 types, 19.5.2 callbacks. A program that links the runtime does
// not need the library.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RUNTIME_HOOKS_OMPT_H
#define MEMFACET_RUNTIME_HOOKS_OMPT_H

#include <cstdint>

namespace memfacet::ompt {

/// ompt_data_t: data of the tool; begins as 0.
union Data {
  uint64_t Value;
  void *Pointer;
};

/// ompt_callbacks_t
enum Callback {
  ParallelBegin = 3,
  ParallelEnd = 4,
  TaskCreate = 5,
  TaskSchedule = 6,
  ImplicitTask = 7,
  SyncRegion = 23,
};

/// ompt_scope_endpoint_t
enum Endpoint { Begin = 1, End = 2 };

/// ompt_sync_region_t
enum SyncRegionKind {
  TaskWait = 5,
  TaskGroup = 6,
  Reduction = 7,
  /// The barrier at the end of a parallel region. All others are barriers, too.
  ImplicitParallel = 9,
};

/// ompt_task_flag_t
enum TaskFlag { InitialTask = 1, ExplicitTask = 4 };

/// ompt_task_status_t
enum TaskStatus { Complete = 1, Yield = 2, Cancel = 3, Switch = 7 };

using AnyFunction = void();
using LookupFunction = AnyFunction *(const char *Name);
/// The library's function ompt_set_callback.
using SetCallback = int(int Callback, AnyFunction *Function);

/// ompt_start_tool_result_t
struct Tool {
  /// Nonzero: the tool stays.
  int (*Initialize)(LookupFunction *Lookup, int Device, Data *OwnData);
  void (*Finalize)(Data *OwnData);
  Data OwnData;
};

using StartTool = Tool *(unsigned Version, const char *Library);

} // namespace memfacet::ompt

#endif

//===- SelectNext.S - slow paths of code that selects ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/machine/x86-64/KeepRegisters.inc"

        .text
        entry   memfacet_select_slowly, memfacetSelect, 0
        .hidden memfacet_select_slowly
        entry   __memfacet_select_range, memfacetSelectRange, 0
        entry   __memfacet_select_lanes, memfacetSelectLanes, 0
        entry   __memfacet_select_mark, memfacetSelectMark, 0
        .section .note.GNU-stack, "", @progbits

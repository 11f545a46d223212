//===- SelectNext.S - slow paths of code that selects ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/machine/aarch64/KeepRegisters.inc"

        .text
        entry   memfacet_select_slowly, memfacetSelect
        .hidden memfacet_select_slowly
        entry   __memfacet_select_range, memfacetSelectRange
        entry   __memfacet_select_lanes, memfacetSelectLanes
        entry   __memfacet_select_mark, memfacetSelectMark
        .section .note.GNU-stack, "", %progbits

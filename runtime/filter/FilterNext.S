//===- FilterNext.S - slow paths of code that filters ---------------------===//

#include "runtime/support/KeepRegisters.inc"

        .text
        entry   memfacet_touch_rest, memfacetTouchRest, 0
        .hidden memfacet_touch_rest
        entry   memfacet_tell_large, memfacetTellLarge, 0
        .hidden memfacet_tell_large
        entry   __memfacet_touch_range, memfacetTouchRange, 0
        entry   __memfacet_touch_lanes, memfacetTouchLanes, 0
        entry   __memfacet_mark, memfacetMark, 0
        entry   __memfacet_forget, memfacetForget, 0
        .section .note.GNU-stack, "", @progbits

//===- FilterNext.S - slow paths of code that filters ---------------------===//

#include "runtime/support/KeepRegisters.inc"

        .text
        entry   memfacet_touch_slowly, memfacetTouchSlowly, 0
        .hidden memfacet_touch_slowly
        entry   memfacet_touch_line_slowly, memfacetTouchLineSlowly, 0
        .hidden memfacet_touch_line_slowly
        entry   __memfacet_touch_range, memfacetTouchRange, 0
        entry   __memfacet_touch_lanes, memfacetTouchLanes, 0
        entry   __memfacet_mark, memfacetMark, 0
        entry   __memfacet_forget, memfacetForget, 0
        .section .note.GNU-stack, "", @progbits

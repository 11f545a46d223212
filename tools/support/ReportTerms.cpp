//===- ReportTerms.cpp - words and headings of reports --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/support/Terms.h"

namespace memfacet {

namespace {

constexpr Term WhatARowIs[] = {
    {"TOTAL, all",
     "all rows together, also those that are not shown: rows, `[N others]`, "
     "`[library]` and `[unattributed]` make it up"},
    {"[N others], [N other]",
     "the sum of the rows that are not shown; `--top` and `--all` choose "
     "how many are"},
    {"[library]",
     "memory of libraries, as far as instrumented code accesses it. What the "
     "code of libraries accesses is not seen; to see it, build the library "
     "with memfacet-clang, or import a trace of another tool"},
    {"[unattributed], unattributed", "accesses for which no owner is known"},
    {"[stack]", "the stack apart from variables that have rows of their own"},
    {"[stacks of N threads]",
     "the sum of the stacks `[stack of thread N]` of more than four threads; "
     "`--all`, `--json` and `--csv` have a row for each"},
    {"[literals FILE]", "string literals and other constants without a name"},
    {"[computation], [branches], [start]",
     "cycles in which a simulated core waits for no memory, but for "
     "arithmetic, for a wrongly predicted branch, at the start"},
    {"kind", "of memory: global, thread-local, literals, heap, local, stack, "
             "mapping, library, unattributed"},
    {"global, thread-local, heap, local, mapping, literals",
     "a kind of memory: a global or static variable, one with an object per "
     "thread, allocated, a variable of a function, mapped by `mmap`, "
     "constants without a name"},
    {"structure, structures, name",
     "whose memory it is ([names](names.md)); of a source line, those that "
     "it accesses"},
    {"source line, source", "a line of a source file, and its text"},
    {"function",
     "the function of the source that a place is in, inlined or not"},
    {"where, place, declared at",
     "file, line and function: of a variable its declaration, of heap "
     "memory its allocation, of an access the code"},
    {"type, elements of", "of the elements, as the program declares it"},
    {"block", "in block vectors: a code run. \"Heap block\": the memory that "
              "one allocation returned"},
    {"lock", "what a lock is, and where it is taken"},
    {"caches", "the model that was simulated"},
    {"invariant, result",
     "what holds for all profiles and traces "
     "([invariants](internals/invariants.md)), "
     "and whether it does: `-` where there is nothing to compare"},
    {"says", "what an invariant states, what is wrong or how much was "
             "compared"},
    {"needs", "what a profile or trace must have for an invariant to apply"},
    {"program",
     "the program; in a table of advice, of all its structures together"},
    {"container, pattern", "what a structure is, and how it is accessed "
                           "([descriptions](changes.md#what-a-structure-is))"},
};

constexpr Term Counts[] = {
    {"accesses", "memory operations of the program: loads and stores. A call "
                 "that fills or copies memory is one, though it touches many "
                 "lines"},
    {"stores, loads", "memory operations that write, that read"},
    {"misses",
     "touches whose line is not in the level: in L1, of all touches, in L2, "
     "of those that missed in L1"},
    {"rate, miss rate", "misses of a level by the touches that reach it"},
    {"share",
     "the part of all misses of the first level, or of the column that is "
     "sorted by"},
    {"touches",
     "what accesses do to lines: an access over two lines is two touches"},
    {"writebacks", "modified lines that leave the level for the next one"},
    {"size",
     "the most memory of the structure at one time; of a field or cache, "
     "its bytes"},
    {"objects",
     "pieces of memory with a beginning and an end, all that there were"},
    {"+-",
     "half of the 95 % interval of the count before it, in per cent of it"},
    {"95 % interval, +- 95 %",
     "in 95 of 100 samples, the interval around the estimate has the true "
     "count"},
    {"missing structures",
     "the structures whose lines missed there, with their part of the "
     "misses"},
    {"count", "what is counted in the program"},
    {"per 1000 instr, per 1000 instructions, mpki",
     "misses per 1000 instructions of the optimised IR, which are 0.5 to 2 per "
     "instruction of the machine "
     "([accuracy](accuracy.md#instructions-of-the-machine))"},
    {"executions", "how often the block was entered"},
    {"DS1, DS2, DS3, DS4, DS5",
     "the structures with most misses, the first first"},
    {"stack, others",
     "the stack; all structures that have no column of their own"},
    {"rank, ranks", "one of the processes of a merged profile "
                    "([ranks](clusters.md#one-profile-of-many))"},
    {"over ranks",
     "the least and the most first-level misses that a rank has in the row"},
    {"instructions", "executed instructions of the optimised IR"},
    {"executed",
     "the part of the instructions that the line or function executed"},
    {"offset, at byte",
     "the first byte of the field in the element; the byte of the object"},
    {"in wider", "accesses that are wider than the field and begin before it"},
    {"change, before, after",
     "of the misses, by the changed layout or in the second profile. In "
     "hot-spots, `after`: the write that took the line"},
};

constexpr Term WhyLinesMiss[] = {
    {"compulsory", "misses of lines that were never there before"},
    {"capacity",
     "misses that a fully associative cache of the same size has, too"},
    {"conflict", "misses that it does not have: the line's set had no room"},
    {"true sharing, true",
     "another thread wrote the same bytes that are read now"},
    {"false sharing, false, true and false",
     "another thread wrote other bytes of the line; in hot-spots, the part "
     "of such misses"},
    {"coherence",
     "misses because another thread wrote the line: true and false sharing"},
    {"unknown", "misses whose class chosen lines do not show: they were in "
                "other lines, which were visited"},
    {"+- points", "the part of no class is off by more than this, in 95 % of "
                  "the cases"},
    {"from memory, to memory",
     "bytes that the last level read from memory, and wrote to it"},
    {"bytes per cycle",
     "traffic with memory by the cycles of the simulated core"},
    {"lines of", "of whom lines were evicted"},
    {"useful lines of", "of whom lines were evicted that missed again later"},
    {"by A", "who evicted them: the structure of the row with this letter"},
    {"premature", "evictions of lines that missed again later"},
    {"evictions", "lines that left the level for other ones"},
    {"useful", "the part of the evicted lines that missed again"},
    {"by the same, by another",
     "evictions, or premature ones, by the same structure, by another one"},
    {"average, most, least, mean",
     "over the run: of what the level holds, or of the metric per point"},
    {"over time",
     "the course over the run, each row from 0 to its most; a character "
     "stands for several points"},
    {"stall cycles", "cycles in which the core waits for this structure"},
    {"per miss", "stall cycles by misses of the first level"},
    {"cycles", "of the simulated core"},
    {"speed-up", "how much faster the program is then"},
    {"added", "the structure that became perfect in this row"},
    {"IPC, CPI",
     "instructions per cycle, cycles per instruction, of the simulated core"},
    {"N KiB, N MiB, N B, N GiB",
     "the share of touches that miss in a fully associative cache of this "
     "size ([miss curves](changes.md#other-cache-sizes)); a level after it is "
     "that of the model"},
};

constexpr Term OfThreads[] = {
    {"lines are",
     "how most of the structure's accesses find their lines used: one of "
     "the words below"},
    {"read-shared", "lines that several threads read and none writes any more"},
    {"producer-consumer", "lines that one thread writes and others read"},
    {"migratory", "lines that threads read and write in turns"},
    {"falsely-shared", "lines whose bytes are used by different threads"},
    {"mixed", "none of these"},
    {"cold", "misses of lines that the cache asks for the first time"},
    {"lost",
     "misses of lines that a write of another thread, or process, took"},
    {"processes, lines seen",
     "processes that may lose lines of the structure, and lines that both a "
     "sample of their accesses and of others' writes met"},
    {"certain",
     "misses that exist in every order of the threads that locks and waits "
     "allow"},
    {"other orders", "misses in orders of the threads that were tried"},
    {"lines, bytes", "that were passed from thread to thread"},
    {"to N, from, from N",
     "the thread that wrote the line (row), the one that used it next "
     "(column)"},
    {"written by thread", "the thread and place whose write took the line"},
    {"then missed by", "who lost the line"},
    {"wanted, by thread",
     "what was accessed when the line was not there, and by which thread"},
    {"was written", "what the other thread had written"},
    {"taken", "how often the lock was taken"},
    {"from another", "by another thread than the time before"},
    {"most often taken so at, most often",
     "the place where it was taken from another thread most often"},
    {"pairs",
     "sampled reuse pairs: two accesses to one line with none in between"},
    {"threads", "threads of the pair, at the place, or of the rank"},
    {"first, second", "the two accesses of a reuse pair"},
    {"sends", "misses of others that the place causes"},
    {"simulated", "the same, from an exact simulation"},
};

constexpr Term TimeAndPhases[] = {
    {"why", "the reason for the period, or that there is none"},
    {"repeats every", "the wavelength of the curve, if it has one"},
    {"agrees", "how far the structure's phases are those of the program"},
    {"CoV, sigma",
     "standard deviation of misses within phases: by the mean, as it is"},
    {"std-dev, within phases, reduced by",
     "standard deviation between all intervals, between those of a phase, "
     "how much smaller that is"},
    {"from points, truth, error, error CPI, error hits",
     "the estimate from simulation points, the value of the whole run, the "
     "difference"},
    {"metric", "what is estimated or compared"},
    {"most code, most misses",
     "of the phase: what executes most instructions, and what misses most"},
    {"if cold lines hit, miss",
     "what points say if all lines that warming left cold would have hit, and "
     "if all would have missed; where the two are far apart, no estimate is "
     "given"},
    {"if off as recorded",
     "what points say, corrected by how far off they are in what was recorded, "
     "which is known of all intervals"},
    {"points, whole", "of simulation points; of the whole run"},
    {"weight", "the part of the run that the simulation point stands for"},
    {"begins at", "the instruction at which the interval begins"},
    {"cluster", "which intervals the simulation point stands for"},
    {"distance",
     "from the interval to the centre of its cluster, or to the one shown"},
    {"alternate", "the interval that would do nearly as well"},
    {"most similar", "intervals that look most like this one"},
    {"hits, hit rate", "touches that find their line in the level"},
};

constexpr Term ChangesThatFindingsSuggest[] = {
    {"gain, saves",
     "the share of the time that a change saves, by [a "
     "model](internals/stalls.md), with its interval in brackets"},
    {"none, no known cure",
     "the structure has a large share of the misses, and "
     "none of the changes below fits its accesses"},
    {"split", "move members that are seldom used elsewhere"},
    {"pack", "leave out padding"},
    {"pool", "allocate objects one after the other"},
    {"traverse", "walk along the elements, not across them"},
    {"order", "order elements as pointers and indices reach them"},
    {"keep-apart", "others evict what is used again and again"},
    {"tile, tiling", "do more with a part while it is in the cache"},
    {"fill", "clear or fill only what was touched: most is not read before it "
             "is filled again"},
    {"swap", "let two arrays change places, one of which is written and then "
             "copied to the other as a whole"},
    {"join", "make one array of structs of arrays that a loop accesses at "
             "random with the same index"},
    {"widen", "give a hash table of the program's own more lists, or a hash "
              "that spreads keys evenly: searches follow long lists"},
    {"unshare, may-share", "give threads lines of their own; what threads lost "
                           "in this run, or may lose in another order"},
    {"hand-over", "hand over more at a time: threads write and use the same "
                  "bytes in turn"},
    {"another run", "the range of lost lines in another run of the program, "
                    "where threads come to lines in another order"},
    {"seen", "the lost lines that this recording has seen"},
    {"lost lines", "how often a thread missed a line because another thread "
                   "had written it: in this run, and in another one, where "
                   "threads come to lines in another order"},
    {"annotate", "let the program say what its own allocator hands out"},
    {"pointer chasing",
     "the address of an access was loaded by the access before"},
    {"search (by comparisons)",
     "a comparison of what was loaded by the access before decides where the "
     "next one is, as in a sorted array"},
    {"sequential",
     "from access to access, code goes on at the neighbour: lines "
     "are used as a whole, and processors prefetch them"},
    {"strided", "from access to access, code goes on by one distance, farther "
                "than to the neighbour. If it is a line or more, each step "
                "needs a line of its own for one element"},
    {"irregular", "from access to access, no distance repeats, so the next "
                  "line is not known. By loaded indices or pointers: the "
                  "address follows from a value in memory"},
    {"repeated", "from access to access, the address stays the same"},
};

} // namespace

std::span<const TermSection> reportSections() {
  static constexpr TermSection All[] = {
      {"What a row is", WhatARowIs},
      {"Counts", Counts},
      {"Why lines miss", WhyLinesMiss},
      {"Threads", OfThreads},
      {"Time and phases", TimeAndPhases},
      {"Changes that findings suggest", ChangesThatFindingsSuggest},
  };
  return All;
}

} // namespace memfacet

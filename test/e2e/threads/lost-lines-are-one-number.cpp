// How many lines threads lost to each other is one range, whichever command
// shows it: of counters in one line, and of a box that is handed over. Once
// recorded with a trace, there is still a finding.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: rm -rf %t && mkdir %t
// RUN: %memfacet-clang++ -O1 -g -std=c++20 -pthread %s -o %t/prog
// RUN: cd %t && %memfacet record -- ./prog 2> /dev/null
// RUN: cd %t && %memfacet report --findings | tr -s '\n ' ' ' > report.txt && FileCheck %s < report.txt
// RUN: cd %t && %memfacet sharing > sharing.txt && %memfacet false-sharing > false.txt && %memfacet html -o page.html 2> /dev/null
// RUN: cd %t && %python -c "import base64, gzip, re; \
// RUN:   text = {n: open(n + '.txt').read() for n in ('report', 'sharing', 'false')}; \
// RUN:   page = open('page.html', errors='replace').read(); \
// RUN:   head = re.search('^false sharing (.*)$', text['sharing'], re.M).group(1); \
// RUN:   assert '\nfalse sharing ' + head + '\n' in text['false'], head; \
// RUN:   one = re.search('false sharing: Counters .*?, ([0-9][^,]* lost lines, .*? cycles(?: .another run [^)]*.)?)[.]', text['report']).group(1); \
// RUN:   assert 'cost: ' + one + '\n' in text['false'], one; \
// RUN:   true = re.search('^true sharing  (.*)$', text['sharing'], re.M).group(1); \
// RUN:   assert '\ntrue sharing  ' + true + '\n' in text['false'], true; \
// RUN:   data = max(re.findall('[A-Za-z0-9+/=]+', page), key=len); \
// RUN:   shown = 'false sharing: ' + head + '; true sharing: ' + true; \
// RUN:   assert shown.encode() in gzip.decompress(base64.b64decode(data)), shown"
// RUN: cd %t && %memfacet report --findings --json | %python -c "import json, sys; \
// RUN:   f = {(x['name'], x['change']): x for x in json.load(sys.stdin)}; \
// RUN:   box = f['Box', 'hand-over']['lost_lines']; \
// RUN:   assert box['low'] >= 6000 and box['cycles_low'] == 100 * box['low'], box; \
// RUN:   assert f['Counters', 'unshare']['lost_lines']['high'] >= 1000"
// RUN: cd %t && %memfacet export sarif -o all.sarif 2> /dev/null && FileCheck %s --check-prefix=SARIF < all.sarif
// RUN: cd %t && %memfacet record --no-analysis --trace all.mft -- ./prog 2> /dev/null && %memfacet simulate all.mft --sharing=pad -o all.mfp 2> /dev/null
// RUN: cd %t && %memfacet report all.mfp --findings | tr -s '\n ' ' ' | FileCheck %s --check-prefix=TRACE
// CHECK-DAG: false sharing: Counters ({{[^,]*}}), {{[^:]*}} lost lines, {{[^,]*}} cycles{{[^,]*}}.
// CHECK-DAG: true sharing: Box ({{[^,]*}}), {{[^:]*}} lost lines, {{[^,]*}} cycles{{[^,]*}}.
// SARIF-DAG: "ruleId": "false-sharing"
// SARIF-DAG: "ruleId": "hand-over-lines"
// SARIF-NOT: unshare-lines
// TRACE-DAG: false sharing: Counters ({{[^,]*}}), {{[^:]*}} lost lines, {{[^,]*}} cycles{{[^,]*}}.
// TRACE-DAG: true sharing: Box ({{[^,]*}}), {{[^:]*}} lost lines, {{[^,]*}} cycles{{[^,]*}}.

#include <atomic>
#include <cstdio>
#include <thread>

static struct {
  alignas(64) volatile long First;
  volatile long Second;
} Counters;
static long Box[512];
static std::atomic<int> Turn{0};

static void await(int Me) {
  while (Turn.load(std::memory_order_acquire) != Me)
    std::this_thread::yield();
}

static void drain() {
  for (int Round = 0; Round != 100; ++Round) {
    await(1);
    for (long Number : Box)
      Counters.Second += Number;
    Turn.store(0, std::memory_order_release);
    for (int I = 0; I != 2000; ++I)
      Counters.Second += I;
  }
}

int main() {
  std::thread Other(drain);
  for (int Round = 0; Round != 100; ++Round) {
    await(0);
    for (int I = 0; I != 512; ++I)
      Box[I] = I;
    Turn.store(1, std::memory_order_release);
    for (int I = 0; I != 2000; ++I)
      Counters.First += I;
  }
  Other.join();
  std::printf("%ld\n", Counters.First + Counters.Second);
}

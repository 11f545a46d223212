// Every access of a member says of which record it is, and where in it; records
// are written once, with their layout.
// RUN: %clang -O2 -g -Xclang -disable-llvm-passes -S -emit-llvm %s -o - | %opt -load-pass-plugin=%plugin -passes=memfacet-names -S | FileCheck %s --check-prefix=PINS
// RUN: %clang -O2 -g -fpass-plugin=%plugin -S -emit-llvm %s -o %t.ll
// RUN: FileCheck %s < %t.ll
// RUN: FileCheck %s --check-prefix=GONE < %t.ll
// RUN: %clang -O2 -g -fpass-plugin=%plugin -S -emit-llvm %s -o - -Xclang -load -Xclang %plugin -mllvm -memfacet-names=false | FileCheck %s --check-prefix=ALIAS
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
struct point {
  int x, y;
};
struct item {
  char tag;
  unsigned low : 3, high : 5;
  struct point pos[4];
  union {
    long whole;
    int part;
  } u;
};

// The layout: offsets and sizes in bits; tabs and newlines between them.
// CHECK-DAG: c"struct item\00\01struct item\0948\0Am\090\098\09tag\09char\091\090\0Am\098\098\09{low:3|high:5}\09unsigned int\091\090\0Ap\0932\0964\09struct point\0Am\0932\0932\09pos[].x\09int\094\0964\0Am\0964\0932\09pos[].y\09int\094\0964\0Ap\09320\0964\09union item::(unnamed)\0Am\09320\0964\09u.whole\09long\091\090\0Am\09320\0932\09u.part\09int\091\090\0A\00", section "memfacet_strings"

// PINS-DAG: !{!"set", i64 [[@LINE+2]], i64 20, i64 1, i64 4, ![[ITEM:[0-9]+]], i64 8, i64 0}
void set(struct item *p, int i) {
  p->pos[i].y      = 7;
}

// PINS-DAG: !{!"low", i64 [[@LINE+1]], i64 48, i64 0, i64 1, ![[ITEM]], i64 1, i64 0}
unsigned low(const struct item *p) { return p->low; }

// PINS-DAG: !{!"part", i64 [[@LINE+1]], i64 48, i64 0, i64 4, ![[ITEM]], i64 40, i64 0}
int part(const struct item *p) { return p->u . part; }

// PINS-DAG: ![[ITEM]] = {{.*}}!DICompositeType(tag: DW_TAG_structure_type, name: "item"
// PINS-DAG: memfacet.fields

// The pins are gone, and each site has its type and offset.
// GONE-NOT: memfacet.fields
// CHECK-DAG: @__memfacet.sites.set = {{.*}}@__memfacet.string{{.*}}, i32 8, {{[^}]*}} }>], section
// CHECK-DAG: @__memfacet.sites.low = {{.*}}@__memfacet.string{{.*}}, i32 1, {{[^}]*}} }>], section
// CHECK-DAG: @__memfacet.sites.part = {{.*}}@__memfacet.string{{.*}}, i32 40, {{[^}]*}} }>], section

// What aliasing information knows without pins: not of unions and bit-fields.
// ALIAS-DAG: c"struct point\00\01struct point\098\0A
// ALIAS-NOT: c"struct item\00

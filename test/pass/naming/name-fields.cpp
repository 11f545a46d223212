// Base classes' members bear their class; library classes are one member, whose
// parts are written; a class that is only declared is named without a layout; what
// stands at several places in a source line is not guessed.
// RUN: %clangxx -O1 -g -fpass-plugin=%plugin -S -emit-llvm %s -o - | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <new>
#include <vector>

struct Animal {
  virtual ~Animal();
  int legs;
};
struct Tag {};
struct Dog : Tag, Animal {
  std::vector<int> bones;
  bool good;
};

// The base is only declared: its members are not known, its place is.
// CHECK-DAG: c"Dog\00\01Dog\0948\0Am\090\09128\09Animal\09Animal\091\090\0Ap\09128\09192\09std::vector<int>\0Am\09128\09192\09bones\09std::vector<int>\091\090\0Ap\09128\09192\09std::_Vector_base<int>\0A{{[^"]*}}m\09320\098\09good\09bool\091\090\0A\00"
// CHECK-DAG: c"Cat\00\01Cat\0916\0Ap\090\0932\09Pet\0Am\090\0932\09Pet::age\09int\091\090\0Ap\0964\0964\09Owner\0Am\0964\0964\09Owner::name\09const char *\091\090\0A\00"
// CHECK-DAG: @__memfacet.sites._Z4goodRK3Dog = {{.*}}@__memfacet.string{{.*}}, i32 40, {{[^}]*}} }>], section
bool good(const Dog &D) { return D.good; }

struct Pet {
  int age;
};
struct Owner {
  const char *name;
};
struct Cat : Pet, Owner {};
// CHECK-DAG: @__memfacet.sites._Z4nameRK3Cat = {{.*}}@__memfacet.string{{.*}}, i32 8, {{[^}]*}} }>], section
const char *name(const Cat &C) { return C.name; }

struct Late {
  int first, second;
  Late();
  virtual void f();
};
// CHECK-DAG: c"Late\00", section "memfacet_strings"
// CHECK-DAG: @__memfacet.sites._Z6secondRK4Late = {{.*}}@__memfacet.string{{.*}}, i32 12, {{[^}]*}} }>], section
int second(const Late &L) { return L.second; }

// Two members of one line and column: only what aliasing information knows.
// CHECK-DAG: @__memfacet.sites._Z4bothRV3Dog = {{.*}}@__memfacet.string{{.*}}, i32 40, {{[^}]*}} }>, {{.*}}@__memfacet.string{{.*}}, i32 0, {{[^}]*}} }>], section
// CHECK-DAG: c"int\00", section "memfacet_strings"
#define BOTH(D) (D).good + *(volatile int *)&(D).legs
int both(volatile Dog &D) { return BOTH(D); }

// Constructors and the like make classes known.
void make(Dog *Dogs) { new (Dogs) Dog(); }

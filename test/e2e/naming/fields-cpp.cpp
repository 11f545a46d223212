// Members of base classes bear their class, whatever type the code that touches
// them sees; containers' memory shows the elements in it; library classes are
// one member each.
//
// RUN: %memfacet-clangxx -O1 -g -fno-vectorize %s -o %t.1
// RUN: %memfacet-clangxx -O2 -g -fno-vectorize -fno-slp-vectorize \
// RUN:   -fno-unroll-loops %s -o %t.2
// RUN: for Level in 1 2; do \
// RUN:   %memfacet record -o %t.mfp --cache 'L1=4K,2' -- %t.$Level && \
// RUN:   %memfacet report --fields dogs --json %t.mfp > %t.fields && \
// RUN:   %python %S/../Inputs/check-fields.py %s %t.fields %t.mfp || exit 1; \
// RUN: done
// RUN: %memfacet report --fields particles %t.mfp \
// RUN:   | FileCheck --check-prefix=ELEMENTS %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ROW Animal::_vptr | 0 | 8 | 500 | 500
// ROW Animal::legs | 8 | 4 | 1000 | 500
// ROW [padding] | 12 | 4 | 0 | 0
// ROW Named::name | 16 | 8 | 0 | 500
// ROW barks | 24 | 4 | 500 | 1000
// ROW [padding] | 28 | 4 | 0 | 0

// ELEMENTS: particles (heap) heap
// ELEMENTS: Particle, 24 bytes
// ELEMENTS-NEXT: 0 x double 8 {{.*}}
// ELEMENTS-NEXT: 8 y double 8 {{.*}}
// ELEMENTS-NEXT: 16 mass float 4 {{.*}}
// ELEMENTS-NEXT: 20 [padding] 4 0 0

#include <cstdlib>
#include <new>
#include <vector>

struct Animal {
  virtual int sound();
  int legs;
};
struct Named {
  const char *name;
};
struct Dog final : Animal, Named {
  int barks;
  Dog();
  int sound() override;
};
struct Particle {
  double x, y;
  float mass;
};

__attribute__((noinline)) Dog::Dog() {
  legs = 4;
  name = "dog";
  barks = 0;
}
__attribute__((noinline)) int Animal::sound() { return 0; }
__attribute__((noinline)) int Dog::sound() { return barks++; }

enum { Count = 500 };

__attribute__((noinline)) static int legsOf(const Animal &A) { return A.legs; }
__attribute__((noinline)) static int makeSound(Animal &A) { return A.sound(); }

__attribute__((noinline)) static void fall(std::vector<Particle> &particles) {
  for (Particle &P : particles)
    P.y -= 1;
}

int main() {
  auto *dogs = static_cast<Dog *>(malloc(Count * sizeof(Dog)));
  for (int I = 0; I != Count; ++I)
    new (&dogs[I]) Dog;
  int Sum = 0;
  for (int I = 0; I != Count; ++I)
    Sum += legsOf(dogs[I]);
  for (int I = 0; I != Count; ++I)
    Sum += makeSound(dogs[I]);
  for (int I = 0; I != Count; ++I)
    Sum += dogs[I].legs;
  std::vector<Particle> particles(Count);
  fall(particles);
  return Sum == 8 * Count ? 0 : 1;
}

// Loads the library of each argument, calls it, unloads it; says how many of
// them lay where the first one had.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <dlfcn.h>
#include <stdio.h>

volatile int Loads[16];

int main(int Count, char **Paths) {
  void *First = 0;
  int Same = 0;
  for (int I = 1; I < Count; ++I) {
    void *Library = dlopen(Paths[I], RTLD_NOW);
    if (!Library) {
      puts(dlerror());
      return 1;
    }
    void (*Work)(void) = (void (*)(void))dlsym(Library, "work");
    void *(*Place)(void) = (void *(*)(void))dlsym(Library, "place");
    Work();
    First = First ? First : Place();
    Same += Place() == First;
    Loads[I] = 1;
    dlclose(Library);
  }
  printf("%d at the same place\n", Same);
  return 0;
}

// Replaces itself with a program that prints the environment that it is given.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <unistd.h>

int main(void) {
  char *Environment[] = {"GIVEN=1", 0};
  execle("/usr/bin/env", "env", (char *)0, Environment);
  return 1;
}

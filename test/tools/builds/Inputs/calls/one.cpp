// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <vector>

volatile int cells[64];

int main() {
  std::vector<int> sizes(3);
  for (int i = 0; i < 64; ++i)
    cells[i] = i;
  return static_cast<int>(sizes.size());
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import shapes;
int main() {
  fill();
  return 3;
}

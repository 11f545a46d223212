// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
struct range {
  unsigned long low;
  unsigned int bits;
};

struct encoder {
  long count;
  struct range range;
  unsigned short probs[64];
};

void fillEncoder(void *Memory, int Rounds);
void fillNumbers(void *Memory, int Count);
void fillTables(void *Memory, int Count);
void fillPointers(void *Memory, void *Value, int Count);
void copy(void *Target, const void *Source, int Count);
long readText(const void *Memory, int Count);

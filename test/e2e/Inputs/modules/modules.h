struct item {
  volatile int Value;
  struct item *volatile Next;
};

struct item *addItem(struct item *List, int Value);
int sumOf(struct item *List);

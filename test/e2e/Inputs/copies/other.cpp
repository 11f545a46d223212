#include "copies.h"

template struct Made<short>;
int WeakHere[13];
int other(int I) { return useAll(I); }
Virtual *newVirtual() { return new Virtual; }

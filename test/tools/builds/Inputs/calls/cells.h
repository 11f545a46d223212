enum { CELLS = 64 };
void fill(void);

#include "cells.h"

int main(void) {
  fill();
  return 3;
}

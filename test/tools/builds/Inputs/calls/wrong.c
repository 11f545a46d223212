int main(void) {
  int unused;
  return missing;
}

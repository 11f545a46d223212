import shapes;
int main() {
  fill();
  return 3;
}

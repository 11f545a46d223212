//===- EnvironmentTest.cpp ------------------------------------------------===//

#include "tools/record/Environment.h"
#include "test/support/Test.h"

namespace {

using Words = std::vector<std::string>;

Words environmentFrom(const Words &Command, const Words &Variables,
                      Words Inherited) {
  std::vector<char *> Pointers;
  for (std::string &Word : Inherited)
    Pointers.push_back(Word.data());
  Pointers.push_back(nullptr);
  return programEnvironment(Command, Variables, Pointers.data());
}

/// Texts, pointers, the path; the kernel rounds down to 16.
size_t stackBytes(const Words &Command, const Words &Environment) {
  size_t Bytes = Command[0].size() + 1;
  for (const Words *List : {&Command, &Environment})
    for (const std::string &Word : *List)
      Bytes += Word.size() + 1 + 8;
  return (Bytes + 15) / 16 * 16;
}

} // namespace

TEST(Environment, OurVariablesReplaceInheritedOnes) {
  Words E = environmentFrom({"./a"}, {"X=new"}, {"A=1", "X=old", "XY=2"});
  ASSERT_EQ(E.size(), 4u);
  E.pop_back();
  EXPECT_EQ(E, (Words{"A=1", "XY=2", "X=new"}));
}

TEST(Environment, ItTakesTheSameOfTheStackWhateverTheNames) {
  for (size_t Length : {size_t(0), size_t(1), size_t(200), size_t(16'000)}) {
    Words Command = {"./" + std::string(Length / 4, 'a'),
                     std::string(Length / 2, 'b')};
    Words E = environmentFrom(Command, {"X=" + std::string(Length, 'x')},
                              {"PATH=/bin"});
    EXPECT_EQ(stackBytes(Command, E), 64u * 1024) << Length;
    EXPECT_EQ(E.size(), 3u);
  }
}

TEST(Environment, ItTakesTheSameOfTheStackHoweverManyVariables) {
  Words Inherited;
  for (int I = 0; I < 50; ++I) {
    Words E = environmentFrom({"./a"}, {"X=1"}, Inherited);
    EXPECT_EQ(stackBytes({"./a"}, E), 64u * 1024) << I;
    Inherited.push_back("A" + std::to_string(I) + "=");
  }
}

TEST(Environment, VeryLargeOnesTakeTheNextMultiple) {
  Words E = environmentFrom({"./a"}, {}, {"A=" + std::string(70'000, 'x')});
  EXPECT_EQ(stackBytes({"./a"}, E), 128u * 1024);
}

TEST(Environment, PaddingDoesNotAddUp) {
  Words Once = environmentFrom({"./a"}, {}, {"A=1"});
  EXPECT_EQ(environmentFrom({"./a"}, {}, Once), Once);
}

//===- record/EnvironmentTest.cpp -----------------------------------------===//

#include "tools/record/Environment.h"
#include <gtest/gtest.h>

using namespace memfacet;

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

size_t stackBytes(const Words &Command, const Words &Environment) {
  size_t Bytes = 0;
  for (const Words *List : {&Command, &Environment})
    for (const std::string &Word : *List)
      Bytes += Word.size() + 1;
  return Bytes;
}

} // namespace

TEST(Environment, OurVariablesReplaceInheritedOnes) {
  Words E = environmentFrom({"./a"}, {"X=new"}, {"A=1", "X=old", "XY=2"});
  ASSERT_EQ(E.size(), 4u);
  E.pop_back();
  EXPECT_EQ(E, (Words{"A=1", "XY=2", "X=new"}));
}

TEST(Environment, ItsLengthDoesNotDependOnNames) {
  for (size_t Length : {size_t(0), size_t(1), size_t(200), size_t(16'000)}) {
    Words Command = {"./a", std::string(Length / 2, 'b')};
    Words E = environmentFrom(Command, {"X=" + std::string(Length, 'x')},
                              {"PATH=/bin"});
    EXPECT_EQ(stackBytes(Command, E) % (16 * 1024), 0u) << Length;
    EXPECT_EQ(E.size(), 3u);
  }
}

TEST(Environment, PaddingDoesNotAddUp) {
  Words Once = environmentFrom({"./a"}, {}, {"A=1"});
  EXPECT_EQ(environmentFrom({"./a"}, {}, Once), Once);
}

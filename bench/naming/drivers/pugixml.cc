// Loads a document, runs XPath queries on it, changes it, writes it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pugixml.hpp"
#include <cstdio>
#include <cstring>

int main(int Count, char **Words) {
  pugi::xml_document Doc;
  if (Count < 2 || !Doc.load_file(Words[1]))
    return 1;
  pugi::xpath_node_set Found =
      Doc.select_nodes("/all/item[@kind='k3' and contains(name, 'a')]/value");
  Found.sort(true);
  for (pugi::xml_node Item : Doc.child("all").children("item")) {
    Item.append_attribute("seen") = "yes";
    Item.append_child("length").text() =
        static_cast<unsigned>(std::strlen(Item.child_value("name")));
    if (Item.attribute("id").value()[1] == '7')
      Item.remove_child("value");
  }
  double Sum =
      Doc.select_node("/all").node()
          ? pugi::xpath_query("sum(/all/item/length)").evaluate_number(Doc)
          : 0;
  struct Counter : pugi::xml_writer {
    size_t Bytes = 0;
    void write(const void *, size_t Size) override { Bytes += Size; }
  } Out;
  pugi::xml_document Copy;
  Copy.reset(Doc);
  Copy.save(Out);
  std::printf("%zu %.0f %zu\n", Found.size(), Sum, Out.Bytes);
  return 0;
}

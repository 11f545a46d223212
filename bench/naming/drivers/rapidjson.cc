// Reads values, sorts and changes them, looks some up by pointer, writes them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rapidjson/document.h"
#include "rapidjson/filereadstream.h"
#include "rapidjson/pointer.h"
#include "rapidjson/prettywriter.h"
#include "rapidjson/stringbuffer.h"
#include <algorithm>
#include <cstdio>
#include <string>

using namespace rapidjson;

int main(int Count, char **Words) {
  if (Count < 2)
    return 1;
  std::FILE *File = std::fopen(Words[1], "rb");
  static char Buffer[65536];
  FileReadStream Input(File, Buffer, sizeof Buffer);
  Document Doc;
  Doc.ParseStream(Input);
  std::fclose(File);
  if (Doc.HasParseError())
    return 1;
  std::sort(Doc.Begin(), Doc.End(), [](const Value &A, const Value &B) {
    return A["size"].GetDouble() < B["size"].GetDouble();
  });
  double Sum = 0;
  for (Value &Item : Doc.GetArray()) {
    Sum += Item["at"]["x"].GetInt();
    Item.AddMember("rank", Value(Sum), Doc.GetAllocator());
    Item["tags"].PushBack("seen", Doc.GetAllocator());
  }
  for (unsigned I = 0; I < Doc.Size(); I += 7) {
    std::string Path = "/" + std::to_string(I) + "/tags/2";
    if (Value *Found = Pointer(Path.c_str()).Get(Doc))
      Sum += Found->GetStringLength();
  }
  Document Copy;
  Copy.CopyFrom(Doc, Copy.GetAllocator());
  Sum += Copy == Doc;
  StringBuffer Output;
  PrettyWriter<StringBuffer> Writer(Output);
  Copy.Accept(Writer);
  std::printf("%.1f %zu\n", Sum, Output.GetSize());
  return 0;
}

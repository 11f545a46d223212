// Compiles a script and runs it: arrays, strings, objects that are counted.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "angelscript.h"
#include "scriptarray.h"
#include "scriptstdstring.h"
#include <cstdio>
#include <string>

static const char Script[] = R"(
class Node { Node@ left, right; int key; string text; Node(int k) { key = k; } }
Node@ insert(Node@ at, int key) {
  if (at is null) { Node made(key); made.text = "key " + key; return made; }
  if (key < at.key) @at.left = insert(at.left, key);
  else if (key > at.key) @at.right = insert(at.right, key);
  return at;
}
int sum(Node@ at) {
  if (at is null) return 0;
  return at.key % 17 + int(at.text.length()) + sum(at.left) + sum(at.right);
}
int run() {
  Node@ root;
  uint state = 1;
  array<int> seen;
  for (int i = 0; i < 6000; ++i) {
    state = state * 1103515245 + 12345;
    @root = insert(root, int(state >> 12 & 0xffff));
    seen.insertLast(int(state >> 20));
  }
  seen.sortAsc();
  int total = sum(root);
  for (uint i = 0; i < seen.length(); ++i) total += seen[i] % 7;
  return total;
}
)";

// Many more functions, so that compiling is work, too.
static std::string functions(int Count) {
  std::string Text;
  for (int I = 0; I < Count; ++I) {
    std::string N = std::to_string(I);
    Text += "int f" + N +
            "(int a, array<int> &in b) {\n"
            "  int total = a * " +
            N +
            ";\n"
            "  for (uint i = 0; i < b.length(); ++i)\n"
            "    if (b[i] > total) total += b[i] - " +
            N +
            "; else --total;\n"
            "  string s = \"text " +
            N +
            "\";\n"
            "  return total + int(s.length());\n}\n";
  }
  return Text;
}

static void say(const asSMessageInfo *Info, void *) {
  std::printf("%d:%d %s\n", Info->row, Info->col, Info->message);
}

int main() {
  asIScriptEngine *Engine = asCreateScriptEngine();
  Engine->SetMessageCallback(asFUNCTION(say), nullptr, asCALL_CDECL);
  RegisterScriptArray(Engine, true);
  RegisterStdString(Engine);
  asIScriptModule *Module = Engine->GetModule("all", asGM_ALWAYS_CREATE);
  std::string Text = Script + functions(400);
  Module->AddScriptSection("script", Text.data(), Text.size());
  if (Module->Build() < 0)
    return 1;
  asIScriptContext *Context = Engine->CreateContext();
  Context->Prepare(Module->GetFunctionByName("run"));
  if (Context->Execute() != asEXECUTION_FINISHED)
    return 1;
  std::printf("%u\n", Context->GetReturnDWord());
  Context->Release();
  Engine->ShutDownAndRelease();
  return 0;
}

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes random C programs, which end, do the same in each run and have no undefined
behaviour.

A program has structs, globals, heap objects of odd sizes, lists, a tree and
functions that call those before them. Expressions are unsigned, indices are taken
modulo the length, floats are made of small integers, and memory is written before it is
read. Memory that may be freed meanwhile (`Region.stable` is False) is never passed to a
function. A statement is a line or a block, so that lines can be taken out to make a
program smaller.
"""

from random_oddities import Oddities
from random_values import (FLOATS, INTEGERS, MOST_STEPS, Function, Region, Scope,
                           Struct, block, spelled)

HEAD = """#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

"""
HELPERS = """static void *checked(void *p) {
  if (!p)
    abort();
  return p;
}

static unsigned whole(double d) {
  return d >= 0 && d < 1e6 ? (unsigned)d : 7u;
}

static void mix(unsigned v) {
  sum = (sum ^ v) * 2654435761u + (sum >> 13);
}
"""


class Maker(Oddities):
    KINDS = ["plain", "plain", "pointer", "pointer", "pointer", "deep", "value"]

    def function(self):
        kind = self.r.choice(self.KINDS)
        if kind == "value" and not (self.stack and self.structs):
            kind = "plain"
        new_function = Function(self.new("f"), kind)
        scope = Scope(list(self.globals), ["v"], ["n"], list(self.functions))
        result, element, first_lines = "unsigned", None, []
        if kind == "pointer":
            new_function.type = element = self.type()
            words = f"{spelled(element)} *p, unsigned n"
            scope.regions += [Region("p", element, "n")] * 6
        elif kind == "deep":
            words, scope.read = "unsigned n, int depth", ["n"]
            first_lines = ["if (depth <= 0)", "  return n;"]
        elif kind == "value":
            new_function.type = element = self.r.choice(self.structs)
            result = f"struct {element.name}"
            words = f"{result} given, unsigned n"
            scope.regions += [Region("(&given)", element, 1)] * 6
        else:
            words = "unsigned n"
        self.steps = 0
        lines = [*first_lines, "unsigned v = n * 3u;"]
        lines += self.statements(scope, most=7)
        new_function.steps = self.steps + 3
        if kind == "deep":
            new_function.steps *= 40
            repeats = self.r.choice([1, 1, 2])
            lines += [f"v ^= {new_function.name}(v + {k}u, depth - 1);"
                      for k in range(repeats)]
            lines += self.statements(scope.inner(), most=2)
        lines.append("mix(v);" if kind == "value" else "return v;")
        if kind == "value":
            lines.append("return given;")
        mark = "__attribute__((noinline)) " if self.chance(0.7) else ""
        head = f"{mark}{result} {new_function.name}({words})"
        self.function_text.append((head, block(head, lines)))
        self.functions.append(new_function)

    def global_region(self):
        element, name = self.type(), self.new("g")
        count = self.r.choice([1, 1, 1, 3, 10, 40, 200, 700])
        kind = self.r.choices(["", "volatile ", "_Thread_local "], [12, 1, 2])[0]
        first = f"{kind}{spelled(element)} {name}[{count}]"
        value = ""
        if element in INTEGERS and self.chance(0.4):
            value = " = {%s}" % ", ".join(str(self.r.randint(0, 99))
                                          for _ in range(min(count, 8)))
        self.global_text.append((first, value))
        self.globals.append(Region(name, element, count, not kind.startswith("v")))

    def heap_globals(self):
        for _ in range(self.r.randint(0, 3)):
            element, name = self.type(), self.new("vec")
            self.global_text += [(f"{spelled(element)} *{name}", ""),
                                 (f"unsigned {name}_n", "")]
            region = Region(name, element, f"{name}_n", False)
            self.vectors.append(region)
            self.globals.append(region)
        for _ in range(self.r.randint(0, 2)):
            element, name = self.struct(links=1), self.new("list")
            self.global_text += [(f"struct {element.name} *{name}", ""),
                                 (f"unsigned {name}_n", "")]
            self.lists.append((name, element))
        if self.chance(0.4):
            element, name = self.struct(links=2), self.new("tree")
            self.global_text += [(f"struct {element.name} *{name}", ""),
                                 (f"unsigned {name}_n", "")]
            self.trees.append(name)
            self.tree_functions(name, f"struct {element.name}", element)

    def tree_functions(self, tree, node, element):
        scope = Scope([Region("t", element, 1, False)], ["v"], [], leaf=True)
        insert = f"void {tree}_insert(unsigned key, unsigned count)"
        count = f"unsigned {tree}_count({node} *t)"
        cut = f"{node} *{tree}_cut({node} *t, unsigned depth)"
        self.function_text += [
            (insert, block(insert, [
                *block(f"for (; count > 0 && {tree}_n < 200u; count--)", [
                    "key = key * 1664525u + 1013904223u;",
                    f"{node} **at = &{tree};",
                    "for (unsigned k = key; *at; k /= 2u)",
                    "  at = &(*at)->link[k / 7u % 2u];",
                    "*at = checked(calloc(1, sizeof **at));",
                    f"{tree}_n++;"])])),
            (count, block(count, [
                "if (!t)", "  return 0;", "unsigned v = 1;",
                *self.assign(scope), *self.update(scope),
                f"return v + {tree}_count(t->link[0]) "
                f"+ {tree}_count(t->link[1]);"])),
            (cut, block(cut, [
                "if (!t)", "  return NULL;",
                f"t->link[0] = {tree}_cut(t->link[0], depth - (depth > 0));",
                f"t->link[1] = {tree}_cut(t->link[1], depth - (depth > 0));",
                *block("if (depth == 0)", ["free(t);", f"{tree}_n--;",
                                           "return NULL;"]),
                "return t;"]))]

    def main(self):
        lines = []
        for v in self.vectors:
            lines += [f"{v.count} = {self.r.randint(1, 80)}u;",
                      f"{v.text} = {self.allocated(v.type, v.count)};",
                      f"memset({v.text}, 0, {v.count} * sizeof *{v.text});"]
        scope = Scope(list(self.globals), ["v"], [], list(self.functions))
        if self.handler:
            lines.append(f"signal(SIGUSR1, {self.handler});")
        lines.append("unsigned v = 1;")
        self.steps = 0
        while self.steps < 4 * MOST_STEPS and len(lines) < 120:
            lines += self.call(scope) if self.chance(0.7) else \
                self.statements(scope, most=2)
        plain = [f for f in self.functions if f.kind == "plain"]
        if self.threads and plain:
            lines += ["pthread_t thread;",
                      "pthread_create(&thread, NULL, in_thread, NULL);",
                      "pthread_join(thread, NULL);"]
        for region in self.globals:
            bound = region.count
            text, element = f"{region.text}[i]", region.type
            if isinstance(element, Struct):
                path, element = self.first_member(element)
                text += path
            value = f"whole({text})" if element in FLOATS else f"(unsigned){text}"
            lines += [f"for (unsigned i = 0; i < {bound}; i++)",
                      f"  mix({value});"]
        lines += ["mix(v);", 'printf("%u\\n", sum);', "return (int)(sum & 63u);"]
        body = block("int main(void)", lines)
        if self.threads and plain:
            called = self.r.choice(plain).name
            body = block("static void *in_thread(void *p)",
                         [f"mix({called}(5u));", "return p;"]) + [""] + body
        return body

    def first_member(self, struct):
        for kind, element, name, _ in struct.members:
            if kind == "scalar":
                return f".{name}", element
            if kind == "array":
                return f".{name}[i % 2]", element
            if kind == "bits":
                return f".{name}", "unsigned"
            if kind == "union":
                return f".{name}.word", "unsigned"
            if kind == "struct":
                path, element = self.first_member(element)
                return f".{name}{path}", element
        raise AssertionError("a struct without members")

    def program(self):
        """Returns the texts of the program's files, the first with main."""
        for _ in range(self.r.randint(1, 4)):
            self.struct()
        for _ in range(self.r.randint(2, 7)):
            self.global_region()
        self.heap_globals()
        self.helpers()
        for _ in range(self.r.randint(3, 9)):
            self.function()
            if self.chance(0.3):
                self.more_functions()
        main = "\n" + "\n".join(self.main()) + "\n"
        types = "\n".join(s.text() for s in self.structs)
        single = self.parts == 1
        scope = "static " if single else ""
        head = HEAD + types + "\n"
        if single:
            text = head + "static unsigned sum;\n"
            text += "".join(f"static {g}{v};\n" for g, v in self.global_text)
            text += "\n" + HELPERS
            for _, lines in self.function_text:
                text += "\n" + scope + "\n".join(lines) + "\n"
            return [text + main]
        head += "extern unsigned sum;\n"
        head += "".join(f"extern {g};\n" for g, _ in self.global_text)
        head += "".join(f"{h};\n" for h, _ in self.function_text) + "\n" + HELPERS
        texts = [head + "\nunsigned sum;\n", head]
        for number, (g, v) in enumerate(self.global_text):
            texts[number % 2] += f"{g}{v};\n"
        for number, (_, lines) in enumerate(self.function_text):
            texts[number % 2] += "\n" + "\n".join(lines) + "\n"
        texts[0] += main
        return texts


def random_program(seed):
    """Returns the texts of a program's files, and compiler options."""
    maker = Maker(seed)
    texts = maker.program()
    levels = ["-O1", "-O2", "-O2", "-O3", "-Os"] + ["-O0"] * maker.stack
    flags = [maker.r.choice(levels)]
    if maker.chance(0.25):  # masks, gathers and scatters
        flags.append("-march=native")
    return texts, flags

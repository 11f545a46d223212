"""Random C programs: they end, do the same in each run, and do nothing that C
leaves undefined.

A program has structs, globals, heap objects of odd sizes, lists, a tree and
functions that call those before them. Expressions are unsigned, indices are
taken modulo the length, floats are made of small integers, and nobody reads what
was not written. What may be freed meanwhile (`Region.stable` is False) is never
handed to a function. A statement is a line or a block, so that lines can be
taken out to make a program smaller.
"""

import random
from dataclasses import dataclass, field

INTEGERS = ["char", "unsigned char", "short", "unsigned short", "int",
            "unsigned", "long", "unsigned long"]
FLOATS = ["float", "double"]
MOST_STEPS = 40000  # of a function, about; main's calls: ten times as many

HEAD = """#include <pthread.h>
#include <setjmp.h>
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


@dataclass
class Struct:
    name: str
    members: list = field(default_factory=list)  # (kind, type, name, count)
    attribute: str = ""
    over_aligned: bool = False

    def text(self):
        lines = [f"struct {self.name} {{"]
        for kind, of, name, count in self.members:
            if kind == "array":
                lines.append(f"  {of} {name}[{count}];")
            elif kind == "bits":
                lines.append(f"  {of} {name} : {count};")
            elif kind == "union":
                lines.append("  union { unsigned word; unsigned char part[4]; "
                             f"float real; }} {name};")
            elif kind == "links":
                lines.append(f"  struct {self.name} *{name}[{count}];")
            else:
                lines.append(f"  {spelled(of)} {name};")
        return "\n".join(lines) + f"\n}}{self.attribute};\n"


@dataclass
class Region:
    """Memory of `count` elements that `text` points to."""
    text: str
    type: object
    count: object      # a number or the text of an expression
    stable: bool = True


@dataclass
class Function:
    name: str
    kind: str          # of KINDS
    type: object = None
    steps: int = 0


@dataclass
class Scope:
    """What a statement may use."""
    regions: list
    written: list                    # unsigned locals that may be written
    read: list                       # loop variables, besides
    functions: list = field(default_factory=list)
    times: int = 1                   # how often the statement is run, about
    leaf: bool = False               # no calls, nothing is freed
    depth: int = 0

    def inner(self, times=1, **more):
        values = dict(regions=list(self.regions), written=list(self.written),
                      read=list(self.read), functions=self.functions,
                      times=self.times * times, leaf=self.leaf,
                      depth=self.depth + 1)
        return Scope(**{**values, **more})


def spelled(of):
    return f"struct {of.name}" if isinstance(of, Struct) else of


def indented(lines):
    return ["  " + line for line in lines]


def block(head, lines):
    return [head + " {", *indented(lines), "}"]


class Maker:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.number = 0
        self.stack = self.r.random() < 0.6   # whether locals may be in memory
        self.threads = self.r.random() < 0.1
        self.parts = 2 if self.r.random() < 0.08 else 1
        self.structs, self.globals, self.global_text = [], [], []
        self.vectors, self.lists, self.trees = [], [], []
        self.functions, self.function_text = [], []
        self.steps = 0                        # of the function that is made

    def new(self, prefix):
        self.number += 1
        return f"{prefix}{self.number}"

    def chance(self, of_one):
        return self.r.random() < of_one

    # Types.

    def struct(self, links=0):
        made = Struct(self.new("s"))
        if links:
            made.members.append(("links", None, "link", links))
        for _ in range(self.r.randint(1, 6)):
            self.member_of(made)
        if not links and self.chance(0.2):
            made.attribute = " __attribute__((packed))"
        elif not links and self.chance(0.12):
            made.attribute = " __attribute__((aligned(32)))"
            made.over_aligned = True
        self.r.shuffle(made.members)
        self.structs.append(made)
        return made

    def member_of(self, made):
        name = self.new("m")
        kind = self.r.choice(["scalar"] * 5 + ["array"] * 2 + ["bits", "struct",
                                                              "union"])
        inner = [s for s in self.structs if not s.over_aligned and
                 not any(m[0] == "links" for m in s.members)]
        if kind == "struct" and not inner:
            kind = "scalar"
        if kind == "struct":
            made.members.append((kind, self.r.choice(inner), name, 1))
        elif kind == "bits":
            for _ in range(self.r.randint(1, 3)):
                made.members.append((kind, self.r.choice(["unsigned", "int"]),
                                     self.new("m"), self.r.randint(2, 20)))
        elif kind == "array":
            made.members.append((kind, self.r.choice(INTEGERS + FLOATS), name,
                                 self.r.randint(2, 11)))
        else:
            made.members.append((kind, self.r.choice(INTEGERS + FLOATS), name, 1))

    def type(self):
        if self.structs and self.chance(0.45):
            return self.r.choice(self.structs)
        return self.r.choice(INTEGERS + FLOATS)

    # Expressions.

    def index(self, scope, count):
        if isinstance(count, int):
            if count == 1:
                return "0"
            if self.chance(0.25):
                return str(self.r.randrange(count))
            if scope.read and self.chance(0.5):
                return f"{self.r.choice(scope.read)} % {count}u"
            return f"({self.expression(scope, 1)}) % {count}u"
        inner = self.r.choice(scope.read) if scope.read and self.chance(0.6) \
            else f"({self.expression(scope, 1)})"
        return f"{inner} % {count}"

    def member(self, scope, struct):
        """The rest of the path to a scalar in it, and its type."""
        usable = [m for m in struct.members if m[0] != "links"]
        kind, of, name, count = self.r.choice(usable)
        if kind == "struct":
            path, of = self.member(scope, of)
            return f".{name}{path}", of
        if kind == "array":
            return f".{name}[{self.index(scope, count)}]", of
        if kind == "union":
            return self.r.choice([
                (f".{name}.word", "unsigned"), (f".{name}.real", "float"),
                (f".{name}.part[{self.index(scope, 4)}]", "unsigned char")])
        return f".{name}", "unsigned" if kind == "bits" else of

    def place(self, scope):
        """A scalar in memory, and its type."""
        region = self.r.choice(scope.regions)
        text = f"{region.text}[{self.index(scope, region.count)}]"
        if isinstance(region.type, Struct):
            path, of = self.member(scope, region.type)
            return text + path, of
        return text, region.type

    def loaded(self, scope):
        text, of = self.place(scope)
        return f"whole({text})" if of in FLOATS else f"(unsigned){text}"

    def expression(self, scope, deep=2):
        roll = self.r.random()
        if deep == 0 or roll < 0.15:
            names = scope.written + scope.read
            if names and self.chance(0.7):
                return self.r.choice(names)
            return f"{self.r.randrange(1000)}u"
        if roll < 0.5:
            return self.loaded(scope)
        a = self.expression(scope, deep - 1)
        b = self.expression(scope, deep - 1)
        if roll < 0.9:
            return f"({a} {self.r.choice(['+', '-', '*', '^', '&', '|'])} {b})"
        return self.r.choice([f"({a} / ({b} | 1u))", f"({a} >> 3)",
                              f"({a} % ({b} | 3u))", f"({a} < {b})",
                              f"({a} & 4u ? {b} : {a})"])

    # Statements: lists of lines.

    def assign(self, scope):
        text, of = self.place(scope)
        value = self.expression(scope)
        if of in FLOATS:
            keep = f"whole({text}) / 2u + " if self.chance(0.4) else ""
            return [f"{text} = ({of})({keep}({value} & 1023u));"]
        if self.chance(0.5):
            op = self.r.choice(["+", "^", "-", "|"])
            return [f"{text} = ({of})((unsigned){text} {op} {value});"]
        return [f"{text} = ({of}){value};"]

    def update(self, scope):
        if not scope.written:
            return self.assign(scope)
        return [f"{self.r.choice(scope.written)} "
                f"{self.r.choice(['^=', '+=', '='])} {self.expression(scope)};"]

    def told(self, scope):
        return [f"mix({self.expression(scope)});"]

    def loop(self, scope):
        i = self.new("i")
        times = self.r.choice([2, 3, 4, 7, 16, 33, 100])
        if scope.times * times > MOST_STEPS / 20:
            return self.assign(scope)
        step = self.r.choice([1, 1, 1, 2, 3, 5])
        body = self.statements(scope.inner(times, read=scope.read + [i]))
        if self.chance(0.15):
            return block("", [f"unsigned {i} = {times * step}u;",
                              *block(f"while ({i} > {step - 1}u)",
                                     [f"{i} -= {step}u;", *body])])
        if self.chance(0.2):
            leaves = (f"if ({self.expression(scope, 1)} % 97u == 5u) "
                      + self.r.choice(["break;", "continue;"]))
            body.insert(self.r.choice([0, len(body)]), leaves)
        return block(f"for (unsigned {i} = 0; {i} < {times * step}u; {i} += {step}u)",
                     body)

    def sweep(self, scope):
        """A plain loop over an array, which the compiler may make vectors of."""
        region = self.r.choice(scope.regions)
        i = self.new("i")
        count = region.count
        if isinstance(count, int) and scope.times * count > MOST_STEPS / 8 or \
                not isinstance(count, int) and scope.times > MOST_STEPS / 800:
            return self.assign(scope)
        self.steps += scope.times * (count if isinstance(count, int) else 100)
        text, of = f"{region.text}[{i}]", region.type
        if isinstance(of, Struct):
            path, of = self.member(scope.inner(read=scope.read + [i]), of)
            text += path
        bound = f"{count}u" if isinstance(count, int) else count
        if self.chance(0.2):
            head = f"for (unsigned {i} = {bound}; {i}-- > 0;)"
        else:
            head = (f"for (unsigned {i} = 0; {i} < {bound}; "
                    f"{i} += {self.r.choice([1, 1, 1, 2, 3, 16])}u)")
        if of in FLOATS:
            line = self.r.choice([f"mix(whole({text}));",
                                  f"{text} = ({of})({i} & 255u);"])
        elif scope.written and self.chance(0.4):
            line = f"{self.r.choice(scope.written)} += (unsigned){text};"
        else:
            line = (f"{text} = ({of})((unsigned){text} * 5u + {i});")
        return [head, "  " + line]

    def branch(self, scope):
        head = f"if ({self.expression(scope)} % {self.r.randint(2, 5)}u == 1u)"
        lines = block(head, self.statements(scope.inner()))
        if self.chance(0.4):
            lines[-1:] = block("} else", self.statements(scope.inner()))
        return lines

    def switch(self, scope):
        cases = self.r.randint(2, 7)
        lines = [f"switch ({self.expression(scope)} % {cases + 1}u) {{"]
        for case in range(cases):
            lines.append(f"case {case}:")
            lines += indented(self.statements(scope.inner(), most=2))
            if self.chance(0.8):
                lines.append("  break;")
        return lines + ["default:", *indented(self.told(scope)), "}"]

    def argument(self, scope, of):
        """A pointer and a length for a parameter of this type."""
        fit = [g for g in scope.regions if g.type == of and g.stable]
        integers = [g for g in scope.regions if g.stable and g.type in INTEGERS]
        if of == "unsigned char" and integers and self.chance(0.5):
            region = self.r.choice(integers)
            size = f"sizeof *{region.text}"
            return (f"(unsigned char *){region.text}, "
                    f"(unsigned)({region.count} * {size})")
        if not fit:
            return None
        region = self.r.choice(fit)
        if isinstance(region.count, int) and region.count > 2 and self.chance(0.4):
            first = self.r.randrange(region.count - 1)
            return f"{region.text} + {first}, {region.count - first}u"
        count = region.count
        return f"{region.text}, {count}" + ("u" if isinstance(count, int) else "")

    def call(self, scope):
        known = [f for f in scope.functions
                 if f.steps * scope.times <= MOST_STEPS]
        if scope.leaf or not known:
            return self.update(scope)
        called = self.r.choice(known)
        self.steps += called.steps * scope.times
        if called.kind == "plain":
            words = self.expression(scope)
        elif called.kind == "deep":
            words = f"{self.expression(scope)}, {self.r.randint(1, 5)}"
        elif called.kind == "value":
            fit = [g for g in scope.regions if g.type == called.type]
            if not fit:
                return self.update(scope)
            g = self.r.choice(fit)
            at = f"{g.text}[{self.index(scope, g.count)}]"
            into = self.new("v")
            return block("", [f"struct {called.type.name} {into} = "
                              f"{called.name}({at}, {self.expression(scope)});",
                              f"{at} = {into};"])
        else:
            words = self.argument(scope, called.type)
            if not words:
                return self.update(scope)
        if scope.written and self.chance(0.7):
            return [f"{self.r.choice(scope.written)} ^= {called.name}({words});"]
        return [f"mix({called.name}({words}));"]

    def call_by_table(self, scope):
        known = [f for f in scope.functions if f.kind == "plain" and
                 f.steps * scope.times <= MOST_STEPS / 4]
        if scope.leaf or len(known) < 2:
            return self.call(scope)
        table, called = self.new("table"), self.r.sample(known, 2)
        self.steps += scope.times * max(f.steps for f in called)
        return block("", [
            f"static unsigned (*const {table}[])(unsigned) = "
            f"{{{called[0].name}, {called[1].name}}};",
            f"mix({table}[{self.expression(scope, 1)} % 2u]"
            f"({self.expression(scope)}));"])

    def library(self, scope):
        """memset, memcpy, memmove of arrays; strings; unaligned copies."""
        region = self.r.choice(scope.regions)
        text, count = region.text, region.count
        of_bytes = region.type in ("char", "unsigned char")
        self.steps += scope.times * 4
        if of_bytes and self.chance(0.6):
            return self.bytes(scope, region)
        at = self.index(scope, count)
        if region.type in INTEGERS and self.chance(0.4):
            number = f"(1u + {self.expression(scope, 1)} % 4u)"
            first, i = self.new("a"), self.new("n")
            return block("", [
                f"unsigned {first} = {at}, {i} = {number};",
                f"if ({first} + {i} <= {count})",
                f"  memset({text} + {first}, {self.r.randint(0, 255)}, "
                f"{i} * sizeof *{text});"])
        other = self.r.choice([g for g in scope.regions
                               if g.type == region.type])
        to = self.index(scope, other.count)
        if isinstance(region.type, Struct) and self.chance(0.5):
            return [f"{text}[{at}] = {other.text}[{to}];"]
        return [f"memmove(&{text}[{at}], &{other.text}[{to}], sizeof *{text});"]

    def bytes(self, scope, region):
        text, count, t = region.text, region.count, self.new("t")
        size = self.r.choice(["unsigned", "unsigned long", "unsigned short"])
        if self.chance(0.3):
            return [f"{text}[{count} - 1] = 0;",
                    f"mix((unsigned)strlen((char *){text}));"]
        if self.chance(0.3):
            return [f"snprintf((char *){text}, {count}, \"%u\", "
                    f"{self.expression(scope)});"]
        return block(f"if ({count} > sizeof({size}))", [
            f"{size} {t};",
            f"unsigned o{t} = {self.expression(scope, 1)} % "
            f"(unsigned)({count} - sizeof({size}));",
            f"memcpy(&{t}, {text} + o{t}, sizeof {t});",
            f"{t} = ({size})({t} + {self.expression(scope, 1)});",
            f"memcpy({text} + o{t}, &{t}, sizeof {t});"])

    def atomic(self, scope):
        fit = [g for g in scope.regions if g.type in ("int", "unsigned", "long")
               and g.text.startswith("g")]
        if not fit:
            return self.assign(scope)
        region = self.r.choice(fit)
        at = f"&{region.text}[{self.index(scope, region.count)}]"
        return [f"mix((unsigned)__atomic_fetch_xor({at}, "
                f"{self.expression(scope, 1)}, __ATOMIC_SEQ_CST));"]

    def heap(self, scope):
        """An object of its own, which is freed at the end of the block."""
        if scope.leaf or scope.times > MOST_STEPS / 400:
            return self.assign(scope)
        of, name, n = self.type(), self.new("h"), self.new("n")
        lines = [f"unsigned {n} = {self.r.randint(1, 40)}u + "
                 f"({self.expression(scope, 1)}) % {self.r.randint(1, 90)}u;",
                 f"{spelled(of)} *{name} = {self.allocated(of, n)};",
                 f"memset({name}, {self.r.choice([0, 1, 65])}, "
                 f"{n} * sizeof *{name});"]
        inner = scope.inner()
        inner.regions += [Region(name, of, n)] * 3
        lines += self.statements(inner, most=5)
        if self.chance(0.3) and not getattr(of, "over_aligned", False):
            m = self.new("n")
            lines += [f"unsigned {m} = {n} / 2u + "
                      f"{self.r.randint(1, 200)}u;",
                      f"{name} = checked(realloc({name}, {m} * sizeof *{name}));",
                      f"if ({m} > {n})",
                      f"  memset({name} + {n}, 3, ({m} - {n}) * sizeof *{name});",
                      f"{n} = {m};"]
            lines += self.statements(inner, most=4)
        return block("", lines + [f"free({name});"])

    def allocated(self, of, n):
        size = f"sizeof({spelled(of)})"
        if getattr(of, "over_aligned", False):
            return f"checked(aligned_alloc(32, {n} * {size}))"
        return self.r.choice([
            f"checked(malloc({n} * {size}))", f"checked(calloc({n}, {size}))",
            f"checked(malloc({n} * {size} + {self.r.randint(1, 9)}))",
            f"checked(aligned_alloc(16, ({n} * {size} + 15) / 16 * 16))"])

    def vector(self, scope):
        """A global's memory becomes another."""
        if scope.leaf or not self.vectors or scope.times > MOST_STEPS / 200:
            return self.assign(scope)
        v, m = self.r.choice(self.vectors), self.new("n")
        lines = [f"unsigned {m} = 1u + ({self.expression(scope, 1)}) % "
                 f"{self.r.choice([9, 50, 300])}u;"]
        if self.chance(0.4) and not getattr(v.type, "over_aligned", False):
            lines += [f"{v.text} = checked(realloc({v.text}, "
                      f"{m} * sizeof *{v.text}));",
                      f"if ({m} > {v.count})",
                      f"  memset({v.text} + {v.count}, 2, "
                      f"({m} - {v.count}) * sizeof *{v.text});"]
        else:
            lines += [f"free({v.text});",
                      f"{v.text} = {self.allocated(v.type, m)};",
                      f"memset({v.text}, 1, {m} * sizeof *{v.text});"]
        return block("", lines + [f"{v.count} = {m};"])

    def listed(self, scope):
        """A list grows, shrinks, turns around or is walked through."""
        if scope.leaf or not self.lists or scope.times > MOST_STEPS / 400:
            return self.assign(scope)
        name, of = self.r.choice(self.lists)
        q, node = self.new("q"), f"struct {of.name}"
        what = self.r.choice(["push", "push", "push", "pop", "turn", "walk", "walk"])
        self.steps += scope.times * 40
        if what == "push":
            times = self.r.randint(1, 12)
            return block(f"for (unsigned i = 0; i < {times}u && {name}_n < 60u; i++)", [
                f"{node} *{q} = checked(malloc(sizeof *{q}));",
                f"memset({q}, 1, sizeof *{q});",
                f"{q}->link[0] = {name};",
                f"{name} = {q};",
                f"{name}_n++;"])
        if what == "pop":
            return block(f"while ({name} && {name}_n > {self.r.randint(0, 20)}u)", [
                f"{node} *{q} = {name};",
                f"{name} = {q}->link[0];",
                f"free({q});",
                f"{name}_n--;"])
        if what == "turn":
            return block("", [
                f"{node} *{q} = NULL;",
                *block(f"while ({name})", [
                    f"{node} *next = {name}->link[0];",
                    f"{name}->link[0] = {q};", f"{q} = {name};",
                    f"{name} = next;"]),
                f"{name} = {q};"])
        inner = scope.inner(30, leaf=True)
        inner.regions += [Region(q, of, 1, False)] * 4
        return block(f"for ({node} *{q} = {name}; {q}; {q} = {q}->link[0])",
                     self.statements(inner, most=3))

    def grown(self, scope):
        """A tree gets nodes, is counted, or loses all."""
        if scope.leaf or not self.trees or scope.times > MOST_STEPS / 800:
            return self.assign(scope)
        tree = self.r.choice(self.trees)
        self.steps += scope.times * 200
        return [self.r.choice([
            f"{tree}_insert({self.expression(scope, 1)}, "
            f"{self.r.randint(1, 25)}u);",
            f"mix({tree}_count({tree}));",
            f"{tree} = {tree}_cut({tree}, {self.expression(scope, 1)} % 5u);"])]

    def local(self, scope):
        """A local in memory."""
        if not self.stack:
            return self.assign(scope)
        of, name = self.type(), self.new("l")
        count = self.r.choice([1, 1, 2, 5, 9, 33, 150])
        lines = [f"{spelled(of)} {name}[{count}];",
                 f"memset({name}, {self.r.choice([0, 1])}, sizeof {name});"]
        if self.chance(0.15):
            n = self.new("n")
            lines = [f"unsigned {n} = 1u + ({self.expression(scope, 1)}) % 70u;",
                     f"{spelled(of)} {name}[{n}];",
                     f"memset({name}, 0, {n} * sizeof *{name});"]
            count = n
        elif of in INTEGERS and self.chance(0.3):
            values = ", ".join(str(self.r.randint(1, 99))
                               for _ in range(min(count, 6)))
            lines = [f"{of} {name}[{count}] = {{{values}}};"]
        inner = scope.inner()
        inner.regions += [Region(name, of, count)] * 3
        return block("", lines + self.statements(inner, most=5))

    def static(self, scope):
        of, name = self.type(), self.new("k")
        count = self.r.choice([1, 3, 17, 64])
        inner = scope.inner()
        inner.regions += [Region(name, of, count)] * 3
        return block("", [f"static {spelled(of)} {name}[{count}];",
                          *self.statements(inner)])

    def labels(self, scope):
        """A loop whose jumps are computed: such functions have one body only."""
        if not self.chance(0.05) or scope.depth > 1:
            return self.update(scope)
        a, b, t, i = (self.new(x) for x in "abti")
        inner = scope.inner(9)
        return block("", [
            f"unsigned {i} = 0;",
            f"static void *const {t}[] = {{&&{a}, &&{b}}};",
            f"goto *{t}[{self.expression(scope, 1)} % 2u];",
            f"{a}:;", *self.assign(inner),
            f"{b}:;", *self.assign(inner),
            f"if (++{i} < 9u)",
            f"  goto *{t}[({self.expression(scope, 1)} + {i}) % 2u];"])

    STATEMENTS = [("assign", 9), ("update", 4), ("told", 2), ("loop", 5),
                  ("sweep", 3), ("branch", 3), ("switch", 1), ("call", 6),
                  ("call_by_table", 1), ("library", 3), ("atomic", 1),
                  ("heap", 3), ("vector", 1), ("listed", 2), ("grown", 1),
                  ("local", 4), ("static", 1), ("labels", 1)]

    def statements(self, scope, most=4):
        lines = []
        for _ in range(self.r.randint(1, most)):
            names, weights = zip(*self.STATEMENTS)
            if scope.depth > 4:
                names, weights = ("assign", "update", "sweep", "call"), None
            lines += getattr(self, self.r.choices(names, weights)[0])(scope)
            self.steps += scope.times * 3
        return lines

    # Functions and globals.

    KINDS = ["plain", "plain", "pointer", "pointer", "pointer", "deep", "value"]

    def function(self):
        kind = self.r.choice(self.KINDS)
        if kind == "value" and not (self.stack and self.structs):
            kind = "plain"
        made = Function(self.new("f"), kind)
        scope = Scope(list(self.globals), ["v"], ["n"], list(self.functions))
        result, of, before = "unsigned", None, []
        if kind == "pointer":
            made.type = of = self.type()
            words = f"{spelled(of)} *p, unsigned n"
            scope.regions += [Region("p", of, "n")] * 6
        elif kind == "deep":
            words, scope.read = "unsigned n, int depth", ["n"]
            before = ["if (depth <= 0)", "  return n;"]
        elif kind == "value":
            made.type = of = self.r.choice(self.structs)
            result = f"struct {of.name}"
            words = f"{result} given, unsigned n"
            scope.regions += [Region("(&given)", of, 1)] * 6
        else:
            words = "unsigned n"
        self.steps = 0
        lines = [*before, "unsigned v = n * 3u;"]
        lines += self.statements(scope, most=7)
        made.steps = self.steps + 3
        if kind == "deep":
            made.steps *= 40
            again = self.r.choice([1, 1, 2])
            lines += [f"v ^= {made.name}(v + {k}u, depth - 1);"
                      for k in range(again)]
            lines += self.statements(scope.inner(), most=2)
        lines.append("mix(v);" if kind == "value" else "return v;")
        if kind == "value":
            lines.append("return given;")
        mark = "__attribute__((noinline)) " if self.chance(0.7) else ""
        head = f"{mark}{result} {made.name}({words})"
        self.function_text.append((head, block(head, lines)))
        self.functions.append(made)

    def global_region(self):
        of, name = self.type(), self.new("g")
        count = self.r.choice([1, 1, 1, 3, 10, 40, 200, 700])
        kind = self.r.choices(["", "volatile ", "_Thread_local "], [12, 1, 2])[0]
        first = f"{kind}{spelled(of)} {name}[{count}]"
        value = ""
        if of in INTEGERS and self.chance(0.4):
            value = " = {%s}" % ", ".join(str(self.r.randint(0, 99))
                                          for _ in range(min(count, 8)))
        self.global_text.append((first, value))
        self.globals.append(Region(name, of, count, not kind.startswith("v")))

    def heap_globals(self):
        for _ in range(self.r.randint(0, 3)):
            of, name = self.type(), self.new("vec")
            self.global_text += [(f"{spelled(of)} *{name}", ""),
                                 (f"unsigned {name}_n", "")]
            region = Region(name, of, f"{name}_n", False)
            self.vectors.append(region)
            self.globals.append(region)
        for _ in range(self.r.randint(0, 2)):
            of, name = self.struct(links=1), self.new("list")
            self.global_text += [(f"struct {of.name} *{name}", ""),
                                 (f"unsigned {name}_n", "")]
            self.lists.append((name, of))
        if self.chance(0.4):
            of, name = self.struct(links=2), self.new("tree")
            self.global_text += [(f"struct {of.name} *{name}", ""),
                                 (f"unsigned {name}_n", "")]
            self.trees.append(name)
            self.tree_functions(name, f"struct {of.name}", of)

    def tree_functions(self, tree, node, of):
        scope = Scope([Region("t", of, 1, False)], ["v"], [], leaf=True)
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
            text, of = f"{region.text}[i]", region.type
            if isinstance(of, Struct):
                path, of = self.first_member(of)
                text += path
            value = f"whole({text})" if of in FLOATS else f"(unsigned){text}"
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
        for kind, of, name, _ in struct.members:
            if kind == "scalar":
                return f".{name}", of
            if kind == "array":
                return f".{name}[i % 2]", of
            if kind == "bits":
                return f".{name}", "unsigned"
            if kind == "union":
                return f".{name}.word", "unsigned"
            if kind == "struct":
                path, of = self.first_member(of)
                return f".{name}{path}", of
        raise AssertionError("a struct without members")

    def program(self):
        """Texts of its files, the first with main."""
        for _ in range(self.r.randint(1, 4)):
            self.struct()
        for _ in range(self.r.randint(2, 7)):
            self.global_region()
        self.heap_globals()
        for _ in range(self.r.randint(3, 9)):
            self.function()
        types = "\n".join(s.text() for s in self.structs)
        alone = self.parts == 1
        scope = "static " if alone else ""
        head = HEAD + types + "\n"
        if alone:
            text = head + "static unsigned sum;\n"
            text += "".join(f"static {g}{v};\n" for g, v in self.global_text)
            text += "\n" + HELPERS
            for _, lines in self.function_text:
                text += "\n" + scope + "\n".join(lines) + "\n"
            return [text + "\n" + "\n".join(self.main()) + "\n"]
        head += "extern unsigned sum;\n"
        head += "".join(f"extern {g};\n" for g, _ in self.global_text)
        head += "".join(f"{h};\n" for h, _ in self.function_text) + "\n" + HELPERS
        texts = [head + "\nunsigned sum;\n", head]
        for number, (g, v) in enumerate(self.global_text):
            texts[number % 2] += f"{g}{v};\n"
        for number, (_, lines) in enumerate(self.function_text):
            texts[number % 2] += "\n" + "\n".join(lines) + "\n"
        texts[0] += "\n" + "\n".join(self.main()) + "\n"
        return texts


def random_program(seed):
    """Texts of its files, and the optimisation that fits."""
    maker = Maker(seed)
    texts = maker.program()
    levels = ["-O1", "-O2", "-O2", "-O3", "-Os"] + ["-O0"] * maker.stack
    return texts, maker.r.choice(levels)

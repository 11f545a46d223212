# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The values of random programs: types, memory, expressions."""

import random
from dataclasses import dataclass, field

INTEGERS = ["char", "unsigned char", "short", "unsigned short", "int",
            "unsigned", "long", "unsigned long"]
WIDE = ["unsigned __int128"]
FLOATS = ["float", "double", "long double"]
MOST_STEPS = 40000  # of a function, about; main's calls: ten times this number


@dataclass
class Struct:
    name: str
    members: list = field(default_factory=list)  # (kind, type, name, count)
    attribute: str = ""
    over_aligned: bool = False

    def text(self):
        lines = [f"struct {self.name} {{"]
        for kind, element, name, count in self.members:
            if kind == "array":
                lines.append(f"  {element} {name}[{count}];")
            elif kind == "bits":
                lines.append(f"  {element} {name} : {count};")
            elif kind == "union":
                lines.append("  union { unsigned word; unsigned char part[4]; "
                             f"float real; }} {name};")
            elif kind == "links":
                lines.append(f"  struct {self.name} *{name}[{count}];")
            else:
                lines.append(f"  {spelled(element)} {name};")
        return "\n".join(lines) + f"\n}}{self.attribute};\n"


@dataclass
class Region:
    """Memory of `count` elements to which `text` points."""
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
    """The names that a statement may use."""
    regions: list
    written: list                    # unsigned locals that may be written
    read: list                       # also loop variables
    functions: list = field(default_factory=list)
    times: int = 1                   # approximate number of executions
    leaf: bool = False               # without calls and frees
    depth: int = 0

    def inner(self, times=1, **more):
        values = dict(regions=list(self.regions), written=list(self.written),
                      read=list(self.read), functions=self.functions,
                      times=self.times * times, leaf=self.leaf,
                      depth=self.depth + 1)
        return Scope(**{**values, **more})


def spelled(element):
    return f"struct {element.name}" if isinstance(element, Struct) else element


def indented(lines):
    return ["  " + line for line in lines]


def block(head, lines):
    return [head + " {", *indented(lines), "}"]


class Values:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.number = 0
        self.stack = self.r.random() < 0.6   # whether locals may be in memory
        self.threads = self.r.random() < 0.1
        self.parts = 2 if self.r.random() < 0.08 else 1
        self.structs, self.globals, self.global_text = [], [], []
        self.vectors, self.lists, self.trees = [], [], []
        self.functions, self.function_text = [], []
        self.steps = 0                        # of the function being made

    def new(self, prefix):
        self.number += 1
        return f"{prefix}{self.number}"

    def chance(self, of_one):
        return self.r.random() < of_one

    # Types.

    @staticmethod
    def linked(element):
        """Returns whether a type is a node of a list or tree, whose copy would share
        its links."""
        return isinstance(element, Struct) and any(m[0] == "links"
                                                   for m in element.members)

    def struct(self, links=0):
        new_struct = Struct(self.new("s"))
        if links:
            new_struct.members.append(("links", None, "link", links))
        for _ in range(self.r.randint(1, 6)):
            self.member_of(new_struct)
        if not links and self.chance(0.2):
            new_struct.attribute = " __attribute__((packed))"
        elif not links and self.chance(0.12):
            new_struct.attribute = " __attribute__((aligned(32)))"
            new_struct.over_aligned = True
        self.r.shuffle(new_struct.members)
        if new_struct.members[0][0] == "bits" and len(new_struct.members) == 1:
            new_struct.members.append(("scalar", "int", self.new("m"), 1))
        self.structs.append(new_struct)
        return new_struct

    def member_of(self, new_struct):
        name = self.new("m")
        kind = self.r.choice(["scalar"] * 5 + ["array"] * 2 + ["bits", "struct",
                                                              "union"])
        inner = [s for s in self.structs
                 if not s.over_aligned and not self.linked(s)]
        if kind == "struct" and not inner:
            kind = "scalar"
        if kind == "struct":
            new_struct.members.append((kind, self.r.choice(inner), name, 1))
        elif kind == "bits":
            for _ in range(self.r.randint(1, 3)):
                new_struct.members.append((kind, self.r.choice(["unsigned", "int"]),
                                           self.new("m"), self.r.randint(2, 20)))
        elif kind == "array":
            new_struct.members.append((kind, self.r.choice(INTEGERS + FLOATS), name,
                                       self.r.randint(2, 11)))
        else:
            element = self.r.choice(INTEGERS * 3 + FLOATS * 2 + WIDE)
            new_struct.members.append((kind, element, name, 1))

    def type(self):
        if self.structs and self.chance(0.45):
            return self.r.choice(self.structs)
        return self.r.choice(INTEGERS * 3 + FLOATS * 2 + WIDE)

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
        """Returns the rest of the path to a scalar in a value, and the scalar's
        type."""
        usable = [m for m in struct.members if m[0] != "links"]
        kind, element, name, count = self.r.choice(usable)
        if kind == "struct":
            path, element = self.member(scope, element)
            return f".{name}{path}", element
        if kind == "array":
            return f".{name}[{self.index(scope, count)}]", element
        if kind == "union":
            return self.r.choice([
                (f".{name}.word", "unsigned"), (f".{name}.real", "float"),
                (f".{name}.part[{self.index(scope, 4)}]", "unsigned char")])
        return f".{name}", "unsigned" if kind == "bits" else element

    def place(self, scope):
        """Returns a scalar in memory, and its type."""
        region = self.r.choice(scope.regions)
        text = f"{region.text}[{self.index(scope, region.count)}]"
        if isinstance(region.type, Struct):
            path, element = self.member(scope, region.type)
            return text + path, element
        return text, region.type

    def loaded(self, scope):
        text, element = self.place(scope)
        return f"whole({text})" if element in FLOATS else f"(unsigned){text}"

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

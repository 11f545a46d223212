# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Statements of random C programs with less usual accesses: planes, flexible arrays,
walking pointers, jumps into loops, variables with cleanup functions."""

from random_statements import Statements
from random_values import FLOATS, INTEGERS, MOST_STEPS, Region, block


class Shapes(Statements):
    def plane(self, scope):
        """Makes a two-dimensional array whose lengths are variable."""
        if not self.stack or scope.leaf or scope.times > MOST_STEPS / 400:
            return self.assign(scope)
        a, n, m, i, j = (self.new(x) for x in ("a", "n", "n", "i", "j"))
        element = self.r.choice(INTEGERS + FLOATS)
        self.steps += scope.times * 100
        inner = scope.inner()
        inner.regions += [Region(f"{a}[{n} / 2u]", element, m)] * 3
        first, second = self.r.choice([(i, j), (j, i)])
        limit = {i: n, j: m}
        return block("", [
            f"unsigned {n} = 1u + ({self.expression(scope, 1)}) % 9u;",
            f"unsigned {m} = 1u + ({self.expression(scope, 1)}) % 12u;",
            f"{element} {a}[{n}][{m}];",
            f"for (unsigned {first} = 0; {first} < {limit[first]}; {first}++)",
            f"  for (unsigned {second} = 0; {second} < {limit[second]}; {second}++)",
            f"    {a}[{i}][{j}] = ({element})({i} * 3u + {j});",
            *self.statements(inner, most=3),
            f"mix((unsigned){a}[{n} - 1u][{m} - 1u] & 1u);"
            if element in INTEGERS else f"mix({m});"])

    def flexible(self, scope):
        if scope.leaf or scope.times > MOST_STEPS / 300:
            return self.assign(scope)
        s, p, n = self.new("s"), self.new("p"), self.new("n")
        element = self.r.choice(INTEGERS)
        inner = scope.inner()
        inner.regions += [Region(f"{p}->items", element, n)] * 3
        return block("", [
            f"struct {s} {{ unsigned count; {element} items[]; }};",
            f"unsigned {n} = 1u + ({self.expression(scope, 1)}) % 50u;",
            f"struct {s} *{p} = checked(calloc(1, sizeof *{p} + {n} * "
            f"sizeof({element})));",
            f"{p}->count = {n};", *self.statements(inner, most=3),
            f"mix({p}->count);", f"free({p});"])

    def duffed(self, scope):
        """Makes a jump into a loop."""
        fit = [g for g in scope.regions if g.type in INTEGERS]
        if not fit or scope.times > MOST_STEPS / 60:
            return self.assign(scope)
        g, i, n = self.r.choice(fit), self.new("i"), self.new("n")
        self.steps += scope.times * 30
        element_text = (f"{g.text}[{i} % {g.count}] = ({g.type})((unsigned)"
                        f"{g.text}[{i} % {g.count}] + {i});")
        return block("", [
            f"unsigned {i} = 0, {n} = 1u + ({self.expression(scope, 1)}) % 30u;",
            f"switch ({n} % 4u) {{", "  do {", f"  case 0: {element_text} {i}++;",
            f"  case 3: {element_text} {i}++;", f"  case 2: {element_text} {i}++;",
            f"  case 1: {element_text} {i}++;", f"  }} while ({i} < {n});", "}"])

    def cleaned(self, scope):
        if not self.stack or scope.leaf:
            return self.assign(scope)
        c, clean = self.new("l"), self.new("clean")
        count = self.r.randint(1, 20)
        self.odd_function(f"void {clean}(unsigned (*l)[{count}])", [
            f"mix((*l)[{self.r.randrange(count)}]);", "(*l)[0] = 0;"])
        inner = scope.inner()
        inner.regions += [Region(c, "unsigned", count)] * 3
        return block("", [
            f"unsigned {c}[{count}] __attribute__((cleanup({clean}))) = {{3u}};",
            *self.statements(inner, most=3)])

    def complexed(self, scope):
        if not self.stack:
            return self.assign(scope)
        z, i = self.new("l"), self.new("i")
        element, count = self.r.choice(FLOATS), self.r.randint(1, 9)
        cell = f"{z}[{self.index(scope, count)}]"
        return block("", [
            f"{element} _Complex {z}[{count}];",
            f"for (unsigned {i} = 0; {i} < {count}u; {i}++)",
            f"  {z}[{i}] = {i} + 1u;",
            f"{cell} += {z}[{self.index(scope, count)}];",
            f"__imag__ {cell} = 2;", f"mix(whole(__real__ {cell}));"])

    def chosen(self, scope):
        """Accesses memory through a pointer to one of two arrays."""
        fit = [g for g in scope.regions if g.type in INTEGERS]
        pairs = [(a, b) for a in fit for b in fit
                 if a.type == b.type and a.text != b.text]
        if not pairs:
            return self.assign(scope)
        (a, b), p = self.r.choice(pairs), self.new("p")
        return block("", [
            f"{a.type} *{p} = ({self.expression(scope, 1)}) & 1u ? {a.text} + "
            f"{self.index(scope, a.count)} : {b.text} + "
            f"{self.index(scope, b.count)};",
            f"*{p} = ({a.type})({self.expression(scope, 1)});",
            f"mix((unsigned)*{p});"])

    def walked(self, scope):
        """Moves a pointer forwards or backwards through an array."""
        if scope.times > MOST_STEPS / 100:
            return self.assign(scope)
        fit = [g for g in scope.regions if g.type in INTEGERS]
        if not fit:
            return self.assign(scope)
        g, p, e = self.r.choice(fit), self.new("p"), self.new("e")
        self.steps += scope.times * 60
        step = self.r.choice([1, 1, 2, 5])
        if self.chance(0.5):
            return [f"for ({g.type} *{p} = {g.text}, *{e} = {p} + {g.count}; "
                    f"{e} - {p} >= {step}; {p} += {step})",
                    f"  *{p} = ({g.type})((unsigned)*{p} ^ {step}u);"]
        return [f"for ({g.type} *{e} = {g.text}, *{p} = {e} + {g.count}; "
                f"{p} - {e} >= {step};)",
                f"  {p} -= {step}, mix((unsigned)*{p});"]

    def literal(self, scope):
        """Makes an array without a name."""
        if not self.stack:
            return self.assign(scope)
        element, p = self.r.choice(INTEGERS), self.new("p")
        count = self.r.randint(1, 8)
        inner = scope.inner()
        inner.regions += [Region(p, element, count)] * 3
        return block("", [f"{element} *{p} = ({element}[{count}]){{1, }};",
                          *self.statements(inner, most=2)])

    SHAPES = ["plane", "flexible", "duffed", "cleaned", "complexed", "chosen",
              "chosen", "walked", "walked", "literal"]

    def shaped(self, scope):
        if scope.depth > 3:
            return self.assign(scope)
        return getattr(self, self.r.choice(self.SHAPES))(scope)

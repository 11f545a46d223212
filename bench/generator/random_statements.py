# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Statements of random programs, as lists of lines."""

from random_values import (FLOATS, INTEGERS, MOST_STEPS, Region, Struct, Values,
                           block, indented, spelled)


class Statements(Values):
    def assign(self, scope):
        text, element = self.place(scope)
        value = self.expression(scope)
        if element in FLOATS:
            keep = f"whole({text}) / 2u + " if self.chance(0.4) else ""
            return [f"{text} = ({element})({keep}({value} & 1023u));"]
        if self.chance(0.5):
            op = self.r.choice(["+", "^", "-", "|"])
            return [f"{text} = ({element})((unsigned){text} {op} {value});"]
        return [f"{text} = ({element}){value};"]

    def update(self, scope):
        if not scope.written:
            return self.assign(scope)
        return [f"{self.r.choice(scope.written)} "
                f"{self.r.choice(['^=', '+=', '='])} {self.expression(scope)};"]

    def report(self, scope):
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
        head = f"for (unsigned {i} = 0; {i} < {times * step}u; {i} += {step}u)"
        return block(head, body)

    def sweep(self, scope):
        """Makes a plain loop over an array, which the compiler may vectorise."""
        region = self.r.choice(scope.regions)
        i = self.new("i")
        count = region.count
        if isinstance(count, int) and scope.times * count > MOST_STEPS / 8 or \
                not isinstance(count, int) and scope.times > MOST_STEPS / 800:
            return self.assign(scope)
        self.steps += scope.times * (count if isinstance(count, int) else 100)
        text, element = f"{region.text}[{i}]", region.type
        if isinstance(element, Struct):
            path, element = self.member(scope.inner(read=scope.read + [i]), element)
            text += path
        bound = f"{count}u" if isinstance(count, int) else count
        if self.chance(0.2):
            head = f"for (unsigned {i} = {bound}; {i}-- > 0;)"
        else:
            head = (f"for (unsigned {i} = 0; {i} < {bound}; "
                    f"{i} += {self.r.choice([1, 1, 1, 2, 3, 16])}u)")
        if element in FLOATS:
            line = self.r.choice([f"mix(whole({text}));",
                                  f"{text} = ({element})({i} & 255u);"])
        elif scope.written and self.chance(0.4):
            line = f"{self.r.choice(scope.written)} += (unsigned){text};"
        else:
            line = (f"{text} = ({element})((unsigned){text} * 5u + {i});")
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
        return lines + ["default:", *indented(self.report(scope)), "}"]

    def argument(self, scope, element):
        """Returns a pointer and a length for a parameter of this type, or None."""
        fit = [g for g in scope.regions if g.type == element and g.stable]
        integers = [g for g in scope.regions if g.stable and g.type in INTEGERS]
        if element == "unsigned char" and integers and self.chance(0.5):
            region = self.r.choice(integers)
            size = f"sizeof *{region.text}"
            return (f"(unsigned char *){region.text}, "
                    f"(unsigned)({region.count} * {size})")
        if self.stack and self.chance(0.15):  # a compound literal
            count = self.r.randint(1, 30)
            return f"({spelled(element)}[{count}]){{0}}, {count}u"
        if not fit:
            return None
        region = self.r.choice(fit)
        count = region.count
        if isinstance(count, int) and count > 2 and self.chance(0.4):
            first = self.r.randrange(count - 1)
            return f"{region.text} + {first}, {count - first}u"
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
            if not fit or self.linked(called.type):
                return self.update(scope)
            g = self.r.choice(fit)
            place_text = f"{g.text}[{self.index(scope, g.count)}]"
            variable = self.new("v")
            return block("", [f"struct {called.type.name} {variable} = "
                              f"{called.name}({place_text}, {self.expression(scope)});",
                              f"{place_text} = {variable};"])
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
        """Makes a memset, memcpy or memmove of arrays, strings or an unaligned copy."""
        region = self.r.choice(scope.regions)
        text, count = region.text, region.count
        of_bytes = region.type in ("char", "unsigned char")
        self.steps += scope.times * 4
        if of_bytes and self.chance(0.6):
            return self.bytes(scope, region)
        place_text = self.index(scope, count)
        if region.type in INTEGERS and self.chance(0.4):
            number = f"(1u + {self.expression(scope, 1)} % 4u)"
            first, i = self.new("a"), self.new("n")
            return block("", [
                f"unsigned {first} = {place_text}, {i} = {number};",
                f"if ({first} + {i} <= {count})",
                f"  memset({text} + {first}, {self.r.randint(0, 255)}, "
                f"{i} * sizeof *{text});"])
        if self.linked(region.type):
            return self.assign(scope)
        other = self.r.choice([g for g in scope.regions
                               if g.type == region.type])
        target = self.index(scope, other.count)
        if isinstance(region.type, Struct) and self.chance(0.5):
            return [f"{text}[{place_text}] = {other.text}[{target}];"]
        return [f"memmove(&{text}[{place_text}], &{other.text}[{target}], sizeof *{text});"]

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
        place_text = f"&{region.text}[{self.index(scope, region.count)}]"
        return [f"mix((unsigned)__atomic_fetch_xor({place_text}, "
                f"{self.expression(scope, 1)}, __ATOMIC_SEQ_CST));"]

    def heap(self, scope):
        """Makes a heap object that is freed at the end of the block."""
        if scope.leaf or scope.times > MOST_STEPS / 400:
            return self.assign(scope)
        element, name, n = self.type(), self.new("h"), self.new("n")
        lines = [f"unsigned {n} = {self.r.randint(1, 40)}u + "
                 f"({self.expression(scope, 1)}) % {self.r.randint(1, 90)}u;",
                 f"{spelled(element)} *{name} = {self.allocated(element, n)};",
                 f"memset({name}, {self.r.choice([0, 1, 65])}, "
                 f"{n} * sizeof *{name});"]
        inner = scope.inner()
        inner.regions += [Region(name, element, n)] * 3
        lines += self.statements(inner, most=5)
        if self.chance(0.3) and not getattr(element, "over_aligned", False):
            m = self.new("n")
            lines += [f"unsigned {m} = {n} / 2u + "
                      f"{self.r.randint(1, 200)}u;",
                      f"{name} = checked(realloc({name}, {m} * sizeof *{name}));",
                      f"if ({m} > {n})",
                      f"  memset({name} + {n}, 3, ({m} - {n}) * sizeof *{name});",
                      f"{n} = {m};"]
            lines += self.statements(inner, most=4)
        return block("", lines + [f"free({name});"])

    def allocated(self, element, n):
        size = f"sizeof({spelled(element)})"
        if getattr(element, "over_aligned", False):
            return f"checked(aligned_alloc(32, {n} * {size}))"
        return self.r.choice([
            f"checked(malloc({n} * {size}))", f"checked(calloc({n}, {size}))",
            f"checked(malloc({n} * {size} + {self.r.randint(1, 9)}))",
            f"checked(aligned_alloc(16, ({n} * {size} + 15) / 16 * 16))"])

    def vector(self, scope):
        """Reallocates or replaces the memory of a global pointer."""
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
        """Extends, shortens, reverses or walks a list."""
        if scope.leaf or not self.lists or scope.times > MOST_STEPS / 400:
            return self.assign(scope)
        name, element = self.r.choice(self.lists)
        q, node = self.new("q"), f"struct {element.name}"
        action = self.r.choice(["push"] * 3 + ["pop", "turn"] + ["walk"] * 2)
        self.steps += scope.times * 40
        if action == "push":
            times = self.r.randint(1, 12)
            head = f"for (unsigned i = 0; i < {times}u && {name}_n < 60u; i++)"
            return block(head, [f"{node} *{q} = checked(malloc(sizeof *{q}));",
                                f"memset({q}, 1, sizeof *{q});",
                                f"{q}->link[0] = {name};",
                                f"{name} = {q};", f"{name}_n++;"])
        if action == "pop":
            head = f"while ({name} && {name}_n > {self.r.randint(0, 20)}u)"
            return block(head, [f"{node} *{q} = {name};",
                                f"{name} = {q}->link[0];",
                                f"free({q});", f"{name}_n--;"])
        if action == "turn":
            return block("", [
                f"{node} *{q} = NULL;",
                *block(f"while ({name})", [
                    f"{node} *next = {name}->link[0];",
                    f"{name}->link[0] = {q};", f"{q} = {name};",
                    f"{name} = next;"]),
                f"{name} = {q};"])
        inner = scope.inner(30, leaf=True)
        inner.regions += [Region(q, element, 1, False)] * 4
        return block(f"for ({node} *{q} = {name}; {q}; {q} = {q}->link[0])",
                     self.statements(inner, most=3))

    def grown(self, scope):
        """Inserts nodes into a tree, counts them, or cuts the tree."""
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
        """Makes a local in memory."""
        if not self.stack:
            return self.assign(scope)
        element, name = self.type(), self.new("l")
        count = self.r.choice([1, 1, 2, 5, 9, 33, 150])
        lines = [f"{spelled(element)} {name}[{count}];",
                 f"memset({name}, {self.r.choice([0, 1])}, sizeof {name});"]
        if self.chance(0.15):
            n = self.new("n")
            lines = [f"unsigned {n} = 1u + ({self.expression(scope, 1)}) % 70u;",
                     f"{spelled(element)} {name}[{n}];",
                     f"memset({name}, 0, {n} * sizeof *{name});"]
            count = n
        elif element in INTEGERS and self.chance(0.3):
            values = ", ".join(str(self.r.randint(1, 99))
                               for _ in range(min(count, 6)))
            lines = [f"{element} {name}[{count}] = {{{values}}};"]
        inner = scope.inner()
        inner.regions += [Region(name, element, count)] * 3
        return block("", lines + self.statements(inner, most=5))

    def static(self, scope):
        element, name = self.type(), self.new("k")
        count = self.r.choice([1, 3, 17, 64])
        inner = scope.inner()
        inner.regions += [Region(name, element, count)] * 3
        return block("", [f"static {spelled(element)} {name}[{count}];",
                          *self.statements(inner)])

    def labels(self, scope):
        """Makes a loop with computed jumps; a function with such a loop has only one
        body."""
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

    STATEMENTS = [("assign", 9), ("update", 4), ("report", 2), ("loop", 5),
                  ("sweep", 3), ("branch", 3), ("switch", 1), ("call", 6),
                  ("call_by_table", 1), ("library", 3), ("atomic", 1),
                  ("heap", 3), ("vector", 1), ("listed", 2), ("grown", 1),
                  ("local", 4), ("static", 1), ("labels", 1), ("odd", 2), ("shaped", 3)]

    def statements(self, scope, most=4):
        lines = []
        for _ in range(self.r.randint(1, most)):
            names, weights = zip(*self.STATEMENTS)
            if scope.depth > 4:
                names, weights = ("assign", "update", "sweep", "call"), None
            lines += getattr(self, self.r.choices(names, weights)[0])(scope)
            self.steps += scope.times * 3
        return lines

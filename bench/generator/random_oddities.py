# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rare parts of random programs: jumps out of calls, handlers of signals, tail calls,
variable arguments, callbacks of the library, several arrays in one block of memory."""

from random_shapes import Shapes
from random_values import (INTEGERS, MOST_STEPS, Function, Region, Scope, block,
                           spelled)


class Oddities(Shapes):
    # Statements.

    def hot(self, scope):
        """Makes more accesses to a line than the line's counters hold."""
        fit = [g for g in scope.regions if g.type in INTEGERS]
        if scope.times > 1 or self.steps > MOST_STEPS or not fit:
            return self.assign(scope)
        self.steps += MOST_STEPS / 2
        region, h, i = self.r.choice(fit), self.new("h"), self.new("i")
        element = f"volatile {region.type} *"
        return block("", [
            f"{element}{h} = ({element}){region.text};",
            f"for (unsigned {i} = 0; {i} < "
            f"{self.r.choice([33000, 70000])}u; {i}++)",
            f"  *{h} = ({region.type})((unsigned)*{h} + {i});"])

    def guarded(self, scope):
        """Makes a loop that the compiler may turn into masks, gathers or scatters."""
        fit = [g for g in scope.regions if g.type in INTEGERS]
        if scope.times > MOST_STEPS / 800 or not fit:
            return self.assign(scope)
        a, b, i, n = (self.r.choice(fit), self.r.choice(fit), self.new("i"),
                      self.new("n"))
        self.steps += scope.times * 100
        body = self.r.choice([
            [f"  if ((unsigned){a.text}[{i}] & {self.r.choice([1, 3])}u)",
             f"    {b.text}[{i}] = ({b.type})((unsigned){a.text}[{i}] + 3u);"],
            [f"  {b.text}[{i}] = ({b.type})"
             f"{a.text}[(unsigned){b.text}[{i}] % {n}];"],
            [f"  {b.text}[(unsigned){a.text}[{i}] % {n}] = ({b.type}){i};"],
            [f"  {b.text}[{i}] = ({b.type})((unsigned){b.text}[{i}] + "
             f"(unsigned){a.text}[{n} - 1u - {i}]);"]])
        least = f"{a.count} < {b.count} ? {a.count} : {b.count}"
        return block("", [f"unsigned {n} = {least};",
                          f"for (unsigned {i} = 0; {i} < {n}; {i}++)", *body])

    def carved(self, scope):
        """Makes two arrays in one heap object."""
        if scope.leaf or scope.times > MOST_STEPS / 400:
            return self.assign(scope)
        whole, lines, inner = self.new("h"), [], scope.inner()
        places = []
        for part in range(2):
            element = self.type()
            if getattr(element, "over_aligned", False):
                element = "int"
            name, count = self.new("h"), self.r.randint(1, 9)
            offset = " + ".join(f"({n} * sizeof(*{p}) + 15) / 16 * 16"
                                for p, n in places) or "0"
            lines.append(f"{spelled(element)} *{name} = (void *)({whole} + {offset});")
            places.append((name, count))
            inner.regions += [Region(name, element, count)] * 2
        return block("", [
            f"unsigned char *{whole} = checked(calloc(1, 9000));", *lines,
            *self.statements(inner, most=4), f"free({whole});"])

    def sorted(self, scope):
        fit = [g for g in scope.regions if g.type in INTEGERS]
        if not self.stack or scope.leaf or scope.times > 3 or not fit:
            return self.assign(scope)
        region, order = self.r.choice(fit), self.new("order")
        self.steps += scope.times * 4000
        head = f"int {order}(const void *a, const void *b)"
        element = f"const {region.type} *"
        self.function_text.append((head, block(head, [
            f"{region.type} x = *({element})a, y = *({element})b;",
            "return (x > y) - (x < y);"])))
        return [f"qsort({region.text}, {region.count}, sizeof *{region.text}, "
                f"{order});"]

    def duplicate(self, scope):
        fit = [g for g in scope.regions if g.type in ("char", "unsigned char")]
        if not fit or scope.times > MOST_STEPS / 100:
            return self.assign(scope)
        g, d = self.r.choice(fit), self.new("d")
        return block("", [
            f"{g.text}[{g.count} - 1] = 0;",
            f"char *{d} = checked(strdup((char *){g.text}));",
            f"if ({d}[0])",
            f"  {d}[strlen({d}) / 2u] = 'x';",
            f"mix((unsigned)strlen({d}) + (unsigned){d}[0]);", f"free({d});"])

    def exchange(self, scope):
        fit = [g for g in scope.regions if g.type in ("int", "unsigned", "long")]
        if not fit:
            return self.assign(scope)
        g, x = self.r.choice(fit), self.new("x")
        address = f"&{g.text}[{self.index(scope, g.count)}]"
        return block("", [
            f"{g.type} {x} = {self.r.randint(0, 9)};",
            f"mix(__atomic_compare_exchange_n({address}, &{x}, 7, 0, "
            "__ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));"])

    def raised(self, scope):
        if not self.handler or scope.leaf or scope.times > 100:
            return self.update(scope)
        return ["raise(SIGUSR1);"]

    def summed(self, scope):
        """Makes a call with variable arguments."""
        if not self.stack or not self.adder:
            return self.update(scope)
        values = [self.expression(scope, 1) if self.chance(0.7) else "2.5"
                  for _ in range(self.r.randint(1, 9))]
        kinds = sum((v == "2.5") << k for k, v in enumerate(values))
        return [f"mix({self.adder}({len(values)}u, {kinds}u, "
                f"{', '.join(values)}));"]

    def room(self, scope):
        if not self.stack or scope.depth > 1 or scope.times > 1:
            return self.assign(scope)
        a, n, inner = self.new("a"), self.new("n"), scope.inner()
        inner.regions += [Region(a, "unsigned char", n)] * 3
        return block("", [
            f"unsigned {n} = 1u + ({self.expression(scope, 1)}) % 300u;",
            f"unsigned char *{a} = __builtin_alloca({n});",
            f"memset({a}, 1, {n});", *self.statements(inner)])

    ODD = ["hot", "guarded", "guarded", "carved", "sorted", "duplicate",
           "exchange", "raised", "summed", "room"]

    def odd(self, scope):
        if scope.depth > 3:
            return self.assign(scope)
        return getattr(self, self.r.choice(self.ODD))(scope)

    # Functions.

    def globals_only(self):
        """Returns a scope for code that runs before main or in signal handlers."""
        return Scope([g for g in self.globals if g.text.startswith("g")], ["v"],
                     [], leaf=True, depth=3)

    def helpers(self):
        self.handler = self.adder = None
        if self.chance(0.15):
            self.handler = self.new("handle")
            self.odd_function(f"void {self.handler}(int n)", [
                "unsigned v = (unsigned)n;",
                *self.assign(self.globals_only()), "mix(v);"])
        if self.chance(0.2):
            self.odd_function(
                f"__attribute__((constructor)) void {self.new('before')}(void)",
                ["unsigned v = 3;", *self.statements(self.globals_only()),
                 "mix(v);"])
        if self.stack and self.chance(0.3):
            self.adder = self.new("add")
            self.odd_function(
                f"unsigned {self.adder}(unsigned n, unsigned kinds, ...)",
                ["unsigned v = 0;", "va_list l;", "va_start(l, kinds);",
                 "for (unsigned i = 0; i < n; i++)",
                 "  v = v * 3u + (kinds >> i & 1u ? whole(va_arg(l, double))"
                 " : va_arg(l, unsigned));", "va_end(l);", "return v;"])

    def odd_function(self, head, lines):
        self.function_text.append((head, block(head, lines)))

    def more_functions(self):
        """Adds functions that call existing ones and that later functions may call."""
        plain = [f for f in self.functions if f.kind == "plain"]
        scope = Scope(list(self.globals), ["v"], ["n"], list(self.functions))
        if plain and self.chance(0.25):
            called, function = self.r.choice(plain), Function(self.new("f"), "plain")
            self.steps = 0
            self.odd_function(f"unsigned {function.name}(unsigned n)", [
                "unsigned v = n + 1u;", *self.statements(scope),
                f"__attribute__((musttail)) return {called.name}(v);"])
            function.steps = self.steps + called.steps
            self.functions.append(function)
        if self.chance(0.15):
            self.jumping(scope)
        if plain and self.parts == 1 and self.chance(0.1):
            called, function = self.r.choice(plain), Function(self.new("f"), "plain")
            function.steps = called.steps
            head = (f"unsigned {function.name}(unsigned n) "
                    f"__attribute__((alias(\"{called.name}\")))")
            self.function_text.append((head, [head + ";"]))
            self.functions.append(function)

    def jumping(self, scope):
        env, jump = self.new("env"), self.new("jump")
        self.global_text.append((f"jmp_buf {env}", ""))
        self.steps = 0
        self.odd_function(f"unsigned {jump}(unsigned n, int depth)", [
            "unsigned v = n;", *self.statements(scope, most=3),
            "if (depth == 0)", f"  longjmp({env}, 1);",
            f"return v + {jump}(v, depth - 1);"])
        function = Function(self.new("f"), "plain", steps=self.steps * 5)
        self.odd_function(f"unsigned {function.name}(unsigned n)", [
            f"if (setjmp({env}) == 0)",
            f"  mix({jump}(n, {self.r.randint(0, 4)}));",
            "else", "  mix(77u);", "return sum;"])
        self.functions.append(function)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Input files for the programs whose names are judged, the same on every machine."""

import json
import os
import random
import sys

# Modules of test/programs, which bench/packages.py makes importable.
from samples import changed, fasta, xml

FOLDER = os.path.dirname(os.path.abspath(__file__))


def satisfiability(variables, clauses, seed):
    """Returns random clauses of three literals."""
    dice = random.Random(seed)
    lines = [f"p cnf {variables} {clauses}"]
    for _ in range(clauses):
        chosen = dice.sample(range(1, variables + 1), 3)
        lines.append(" ".join(str(v if dice.random() < 0.5 else -v)
                              for v in chosen) + " 0")
    return "\n".join(lines).encode() + b"\n"


def values(count):
    """Returns JSON: objects of numbers, strings, arrays."""
    dice = random.Random(11)
    words = ["".join(dice.choices("abcdefgh", k=6)) for _ in range(300)]
    return json.dumps([
        {"id": number, "name": " ".join(dice.choices(words, k=4)),
         "size": dice.random() * 1000, "tags": dice.choices(words, k=5),
         "at": {"x": dice.randint(0, 999), "y": dice.randint(0, 999)}}
        for number in range(count)]).encode()


def labelled(lines):
    """Returns sentences with a label, for a classifier."""
    dice = random.Random(12)
    words = ["".join(dice.choices("etaoinshrdlu", k=dice.randint(3, 9)))
             for _ in range(4000)]
    out = []
    for _ in range(lines):
        label = dice.randrange(8)
        chosen = [words[min(int(dice.expovariate(1 / 300)) + label * 37, 3999)]
                  for _ in range(12)]
        out.append(f"__label__{label} " + " ".join(chosen))
    return "\n".join(out).encode() + b"\n"


def proteins(count, length):
    """Returns sequences; each but the first is a changed copy of an earlier one."""
    dice = random.Random(13)
    letters = "ACDEFGHIKLMNPQRSTVWY"
    rows = ["".join(dice.choices(letters, k=length))]
    while len(rows) < count:
        row = list(dice.choice(rows))
        for position in range(len(row)):
            if dice.random() < 0.2:
                row[position] = dice.choice(letters)
        cut = dice.randrange(length // 2)
        rows.append("".join(row[:cut] + row[cut + dice.randint(0, 6):]))
    return fasta(rows)


def nucleotides(count, length):
    dice = random.Random(14)
    rows = ["".join(dice.choices("ACGT", k=length))]
    while len(rows) < count:
        rows.append(changed(dice.choice(rows), 0.1, dice))
    return fasta(rows)


def words(count):
    """Returns distinct words, sorted."""
    dice = random.Random(15)
    found = set()
    while len(found) < count:
        found.add("".join(dice.choices("etaoinshrdlucmfw", k=dice.randint(4, 11))))
    return sorted(found)


def keywords(count):
    return ("%%\n" + "\n".join(words(count)) + "\n%%\n").encode()


def dictionary(count):
    """Returns words for hunspell, some of which take endings."""
    dice = random.Random(16)
    lines = [word + dice.choice(["", "", "/A", "/B", "/AB"])
             for word in words(count)]
    return f"{count}\n".encode() + "\n".join(lines).encode() + b"\n"


AFFIXES = b"""SET UTF-8
TRY esianrtolcdugmphbyfvkwz
SFX A Y 2
SFX A 0 s .
SFX A 0 ed .
PFX B Y 1
PFX B 0 un .
"""


def misspelt(count):
    dice = random.Random(17)
    known = words(20000)
    out = []
    for _ in range(count):
        word = dice.choice(known)
        if dice.random() < 0.04:
            position = dice.randrange(len(word))
            word = word[:position] + dice.choice("etaoinsh") + word[position + 1:]
        out.append(word)
    return "\n".join(out).encode() + b"\n"


def points(count, dimensions):
    dice = random.Random(18)
    lines = [str(dimensions), str(count)]
    lines += [" ".join(f"{dice.gauss(0, 1):.9f}" for _ in range(dimensions))
              for _ in range(count)]
    return "\n".join(lines).encode() + b"\n"


def linear_program(rows, columns):
    """Returns a feasible and bounded problem in the format of lp_solve."""
    dice = random.Random(19)
    out = ["max: " + " + ".join(f"{dice.randint(1, 20)} x{c}"
                                for c in range(columns)) + ";"]
    for _ in range(rows):
        chosen = dice.sample(range(columns), 8)
        out.append(" + ".join(f"{dice.randint(1, 9)} x{c}" for c in chosen) +
                   f" <= {dice.randint(50, 500)};")
    out.append(" + ".join(f"x{c}" for c in range(columns)) + " <= 900;")
    return "\n".join(out).encode() + b"\n"


def mps(rows, columns):
    """Returns the same kind of problem in free MPS, with some integers."""
    dice = random.Random(20)
    uses = {c: {} for c in range(columns)}
    for row in range(rows):
        for c in dice.sample(range(columns), 8):
            uses[c][row] = dice.randint(1, 9)
    out = ["NAME sample", "ROWS", " N cost"]
    out += [f" L r{row}" for row in range(rows)] + ["COLUMNS"]
    for c, entries in uses.items():
        out.append(f" x{c} cost {-dice.randint(1, 20)}")
        out += [f" x{c} r{row} {value}" for row, value in entries.items()]
    out.append("RHS")
    out += [f" b r{row} {dice.randint(50, 500)}" for row in range(rows)]
    out.append("BOUNDS")
    out += [f" UP bound x{c} {dice.randint(5, 40)}" for c in range(columns)]
    return "\n".join([*out, "ENDATA"]).encode() + b"\n"


def c_source(functions):
    """Returns C code that calls, loops and computes."""
    dice = random.Random(21)
    out = ["struct pair { int first, second; };", "int printf(const char *, ...);"]
    for number in range(functions):
        callee = dice.randrange(number) if number else -1
        call = f"f{callee}(x - 1, p)" if number else "x"
        out.append(
            f"/* number {number} */\n#define M{number}(a) ((a) * {number} + 1)\n"
            f"static const char *name{number} = \"text {number}\";\n"
            f"int f{number}(int x, struct pair *p) {{\n"
            f"  int total = M{number}(x), local{number} = p->first;\n"
            f"  for (int i = 0; i < {dice.randint(2, 9)}; i++) {{\n"
            f"    total += i * local{number} ^ p->second;\n"
            f"    if (total > {dice.randint(100, 999)}) total %= {dice.randint(2, 99)};\n"
            "  }\n"
            f"  while (x > 0 && name{number}[x % 4]) {{ x -= 3; p->second = x; }}\n"
            f"  return total + (x > 0 ? {call} : 0);\n}}\n")
    out.append("int main(void) { struct pair p = {1, 2}; "
               f"printf(\"%d\\n\", f{functions - 1}(9, &p)); return 0; }}")
    return "\n".join(out).encode() + b"\n"


def assembly(blocks):
    dice = random.Random(22)
    out = ["%macro step 2", "  mov %1, %2", "  add %1, 7", "%endmacro",
           "section .text"]
    for number in range(blocks):
        register = dice.choice(["eax", "ebx", "ecx", "edx", "esi"])
        out += [f"label{number}:", f"  step {register}, {number}",
                f"  cmp {register}, [rel value{dice.randrange(blocks)}]",
                f"  jne label{dice.randrange(blocks)}",
                f".local: imul {register}, {register}, {number % 100}",
                f"  jmp .local"]
    out.append("section .data")
    out += [f"value{number}: dd {number}, label{number}"
            for number in range(blocks)]
    return "\n".join(out).encode() + b"\n"


def macros(count):
    """Returns input for m4: definitions, recursion, lists."""
    dice = random.Random(24)
    out = ["define(`count', `ifelse(`$1', `0', `', `$1 count(decr(`$1'))')')"]
    for number in range(count):
        out.append(f"define(`m{number}', `{number} $1 $2 ifelse(`$1', `x', "
                   f"`m{dice.randrange(number + 1) if number else 0}(y, $2)')')")
        out.append(f"m{dice.randrange(number + 1)}(x, word{number})")
        if number % 50 == 0:
            out.append("count(60)")
    return "\n".join(out).encode() + b"\n"


FILES = {
    "hard.cnf": lambda: satisfiability(220, 930, 7),
    "values.json": lambda: values(6000),
    "large.xml": lambda: xml(2_000_000),
    "labelled.txt": lambda: labelled(6000),
    "proteins.fasta": lambda: proteins(16, 180),
    "many.fasta": lambda: proteins(36, 260),
    "nucleotides.fasta": lambda: nucleotides(10, 300),
    "keywords": lambda: keywords(1200),
    "words.dic": lambda: dictionary(20000),
    "words.aff": lambda: AFFIXES,
    "misspelt": lambda: misspelt(4000),
    "points": lambda: points(20000, 4),
    "problem.lp": lambda: linear_program(400, 500),
    "problem.mps": lambda: mps(400, 500),
    "functions.c": lambda: c_source(2500),
    "blocks.asm": lambda: assembly(2500),
    "macros.m4": lambda: macros(9000),
}


def write(folder):
    """Writes the files that do not exist yet, and copies the drivers."""
    os.makedirs(folder, exist_ok=True)
    for name, make in FILES.items():
        path = os.path.join(folder, name)
        if not os.path.exists(path):
            with open(path, "wb") as file:
                file.write(make())
    drivers = os.path.join(FOLDER, "drivers")
    for name in os.listdir(drivers):
        with open(os.path.join(drivers, name), "rb") as file:
            body = file.read()
        with open(os.path.join(folder, name), "wb") as file:
            file.write(body)


if __name__ == "__main__":
    write(sys.argv[1])

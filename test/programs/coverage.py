# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How much of a report's L1 misses carries a name, a type, a library.

Named: a variable, member, parameter or return role of the source, a string
literal or constant (by its file), or what the program itself calls it. A bare
place ("function:line") is none, nor is memory that is only known to be mapped. A
thread's stack as a whole, memory of libraries and mapped files, which are called
after the file, cannot have one: their shares stand apart.
"""


def share(part, whole):
    return 100 * part / whole if whole else 100.0


class Row:
    def __init__(self, subject, report):
        self.subject = subject
        self.same_code = ""
        self.data = report
        self.rows = report["structures"]
        self.accesses = report["total"]["accesses"]
        self.misses = self.sum(lambda row: True)
        self.stack = self.sum(lambda row: row["kind"] == "stack" and
                              not row["named"])
        self.library = self.sum(lambda row: row["kind"] == "library")
        self.unattributed = self.sum(lambda row: row["kind"] == "unattributed")
        self.named = self.sum(self.is_named)
        self.typed = self.sum(lambda row: self.is_named(row) and
                              self.is_typed(row))
        self.files = self.sum(self.is_file)
        # What could have a name of its source at all.
        self.program_misses = self.misses - self.stack - self.library - self.files

    def sum(self, wanted):
        return sum(row["levels"][0]["misses"] for row in self.rows if wanted(row))

    @staticmethod
    def is_named(row):
        return row["named"] or row["kind"] == "literals"

    @staticmethod
    def is_typed(row):
        return row["type"] != "" or row["kind"] == "literals"

    @staticmethod
    def is_file(row):
        return row["kind"] == "mapping" and row["file"] != ""

    def libraries(self):
        found = [(row["levels"][0]["misses"], row["name"]) for row in self.rows
                 if row["kind"] == "library"]
        return ", ".join(
            f"{name[1:-1]} {share(misses, self.misses):.2f} %"
            for misses, name in sorted(found, reverse=True)
            if misses and share(misses, self.misses) >= 0.005)

    def nameless(self):
        """The largest without a name or type: what is left to do."""
        found = [row for row in self.rows
                 if row["kind"] not in ("stack", "library") and
                 not self.is_file(row) and not (self.is_named(row) and self.is_typed(row))]
        found.sort(key=lambda row: -row["levels"][0]["misses"])
        return [f"{row['kind']} {row['name']} ({row['type']}) {row['file']}:"
                f"{row['line']} {share(row['levels'][0]['misses'], self.program_misses):.2f} %"
                for row in found if row["levels"][0]["misses"] * 1000 > self.program_misses]

    def cells(self):
        return [
            self.subject.package, self.subject.language,
            str(len(self.data["threads"])), "the same", f"{self.accesses:,}",
            f"{self.misses:,}", f"{share(self.named, self.program_misses):.2f} %",
            f"{share(self.typed, self.program_misses):.2f} %",
            f"{share(self.stack, self.misses):.1f} %",
            f"{share(self.files, self.misses):.1f} %", self.libraries() or "-",
            f"{share(self.unattributed, self.misses):.2f} %",
            *([self.same_code] if self.same_code else []),
        ]

    def text(self):
        return "\n    ".join([" | ".join(self.cells()), *self.nameless()])


class Failed:
    same_code = ""

    def __init__(self, subject, error):
        self.subject = subject
        self.error = error

    def cells(self):
        return [self.subject.package, self.subject.language, "-",
                "DIFFERENT", *["-"] * 8]

    def text(self):
        return f"{self.subject.package}: FAILED: {self.error}"


def table(rows):
    head = ["program", "language", "threads", "behaviour", "accesses", "L1 misses",
            "named", "typed", "[stack]", "files", "[library]", "[unattributed]"]
    if any(row.same_code for row in rows):
        head.append("same code")
    lines = [head, ["---"] * len(head), *(row.cells() for row in rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes programs smaller by leaving out lines, as long as a test holds."""


def block_end(lines, begin):
    """Returns the index after the line that closes the brace of line BEGIN, or None."""
    depth = 0
    for number in range(begin, len(lines)):
        depth += lines[number].count("{") - lines[number].count("}")
        if depth <= 0:
            return number + 1 if depth == 0 else None
    return None


def balanced(lines):
    depth = 0
    for line in lines:
        for letter in line:
            depth += (letter == "{") - (letter == "}")
            if depth < 0:
                return False
    return depth == 0


def without_blocks(lines, holds):
    """Removes whole blocks, or their first and last line."""
    number = 0
    while number < len(lines):
        if lines[number].rstrip().endswith("{"):
            end = block_end(lines, number)
            if end:
                for less in (lines[:number] + lines[end:],
                             lines[:number] + lines[number + 1:end - 1] +
                             lines[end:]):
                    if holds(less):
                        lines = less
                        number -= 1
                        break
        number += 1
    return lines


def without_lines(lines, holds):
    size = max(1, len(lines) // 2)
    while True:
        begin = 0
        while begin < len(lines):
            part = lines[begin:begin + size]
            if balanced(part) and holds(lines[:begin] + lines[begin + size:]):
                lines = lines[:begin] + lines[begin + size:]
            else:
                begin += max(1, size // 2)
        if size == 1:
            return lines
        size //= 2


def smaller(texts, differs):
    """Returns TEXTS, files of a program, without the lines it needs not to DIFFER."""
    files = [text.splitlines() for text in texts]

    def joined(all_lines):
        return ["\n".join(lines) + "\n" for lines in all_lines]
    previous = None
    while previous != files:
        previous = list(files)
        for step in (without_blocks, without_lines):
            for number in range(len(files)):
                def holds(lines, number=number):
                    return differs(joined(files[:number] + [lines] +
                                          files[number + 1:]))
                files[number] = step(files[number], holds)
    return joined(files)

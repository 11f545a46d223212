# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Correlation of small samples, and texts of counts."""

import statistics


def ranks(values):
    """Returns the ranks, from 1; equal values have the mean of their ranks."""
    order = sorted(range(len(values)), key=values.__getitem__)
    result = [0.0] * len(values)
    first = 0
    while first < len(order):
        last = first
        while last + 1 < len(order) and \
                values[order[last + 1]] == values[order[first]]:
            last += 1
        for place in order[first:last + 1]:
            result[place] = (first + last) / 2 + 1
        first = last + 1
    return result


def pearson(a, b):
    """Returns the correlation, or None: fewer than three values, or one list is
    constant."""
    if len(a) < 3 or len(set(a)) < 2 or len(set(b)) < 2:
        return None
    return statistics.correlation(a, b)


def spearman(a, b):
    return pearson(ranks(a), ranks(b))


def median(values):
    """Returns the median of the values that are not None."""
    return statistics.median(v for v in values if v is not None)


def fraction(values, holds):
    """Returns "7 of 10": the number of values that hold; values that are None do not
    count."""
    known = [v for v in values if v is not None]
    return f"{sum(map(bool, map(holds, known)))} of {len(known)}"


def most(values, holds):
    """Returns whether more than half of the values hold; values that are None do not
    count."""
    known = [v for v in values if v is not None]
    return sum(map(bool, map(holds, known))) > len(known) / 2


def spread(values, digits=2):
    """Returns "0.41 (-0.20 to 0.93)": median, least and most."""
    known = sorted(v for v in values if v is not None)
    return (f"{statistics.median(known):.{digits}f} ({known[0]:.{digits}f} to "
            f"{known[-1]:.{digits}f})")


def self_test():
    assert ranks([10, 30, 20, 30]) == [1, 3.5, 2, 3.5]
    assert abs(spearman([1, 2, 3, 4], [1, 4, 9, 16]) - 1) < 1e-12
    assert abs(spearman([1, 2, 3], [3, 2, 1]) + 1) < 1e-12
    assert spearman([1, 2], [1, 2]) is None
    assert spearman([1, 2, 3], [5, 5, 5]) is None
    assert fraction([1, None, 3], lambda x: x > 1) == "1 of 2"
    assert most([1, None, 3, 4], lambda x: x > 1)
    assert not most([1, 3], lambda x: x > 1)
    assert spread([3, None, 1, 2], 0) == "2 (1 to 3)"

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The list of cases. A case is a function of a scene."""

from scene import ALL

CASES = {}


class Case:
    def __init__(self, function, name, fault, behaves, recorded, bodies, slow):
        self.function, self.name, self.fault = function, name, fault
        self.behaves, self.recorded = behaves, recorded
        self.bodies, self.slow = bodies, slow


def case(fault, behaves, recorded, bodies=ALL, slow=None):
    """Adds a case. The texts are a row of docs/evaluation/faults.md.

    slow: what the long mode passes as the argument `times`, in place of 20.
    """

    def add(function):
        name = function.__name__.replace("_", "-")
        CASES[name] = Case(function, name, fault, behaves, recorded, bodies, slow)
        return function

    return add


PLAIN = "as without instrumentation"
EXACT = "everything"

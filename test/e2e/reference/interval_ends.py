# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether intervals end where they should.

    interval_ends.py BLOCKS.json INTERVAL PART

Of `memfacet blocks --json`: none but the last of each thread ends before the
next multiple of INTERVAL instructions, and none a PARTth of an interval after.
"""

import sys

from reading import read_json

path, interval, part = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
vectors = read_json(path)["vectors"]
ends = {}
last = {v["thread"]: v["interval"] for v in vectors}
for vector in vectors:
    thread, number = vector["thread"], vector["interval"]
    ends[thread] = ends.get(thread, 0) + vector["length"]
    late = ends[thread] - (number + 1) * interval
    early = late < 0 and number != last[thread]
    if early or late >= interval / part:
        sys.exit(f"interval {number} of thread {thread} ends {late} "
                 "instructions late")
print(f"{len(vectors)} intervals")

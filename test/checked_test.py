# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A shell test, after which the profiles and traces that it leaves are checked.

What holds for all of them must hold for these (docs/internals/invariants.md). A test that
makes wrong files on purpose names them, by patterns of shells:

    UNCHECKED: cut.mft damaged*.mfp
"""

import fnmatch
import os
import pathlib
import re
import subprocess
import time

import lit.formats
import lit.Test
import lit.TestRunner

KINDS = (".mfp", ".mfp.old", ".mft")
UNCHECKED = re.compile(r"UNCHECKED: (.*)")


def files_of(test):
    """All that TEST has, or had before: it may have left files in earlier runs."""
    base = pathlib.Path(lit.TestRunner.getTempPaths(test)[1])
    for path in base.parent.glob(base.name + "*"):
        if path.is_dir():
            for folder, _, names in os.walk(path):
                yield from (pathlib.Path(folder, name) for name in names)
        else:
            yield path


class CheckedTest(lit.formats.ShTest):
    def __init__(self, memfacet):
        super().__init__(execute_external=True)
        self.memfacet = memfacet

    def execute(self, test, lit_config):
        begin = time.time()
        result = super().execute(test, lit_config)
        if result.code != lit.Test.PASS:
            return result
        text = pathlib.Path(test.getSourcePath()).read_text(errors="replace")
        left_out = " ".join(UNCHECKED.findall(text)).split()
        files = [
            str(path)
            for path in files_of(test)
            if path.name.endswith(KINDS)
            and path.is_file()
            # File systems may know times by whole seconds.
            and path.stat().st_mtime >= int(begin)
            and not any(fnmatch.fnmatch(path.name, name) for name in left_out)
        ]
        if not files:
            return result
        # A command line has its limit.
        for first in range(0, len(files), 200):
            outcome = subprocess.run(
                [self.memfacet, "check", "--violated", *files[first : first + 200]],
                capture_output=True,
                errors="replace",
                env=test.config.environment,
                check=False,
            )
            if outcome.returncode:
                result.code = lit.Test.FAIL
                result.output += f"\nfiles of the test: {outcome.stdout}{outcome.stderr}"
        return result

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The counts of a row of `report --json`, by the names that exports give them."""


def metrics_of(row):
    metrics = {key: row[key] for key in ["accesses", "loads", "stores"]}
    for level in row["levels"]:
        for key in ["misses", "writebacks"]:
            metrics[f"{level['name'].lower()}-{key}"] = level[key]
    return metrics

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""usage: check-views.py SCHEMA FILE.json FOLDER

FILE has the form of SCHEMA, and the rows of the files of CSV in FOLDER. A row without a
column, with another one, or with another type has not.
"""

import copy
import os
import sys

import jsonschema
from reading import read_csv, read_json

schema, file = read_json(sys.argv[1]), read_json(sys.argv[2])
jsonschema.Draft7Validator.check_schema(schema)
validator = jsonschema.Draft7Validator(schema)
for error in validator.iter_errors(file):
    sys.exit(f"{list(error.path)}: {error.message}")

rows = 0
for name, view in file["views"].items():
    table = read_csv(os.path.join(sys.argv[3], f"{name}.csv"))
    text = [{k: "" if v is None else str(v) for k, v in row.items()} for row in view]
    assert table == text, name
    rows += len(table)

refused = 0
for name, view in file["views"].items():
    for column in view[0] if view else []:
        for change in ["remove", "rename", "type"]:
            # Counts of a level are optional: profiles have any number of levels.
            if column[0] == "l" and column[1].isdigit() and change == "remove":
                continue
            small = {**file, "views": {n: [] for n in file["views"]}}
            row = copy.copy(view[0])
            value = row.pop(column)
            if change == "rename":
                row[f"not_{column}"] = value
            elif change == "type":
                row[column] = [value]
            small["views"][name] = [row]
            assert not validator.is_valid(small), (name, column, change)
            refused += 1
print(f"{len(file['views'])} views, {rows} rows; {refused} changes refused")

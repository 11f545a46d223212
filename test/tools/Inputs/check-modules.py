# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What scripts use of the modules next to them exists: FOLDER...

For example `studies.answers(...)` after `import studies`, and `from studies import human`.
The scripts are read, not run. A module is the one in the same folder; where there is none, or
the script changes sys.path, all modules of that name together. A name that the script assigns
as well is not looked at.
"""

import ast
import collections
import pathlib
import sys


def is_python(path):
    if path.suffix == ".py":
        return True
    return not path.suffix and path.is_file() and path.read_bytes()[:30].startswith(
        (b"#!/usr/bin/env python3", b"#!/usr/bin/python3"))


def defined(tree):
    """The names that a module has after its import."""
    found = {word for node in ast.walk(tree) if isinstance(node, ast.Global)
             for word in node.names}
    pending = list(tree.body)
    while pending:
        node = pending.pop()
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found.add(node.name)
            continue
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            found.update((a.asname or a.name).split(".")[0] for a in node.names)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        pending.extend(ast.iter_child_nodes(node))
    return found


def assigned(tree):
    """The names that a script gives to something that is no module."""
    return ({node.id for node in ast.walk(tree)
             if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}
            | {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)})


def used(tree):
    """Yields line, module and name of each use of an imported module."""
    modules = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules.update((a.asname or a.name, a.name) for a in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for name in node.names:
                yield node.lineno, node.module, name.name
                modules[name.asname or name.name] = name.name
    other = assigned(tree)
    for node in ast.walk(tree):
        if (isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
                and node.value.id in modules and node.value.id not in other):
            yield node.lineno, modules[node.value.id], node.attr


def known_names(path, tree, places):
    """The names of the modules that a script may mean, by the folders that have one."""
    moves = any(isinstance(node, ast.Attribute) and ast.unparse(node) == "sys.path"
                for node in ast.walk(tree))
    if path.parent in places and not moves:
        return places[path.parent]
    return set().union(*places.values())


def main(folders):
    trees = {path: ast.parse(path.read_text(encoding="utf-8"))
             for folder in folders for path in sorted(pathlib.Path(folder).rglob("*"))
             if is_python(path)}
    modules = collections.defaultdict(dict)
    for path, tree in trees.items():
        modules[path.stem][path.parent] = defined(tree)
    uses = wrong = 0
    for path, tree in trees.items():
        for line, module, name in used(tree):
            if module not in modules or name.startswith("__"):
                continue
            uses += 1
            if name not in known_names(path, tree, modules[module]):
                wrong += 1
                print(f"{path}:{line}: {module} has no '{name}'")
    print(f"{uses} uses of modules, {wrong} wrong")
    return 1 if wrong else 0


sys.exit(main(sys.argv[1:]))

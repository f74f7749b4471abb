"""Small changes to functions, as somebody might make them by mistake.

>>> source = "def f(a):\\n    if a < 3:\\n        return 1\\n    return 0\\n"
>>> for mutant in mutants(source, "f"):
...     print(mutant.change)
`if a < 3:` → `if not a < 3:`
`if a < 3:` → `if a <= 3:`
`if a < 3:` → `if a < 4:`
`if a < 3:` → `if a < 2:`
`return 1` → `return 2`
`return 1` → `return 0`
`return 0` → `return 1`
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import CodeType, FunctionType, ModuleType
from typing import Any

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
}

Change = Callable[[ast.AST], ast.AST]


@dataclass(frozen=True)
class Mutant:
    function: str
    line: int
    change: str  # the statement before and after
    code: CodeType  # of the function

    def name(self, file: str) -> str:
        return f"{file} `{self.function}`: {self.change}"


def mutants(source: str, *functions: str) -> list[Mutant]:
    """All mutants of these functions, or of all, in the order of the source; no two alike. A method
    is named with its class: `Class.method`."""
    found: dict[tuple[str, int, str], Mutant] = {}
    for name, function in functions_in(source):
        if not functions or name in functions:
            for mutant in _of(name, function):
                found.setdefault((mutant.function, mutant.line, mutant.change), mutant)
    return list(found.values())


def functions_in(source: str) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            inside = (part for part in node.body if isinstance(part, ast.FunctionDef))
            yield from ((f"{node.name}.{part.name}", part) for part in inside)


def _of(name: str, function: ast.FunctionDef) -> Iterator[Mutant]:
    for statement in _statements(function.body):
        for place, change in _changes(statement):
            owner = copy.deepcopy(function)
            twins = zip(_statements(function.body), _statements(owner.body), strict=True)
            twin = next(mine for theirs, mine in twins if theirs is statement)
            changed = change(_all(twin)[place])
            if place == 0:
                _replace(owner, twin, changed)
            else:
                _replace(twin, _all(twin)[place], changed)
            new = changed if place == 0 else twin
            told = f"`{_head(statement)}` → `{_head(new)}`"
            yield Mutant(name, statement.lineno, told, _compiled(owner))


def _statements(body: list[ast.stmt]) -> list[ast.stmt]:
    """All statements, nested ones too, without docstrings."""
    found: list[ast.stmt] = []
    for statement in body:
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            continue
        found.append(statement)
        for _, value in ast.iter_fields(statement):
            if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                found += _statements(value)
    return found


def _all(statement: ast.stmt) -> list[ast.AST]:
    """The statement and its own expressions, not those of statements inside; always alike."""
    found: list[ast.AST] = [statement]
    for node in found:
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, ast.stmt):
                found.append(child)
    return found


def _changes(statement: ast.stmt) -> Iterator[tuple[int, Change]]:
    annotated = {
        id(node)
        for part in _all(statement)
        if isinstance(part, ast.AnnAssign)
        for node in ast.walk(part.annotation)
    }
    for place, node in enumerate(_all(statement)):
        if id(node) in annotated:
            continue
        for change in _changes_of(node):
            yield place, change


def _changes_of(node: ast.AST) -> Iterator[Change]:
    match node:
        case ast.Assign() | ast.AugAssign() | ast.Expr(value=ast.Call()):
            yield lambda _: ast.Pass()
        case ast.Break():
            yield lambda _: ast.Continue()
        case ast.Continue():
            yield lambda _: ast.Break()
    match node:
        case ast.If() | ast.While() | ast.IfExp():
            yield lambda old: _with(old, test=ast.UnaryOp(ast.Not(), _field(old, "test")))
        case ast.AugAssign() | ast.BinOp() if type(node.op) in OPERATORS:
            new = OPERATORS[type(node.op)]
            yield lambda old: _with(old, op=new())
        case ast.Compare():
            for at, op in enumerate(node.ops):
                yield lambda old, at=at, op=op: _with_op(old, at, COMPARISONS[type(op)]())  # type: ignore[misc]
        case ast.BoolOp():
            other = ast.Or if isinstance(node.op, ast.And) else ast.And
            yield lambda old: _with(old, op=other())
        case ast.UnaryOp(op=ast.Not() | ast.Invert() | ast.USub()):
            yield lambda old: _field(old, "operand")
        case ast.Constant(value=bool() as value):
            yield lambda old: ast.Constant(not value)
        case ast.Constant(value=int() as value):
            yield lambda old: ast.Constant(value + 1)
            if value > 0:
                yield lambda old: ast.Constant(value - 1)


def _field(node: ast.AST, name: str) -> ast.expr:
    value = getattr(node, name)
    assert isinstance(value, ast.expr)
    return value


def _with(node: ast.AST, **fields: ast.AST) -> ast.AST:
    other = copy.copy(node)
    for name, value in fields.items():
        setattr(other, name, value)
    return other


def _with_op(node: ast.AST, at: int, op: ast.cmpop) -> ast.AST:
    assert isinstance(node, ast.Compare)
    return ast.Compare(node.left, [*node.ops[:at], op, *node.ops[at + 1 :]], node.comparators)


def _replace(root: ast.AST, old: ast.AST, new: ast.AST) -> None:
    for node in ast.walk(root):
        for name, value in ast.iter_fields(node):
            if value is old:
                setattr(node, name, new)
            elif isinstance(value, list) and any(item is old for item in value):
                value[:] = [new if item is old else item for item in value]


def _head(statement: ast.AST) -> str:
    """The statement as text, without those inside it."""
    return ast.unparse(ast.fix_missing_locations(copy.deepcopy(statement))).split("\n")[0]


def _compiled(function: ast.FunctionDef) -> CodeType:
    """The code of a function, without its decorators and annotations, which are not run."""
    function.decorator_list = []
    function.returns = None
    for argument in function.args.args:
        argument.annotation = None
    tree = ast.fix_missing_locations(ast.Module([function], []))
    code = compile(tree, "<mutant>", "exec")
    return next(part for part in code.co_consts if isinstance(part, CodeType))


def only_reached_from(source: str, roots: set[str]) -> list[str]:
    """These functions, and all that nobody but them calls.

    >>> only_reached_from(
    ...     "def a(): b(); c()\\ndef b(): d()\\ndef c(): 1\\ndef d(): 1\\ndef e(): c()", {"a"}
    ... )
    ['a', 'b', 'd']
    """
    functions = {
        node.name: node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)
    }
    callers: dict[str, set[str]] = {name: set() for name in functions}
    for name, function in functions.items():
        for node in ast.walk(function):
            if isinstance(node, ast.Name) and node.id in callers and node.id != name:
                callers[node.id].add(name)
    found = roots & set(functions)
    while more := {n for n, by in callers.items() if by and by <= found} - found:
        found |= more
    return [name for name in functions if name in found]


def function_of(module: ModuleType, name: str) -> FunctionType:
    """The function or method of this name, whatever is wrapped around it."""
    found: Any = module
    for part in name.split("."):
        found = vars(found)[part]
    while not isinstance(found, FunctionType):
        if hasattr(found, "cache_clear"):
            found.cache_clear()  # what was found out before is not what a mutant would find
        inner = ("__wrapped__", "fget", "func", "__func__")
        found = next(getattr(found, each) for each in inner if getattr(found, each, None))
    return found


def install(function: FunctionType, code: CodeType) -> None:
    """Makes the function, wherever it was imported, run other code."""
    function.__code__ = code

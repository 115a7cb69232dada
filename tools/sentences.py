"""Finds the sentences that people read in the kit's code and its pictures, for a catalogue.

They are the arguments of ``say``, ``say_count``, ``mark`` and ``mark_count``. In the modules for
checks and hints, texts are passed on before they are said, so every text there is a message.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from babel.messages.catalog import Catalog

import blocky

__all__ = ["HOUSE", "IMAGES", "found_in", "template"]

#: The folder of the package.
HOUSE = Path(blocky.__file__).parent

#: What draws the pictures of each edition, and writes its pages of rules.
IMAGES = HOUSE.parent / "tools" / "images"

_ROOMS = re.compile(r"(^|/)check/|^kit/(hints|repair)/")


def template() -> Catalog:
    """Return a catalogue of all sentences, each with its files."""
    made = Catalog()
    for path in [*sorted(HOUSE.rglob("*.py")), *sorted(IMAGES.glob("*.py"))]:
        home = HOUSE if path.is_relative_to(HOUSE) else HOUSE.parent
        name = path.relative_to(home).as_posix()
        for text, context in found_in(ast.parse(path.read_text(encoding="utf-8")), name):
            made.add(text, locations=[(name, 0)], context=context)
    for path in sorted(HOUSE.rglob("*.j2")):
        page = path.read_text(encoding="utf-8")
        texts = [*re.findall(r"\bsay\('(.+?)'", page),
                 *re.findall(r"\bsay_count\('(.+?)',\s*'(.+?)'", page)]
        for text in texts:
            made.add(text, locations=[(path.relative_to(HOUSE).as_posix(), 0)])
    return made


def found_in(tree: ast.Module, name: str) -> Iterator[tuple[str | tuple[str, str], str | None]]:
    """Yield the sentences in a file, each with its context; with a plural, it is a pair."""
    docstrings = {node.body[0].value for node in ast.walk(tree)
                  if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef))
                  and node.body and isinstance(node.body[0], ast.Expr)}
    documented = {node.name: text for node in tree.body
                  if isinstance(node, ast.FunctionDef) and (text := ast.get_docstring(node))}
    parts = {part for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)
             for part in node.values}
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="say"), args=[ast.Constant(value=str(text)), *more]):
                yield text, _context(more)
            case ast.Call(func=ast.Name(id="say_count" | "mark_count"),
                          args=[ast.Constant(value=str(one)), ast.Constant(value=str(many)), *_]):
                yield (one, many), None
            case ast.Call(func=ast.Name(id="mark"), args=[texts, *more]):
                yield from ((text, _context(more)) for text in _marked(texts, documented))
            case ast.Constant(value=str(text)) if _ROOMS.search(name):
                if node not in docstrings | parts and _is_text(text):
                    yield text, None


def _context(more: list[ast.expr]) -> str | None:
    """Return the context among the arguments of ``say`` or ``mark`` after the text, or None."""
    return str(ast.literal_eval(more[0])) if more else None


def _marked(node: ast.expr, documented: Mapping[str, str]) -> Iterator[str]:
    """Yield the texts that are marked; of a function of the file, its docstring."""
    match node:
        case ast.Name(id=name) if name in documented:
            yield documented[name]
        case ast.Constant(value=str(text)):
            if re.search(r"[^\W\d_]{2}", text):
                yield text
        case ast.Dict(values=several) | ast.Tuple(elts=several) | ast.List(elts=several):
            for each in several:
                yield from _marked(each, documented)


def _is_text(text: str) -> bool:
    """Whether a literal has several words, and is no code."""
    if not re.search(r"[^\W\d_]\S* +\S*[^\W\d_]", text) or re.search(r"\n |\\|<style>|@\d", text):
        return False
    try:
        ast.parse(text)
    except SyntaxError:
        return True
    return not re.search(r"[=(\[.]|^from |^import ", text)

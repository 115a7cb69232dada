"""The block in which a notebook shows what a check says of a failed answer.

JupyterLab breaks the lines of an error anywhere, even inside words. So a check shows its sentences
as HTML, and the error that it raises is short.
"""

import html
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from blocky.kit.check.record import INDENT, RECORD, CheckError, Status, in_notebook
from blocky.kit.draw.picture import with_code
from blocky.kit.language import say

__all__ = ["advice_markup", "markup_of", "show_advice", "show_error"]

#: Hides the error after a block, which says the same, and keeps words whole in what JupyterLab
#: shows as plain text: what is printed, and other errors.
_STYLE = """<style>.jp-OutputArea-child:has(.blocky-instead) + .jp-OutputArea-child {
display: none; }
.jp-RenderedText pre { word-break: normal; overflow-wrap: anywhere; }</style>"""


class _Look(NamedTuple):
    """The colours of a block's edge and background, and a sign that says the same.

    The background lets the page shine through and the letters have the page's colour, so that a
    block can be read on light and dark pages.
    """

    edge: str
    background: str
    sign: str


_WRONG = _Look("#d1242f", "rgba(209, 36, 47, 0.09)", "✗")
_NEUTRAL = _Look("#4a78b5", "rgba(74, 120, 181, 0.12)", "○")


def show_error(error: CheckError) -> None:
    """Show a block with all that an error says; do nothing outside a notebook.

    ``error.is_shown`` becomes True, so that the error itself is short.
    """
    if not in_notebook():
        return
    from IPython.display import display

    shown: dict[str, Any] = {"text/plain": _text_of(error), "text/html": markup_of(error)}
    if error.state is Status.NOT_STARTED:
        shown[RECORD] = error.record._asdict()
    display(shown, raw=True)  # type: ignore[no-untyped-call]
    error.is_shown = True


def markup_of(error: CheckError) -> str:
    """Return the HTML of the block that shows an error."""
    look = _NEUTRAL if error.state is Status.NOT_STARTED else _WRONG
    parts = [_heading(f"{look.sign} {error.title}"), *_paragraphs(error.intro)]
    if error.call:
        parts.append(_call(error.call))
    parts += map(_paragraph, error.came)
    if error.picture:
        parts.append(f'<div style="margin: 8px 0">{error.picture._repr_html_()}</div>')
    if error.marked_hint:
        parts.append(_hint(error, look))
    return _block(parts, look, "blocky-instead")


def show_advice(title: str, advice: Sequence[str], text: str) -> None:
    """Show a block with pieces of advice; ``text`` says the same where no HTML is shown."""
    from IPython.display import display

    display({"text/plain": text,  # type: ignore[no-untyped-call]
             "text/html": advice_markup(title, advice)}, raw=True)


def advice_markup(title: str, advice: Sequence[str]) -> str:
    """Return the HTML of a block with a list of pieces of advice, whose indented lines are code."""
    items = []
    for text in advice:
        lines = text.split("\n")
        markup = [_call(line) if line.startswith(INDENT) else _paragraph(line) for line in lines]
        items.append(f'<li style="margin: 8px 0">{"".join(markup)}</li>')
    html_list = f'<ul style="margin: 0; padding-left: 1.2em">{"".join(items)}</ul>'
    return _block([_heading(title), html_list], _NEUTRAL, "blocky-advice")


def _block(parts: list[str], look: _Look, name: str) -> str:
    """Return the HTML of a block made of ``parts``, which are HTML; ``name`` is its CSS class."""
    return (f'<div class="{name}" role="status" style="border-left: 4px solid {look.edge}; '
            f'background: {look.background}; padding: 8px 14px; max-width: 56em; '
            f'line-height: 1.5; word-break: normal; overflow-wrap: break-word">'
            f'{"".join(parts)}</div>{_STYLE}')


def _hint(error: CheckError, look: _Look) -> str:
    """Return the HTML of the hint, and of the student's line that it is about, if it's known."""
    hint = "".join(_paragraphs(error.marked_hint))
    source = f'<div style="margin: 6px 0">{error.source}</div>' if error.source else ""
    return (f'<div role="note" style="margin-top: 10px; padding-top: 6px; '
            f'border-top: 1px solid {look.edge}">{_heading(say("Hint"), 5)}{hint}{source}</div>')


def _text_of(error: CheckError) -> str:
    """Return the text of the block, for programs that show no HTML."""
    return f"{error.text}\n{error.picture!r}" if error.picture else error.text


def _heading(text: str, level: int = 4) -> str:
    """Return the markup of a heading that JupyterLab doesn't list in its table of contents."""
    return (f'<div role="heading" aria-level="{level}" style="font-weight: bold; margin: 2px 0">'
            f'{html.escape(text)}</div>')


def _call(call: str) -> str:
    """Return the markup of the call, or of the lines, in which an answer failed."""
    lines = "\n".join(line.removeprefix(INDENT) for line in call.split("\n"))
    return (f'<div style="margin: 6px 0 6px 1.5em"><code style="white-space: pre-wrap">'
            f'{html.escape(lines)}</code></div>') if call else ""


def _paragraphs(text: str) -> Iterator[str]:
    """Yield the markup of each line of a text."""
    return (_paragraph(line) for line in text.split("\n") if line.strip())


def _paragraph(sentence: str) -> str:
    """Return the markup of a sentence, in which blanks that align columns count as one."""
    return f'<p style="margin: 4px 0">{with_code(re.sub(" {2,}", " ", sentence))}</p>'

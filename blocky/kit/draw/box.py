"""A sentence in a box with a ground of its own, which is read on a light and on a dark page."""

from __future__ import annotations

import html

__all__ = ["NEUTRAL", "RIGHT", "WRONG", "box", "with_code"]

#: The colours of what is right, wrong, or neither.
RIGHT, WRONG = "color: #1b5e20; background: #edf7ee", "color: #b00020; background: #fdecef"
NEUTRAL = "color: #1f3a5f; background: #eaf1fa"

#: What says the same as the colour.
_SIGNS = {RIGHT: "✓", WRONG: "⚠", NEUTRAL: "○"}


def box(text: str, look: str, role: str = "status") -> str:
    """Return the markup of a sentence in a box; ``role`` says how a screen reader tells it.

    >>> "✓ 3 of 3 &lt; 4" in box("3 of 3 < 4", RIGHT)
    True
    """
    return (f'<div role="{role}" style="{look}; border-left: 4px solid; padding: 4px 10px; '
            f'line-height: 1.4; white-space: pre-line; overflow-wrap: anywhere">'
            f'{_SIGNS[look]} {with_code(text)}</div>')


def with_code(text: str) -> str:
    """Return the markup of a text in which code stands between backticks.

    >>> with_code("What is `1 < 2`?")
    'What is <code>1 &lt; 2</code>?'
    """
    parts = html.escape(text).split("`")
    if len(parts) % 2 == 0:  # a backtick that stands alone
        return html.escape(text)
    return "".join(f"<code>{part}</code>" if place % 2 else part
                   for place, part in enumerate(parts))

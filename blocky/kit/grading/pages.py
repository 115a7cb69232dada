"""nbgrader's feedback pages: made faster, in the language in use, and without live scripts."""

import re
from html import escape
from typing import Any

from jinja2.bccache import Bucket, BytecodeCache
from nbconvert.exporters import HTMLExporter, TemplateExporter

from blocky.kit.language import mark, say

__all__ = ["Pages"]

#: nbgrader's own words, and the markup that comes before them.
_LABELS = mark(("Test cell", "Coding free-response", "Written response", "Task", "Comment",
                "Comments:", "Late submission penalty", "Score:", "(Top)", "Student's answer",
                "Student's task", "Grade cell:", "Task:"))
_WORDS = re.compile(
    r'(?P<markup><a href="#[^"]*">|<span class="nbgrader-label">|<b>|<li class="late-penalty">'
    r'|<h4>[^<]*\(|</a> \(|(?<=penalty )\(|^ +(?=Score: [\d.]+ / [\d.]+ <a href="#top">))'
    f"(?P<words>{'|'.join(map(re.escape, sorted(_LABELS, key=len, reverse=True)))})(?=[ <])", re.M)


#: What a browser must not run or load for a page, which shows what a student's code has made.
_POLICY = ("<meta http-equiv=\"Content-Security-Policy\" content=\"script-src 'none'; "
           "object-src 'none'; frame-src 'none'; base-uri 'none'; form-action 'none'\">")


class _CompiledTemplates(BytecodeCache):
    """Keeps compiled templates in memory."""

    def __init__(self) -> None:
        self.compiled: dict[str, Any] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Load a template's code, if there is any."""
        bucket.code = self.compiled.get(bucket.key)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template's code."""
        self.compiled[bucket.key] = bucket.code


class _Rendered(TemplateExporter):
    """Hides the page from HTMLExporter, which would parse all of it to describe its pictures."""

    page = ""

    def from_notebook_node(self, *args: Any, **options: Any) -> Any:
        """Return an empty page, and the resources."""
        self.page, resources = super().from_notebook_node(*args, **options)
        return "", resources


class Pages(HTMLExporter, _Rendered):
    """Exports notebooks as feedback pages, and compiles each template only once.

    No script in a page runs: neither a student's nor the template's, which typesets formulas.
    """

    _templates = _CompiledTemplates()

    def from_notebook_node(self, *args: Any, **options: Any) -> Any:
        """Return the page of a notebook in the language in use, and the resources.

        Each picture has a description, and no script runs.
        """
        _, resources = super().from_notebook_node(*args, **options)
        page = _without_scripts(self.page)
        img = f'<img alt="{escape(say("A picture without a description."))}"'
        page = re.sub(r"<img(?![^>]*\salt=)", lambda _: img, page)  # those without ``alt``
        page = _WORDS.sub(lambda match: match["markup"] + say(match["words"]), page)
        return page, resources

    def _create_environment(self) -> Any:
        """Return jinja's environment, which keeps what it has compiled."""
        environment = super()._create_environment()  # type: ignore[no-untyped-call]
        environment.bytecode_cache = self._templates
        return environment


def _without_scripts(page: str) -> str:
    """Return a page in which a browser runs no script: by a policy, and without those in its head.

    A page without a head gets only the policy.
    """
    head, body_tag, body = page.partition("<body")
    head = re.sub(r"<script\b.*?</script>", "", head, flags=re.S)
    before, head_tag, after = head.partition("<head>")
    if not head_tag:
        return f"{_POLICY}{page}"
    return f"{before}{head_tag}{_POLICY}{after}{body_tag}{body}"

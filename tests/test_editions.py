"""Editions in other languages: catalogues and notebooks are up to date and say the same."""

import ast
import re
from collections import Counter
from gettext import translation

import nbformat
import pytest

import blocky
from blocky.kit.language import LOCALE, ask_environment, in_use, language, say
from blocky.kit.teaching import ROOT, editions
from tests.kernels import errors, ran
from tests.test_notebooks import links_are_good
from tools.catalogues import left_over, read, said_by, updated
from tools.messages import Notes, code, markdown, translated
from tools.sentences import template
from tools.translate import main, notebook_in, page_catalogue, page_in, pages, sources

LANGUAGES = [code for code in editions() if code != "en"]
SOURCES = list(sources())
MANY_TEXTS = ["blocky/09_extended", "blue/05_round", "prograsonne/03_lists"]
CATALOGUES = [path for code in LANGUAGES for path in sorted((LOCALE / code).rglob("*.po"))]
pytestmark = pytest.mark.usefixtures("english_again")
each_language = pytest.mark.parametrize("spoken", LANGUAGES)
each_source = pytest.mark.parametrize("path", SOURCES, ids=lambda path: "-".join(path.parts))
each_catalogue = pytest.mark.parametrize(
    "path", CATALOGUES, ids=lambda path: path.relative_to(LOCALE).as_posix())


def notebook_at(path):
    return nbformat.read(path, as_version=4)


def ids(catalogue):
    return [message.id for message in catalogue if message.id]


def translations(path):
    """Yield each message of a catalogue with its translation; a plural yields two pairs."""
    for message in read(path, path.relative_to(LOCALE).parts[0]):
        if message.pluralizable:
            yield from zip(message.id, message.string, strict=True)
        elif message.id:
            yield message.id, message.string


@pytest.mark.parametrize("code", ["en", "en_GB", "no language"])
def test_only_the_code_of_another_language_can_be_translated_into(code, capsys):
    with pytest.raises(SystemExit):
        main([code])
    said = capsys.readouterr().err
    assert f"{code!r} isn't the code of a language to translate into" in said


@each_catalogue
def test_everything_is_translated(path):
    assert left_over(read(path, path.relative_to(LOCALE).parts[0])) == (0, 0)


@each_language
def test_the_sentences_of_the_code_are_those_of_the_catalogue(spoken):
    kept = read(LOCALE / spoken / "LC_MESSAGES" / "blocky.po", spoken)
    assert ids(kept) == ids(template()), f"python -m tools.translate {spoken}"
    compiled = translation("blocky", LOCALE, [spoken])
    for message in kept:
        if message.pluralizable:
            assert tuple(compiled.ngettext(*message.id, number)
                         for number in (1, 2)) == message.string
        elif message.id:
            assert message.string == (compiled.pgettext(message.context, message.id)
                                      if message.context else compiled.gettext(message.id))


def shape(source):
    """Return the syntax tree of a cell without its texts."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            node.values = sorted((each for each in node.values if isinstance(
                each, ast.FormattedValue)), key=ast.dump)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            node.value = ""
    return ast.dump(tree)


@each_language
@each_source
def test_a_notebook_is_made_of_its_catalogue_and_its_code_does_the_same(path, spoken):
    notebook, notes = notebook_at(ROOT / path), Notes()
    translated(notebook, notes.say)
    catalogue = read((LOCALE / spoken / path).with_suffix(".po"), spoken)
    assert ids(catalogue) == list(notes.found), f"python -m tools.translate {spoken}"
    kept = notebook_at(ROOT / spoken / path)
    assert kept == notebook_in(notebook, spoken, said_by(catalogue), kept), (
        f"python -m tools.translate {spoken}")
    begin = f'import blocky\n\nblocky.language("{spoken}")\n\n'
    for before, after in zip(notebook.cells, kept.cells, strict=True):
        assert (before.id, before.cell_type, before.metadata) == (
            after.id, after.cell_type, after.metadata)
        if before.cell_type == "code":
            assert after.source.startswith(begin)
            assert shape(after.source.removeprefix(begin)) == shape(before.source)
            begin = ""
        else:
            assert links_are_good(after.source, (ROOT / spoken / path).parent)


def test_a_link_to_a_heading_leads_to_the_translated_heading():
    page = (ROOT / "es/docs/blue.md").read_text("utf-8")
    assert "](own-code.md#en-prograsonne-y-blue)" in page
    own_code = (ROOT / "es/docs/own-code.md").read_text("utf-8")
    assert "### En Prograsonne y Blue\n" in own_code
    grading = (ROOT / "es/GRADING.md").read_text("utf-8")
    assert "](#cómo-calificar-en-un-clúster)" in grading


@each_language
def test_a_page_is_made_of_its_catalogue(spoken):
    for source, target in pages(spoken).items():
        notes, text = Notes(), source.read_text(encoding="utf-8")
        markdown(text, lambda each, notes=notes: notes.say("", each))
        catalogue = read(page_catalogue(source, spoken), spoken)
        assert ids(catalogue) == list(notes.found)
        assert target.read_text("utf-8") == page_in(source, target, spoken)
        if target.is_relative_to(ROOT / spoken):
            assert links_are_good(target.read_text("utf-8"), target.parent)


FIELD = re.compile(r"\{\{|\}\}|\{(?:[^{}]|\{[^{}]*\})*\}")
CODE = re.compile(r"```.*?```|``[^`]+``|`[^`]*`", re.S)


def kept_of(text):
    """Return the features of a text that its translation must share."""
    prose = CODE.sub(" ", text)
    shown = re.sub(r"\]\([^)]*\)", "] ", prose)
    lines = text.split("\n")
    return {
        "code": Counter(CODE.findall(text)) if "```" not in text else None,
        "links": Counter(re.findall(r"\]\(([^)]*)\)", prose)),
        "pictures": len(re.findall(r"!\[", prose)),
        "fields": {*FIELD.findall(shown)},
        "fields of argparse": Counter(re.findall(r"%\(\w+\)[sr]|%s", text)),
        "formulas": Counter(re.findall(r"\$[^$]+\$", shown)),
        "tags": Counter(re.findall(r"</?\w[^>{]*>", shown)),
        "bold": shown.count("**"),
        "lines": [re.match(r"\s*([-*+] |\d+\. |#+ |\||>)?", line)[0] for line in lines],
        "columns": [line.count("|") for line in lines if line.lstrip().startswith("|")],
        "ends": (text[:1].isspace(), text[-1:].isspace()),
    }


@each_catalogue
def test_code_fields_links_and_marks_are_those_of_the_original(path):
    for original, text in translations(path):
        before, after = kept_of(original), kept_of(text)
        if original.startswith(("1 ", "There is 1 ")):  # a plural form may say the number
            before["fields"] = after["fields"]
        assert after == before, (original, text)


@pytest.mark.slow
@each_language
@pytest.mark.parametrize("name", MANY_TEXTS)
def test_a_lesson_of_each_game_with_many_texts_in_its_code_runs(name, spoken):
    assert errors(ran(ROOT / spoken / f"notebooks/{name}.ipynb")) == {}


def glossary(spoken):
    """Yield the game, the English term, and the words that are not used for it."""
    for line in (LOCALE / spoken / "glossary.tsv").read_text("utf-8").splitlines()[1:]:
        game, term, _, *others = line.split("\t")
        yield game, re.sub(r"^to | \(.*\)", "", term), others[0].split(", ") if others else []


@each_catalogue
def test_a_term_of_the_glossary_has_no_second_word(path):
    spoken, *folders = path.relative_to(LOCALE).parts
    terms = [(term, others) for game, term, others in glossary(spoken)
             if others and game in ("all", *folders)]
    assert terms
    for original, text in translations(path):
        prose = [re.sub(r"\S+\[\w+\]", " ", CODE.sub(" ", FIELD.sub(" ", each)))
                 for each in (original, text)]
        for term, others in terms:
            if re.search(rf"\b{term}(s|es)?\b", prose[0], re.I):
                assert not [word for word in others if re.search(
                    rf"\b{word}(s|es)?\b", prose[1], re.I)], (term, text)


def test_what_was_changed_is_fuzzy_and_shown_in_english():
    old, new = Notes(), Notes()
    for text in ("A board is a tree.", "It has four children.", "This goes."):
        old.say("tree-01", text)
    catalogue = updated(read(LOCALE / "no such file", "es"), old.template())
    for text in ids(catalogue):
        catalogue[text].string = f"¡{text}!"
    for text in ("A board is always a tree.", "It has four children.", "Something else: 12345."):
        new.say("tree-01", text)
    catalogue = updated(catalogue, new.template())
    assert left_over(catalogue) == (1, 1)
    changed = catalogue["A board is always a tree."]
    assert (changed.fuzzy, changed.string) == (True, "¡A board is a tree.!")
    assert changed.previous_id == ["A board is a tree."]
    said = said_by(catalogue)
    assert [said("tree-01", text) for text in new.found] == [
        "A board is always a tree.", "¡It has four children.!", "Something else: 12345."]


CELL = """def double():
    # first this,
    # then that
    return 2  # two

print(f"{1:3} blocks are {'r' * 2}{{}}, and a great deal more than that, all in all.", "x")
"""


def test_the_texts_of_code_are_found_and_replaced():
    notes = Notes()
    assert code(CELL, lambda text: notes.say("", text)) == CELL
    assert list(notes.found) == [
        "first this, then that", "two",
        "{1:3} blocks are {'r' * 2}{{}}, and a great deal more than that, all in all."]
    other = code(CELL, lambda text: f'¿«{text}» "ñ"?')
    compile(other, "", "exec")
    assert '# ¿«first this, then that» "ñ"?\n    return 2  # ¿«two» "ñ"?' in other
    assert max(map(len, other.splitlines())) <= 100


def test_the_language_is_chosen_at_any_time(monkeypatch):
    assert in_use() == "en"
    blocky.language("es")
    assert in_use() == "es"
    blocky.language("en")
    assert say("red") == "red"
    with pytest.raises(ValueError, match=r"no language 'xx'. The languages are: 'en', 'es'"):
        blocky.language("xx")
    for asked, used in [({"LANGUAGE": "es:en"}, "es"), ({"LANGUAGE": "en:es"}, "en"),
                        ({"LANGUAGE": "xx:es_CL"}, "es"), ({"LANG": "es_CL.UTF-8"}, "es"),
                        ({"LC_ALL": "C", "LANG": "es_ES"}, "en"), ({}, "en")]:
        for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
            monkeypatch.delenv(name, raising=False)
        for name, value in asked.items():
            monkeypatch.setenv(name, value)
        language("en")
        ask_environment()
        assert in_use() == used, asked


def test_one_english_word_may_be_two():
    language("es")
    assert (say("classic"), say("classic", "palette")) == ("clásicas", "clásica")
    assert say("") == ""


@pytest.mark.parametrize("code", ["en", "xx1"])
def test_a_language_that_there_is_not_is_refused_with_a_sentence(code, capsys):
    with pytest.raises(SystemExit):
        main([code])
    assert f"'{code}' isn't the code of a language to translate into" in capsys.readouterr().err

"""What a class got wrong in an exercise: ``report.html``, and its numbers in ``report.csv``.

Both are anonymous. Only ``report_names.csv`` has names: it says who falls behind.
"""

import hashlib
import json
import re
from base64 import b64encode
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from io import BytesIO
from itertools import chain, product
from math import log
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemLoader
from matplotlib import rc_context
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator
from tqdm import tqdm

from blocky.kit import csv_files
from blocky.kit.check.exercise_cells import BadNotebookError, Cell, read
from blocky.kit.check.record import Status, state_of
from blocky.kit.draw.picture import with_code
from blocky.kit.grading.course import Course
from blocky.kit.grading.mistakes import (
    Mistake,
    definitions_of,
    hints_of,
    without_comments,
)
from blocky.kit.language import in_use, mark, plain, say, say_count
from blocky.kit.notebook.restore import is_check
from blocky.kit.teaching import edition
from blocky.kit.writing import replace_file

__all__ = ["NAMES", "NUMBERS", "PAGE", "write_report"]

#: The page, its numbers, the file with names, and what is kept for the next report.
PAGE, NUMBERS, NAMES, KEPT = "report.html", "report.csv", "report_names.csv", "report.json"

TEMPLATE = "report.html.j2"

#: The columns of the table of tasks, and the states that each counts.
GROUPS = {
    "passed": {Status.PASSED},
    "wrong": {Status.WRONG, Status.CHANGED_INPUT, Status.RETURNED_NONE},
    "never stops": {Status.NEVER_STOPS, Status.TOO_SLOW},
    "not started": {Status.NOT_STARTED},
    "not checked": {Status.NOT_CHECKED, Status.NOT_REACHED},
}
mark(("passed", "wrong", "never stops", "not started", "not checked"))

#: The states of answers whose mistake a hint can name.
EXPLAINED = GROUPS["wrong"] | GROUPS["never stops"]

#: How many mistakes to teach again.
TO_TEACH = 3

#: How many exercises tell who falls behind, with less than this share of their points.
LATEST = 2
LITTLE = 0.5

#: A heading in more lessons than this explains no topic, such as "Summary".
SEVERAL = 2


class Answer(NamedTuple):
    """A student's answer to a task, graded; ``source`` defines it."""

    student: str
    task: str
    state: Status
    points: float
    maximum: float
    source: str


class Section(NamedTuple):
    """A section of a lesson, with its words."""

    title: str
    link: str
    words: Counter[str]


@dataclass
class Cluster:
    """The answers with the same mistake; the shortest is the example."""

    task: str
    key: str
    answers: list[tuple[Answer, Mistake]] = field(default_factory=list)
    section: Section | None = None
    before: int | None = None

    @property
    def students(self) -> int:
        """The number of students who made the mistake."""
        return len(self.answers)

    @property
    def lost(self) -> float:
        """The points that it cost the class."""
        return sum(answer.maximum - answer.points for answer, _ in self.answers)

    @property
    def example(self) -> tuple[str, Mistake]:
        """The shortest code with the mistake, without what could name a student, and its hint."""
        def length(answer_and_mistake: tuple[Answer, Mistake]) -> int:
            answer, _ = answer_and_mistake
            return len(answer.source)

        answer, mistake = min(self.answers, key=length)
        return without_comments(answer.source), mistake


@dataclass
class Exercise:
    """What a class did in an exercise: the answers of each task, and the mistakes, by frequency."""

    name: str
    title: str
    students: int
    points: dict[str, float]
    maximum: float
    tasks: dict[str, list[Answer]]
    clusters: list[Cluster]
    before: Mapping[str, Any]

    def count(self, task: str, group: str) -> int:
        """Return how many answers to a task are in a group of states."""
        return sum(answer.state in GROUPS[group] for answer in self.tasks[task])

    def passed_before(self, task: str) -> int | None:
        """Return how many answers to a task passed in the report before; None if there was none."""
        return self.before["passed"].get(task) if self.before else None

    def gone(self) -> list[str]:
        """Return the hints on mistakes that were in the report before and are no longer made."""
        mistakes_before = self.before.get("mistakes", {})
        keys_now = {cluster.key for cluster in self.clusters}
        return [mistake["hint"] for key, mistake in mistakes_before.items()
                if key not in keys_now]

    def unexplained(self) -> int:
        """Return how many wrong answers have no hint."""
        wrong = sum(answer.state in EXPLAINED for task in self.tasks.values() for answer in task)
        return wrong - sum(each.students for each in self.clusters)

    def to_teach(self) -> list[Cluster]:
        """Return the mistakes that cost the class the most points."""
        return sorted(self.clusters, key=lambda each: -each.lost)[:TO_TEACH]

    def snapshot(self) -> dict[str, Any]:
        """Return what the next report compares with, as data for JSON.

        That's how many answers to each task passed, all students' points, and how many students
        made each mistake.
        """
        mistakes = {}
        for cluster in self.clusters:
            _, mistake = cluster.example
            mistakes[cluster.key] = {"students": cluster.students, "hint": mistake.general}
        return {"passed": {task: self.count(task, "passed") for task in self.tasks},
                "points": sorted(self.points.values()),
                "mistakes": mistakes}


def write_report(course: Course, names: Sequence[str], students: Sequence[str], jobs: int
                 ) -> list[str]:
    """Write the report on some exercises of a class; return sentences about it.

    OSError: a file can't be written.
    """
    kept = _read_kept()  # _mistakes and _compare_with_earlier add what the next report needs
    answers: dict[str, list[Answer]] = {name: [] for name in names}
    with course.book() as book:
        for name, student in product(names, students):
            answers[name] += _answers(course, book, student, name)
    all_answers = [*chain.from_iterable(answers.values())]
    mistakes = _mistakes(course.game, all_answers, kept["mistakes"], jobs)
    exercises = []
    for name in names:
        if answers[name]:
            exercise = _exercise(course, name, students, answers[name], mistakes)
            _compare_with_earlier(exercise, kept["exercises"])
            exercises.append(exercise)
    if not exercises:
        return [say("There is nothing to report, because no submission has been graded. Run "
                    "`blocky grade` first.")]
    number_behind = _write_names(course, students)
    replace_file(PAGE, _page(exercises, number_behind).encode())
    csv_files.write(NUMBERS, _numbers(exercises))
    replace_file(KEPT, json.dumps(kept, ensure_ascii=False, indent=1).encode())
    return [say("{page} shows what the class got wrong, without names. {numbers} has the same "
                "results as numbers. {names} says which students are falling behind.",
                page=PAGE, numbers=NUMBERS,
                names=NAMES)]


def _read_kept() -> dict[str, dict[str, Any]]:
    """Return what earlier reports have kept: "exercises", and "mistakes".

    Exercises are by language and name, as ``_compare_with_earlier`` notes them, and mistakes by
    ``_hash``. Both are empty if there's no file, or it can't be read.
    """
    try:
        kept = json.loads(Path(KEPT).read_text(encoding="utf-8"))
        return {name: dict(kept[name]) for name in ("exercises", "mistakes")}
    except (OSError, ValueError, KeyError, TypeError):
        return {"exercises": {}, "mistakes": {}}


# -- the answers of a class ------------------------------------------------------------------------

def _answers(course: Course, book: Any, student: str, name: str) -> Iterator[Answer]:
    """Yield a student's answers in an exercise, one for each check that gives points.

    There are none if the submission isn't graded.
    """
    notebook = course.graded(student, name)
    if notebook is None:
        return
    entry = course.entry(book, student, name)
    grades = entry.grades if entry else []
    points_of_cell = {grade.name: (grade.score or 0.0, grade.max_score or 0.0)
                      for grade in grades}
    sources = [cell.source for cell in notebook.cells
               if cell.cell_type == "code" and not is_check(cell)]
    for cell in filter(is_check, notebook.cells):
        name_of_cell = cell.metadata.nbgrader.grade_id
        if name_of_cell in points_of_cell:
            task = name_of_cell.removeprefix("check-")
            points, maximum = points_of_cell[name_of_cell]
            yield Answer(student, task, _state(cell, points, maximum), points, maximum,
                         source=definitions_of(sources, task))


def _state(cell: Any, points: float, maximum: float) -> Status:
    """Return the state of the answer that a graded cell has checked.

    It's that of the record in the cell's outputs. Without a record, or if somebody has changed the
    points of an answer that passed, the points decide: all of them, or "not checked".
    """
    records = [record for record in map(state_of, cell.get("outputs", [])) if record]
    if records and records[0].state is not Status.PASSED:
        return records[0].state
    return Status.PASSED if points >= maximum else Status.NOT_CHECKED


def _mistakes(game: str, answers: Sequence[Answer], kept: dict[str, Any], jobs: int
              ) -> dict[tuple[str, str], Mistake]:
    """Return the mistakes of wrong answers, by task and source.

    ``kept`` holds the fields of the mistakes in earlier reports, by ``_hash``. Mistakes of answers
    that aren't in it are looked for, ``jobs`` at a time, and added to it.
    """
    hashes = {(answer.task, answer.source): _hash(game, answer) for answer in answers
              if answer.state in EXPLAINED}
    new = [task_and_source for task_and_source, key in hashes.items() if key not in kept]
    new_mistakes = tqdm(hints_of(game, new, jobs), say("Looking for mistakes"), len(new),
                        disable=not new)
    for task_and_source, mistake in zip(new, new_mistakes, strict=True):
        if mistake:
            kept[hashes[task_and_source]] = mistake._asdict()
    mistakes = {}
    for task_and_source, key in hashes.items():
        if key in kept:
            state = Status(kept[key]["state"])  # a file of JSON has only its value
            mistakes[task_and_source] = Mistake(**{**kept[key], "state": state})
    return mistakes


def _hash(game: str, answer: Answer) -> str:
    """Return a checksum of an answer, and of all that its hint depends on."""
    try:
        kit = version("blocky-kit")
    except PackageNotFoundError:
        kit = ""
    language = in_use()
    parts = (kit, language, game, answer.task, answer.source)
    return hashlib.sha256(repr(parts).encode("utf-8", "replace")).hexdigest()


def _exercise(course: Course, name: str, students: Sequence[str], answers: Sequence[Answer],
              mistakes: Mapping[tuple[str, str], Mistake]) -> Exercise:
    """Return what a class did in an exercise, not yet compared with the report before.

    ``mistakes`` are by task and source. Each cluster of answers with the same mistake gets the
    section of the lesson that is most likely about it.
    """
    tasks = defaultdict[str, list[Answer]](list)
    points = defaultdict[str, float](float)  # by student
    for answer in answers:
        tasks[answer.task].append(answer)
        points[answer.student] += answer.points
    title, sections = _lesson(course.game, name)
    clusters = _clusters(answers, mistakes)
    for cluster in clusters:
        _, mistake = cluster.example
        words = f"{cluster.task} {mistake.kind} {mistake.hint} {mistake.call}"
        cluster.section = _section_for(words, sections)
    maximum = sum(first.maximum for first, *_ in tasks.values())
    return Exercise(name=name, title=title, students=len(students), points=dict(points),
                    maximum=maximum, tasks=dict(tasks), clusters=clusters, before={})


def _clusters(answers: Sequence[Answer], mistakes: Mapping[tuple[str, str], Mistake]
              ) -> list[Cluster]:
    """Return the answers with the same mistake as clusters, those of the most students first."""
    clusters: dict[tuple[str, str], Cluster] = {}
    for answer in answers:
        mistake = mistakes.get((answer.task, answer.source))
        if mistake is None or answer.state not in EXPLAINED:
            continue
        key = f"{answer.task}: {plain(mistake.key)}"
        if (answer.task, key) not in clusters:
            clusters[answer.task, key] = Cluster(answer.task, key)
        clusters[answer.task, key].answers.append((answer, mistake))
    return sorted(clusters.values(), key=lambda cluster: (-cluster.students, cluster.key))


def _compare_with_earlier(exercise: Exercise, snapshots: dict[str, Any]) -> None:
    """Note in an exercise what the report before said, and in ``snapshots`` what this one says.

    ``snapshots`` holds, for each language and exercise, the snapshot in the last report ("now"),
    and the one with which that report compared it ("before").
    """
    key = f"{in_use()}/{exercise.name}"  # hints in another language can't be compared
    last = snapshots.get(key, {})
    now = exercise.snapshot()
    # if nothing has changed, the last report is written again, so it compares with the same one
    is_the_same = last.get("now") == now
    before = last.get("before" if is_the_same else "now") or {}
    snapshots[key] = {"now": now, "before": before}
    exercise.before = before
    if before:
        for cluster in exercise.clusters:
            mistake_before = before["mistakes"].get(cluster.key, {"students": 0})
            cluster.before = mistake_before["students"]


# -- the section of a lesson -----------------------------------------------------------------------

def _lesson(game: str, name: str) -> tuple[str, list[Section]]:
    """Return the title of an exercise's lesson, and its sections, with the words in each.

    Sections that many lessons have, such as a summary, are left out.
    """
    path, link = _link_to_lesson(game, name)
    lessons = path.parent.glob("*.ipynb")
    number_of_lessons_with = Counter(chain.from_iterable(map(_headings, lessons)))
    title = name
    sections: list[Section] = []
    in_section = False  # whether the next words belong to the last of the sections
    for cell in _cells(path):
        headings = _HEADING.findall(cell.source) if cell.kind == "markdown" else []
        for level, text in headings:
            if level == "#":
                title = text
                in_section = False
                continue
            in_section = number_of_lessons_with[text] <= SEVERAL
            if in_section:
                anchor = text.replace("`", "").replace(" ", "-")
                sections.append(Section(text, f"{link}#{anchor}", Counter()))
        if in_section:
            sections[-1].words.update(_words(cell.source))
    return title, sections


def _link_to_lesson(game: str, name: str) -> tuple[Path, str]:
    """Return the path of an exercise's lesson, and the link to it.

    It links to the page that ``blocky book`` makes, if it's there, or else to the notebook.
    """
    here = Path("notebooks", game, f"{name}.ipynb")
    page = Path("book", game, f"{name}.html")
    path = here if here.is_file() else edition() / here
    if page.is_file():
        link = page.as_posix()
    elif here.is_file():
        link = here.as_posix()
    else:
        link = path.as_uri()
    return path, link


#: A heading: its level, such as "##", and its text.
_HEADING = re.compile(r"^(#+) (.+)$", re.M)


def _cells(path: Path) -> list[Cell]:
    """Return the cells of a lesson; none if it can't be read."""
    try:
        return read(path)
    except BadNotebookError:
        return []


def _headings(path: Path) -> set[str]:
    """Return the headings in a lesson."""
    return {text for cell in _cells(path) if cell.kind == "markdown"
            for _, text in _HEADING.findall(cell.source)}


def _words(text: str) -> list[str]:
    """Return the beginnings of the words in a text, as "shares" and "shared" are the same word."""
    return [word[:5].lower() for word in re.findall(r"[^\W\d_]{3,}", text)]


def _section_for(text: str, sections: Sequence[Section]) -> Section | None:
    """Return the section that shares most rare words with a text; None if it shares none."""
    def rarity(word: str) -> float:
        """Return 0 for a word that is in all sections, and more the fewer it's in."""
        return log(len(sections) / sum(word in each.words for each in sections))

    def likeness(section: Section) -> float:
        """Return how well a section fits the text; 0 if they share no rare word."""
        shared = {*_words(plain(text))} & section.words.keys()
        length = 1 + log(1 + section.words.total())  # long sections share more words by chance
        return sum(map(rarity, shared)) / length

    best = max(sections, key=likeness, default=None)
    return best if best and likeness(best) > 0 else None


# -- the files -------------------------------------------------------------------------------------

def _page(exercises: Sequence[Exercise], number_behind: int) -> str:
    """Return the page of a report, in HTML; ``number_behind`` students fall behind."""
    environment = Environment(loader=FileSystemLoader(Path(__file__).parent), autoescape=True,
                              trim_blocks=True, lstrip_blocks=True)
    environment.filters["code"] = with_code
    return environment.get_template(TEMPLATE).render(
        say=say, say_count=say_count, language=in_use(), exercises=exercises, groups=GROUPS,
        behind=number_behind, names=NAMES, picture=_picture, bars=_bars)


def _bars(exercise: Exercise) -> str:
    """Return a sentence that says how many students have how many points."""
    counted = Counter(exercise.points.values())
    parts = [say_count("{count} student has {points:g}", "{count} students have {points:g}",
                       counted[points], points=points) for points in sorted(counted)]
    return say("Points, out of {maximum:g}: {parts}.", maximum=exercise.maximum,
               parts="; ".join(parts))


def _picture(exercise: Exercise) -> str:
    """Return a chart of how many students have each number of points, as a data URL with an SVG."""
    counted = Counter(round(points) for points in exercise.points.values())
    figure = Figure(figsize=(6, 2.2), layout="constrained")
    axes = figure.subplots()
    axes.bar(list(counted.keys()), list(counted.values()), color="#4a78b5")
    axes.set_xlim(-0.6, max(exercise.maximum, 1) + 0.6)
    axes.set_xlabel(say("points"))
    axes.set_ylabel(say("students"))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    axes.spines[["top", "right"]].set_visible(False)
    svg = BytesIO()
    with rc_context({"svg.hashsalt": exercise.name}):  # the same picture for the same points
        figure.savefig(svg, format="svg", metadata={"Date": None})
    return f"data:image/svg+xml;base64,{b64encode(svg.getvalue()).decode()}"


def _numbers(exercises: Iterable[Exercise]) -> Iterator[Sequence[Any]]:
    """Yield the lines of the table with the numbers of a report, the names of columns first.

    There are three kinds of lines, by the column "about". They count students: those who have so
    many "points", those whose answer to a task is in a group of states ("state"), and those who
    made a "mistake".
    """
    yield "exercise", "task", "about", "what", "students", "students_before", "points_lost"
    for exercise in exercises:
        for points, count in sorted(Counter(exercise.points.values()).items()):
            yield exercise.name, "", "points", f"{points:g}", count, "", ""
        for task in exercise.tasks:
            for group in GROUPS:
                before = exercise.passed_before(task) if group == "passed" else ""
                yield exercise.name, task, "state", group, exercise.count(task, group), before, ""
        for cluster in exercise.clusters:
            _, mistake = cluster.example
            hint = plain(mistake.general).replace("\n", " ")
            yield (exercise.name, cluster.task, "mistake", hint, cluster.students, cluster.before,
                   f"{cluster.lost:g}")


def _write_names(course: Course, students: Sequence[str]) -> int:
    """Write the share of points of each student in each exercise; return how many fall behind.

    They fall behind with less than ``LITTLE`` of the points in the ``LATEST`` exercises together.
    They're first in the file, and marked there.
    """
    points = dict[tuple[str, str], float]()  # by student and exercise
    maxima = dict[str, float]()  # by exercise
    with course.book() as book:
        for name in course.exercises().get(course.game, []):
            for student in students:
                if entry := course.entry(book, student, name):
                    points[student, name] = entry.score - (entry.late_submission_penalty or 0)
                    maxima[name] = entry.max_score
    names = sorted(maxima)
    latest = names[-LATEST:]
    maximum_of_latest = sum(maxima[name] for name in latest)
    behind: list[list[str]] = []
    others: list[list[str]] = []
    for student in sorted(students):
        # "or 1": of an exercise without points, everybody has 0 %
        shares = [f"{points.get((student, name), 0) / (maxima[name] or 1):.0%}" for name in names]
        points_in_latest = sum(points.get((student, name), 0) for name in latest)
        share_of_latest = points_in_latest / (maximum_of_latest or 1)
        line = [student, *shares, f"{share_of_latest:.0%}"]
        if share_of_latest < LITTLE:
            behind.append([*line, say("yes")])
        else:
            others.append([*line, ""])
    csv_files.write(NAMES, [["student", *names, "latest", "falls_behind"], *behind, *others])
    return len(behind)

"""Sorts what was downloaded from a learning platform, for ``nbgrader zip_collect``.

The name of an upload says whose it is. What is inside a student's own zip file belongs to that
student, even if a file in it has another student's name.
"""

import os
import re
from pathlib import Path

from nbgrader.plugins import FileNameCollectorPlugin  # type: ignore[import-untyped]

from blocky.kit.grading.submitted import is_of_the_system
from blocky.kit.language import say

__all__ = ["Collector"]

NOTEBOOK = ".ipynb"


class Collector(FileNameCollectorPlugin):  # type: ignore[misc]
    """Gives each file to its uploader. It keeps helper files, and names duplicates."""

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        #: The files that were collected, by student and name.
        self._collected: dict[tuple[str, Path], Path] = {}

    def collect(self, submitted_file: str) -> dict[str, str] | None:
        """Return what nbgrader wants to know of a downloaded file; None if it's left out.

        That's a dict with the "student_id", the name that the file gets in the student's folder
        ("file_id"), and any other groups of the course's regular expression for names.
        """
        inside = Path(os.path.relpath(submitted_file, self._extracted()))
        if is_of_the_system(inside):
            return None
        upload = self._upload(inside)
        if upload is None:
            self.log.warning(say("{file} is left out, because its name doesn't say whose it is.",
                                 file=inside))
            return None
        upload_parts, fields = upload
        is_the_upload_itself = upload_parts == len(inside.parts)  # not a file in a zip file
        if is_the_upload_itself:
            name = Path(f"{fields['file_id']}{inside.suffix}")
        else:
            name = self._name_in_archive(inside, upload_parts)
        if self._is_double(fields["student_id"], name, inside):
            return None
        return {**fields, "file_id": str(name)}

    def _extracted(self) -> str:
        """Return the folder with everything that was downloaded, unpacked."""
        app = self.parent
        return str(app._format_collect_path(app.extracted_directory))

    def _upload(self, inside: Path) -> tuple[int, dict[str, str]] | None:
        """Return how many parts the path of a file's upload has, and what the upload's name says.

        The upload is the first folder on the way to the file whose name has the id of a student,
        or else the file itself. What its name says is a dict with at least "student_id" and
        "file_id". Return None if no name on the way has a student's id.
        """
        for upload_parts in range(1, len(inside.parts) + 1):
            path = os.path.join(*inside.parts[:upload_parts])
            fields = re.match(self.named_regexp, os.sep + path)  # it expects a separator first
            if fields and fields["student_id"].strip(". "):
                return upload_parts, fields.groupdict()
        return None

    def _name_in_archive(self, inside: Path, upload_parts: int) -> Path:
        """Return the name that a file from a student's archive gets in the student's folder.

        A notebook gets the name of its exercise. Other files keep their places beside the nearest
        notebook. The first ``upload_parts`` parts of the path ``inside`` are the unpacked archive.
        """
        if inside.suffix == NOTEBOOK:
            # the expression expects a separator first
            fields = re.fullmatch(self.named_regexp, f"{os.sep}{inside.stem}")
            exercise = fields["file_id"] if fields else inside.stem
            return Path(f"{exercise}{NOTEBOOK}")
        top = Path(self._extracted())
        upload = Path(*inside.parts[:upload_parts])
        for folder in inside.parents:  # the nearest one with a notebook, within the upload
            if any((top / folder).glob(f"*{NOTEBOOK}")):
                return inside.relative_to(folder)
            if folder == upload:
                break
        return inside.relative_to(upload)

    def _is_double(self, student: str, name: Path, inside: Path) -> bool:
        """Return whether another file of the student already has this name; if so, warn of both."""
        first = self._collected.setdefault((student, name), inside)
        is_double = first != inside
        if is_double:
            self.log.warning(say(
                "{student} submitted {name} twice: {first} is used, and {second} is left out. To "
                "use {second} instead, remove {first} from your download, and collect again.",
                student=student, name=name, first=first, second=inside))
        return is_double

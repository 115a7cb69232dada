"""Takes each edition in another language (`es/`) into the wheel, beside the English one."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Editions(BuildHookInterface):
    """What `pyproject.toml` names as its build hook."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the files of each language that has a catalogue, but those that are hidden."""
        if version == "editable":  # which finds them where they are
            return
        root = Path(self.root)
        for catalogue in (root / "blocky" / "locale").glob("*/"):
            for path in (root / catalogue.name).rglob("*.*"):
                name = path.relative_to(root)
                if path.is_file() and not any(part.startswith(".") for part in name.parts):
                    build_data["force_include"][str(path)] = f"blocky/teaching/{name.as_posix()}"

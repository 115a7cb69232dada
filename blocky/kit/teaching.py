"""Where notebooks and pictures are, and which notebook a word in a command means."""

from pathlib import Path

from blocky.kit.language import in_use, say

__all__ = ["ROOT", "edition", "editions", "find", "nearest"]

_HOUSE = Path(__file__).parents[1]

#: The folder that holds notebooks/, exercises/, solutions/ and images/: in the package if it was
#: installed from a wheel, next to it in a clone.
ROOT = _HOUSE / "teaching" if (_HOUSE / "teaching").is_dir() else _HOUSE.parent


def editions() -> dict[str, Path]:
    """Return the folders of the editions by language; the English one contains the others."""
    return {"en": ROOT, **{path.parent.name: path.parent for path in ROOT.glob("*/notebooks")}}


def edition() -> Path:
    """Return the folder of the edition in the language in use, or else of the English one."""
    return editions().get(in_use(), ROOT)


def nearest(name: str) -> Path:
    """Return the path of ``name`` in the current folder or the nearest above; else just ``name``.

    In each folder, its subfolder for the language in use, such as ``es``, is searched first.
    """
    for levels_up in range(len(Path.cwd().parts)):
        folder = Path(*[".."] * levels_up)
        for path in (folder / in_use() / name, folder / name):
            if path.exists():
                return path
    return Path(name)


def find(word: str, folder: Path) -> Path:
    """Return the notebook that ``word`` means: a file, or one in ``folder`` by number or name.

    >>> find("8b", ROOT / "notebooks" / "blocky").name
    '08b_polish.ipynb'

    FileNotFoundError: there is none. The message lists the notebooks in the folder.
    """
    if Path(word).is_file():
        return Path(word)
    # a short name comes first, so 06_flatten before its copies
    notebooks = sorted(folder.glob("*.ipynb"), key=lambda path: (len(path.name), path.name))
    number = word.lstrip("0")
    for path in notebooks:
        number_of_notebook, *_ = path.name.split("_")
        if number == number_of_notebook.lstrip("0") or word == path.stem:
            return path
    if not notebooks:
        raise FileNotFoundError(
            say("There's no notebook {word}, and {folder} has no notebooks. `blocky new FOLDER` "
                "makes a folder with all of them.", word=word, folder=folder))
    raise FileNotFoundError(
        say("There's no notebook {word}. The notebooks in {folder} are {names}.", word=word,
            folder=folder, names=", ".join(sorted(path.stem for path in notebooks))))

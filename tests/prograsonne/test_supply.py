"""The supply, and the files that say it."""

import pytest

from blocky.kit.command import main
from blocky.prograsonne import Game, read_supply, write_supply
from blocky.prograsonne.tiles import TYPES


def test_the_shipped_supply():
    supply = read_supply()
    assert (sum(supply.values()), supply["PPGPPG"], supply["CCCRGR"]) == (223, 20, 0)
    assert supply.keys() == TYPES.keys()


def test_a_fresh_supply_is_written_and_read(tmp_path):
    path, seen = tmp_path / "supply.csv", set()
    for seed in range(30):
        write_supply(path, seed)
        seen.update(read_supply(path).values())
    assert seen == set(range(21))
    write_supply(path, 29)
    assert Game(seed=1, supply=read_supply(path)).position.start_supply == read_supply(path)


def test_blank_lines_and_missing_types(tmp_path):
    path = tmp_path / "supply.csv"
    path.write_text("\nGGGGGC, 3\n\n  \nGGGGGG,0\n")
    assert {name: count for name, count in read_supply(path).items() if count} == {"GGGGGC": 3}


@pytest.mark.parametrize(("line", "words"), [
    ("GGGGGX,1", "a type of tile"), ("GGGGGG", "a type of tile"), ("GGGGGG 1", "a type of tile"),
    ("GGGGGG,-1", "whole number"), ("GGGGGG,1.5", "whole number"), ("GGGGGG,", "whole number"),
    ("GGGGGG,many", "whole number"), ("GGGGGG,1,2", "whole number"),
    ("GGGGGG;1;2", "whole number"), ("GGGGGG,²", "whole number"), ("GGGGGC,1", "before"),
    ("GGGGGC;1", "before"), ("type,count", "a type of tile"),
    ("GCCRPG,1", "a type of tile"),
])
def test_a_bad_line_refuses_the_file_and_is_named(tmp_path, line, words):
    path = tmp_path / "supply.csv"
    path.write_text(f"GGGGGC,2\n\n{line}\nalso bad\n", encoding="utf-8")
    with pytest.raises(ValueError, match=f"Line 3 .*{words}"):
        read_supply(path)


@pytest.mark.parametrize("text", [
    "type,count\nGGGGGC,2\nPGGPGG,3\n", "GGGGGC;2\nPGGPGG;3",
    "Type;Count\r\nGGGGGC;2\r\nPGGPGG; 3\r\n", "\n type , count \nGGGGGC,2\nPGGPGG;3\n",
])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_a_header_a_semicolon_and_a_byte_order_mark_are_read(tmp_path, text, encoding):
    path = tmp_path / "supply.csv"
    path.write_bytes(text.encode(encoding))
    supply = read_supply(path)
    assert {name: count for name, count in supply.items() if count} == {"GGGGGC": 2, "PGGPGG": 3}


def test_a_file_that_is_no_text_is_refused_with_a_sentence(tmp_path):
    path = tmp_path / "supply.csv"
    path.write_bytes("GGGGGC,2".encode("utf-16"))
    with pytest.raises(ValueError, match="no text in UTF-8"):
        read_supply(path)


def test_the_command_writes_a_supply_and_says_what_it_wrote(tmp_path, capsys):
    path = tmp_path / "mine.csv"
    assert main(["supply", str(path), "--seed", "7"]) == 0
    said = capsys.readouterr().out.splitlines()
    counts = read_supply(path)
    assert said[:-1] == [f"{name},{count}" for name, count in counts.items()]
    assert said[-1] == f"{path}: {sum(counts.values())} tiles of 24 types, seed 7."
    assert main(["supply", str(path), "--game", "prograsonne"]) == 0
    seed = int(capsys.readouterr().out.rsplit("seed ", 1)[1].rstrip(".\n"))
    again = tmp_path / "again.csv"
    assert write_supply(again, seed) == read_supply(path) == read_supply(again)
    assert main(["supply", str(tmp_path)]) == 1
    assert "cannot be written" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["", "\n", "GGGGGG,0\n"])
def test_a_supply_without_a_tile_is_refused(tmp_path, text):
    path = tmp_path / "supply.csv"
    path.write_text(text)
    with pytest.raises(ValueError, match="no tile"):
        read_supply(path)

"""The supply and its files."""

import pytest

from blocky.kit.command import main
from blocky.prograsonne import Game, read_supply, write_supply
from blocky.prograsonne.draw.rules import RULES
from blocky.prograsonne.tiles import TYPES


def test_the_shipped_supply():
    supply = read_supply()
    assert (sum(supply.values()), supply["PPGPPG"], supply["CCCRGR"]) == (223, 20, 0)
    assert supply.keys() == TYPES.keys()


def test_the_rules_say_which_types_the_shipped_supply_lacks():
    text = next(rule.text() for rule in RULES if rule.key == "tiles")
    assert "24 types" in text
    assert "223 tiles of 22 types" in text
    assert "no tiles of the types CCCRGR and CGGPPG" in text


def test_the_rules_say_how_a_file_of_tiles_is_made_and_where_it_is_named():
    text = next(rule.text() for rule in RULES if rule.key == "supply")
    for words in ('write_supply("tiles.csv")', "blocky supply tiles.csv", "New game", "Supply"):
        assert words in text


def test_a_misprint_of_the_course_is_explained_in_a_supply_too():
    with pytest.raises(ValueError, match=r"GCCRPG is a misprint .* Write GCCRPR"):
        Game(seed=1, supply={"GCCRPG": 3})


def test_a_fresh_supply_is_written_and_read(tmp_path):
    path, seen = tmp_path / "supply.csv", set()
    for seed in range(30):
        write_supply(path, seed)
        seen.update(read_supply(path).values())
    assert seen == set(range(21))
    write_supply(path, 29)
    assert Game(seed=1, supply=read_supply(path)).position.start_supply == read_supply(path)


@pytest.mark.parametrize(("content", "words"), [
    (b"GGGGGC,2\n\nGGGGGX,1\nalso bad", "Line 3 .*a type of tile"),
    (b"GGGGGG", "Line 1 .*a type of tile"),
    (b"GGGGGC,2\nGCCRPG,1", "Line 2 .*GCCRPG is a misprint .* Write GCCRPR"),
    (b"Pieza,Cantidad\nCCCGCC,2\n\nCCCGCC,0", "Line 4 .*twice by mistake: one .* should be CCCRGR"),
    (b"GGGGGG;1,5", "Line 1 .*integer"), (b"GGGGGG,1,0", "Line 1 .*integer"),
    (b"GGGGGG,2\nPieza,Cantidad", "Line 2 .*a type of tile"),
    (b"Form,Amount\nGGGGGC,2", 'Line 1 .*must be "type" or "tile" .* and "count" or "number"'),
    (b"PK\x03\x04\x14\0\x06\0", "isn't a text file. .* save the table there as a CSV file"),
    (b"GGGGGG,-1", "Line 1 .*integer"), (b"GGGGGG,1.5", "Line 1 .*integer"),
    (b"GGGGGG,", "Line 1 .*and a count"), (b"GGGGGG,1,2", "Line 1 .*integer"),
    ("GGGGGG,²".encode(), "Line 1 .*integer"), (b"GGGGGC,2\nGGGGGC;1", "Line 2 .*twice"),
    (b"GGGGGC,2\ntype,count", "Line 2 .*a type of tile"), (b"", "no tile"),
    (b"GGGGGG,0\n", "no tile"), ("GGGGGC,2".encode("utf-16-le"), "isn't a text file"),
    ("GGGGGC,2\nñ".encode("latin-1"), "isn't a text file"),
])
def test_a_bad_file_is_refused_and_its_line_is_named(tmp_path, content, words):
    path = tmp_path / "supply.csv"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=words):
        read_supply(path)


@pytest.mark.parametrize("text", [
    "type,count\nGGGGGC,2\nPGGPGG,3\n", "GGGGGC;2\nPGGPGG;3",
    "Type;Count\r\nGGGGGC;2\r\nPGGPGG; 3\r\n", "\n type , count \nGGGGGC,2\n\n  \nPGGPGG;3\n",
    "Pieza:string,Cantidad:int\nGGGGGC,2\nPGGPGG,3", "Pieza,Cantidad\rGGGGGC,2\rPGGPGG,3\r",
    "Pieza\tCantidad\nGGGGGC\t2\nPGGPGG\t3\n", '"Pieza";"Cantidad"\n"GGGGGC";"2"\n"PGGPGG";3;;\n',
    "Ficha;Cantidad\nGGGGGC;2\nPGGPGG;3", "Tile,Number\nGGGGGC,2\nPGGPGG,3",
    "GGGGGC,2.0,,\n,,\nPGGPGG,3.00,\n", "sep=;\nGGGGGC;2,0\nPGGPGG;3\n",
    '"GGGGGC,2"\n"PGGPGG,3"\n', "GGGGGC\u00a0, 2\n;;\nPGGPGG,03\n",
])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_what_spreadsheets_write_is_read(tmp_path, text, encoding):
    path = tmp_path / "supply.csv"
    path.write_bytes(text.encode(encoding))
    supply = read_supply(path)
    assert {name: count for name, count in supply.items() if count} == {"GGGGGC": 2, "PGGPGG": 3}


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
    assert "isn't a supply of tiles" in capsys.readouterr().err
    assert main(["supply", str(tmp_path / "nowhere" / "supply.csv")]) == 1
    assert "can't be written" in capsys.readouterr().err

"""Prints what each check says of each typical wrong answer."""

from blocky import check
from blocky.kit.check.task import CheckError
from tests.answers import tasks

print("| task | mistake | state | last hint |\n|---|---|---|---|")
for name, _, wrong in tasks():
    for each in wrong:
        for _ in range(3):
            try:
                getattr(check, name)(each.answer)
            except CheckError as error:
                said = error
        print(f"| {name} | {each.mistake} | {said.state} | {said.hint} |")

"""Упражнения: верный ответ проверка принимает, неверный отклоняет и говорит по-русски почему."""

import contextlib
import io
import re
import runpy
import sys
from pathlib import Path

import jupytext
import pytest

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))
from notebooks import SOURCES  # noqa: E402


def printed(source: str, names: dict) -> str:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(source, names)
    return out.getvalue()


def section(md: Path) -> list:
    """Ячейки кода раздела «Упражнения»."""
    cells = jupytext.read(md).cells
    start, end = (
        next(i for i, c in enumerate(cells) if re.search(f"^## {heading}$", c.source, re.M))
        for heading in ("Упражнения", "Официальные источники")
    )
    return [c for c in cells[start:end] if c.cell_type == "code"]


@pytest.mark.parametrize("md", SOURCES, ids=lambda p: p.stem)
def test_right_answers_pass_and_wrong_ones_do_not(md):
    names, checks, blank = {}, {}, []
    for cell in section(md):  # раздел исполняется сам по себе, без остальной страницы
        output = printed(cell.source, names)
        if number := re.search(r"(?m)^def check_(\d)\(", cell.source):
            checks[number[1]] = cell.source
            blank.append(output)
        elif "solution" in cell.metadata.get("tags", []):
            assert "hide-cell" in cell.metadata.tags
    assert blank == [f"Упражнение {n}: ответа пока нет.\n" for n in checks] and len(blank) >= 2
    wrong = runpy.run_path(str(ROOT / "tests" / "wrong_answers" / f"{md.stem}.py"))
    for n, check in checks.items():
        names[f"answer_{n}"] = names[f"solution_{n}"]
        assert printed(check, names) == f"Упражнение {n}: верно.\n"
        mistakes = [f for name, f in wrong.items() if name.startswith(f"wrong_{n}_")]
        assert len(mistakes) >= 3
        for mistake in mistakes:
            names[f"answer_{n}"] = mistake
            verdict = printed(check, names)
            assert re.match(rf"Упражнение {n}: (пока неверно|код остановился)\. ", verdict), verdict
            assert mistake.__doc__ in verdict, (mistake.__name__, verdict)


def test_the_judge_is_the_same_in_every_page():
    assert len({section(md)[0].source for md in SOURCES}) == 1

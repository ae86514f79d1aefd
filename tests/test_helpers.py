"""Помощники страниц и судья упражнений отказывают, когда должны."""

import jax
import numpy as np
import pytest
from test_notebooks import SOURCES, code_cells


@pytest.fixture(scope="module")
def names():
    """Всё, что определяют ячейка помощников и ячейка судьи первой страницы."""
    names = {"jax": jax}
    for cell in code_cells(SOURCES[0]):
        if cell.source.startswith(("#@title Помощники:", "#@title Проверка ответов")):
            exec(cell.source, names)
    return names


def fail():
    raise ValueError("начало, конец")


def test_must_raise_wants_this_error_with_this_beginning(names):
    must_raise = names["must_raise"]
    must_raise(ValueError, "начало", fail)
    for kind, start, call in [
        (TypeError, "начало", fail),
        (Exception, "начало", fail),
        (ValueError, "конец", fail),
        (ValueError, "", lambda: None),
    ]:
        with pytest.raises(AssertionError):
            must_raise(kind, start, call)


@pytest.mark.parametrize(
    "got",
    [
        {"w": np.ones(2)},
        {"w": np.ones(2), "b": np.zeros(1)},
        {"w": np.ones((1, 2)), "b": np.zeros(())},
        {"w": np.array([1, 1.001]), "b": np.zeros(())},
        {"w": np.array([1, np.nan]), "b": np.zeros(())},
        [np.ones(2), np.zeros(())],
    ],
    ids=["ключ", "форма", "broadcasting", "значение", "NaN", "структура"],
)
def test_same_tree_sees_any_difference(names, got):
    want = {"w": np.ones(2), "b": np.zeros(())}
    names["same_tree"]({"w": np.ones(2), "b": np.array(1e-7)}, want)
    with pytest.raises(AssertionError):
        names["same_tree"](got, want)


def test_verdict_tells_an_answer_from_its_absence(names, capsys):
    def check(answer):
        if answer() != 1:
            raise AssertionError("Нужна единица.")

    def blank():
        raise NotImplementedError

    for answer in (lambda: 1, lambda: 2, blank, fail):
        names["verdict"](3, check, answer)
    assert capsys.readouterr().out.splitlines() == [
        "Упражнение 3: верно.",
        "Упражнение 3: пока неверно. Нужна единица.",
        "Упражнение 3: ответа пока нет.",
        "Упражнение 3: код остановился. ValueError: начало, конец",
    ]

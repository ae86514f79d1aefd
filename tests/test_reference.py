"""Справочник: у понятия одно название на всю книгу, у каждой показанной ошибки есть объяснение."""

import re
import sys
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from test_text import SOURCES, squeeze

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import errors  # noqa: E402

GLOSSARY = ROOT / "book" / "reference" / "glossary.md"
PAGES = [ROOT / "README.md", *sorted({*(ROOT / "book").rglob("*.md")} - {GLOSSARY})]
GIVEN = squeeze("".join(path.read_text("utf-8") for path in SOURCES))


def glossary() -> list[tuple[str, ...]]:
    """Строки таблиц терминов: термин и его английский вид, определение, не пишем, где показано."""
    row = r"(?m)^\| \*\*(.+?)\*\*(.*?) \| (.+?)(?: \*Не пишем: (.+)\.\*)? \| \[.+\]\((.+)\) \|$"
    return re.findall(row, GLOSSARY.read_text("utf-8"))


def own_texts(markdown: str) -> list[str]:
    """Абзацы, пункты и ячейки таблиц, написанные для книги: без кода, формул и текста ссылок."""
    texts = []
    for block in MarkdownIt().enable("table").parse(markdown):
        pieces, link = [], False
        for token in block.children or []:
            link = token.type == "link_open" or (link and token.type != "link_close")
            pieces.append(token.content if token.type == "text" and not link else " ")
        whole = squeeze("".join(token.content for token in block.children or []))
        if whole not in GIVEN:
            texts.append(re.sub(r"\$[^$]*\$", "", "".join(pieces)))
    return texts


FORBIDDEN = [word for row in glossary() for word in row[3].split(", ") if word]


def variants(text: str) -> list[str]:
    """Запрещённые варианты терминов: русские — в любом падеже, латинские — слово целиком."""
    found = []
    for variant in FORBIDDEN:
        stems = [word.rstrip("аеийоуыьэюя") for word in variant.split()]
        words = r"[а-яё]{0,3} ".join(stems) + r"[а-яё]{0,3}"
        found += [variant] * bool(re.search(rf"(?<![\w-]){words}(?![\w-])", text, re.I))
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.stem)
def test_one_name_for_one_thing(page):
    found = {text: variants(text) for text in own_texts(page.read_text("utf-8"))}
    assert {text: names for text, names in found.items() if names} == {}


def test_a_forbidden_variant_is_found_and_code_is_not():
    def found(markdown):
        return [name for text in own_texts(markdown) for name in variants(text)]

    assert found("Якобиан, батча, о лоссе и Jacobian.") == ["батч", "якобиан", "Jacobian", "лосс"]
    good = "`jax.jacobian`, матрица Якоби, $Jacobian$, Jacobian-vector product, [Jacobian](a.md)"
    assert found(good) == []
    assert found("Как обновить веса: gradient descent") == ["gradient", "gradient descent"]
    given = "Один проверяемый шаг gradient descent для PyTree параметров: MSE, `value_and_grad`, "
    assert found(given + "`tree.map`, формы градиентов и снижение loss.") == []  # из источника


def test_every_term_has_a_definition_and_is_used_where_it_is_shown():
    assert len(glossary()) == GLOSSARY.read_text("utf-8").count("| **") > 40
    for term, english, definition, _, where in glossary():
        assert len(definition) > 20 and variants(f"{term} {definition}") == [], term
        page = (GLOSSARY.parent / where).with_suffix(".md").read_text("utf-8")
        stems = [
            re.escape(name.strip(" ·")[:6]) for name in f"{term}, {english or term}".split(",")
        ]
        assert re.search("|".join(stems), page, re.I), (term, where)


def test_every_error_shown_is_explained():
    page = errors.PAGE.read_text("utf-8")
    assert errors.update(page, errors.shown()) == (page, [])
    for entry in re.split(r"(?m)^### ", page)[1:]:
        title, explanation, *_ = entry.split("\n\n")
        assert len(explanation) > 12 and not explanation.startswith(("Показана", "```")), title


EXAMPLES = re.findall(
    r"(?m)^### `(.+)`\n\n(?:(?!^#|^```).*\n)*```python\n((?:(?!```).*\n)*)```",
    errors.PAGE.read_text("utf-8"),
)


@pytest.mark.parametrize("title, code", EXAMPLES, ids=[title for title, _ in EXAMPLES])
def test_the_example_raises_this_error(title, code):
    import jax
    import jax.numpy as jnp
    import numpy as np

    with pytest.raises(Exception) as raised:
        exec(code, {"jax": jax, "jnp": jnp, "np": np})
    assert f"{raised.type.__name__}: {str(raised.value).strip()}".startswith(title)


ENTRY = "# Ошибки\n\n### `TypeError: a`\n\nОбъяснение.\n"
EXAMPLE = "\n```python\nraise TypeError('a')\n```\n"


def test_a_missing_error_and_a_stale_one_are_found():
    page, faults = errors.update(ENTRY, {"TypeError: a b": ["[x](y)"]})
    assert faults == [] and page == ENTRY + "\nПоказана: [x](y).\n"
    assert errors.update(page, {"TypeError: b": ["[x](y)"]}) == (
        ENTRY,
        ["нигде не показана: TypeError: a", "на странице нет: TypeError: b"],
    )
    assert errors.update(ENTRY + EXAMPLE, {}) == (ENTRY + EXAMPLE, [])

"""Исходный текст каждого гайда стоит на странице дословно и по порядку."""

from pathlib import Path

import jupytext
import pytest
from markdown_it import MarkdownIt

ROOT = Path(__file__).resolve().parent.parent
SOURCES = sorted((ROOT / "tests" / "source").glob("*.txt"))


def squeeze(text: str) -> str:
    return "".join(text.split())


def source_text(raw: str) -> str:
    """Текст источника без пробелов: заголовок страницы впереди, без комментариев и второго FAQ."""
    kicker, title, lead, rest = raw.split("\n", 3)
    before, after = rest.split("\nЧастые вопросы\n")
    tail = after[after.index("Читайте также") : after.index("Комментарии")]
    body = "\n".join([title, lead, kicker, before, tail])
    return squeeze(body.replace("\n- ", "\n").replace(". - ", ".\n"))


def page_blocks(page: str) -> list[str]:
    """Абзацы, заголовки, пункты и код страницы по порядку: без разметки и пробелов."""
    blocks = []
    for cell in jupytext.reads(page, fmt="md:myst").cells:
        if cell.cell_type == "code":
            blocks.append(squeeze(cell.source))
            continue
        for token in MarkdownIt().enable("table").parse(cell.source):
            if token.type == "inline":
                blocks.append(squeeze("".join(t.content for t in token.children)))
    return blocks


def missing(raw: str, page: str) -> str:
    """Первые знаки источника, которых на странице нет на своём месте; пусто, если всё на месте."""
    rest = source_text(raw)
    for block in page_blocks(page):
        if block:
            rest = rest.removeprefix(block)
    return rest[:80]


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: p.stem)
def test_source_text_stands_in_the_guide(path):
    guide = ROOT / "book" / "guides" / f"{path.stem}.md"
    assert missing(path.read_text("utf-8"), guide.read_text("utf-8")) == ""


def test_every_guide_of_the_author_has_its_source():
    guides = (ROOT / "book" / "guides").glob("*.md")
    signed = {p.stem for p in guides if "Гайд · TNWS AI" in p.read_text("utf-8")}
    assert signed == {p.stem for p in SOURCES}


RAW = (
    "Гайд\nЗаголовок\nСтрока 0,07333.\nШаги\n- Первый.\n- Второй\n2*x. - Третий.\n"
    "Частые вопросы\nснова\nЧитайте также\nДругая\nКомментарии\nПока тихо"
)
PAGE = (
    "# Заголовок\n\nСтрока 0,07333.\n\nГайд\n\n## Шаги\n\nНаше.\n\n1. Первый.\n2. Второй `2*x`.\n"
    "3. Третий.\n\n```{code-cell} ipython3\nпроверка\n```\n\n## Читайте также\n\n**Другая**\n"
)


def test_typesetting_and_our_own_paragraphs_pass():
    assert missing(RAW, PAGE) == ""


@pytest.mark.parametrize(
    "old, new",
    [
        ("0,07333", "0,07334"),
        ("Первый.", "Первый"),
        ("2. Второй `2*x`.\n3. Третий.", "2. Третий.\n3. Второй `2*x`."),
        ("**Другая**\n", ""),
        ("Гайд\n\n", ""),
    ],
)
def test_a_changed_word_digit_or_order_fails(old, new):
    assert old in PAGE
    assert missing(RAW, PAGE.replace(old, new)) != ""

"""axe не находит на страницах ничего; каждая проверена светлой на столе и тёмной на телефоне."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from browsing import (  # noqa: F401
    DESKTOP,
    EVERY_PAGE,
    PHONE,
    START,
    browser,
    contexts,
    home,
    open_page,
)

# Свёрнутое раскрыто, отложенное разложено. Ячейки, слова кода и формулы все одного вида, поэтому
# остаются первые; доступна ли с клавиатуры прокрутка каждой ячейки, проверяет test_browser.py.
SHOW_ALL = """() => {
  const style = document.createElement("style");
  style.textContent = "* { content-visibility: visible !important; transition: none !important; }";
  document.head.append(style);
  const rest = (selector, count) => [...document.querySelectorAll(selector)].slice(count);
  rest(".highlight", 8).forEach((cell) => cell.remove());
  rest("math", 4).forEach((formula) => formula.replaceWith(formula.textContent));
  const seen = new Set();
  document.querySelectorAll(".highlight pre span").forEach((word) => {
    if (seen.has(word.className)) word.replaceWith(word.textContent);
    seen.add(word.className);
  });
  document.querySelectorAll("details").forEach((details) => (details.open = true));
}"""


def violations(page):
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [(v["id"], len(v["nodes"]), v["nodes"][0]["html"][:200]) for v in found]


# Цвета не зависят от ширины, а раскладка — от темы, поэтому двух сочетаний из четырёх хватает.
@pytest.mark.parametrize("viewport, theme", [(DESKTOP, "light"), (PHONE, "dark")])
@pytest.mark.parametrize("path", EVERY_PAGE)
def test_axe_finds_nothing(open_page, path, viewport, theme):
    page = open_page(path, viewport, color_scheme=theme)
    assert page.evaluate("document.documentElement.dataset.theme") == theme
    page.evaluate(SHOW_ALL)
    assert violations(page) == []


def test_axe_notices(open_page):
    page = open_page(START)
    page.evaluate(
        "document.querySelectorAll('article img').forEach((i) => i.removeAttribute('alt'))"
    )
    page.evaluate("document.querySelectorAll('p').forEach((p) => (p.style.color = '#999'))")
    assert {"image-alt", "color-contrast"} <= {rule for rule, *_ in violations(page)}

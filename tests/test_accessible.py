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

# Свёрнутое раскрыто, отложенное разложено; слова кода, кроме первых ячеек, сливаются в текст.
SHOW_ALL = """() => {
  const style = document.createElement("style");
  style.textContent = "* { content-visibility: visible !important; transition: none !important; }";
  document.head.append(style);
  [...document.querySelectorAll(".highlight pre")].slice(8).forEach((code) => {
    code.textContent = code.textContent;
  });
  document.querySelectorAll("details").forEach((details) => (details.open = true));
}"""

# Контраст axe считает долго, а зависит он только от этих свойств: хватает слова каждого вида.
ONE_OF_EACH_LOOK = """() => {
  const seen = new Set();
  for (const element of document.querySelectorAll("body *")) {
    delete element.dataset.look;
    const words = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!words || !element.checkVisibility()) continue;
    let behind = element;
    while (behind && getComputedStyle(behind).backgroundColor === "rgba(0, 0, 0, 0)") {
      behind = behind.parentElement;
    }
    const { color, fontSize, fontWeight, opacity } = getComputedStyle(element);
    const background = behind && getComputedStyle(behind).backgroundColor;
    const look = String([color, background, fontSize, fontWeight, opacity]);
    if (!seen.has(look)) element.dataset.look = look;
    seen.add(look);
  }
}"""


def violations(page):
    """Нарушения: (правило, число мест, первое из них)."""
    page.evaluate(ONE_OF_EACH_LOOK)
    contrast = {"runOnly": ["color-contrast"]}
    # Размер кнопок axe сам не проверяет, а Lighthouse — проверяет.
    others = {"rules": {"color-contrast": {"enabled": False}, "target-size": {"enabled": True}}}
    found = []
    for options, context in [(others, None), (contrast, {"include": [["[data-look]"]]})]:
        options |= {"resultTypes": ["violations"]}
        found += Axe().run(page, context, options).response["violations"]
    return [(v["id"], len(v["nodes"]), v["nodes"][0]["html"][:200]) for v in found]


# Цвета не зависят от ширины, а раскладка — от темы, поэтому двух сочетаний из четырёх хватает.
@pytest.mark.parametrize("path", EVERY_PAGE)
def test_axe_finds_nothing(open_page, path):
    page = open_page(path)
    page.evaluate(SHOW_ALL)
    for viewport, theme in [(DESKTOP, "light"), (PHONE, "dark")]:
        page.set_viewport_size(viewport)
        page.evaluate("(theme) => (document.documentElement.dataset.theme = theme)", theme)
        assert violations(page) == [], theme


def test_axe_notices(open_page):
    page = open_page(START)
    page.evaluate("document.querySelector('article img').removeAttribute('alt')")
    page.evaluate("document.querySelector('article p').style.color = '#999'")
    assert ["image-alt", "color-contrast"] == [rule for rule, *_ in violations(page)]

"""Сайт глазами читателя: строки, ширина, клавиатура, поиск, переходы, печать."""

import re
from pathlib import Path

import pytest
from browsing import (  # noqa: F401
    DESKTOP,
    EVERY_PAGE,
    GUIDE,
    PHONE,
    START,
    browser,
    contexts,
    home,
    open_page,
)
from test_site import GUIDES, REDIRECTS, ROOT, SITE

# Слова, которые по-русски не пишут; остальное без единой русской буквы — непереведённая строка.
TERMS = {"FAQ", "NaN", "batch", "bias", "key, subkey", "learning rate"}
TERMS |= {"loss", "prediction", "pytree", "target", "tracer"}


# --- Строки -----------------------------------------------------------------------------------

# Всё, что видят и слышат: подписи и тексты, кроме кода, формул и ссылок на чужие страницы.
STRINGS = """() => {
  const found = [document.title];
  const names = ["title", "aria-label", "alt", "placeholder", "data-tooltip", "aria-description"];
  for (const element of document.querySelectorAll("body, body *")) {
    for (const name of names) found.push(element.getAttribute(name));
    if (element.closest("script, pre, code, kbd, math, svg, .external")) continue;
    if (element.matches("p *, li *, td *") && !element.matches("a, button, p")) continue;
    const copy = element.cloneNode(true);
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    copy.querySelectorAll("script, code, kbd, math, a").forEach((node) => node.remove());
    if (own) found.push(copy.textContent);
  }
  return found.filter(Boolean).map((text) => text.trim().replace(/\\s+/g, " "));
}"""


# Что шире своей рамки и прокручивается, но не с клавиатуры.
UNREACHABLE = """() => Array.from(
    document.querySelectorAll("article pre, .pst-scrollable-table-container"))
  .filter((box) => box.scrollWidth > box.clientWidth && box.tabIndex < 0)
  .map((box) => box.textContent.slice(0, 100))"""


def english(strings):
    """Строки с латиницей без русских букв, кроме терминов."""
    return {
        s
        for s in strings
        if re.search("[A-Za-z]{2}", s) and not re.search("[А-Яа-яЁё]", s) and s not in TERMS
    }


def test_english_is_noticed():
    assert english(["Search", "Copy to clipboard", "Поиск", "FAQ", "0.2"]) == {
        "Search",
        "Copy to clipboard",
    }


@pytest.mark.parametrize("path", EVERY_PAGE)
def test_page_is_whole_russian_and_fits(open_page, path):
    page = open_page(path)
    if "no/such" in path:  # сам ответ 404 браузер считает ошибкой
        page.troubles = [t for t in page.troubles if "404" not in t]
    assert page.troubles == []
    assert page.evaluate("document.documentElement.lang") == "ru"
    strings = set(page.evaluate(STRINGS))
    if "glossary" in path:  # первый столбец — сами термины: «русский · английский»
        strings -= {t for t in strings if " · " in t}
    if "search" in path:  # заголовки-ошибки: «TypeError: …»
        strings = {t for t in strings if not re.match(r"\w+Error: ", t)}
    assert english(strings) == set()
    # 640 точек — экран в 1280 при увеличении 200 %, 320 — при 400 %.
    for width in (1280, 640, 320):
        page.set_viewport_size({"width": width, "height": 800})
        page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, f"ширина {width}"
        assert page.evaluate(UNREACHABLE) == [], f"ширина {width}"


# --- Клавиатура и предпочтения -------------------------------------------------------------------

# Видно ли, где стоит клавиатура: вокруг элемента в фокусе — рамка, сам он не прозрачен.
FOCUS = """() => {
  const element = document.activeElement, style = getComputedStyle(element);
  const ring = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
  return [element.outerHTML.slice(0, 120), ring && style.opacity > 0.5];
}"""


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_keyboard_reaches_everything_visibly(open_page, viewport):
    page = open_page(GUIDE, viewport, reduced_motion="reduce")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.hash") == "#main-content"
    for _ in range(45):
        page.keyboard.press("Tab")
        element, visible = page.evaluate(FOCUS)
        assert visible, element


def test_keyboard_works(open_page):
    page = open_page(GUIDE)
    theme = "document.documentElement.dataset.theme"
    page.focus(".theme-switch-button")
    before = page.evaluate(theme)
    for _ in range(2):  # из трёх положений хотя бы одно — другая тема
        page.keyboard.press("Enter")
        if page.evaluate(theme) != before:
            break
    assert page.evaluate(theme) != before

    page.focus("details summary")
    page.keyboard.press("Enter")
    assert page.evaluate("document.querySelector('details').open")

    page.keyboard.press("Control+k")
    page.keyboard.type("custom_vjp")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search.html?q=custom_vjp")


def test_phone_menus_open_and_close(open_page):
    page = open_page(GUIDE, PHONE)
    for button, menu in [
        (".primary-toggle", ".bd-sidebar-primary"),
        (".secondary-toggle", ".bd-sidebar-secondary"),
    ]:
        page.click(f"{button} >> visible=true")
        page.wait_for_timeout(400)
        assert 0 <= page.locator(menu).bounding_box()["x"] < PHONE["width"]
        page.keyboard.press("Escape")
        page.wait_for_timeout(400)
        assert not page.locator(menu).is_visible() or page.locator(menu).bounding_box()["x"] < 0


MOVING = """() => [...document.querySelectorAll("*")].filter((element) =>
  parseFloat(getComputedStyle(element).transitionDuration) > 0).length"""


def test_motion_and_contrast_preferences(open_page):
    assert open_page(START).evaluate(MOVING) > 0
    page = open_page(START, reduced_motion="reduce")
    assert page.evaluate(MOVING) == 0
    assert page.evaluate("getComputedStyle(document.documentElement).scrollBehavior") == "auto"
    page = open_page(START, contrast="more")
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"


# --- Поиск ------------------------------------------------------------------------------------

QUERIES = {
    "направленных производных": "directional-derivative-jvp",
    "конечными разностями": "check-grads",
    "инициализация весов": "init-two-layer-mlp",
    "градиенты каждого примера": "per-example-gradients",
    "метрик": "metrics-has-aux",
    "критерии приемки": "acceptance",
    "допуск градиента": "acceptance",
    "как инициализировать веса нейросети в JAX": "init-two-layer-mlp",
    "как обновить веса нейросети JAX value_and_grad": "update-weights-value-and-grad",
    "как найти NaN JAX debug_nans нейросеть": "find-nan-debug-nans",
    "value_and_grad": "update-weights-value-and-grad",
    "jax.jvp": "directional-derivative-jvp",
    "in_axes": "per-example-gradients",
    "has_aux": "metrics-has-aux",
    "jax.custom_vjp": "clip-gradient-custom-vjp",
    "debug nans": "find-nan-debug-nans",
    "residuals": "clip-gradient-custom-vjp",
    "random.split": "init-two-layer-mlp",
    "per-example gradients": "per-example-gradients",
    "finite differences": "check-grads",
    "Gradient only defined for scalar-output functions": "errors",
    "TypeError: Gradient only defined for scalar-output functions. Output had shape": "errors",
    "jax.errors.TracerBoolConversionError: Attempted boolean conversion of traced array": "errors",
    "vmap got inconsistent sizes for array axes to be mapped": "errors",
}
for source in (ROOT / "tests" / "source").glob("*.txt"):
    QUERIES[re.search("Актуальный запрос: «(.+?)»", source.read_text("utf-8"))[1]] = source.stem


def results(page):
    """Найденные страницы по порядку, когда поиск закончен."""
    page.wait_for_function("/\\.$/.test(document.querySelector('#search-status').textContent)")
    assert page.troubles == []
    links = page.locator("#search-results h2 a").evaluate_all("(all) => all.map((a) => a.href)")
    return [Path(link).stem for link in links]


def test_search_finds_what_people_type(open_page):
    page = open_page("search.html?q=jvp")
    results(page)
    index = page.evaluate_handle("buildIndex()")
    find = "([index, query]) => find(index, query)[0]?.[0][0].page.split('/').at(-1)"
    found = {query: page.evaluate(find, [index, query]) for query in QUERIES}
    assert found == QUERIES
    assert page.evaluate("['Отчёт', 'отчет', 'отчётами'].map(term)") == ["отчет"] * 3


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_search_from_a_page(open_page, viewport):
    page = open_page(START, viewport)
    page.click(".search-button__button >> visible=true")
    page.keyboard.type("конечные разности check_grads")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search.html?q=*")
    assert results(page)[0] == "check-grads"
    page.click("#search-results a >> nth=1")
    page.wait_for_url("**/check-grads.html#*")


def test_search_says_when_nothing_is_found(open_page):
    assert results(open_page("search.html?q=абракадабра")) == []


# --- Остальное --------------------------------------------------------------------------------


def test_folder_opened_from_disk(open_page):
    base = SITE.as_uri() + "/"
    page = open_page(GUIDE, base=base)
    page.click(".right-next")
    page.wait_for_load_state()
    assert page.url == base + Path(GUIDES[1]).with_suffix(".html").as_posix()
    assert page.troubles == []
    assert results(open_page("search.html?q=jax.jvp", base=base))[0] == "directional-derivative-jvp"


def test_formulas_cost_nothing_where_there_are_none(open_page):
    assert any("math.woff2" in url for url in open_page(GUIDE).loaded)
    assert not any("math.woff2" in url for url in open_page(START).loaded)


ROOTS = """() => [...document.querySelectorAll("msqrt")].map((root) => {
  const [outer, inner] = [root, root.firstElementChild].map((e) => e.getBoundingClientRect());
  return outer.width - inner.width;
})"""


def test_root_sign_is_drawn(open_page):
    """Знака корня нет в тексте страницы, поэтому в вырезанный шрифт он попадает отдельно."""
    roots = open_page(GUIDE).evaluate(ROOTS)
    assert len(roots) > 3 and min(roots) > 5


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_link_to_a_section_lands_on_it(open_page, viewport):
    """Раздел далеко внизу, а высоту разделов над ним браузер ещё не знает."""
    page = open_page(GUIDE, viewport)
    link = "[...document.querySelectorAll('.bd-toc-nav .toc-h2 > a')].at(-2)"
    top = f"document.getElementById(decodeURIComponent({link}.hash.slice(1)))"
    top += ".getBoundingClientRect().top"
    page.wait_for_timeout(300)
    page.evaluate(f"{link}.click()")
    for _ in range(2):  # по ссылке содержания и при открытии по готовому адресу
        page.wait_for_timeout(300)
        assert 0 <= page.evaluate(top) < 150
        page.reload()


def test_redirects(open_page):
    for old, new in REDIRECTS.items():
        page = open_page(old + ".html#id")
        page.wait_for_url(f"**/{new}.html#id")


def test_copied_code_is_the_code(open_page):
    page = open_page(GUIDE, permissions=["clipboard-read", "clipboard-write"])
    visible = "div.cell:not(.tag_hide-input, .tag_hide-cell)"
    block = page.locator(f"{visible} .cell_input .highlight").first
    block.hover()
    block.locator("button.copybtn").click()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.strip() == block.locator("pre").inner_text().strip()
    assert block.locator("button.copybtn").get_attribute("data-tooltip") == "Скопировано!"


def test_print_shows_only_the_text(open_page):
    page = open_page(GUIDE)
    page.emulate_media(media="print")
    extra = ".bd-sidebar-primary, .bd-header-article, .page-tools, .prev-next-footer, .copybtn"
    assert page.locator(f":is({extra}):visible").count() == 0
    assert page.locator("h1:visible").count() == 1

"""Браузер для тестов: открывает страницы готового сайта, и доступен ему лишь сам сайт."""

import os
import shutil
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Error, sync_playwright
from test_site import GUIDES, PAGES, ROOT, SITE

sys.path.insert(0, str(ROOT / "tools"))
import serve  # noqa: E402

DESKTOP, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
START, GUIDE = PAGES[0], Path(GUIDES[0]).with_suffix(".html").as_posix()
EVERY_PAGE = [*PAGES, "search.html?q=jvp", "no/such/page"]


# Имена всех чужих хостов не находятся: страница остаётся наедине с сайтом.
ARGS = ["--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]


@pytest.fixture(scope="module")
def browser():
    """Chromium или Chrome: из системы либо тот, что поставил playwright install."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    found = [{"executable_path": path} for path in map(shutil.which, names) if path]
    with sync_playwright() as playwright:
        for where in [*found, {"channel": "chrome"}, {}]:
            try:
                browser = playwright.chromium.launch(args=ARGS, **where)
            except Error:
                continue
            yield browser
            browser.close()
            return
    message = "браузер не найден: поставьте Chrome или выполните playwright install chromium"
    if os.environ.get("REQUIRE_BROWSER"):
        pytest.fail(message)
    pytest.skip(message)


@pytest.fixture(scope="module")
def home():
    """Адрес сайта на этой машине; в нём, как на GitHub Pages, есть имя репозитория."""
    with serve.running(SITE) as address:
        yield address


@pytest.fixture(scope="module")
def contexts():
    """Вкладки с одинаковыми настройками делят кэш, как у читателя, который листает книгу."""
    return {}


@pytest.fixture
def open_page(browser, home, contexts):
    """Открывает страницу; page.troubles — ошибки и чужие адреса, page.loaded — что загружено."""
    pages = []

    def open_page(path, viewport=DESKTOP, base=None, **options):
        key = str((viewport, options))
        if key not in contexts:
            contexts[key] = browser.new_context(viewport=viewport, **options)
        page = contexts[key].new_page()
        pages.append(page)
        page.troubles, page.loaded = [], []

        def note(request):
            page.loaded.append(request.url)
            if not request.url.startswith((base or home, "data:", "blob:")):
                page.troubles.append(f"чужой адрес {request.url}")

        page.on("request", note)
        page.on("pageerror", lambda error: page.troubles.append(str(error)))
        page.on("console", lambda m: m.type == "error" and page.troubles.append(m.text))
        page.goto((base or home) + path)
        return page

    yield open_page
    for page in pages:
        page.close()

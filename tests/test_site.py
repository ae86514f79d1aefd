"""Готовый сайт в _build/html: страницы, их описания, адреса и вес. Собирает его make book."""

import gzip
import json
import re
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest
import yaml
from bs4 import BeautifulSoup
from PIL import Image

ROOT = Path(__file__).resolve().parent.parent
SITE = ROOT / "_build" / "html"
CONFIG = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))
REPOSITORY = CONFIG["repository"]["url"]
TOC = yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))
CHAPTERS = [c["file"] for part in TOC["parts"] for c in part["chapters"]]
GUIDES = [c for c in CHAPTERS if c.endswith(".ipynb")]
PAGES = [Path(c).with_suffix(".html").as_posix() for c in [TOC["root"], *CHAPTERS]]
REDIRECTS = CONFIG["sphinx"]["config"]["redirects"]
# Килобайт на страницу, сжатых и вместе со всеми картинками.
BUDGET = {"guides": 300, "reference": 160, "book": 160}


@cache
def soup(path):
    return BeautifulSoup((SITE / path).read_text("utf-8"), "html.parser")


def sources():
    folders = ("book", "_ext", "_templates", "_static", "_locale")
    yield from (ROOT / "_config.yml", ROOT / "_toc.yml")
    yield from (
        f for d in folders for f in (ROOT / d).rglob("*") if f.suffix not in (".pyc", ".mo")
    )


def test_site_is_fresh():
    newest = max(f.stat().st_mtime for f in sources() if f.is_file())
    page = SITE / "search.html"
    assert page.is_file() and page.stat().st_mtime >= newest, "сайт старее исходников: make book"


def test_every_page_is_in_the_contents():
    pages = {p.relative_to(ROOT).with_suffix("") for p in (ROOT / "book").rglob("*.md")}
    assert pages == {Path(c).with_suffix("") for c in [TOC["root"], *CHAPTERS]}


def test_pages_are_those_of_the_contents():
    built = [*SITE.glob("*.html"), *(SITE / "book").rglob("*.html")]
    pages = {p.relative_to(SITE).as_posix() for p in built}
    extra = {f"{old}.html" for old in REDIRECTS} | {"search.html", "404.html"}
    assert pages == {*PAGES, *extra}


def test_no_published_address_is_lost():
    """Строк из addresses.txt не удаляют: переехавшей странице нужен redirect в _config.yml."""
    published = (ROOT / "tests" / "addresses.txt").read_text("utf-8").split()
    assert [a for a in published if not (SITE / a).is_file()] == []
    assert [p for p in PAGES if p not in published] == [], "допишите новые страницы в addresses.txt"
    for old, new in REDIRECTS.items():
        target = soup(f"{old}.html").find("a")["href"]
        assert urljoin(f"/{old}.html", target) == f"/{new}.html" and f"{new}.html" in PAGES


@pytest.mark.parametrize("chapter", GUIDES)
def test_guide_shows_outputs_and_leads_to_its_files(chapter):
    page = Path(chapter).with_suffix(".html")
    html = (SITE / page).read_text("utf-8")
    colab = REPOSITORY.replace("//github.com", "//colab.research.google.com/github")
    tools = {a.text: a["href"] for a in soup(page.as_posix()).select(".page-tools a")}
    assert f'href="{colab}/blob/main/{chapter}"' in html
    assert "cell_output" in html and '<html lang="ru"' in html
    assert not re.search(r"```|\{(code-cell|note|image|figure)\}", html)
    notebook = SITE / page.parent / tools["Скачать тетрадь"]
    assert json.loads(notebook.read_text("utf-8")) == json.loads(
        (ROOT / chapter).read_text("utf-8")
    )


@pytest.mark.parametrize("path", PAGES)
def test_page_leads_to_its_source_and_discussion(path):
    tools = {a.text: a["href"] for a in soup(path).select(".page-tools a")}
    title = soup(path).select_one("article h1").text.removesuffix("#")
    assert tools["Репозиторий"] == REPOSITORY
    assert tools["Исправить текст"] == f"{REPOSITORY}/edit/main/{path.replace('.html', '.md')}"
    assert tools["Обсудить страницу"].startswith(f"{REPOSITORY}/issues/new?title=")
    assert title in unquote(tools["Обсудить страницу"])
    assert re.search(r"Версия: JAX \d+\.\d+\.\d+", unquote(tools["Обсудить страницу"]))


# --- Что страница загружает -------------------------------------------------------------------

LOADS = "script[src], link[rel~=stylesheet], link[rel~=icon], link[rel~=apple-touch-icon], "
LOADS += "link[rel~=preload], img, iframe, source, video, audio, object, embed"


def files(path):
    """Файлы, которые загружает страница, с ней самой, стилями и шрифтами; чужие — как адреса."""
    html = soup(path)
    found = [html_file := SITE / path]
    for tag in html.select(LOADS):
        address = tag.get("src") or tag.get("href") or tag.get("data")
        found.append(address if "//" in address else html_file.parent / urlsplit(address).path)
    for style in [f for f in found if str(f).endswith(".css")]:
        for address in re.findall(r"url\([\"']?([^\"')]+)", style.read_text("utf-8")):
            if address.startswith("data:") or (address == "math.woff2" and not html.math):
                continue
            found.append(address if "//" in address else style.parent / address)
    return dict.fromkeys(found)


@cache
def weigh(file):
    """Байт по сети: картинки и шрифты уже сжаты, остальное сжимает сервер."""
    if file.suffix in (".png", ".woff2"):
        return file.stat().st_size
    return len(gzip.compress(file.read_bytes()))


@pytest.mark.parametrize("path", [*PAGES, "search.html"])
def test_page_loads_only_files_of_the_site_and_few(path):
    loaded = files(path)
    assert [str(f) for f in loaded if isinstance(f, str) or not f.is_file()] == []
    weight = sum(map(weigh, loaded))
    budget = BUDGET.get(Path(path).parent.name, 160)
    assert weight / 1024 < budget, f"{weight / 1024:.0f} КБ"


def test_foreign_file_is_noticed(tmp_path, monkeypatch):
    page = tmp_path / "page.html"
    page.write_text('<script src="https://cdn.example/a.js"></script><img src="no.png">')
    monkeypatch.setitem(globals(), "SITE", tmp_path)
    with pytest.raises(AssertionError, match="cdn.example"):
        test_page_loads_only_files_of_the_site_and_few("page.html")


def test_links_inside_the_site_lead_somewhere():
    pages = {path: soup(path) for path in [*PAGES, "search.html"]}
    anchors = {path: {tag["id"] for tag in html.select("[id]")} for path, html in pages.items()}
    lost = []
    for path, html in pages.items():
        for link in html.select("a[href]"):
            address = urlsplit(urljoin(path, unquote(link["href"])))
            if address.scheme or not (target := address.path):
                continue
            known = anchors.get(target)
            wrong = known and address.fragment and address.fragment not in known
            if wrong or not (SITE / target).is_file():
                lost.append((path, link["href"]))
    assert lost == []


# --- Картинки и заголовки ---------------------------------------------------------------------


@pytest.mark.parametrize("path", PAGES)
def test_pictures_are_told_in_words(path):
    for image in soup(path).select("article img"):
        words = image.get("alt", "").split()
        enough = 3 if "colab" in image["src"] else 8
        assert len(words) >= enough and re.search("[а-яё]{3}", image["alt"]), image


def test_figures_are_legible_on_any_background():
    figures = list((SITE / "_images").glob("*.png"))
    for figure in figures:
        picture = Image.open(figure)
        assert "transparency" not in picture.info and picture.mode in ("P", "RGB"), figure
        assert picture.convert("RGB").getpixel((0, 0)) == (255, 255, 255), figure
    assert len(figures) > 5


@pytest.mark.parametrize("path", PAGES)
def test_headings_are_in_order(path):
    levels = [int(h.name[1]) for h in soup(path).select("article :is(h1, h2, h3, h4, h5, h6)")]
    assert levels.count(1) == 1 and levels[0] == 1
    assert all(after - before <= 1 for before, after in zip(levels, levels[1:], strict=False))


# --- Что видят поисковики и помощники ---------------------------------------------------------

owner, name = urlsplit(REPOSITORY).path.strip("/").split("/")
HOME = f"https://{owner}.github.io/{name}/"


def source_of(path):
    return (ROOT / path).with_suffix(".md")


def lead(path):
    """Первый абзац исходника после заголовка, без разметки."""
    text = source_of(path).read_text("utf-8")
    return re.sub(r"[`*]", "", re.search(r"^# .+\n\n(.+)", text, re.M)[1])


@pytest.mark.parametrize("path", PAGES)
def test_page_describes_itself(path):
    html = soup(path)
    meta = {m.get("name") or m.get("property"): m.get("content") for m in html.select("meta")}
    title = html.select_one("article h1").text.removesuffix("#")
    assert html.title.text.startswith(title)
    assert meta["description"] == meta["og:description"] == lead(path)
    assert html.select_one("link[rel=canonical]")["href"] == meta["og:url"] == HOME + path
    assert (
        meta["og:title"] == title and meta["og:type"] == "article" and meta["og:locale"] == "ru_RU"
    )
    assert (SITE / meta["og:image"].removeprefix(HOME)).is_file()
    markdown = html.select_one("link[type='text/markdown']")["href"]
    copy = (SITE / path).parent / markdown
    assert copy.read_text("utf-8") == source_of(path).read_text("utf-8")

    article, *faq = json.loads(html.select_one("script[type='application/ld+json']").string)
    assert article["@context"] == "https://schema.org" and article["@type"] == "TechArticle"
    assert article["headline"] == title and article["description"] == lead(path)
    assert article["url"] == HOME + path and article["image"] == meta["og:image"]
    assert article["inLanguage"] == "ru" and article["author"]["name"] == CONFIG["author"]
    asked = html.select("section:has(> h2) h3")
    asked = [
        h.text.removesuffix("#") for h in asked if h.find_previous("h2").text.startswith("FAQ")
    ]
    assert bool(faq) == bool(asked)
    if faq:
        questions = faq[0]["mainEntity"]
        assert faq[0]["@type"] == "FAQPage" and [q["name"] for q in questions] == asked
        for question in questions:
            answer = question["acceptedAnswer"]
            assert question["@type"] == "Question" and answer["@type"] == "Answer"
            assert answer["text"].split("\n")[0] in " ".join(
                html.select_one("article").text.split()
            )


def test_map_of_the_site_for_robots_and_assistants():
    sitemap = (SITE / "sitemap.xml").read_text("utf-8")
    assert re.findall("<loc>(.+?)</loc>", sitemap) == [HOME + path for path in PAGES]
    assert f"Sitemap: {HOME}sitemap.xml" in (SITE / "robots.txt").read_text("utf-8")
    llms = (SITE / "llms.txt").read_text("utf-8")
    links = re.findall(r"\((\S+)\): (.+)", llms)
    assert links == [(HOME + path.replace(".html", ".md"), lead(path)) for path in PAGES[1:]]


def test_missing_page_works_at_any_depth():
    for tag in soup("404.html").select("[href], [src]"):
        address = tag.get("href") or tag.get("src")
        assert address.startswith((f"/{name}/", HOME, "#")), tag

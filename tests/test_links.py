"""Ссылки внутри проекта ведут на существующее; адрес и версия JAX всюду одни и те же."""

import re
import subprocess
from pathlib import Path

import pytest
import yaml
from markdown_it import MarkdownIt
from test_site import GUIDES

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "book").rglob("*.md"))]
CONFIG = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))
REPOSITORY = CONFIG["repository"]["url"].removeprefix("https://github.com/")
JAX_VERSION = re.search(r"^jax==(\S+)$", (ROOT / "requirements.in").read_text("utf-8"), re.M)[1]


def links(markdown: str) -> list[str]:
    """Адреса всех ссылок и картинок текста."""
    tokens = [t for b in MarkdownIt().enable("table").parse(markdown) for t in b.children or []]
    return [
        t.attrs.get("href") or t.attrs.get("src")
        for t in tokens
        if t.type in ("link_open", "image")
    ]


def broken(page: Path, markdown: str) -> list[str]:
    """Ссылки страницы в никуда: на несуществующий файл или в чужой репозиторий."""
    found = []
    for url in links(markdown):
        inside = re.match(r"https://(?:github|colab\.research\.google)\.com/(?:github/)?(.+)", url)
        if inside and "/blob/" in url:
            repository, target = re.match(r"([^/]+/[^/]+)/blob/main/(.+)", inside[1]).groups()
            if repository != REPOSITORY or not (ROOT / target).is_file():
                found.append(url)
        elif "://" not in url and not (page.parent / url.split("#")[0]).exists():
            found.append(url)
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.stem)
def test_links_lead_somewhere(page):
    assert broken(page, page.read_text("utf-8")) == []


def test_good_links_pass():
    colab = f"https://colab.research.google.com/github/{REPOSITORY}/blob/main/book/guides/check-grads.ipynb"
    good = f"[a](book/index.md) [b](https://docs.jax.dev/en/latest/) [![c](book/index.md)]({colab})"
    assert len(links(good)) == 4 and broken(ROOT / "README.md", good) == []


@pytest.mark.parametrize(
    "bad",
    [
        "[a](book/нет.md)",
        "![a](нет.png)",
        f"[a](https://github.com/{REPOSITORY}/blob/main/нет.md)",
        "[a](https://colab.research.google.com/github/a/b/blob/main/book/guides/check-grads.ipynb)",
    ],
)
def test_bad_link_is_found(bad):
    assert len(broken(ROOT / "README.md", bad)) == 1


def test_colab_button_of_each_guide_leads_to_its_twin():
    readme = links((ROOT / "README.md").read_text("utf-8"))
    colab = f"https://colab.research.google.com/github/{REPOSITORY}/blob/main/"
    for guide in GUIDES:
        page = (ROOT / guide).with_suffix(".md").read_text("utf-8")
        assert colab + guide in links(page) and colab + guide in readme, guide


def paragraph(page: Path, start: str) -> list[str]:
    """Ссылки абзаца страницы, который начинается со start."""
    return links(re.search(rf"(?m)^{re.escape(start)} .*$", page.read_text("utf-8"))[0])


def test_guides_lead_to_their_neighbours():
    around = [ROOT / name for name in ("book/index.md", *GUIDES, "book/index.md")]
    for previous, guide, following in zip(around, around[1:-1], around[2:], strict=False):
        page = guide.with_suffix(".md")
        for start, neighbour in (("**Где мы.**", previous), ("**Куда дальше.**", following)):
            targets = [(page.parent / url).resolve() for url in paragraph(page, start)]
            assert neighbour in targets, (guide.name, start)


VERSION = re.compile(
    r"(?:Проверено на JAX и jaxlib |применим к JAX |Уточнение \(JAX |"
    r"JAX_VERSION, OPTAX_VERSION = \\?\"|badge/JAX-|· jaxlib |jax==|jaxlib==)(\d+(?:\.\d+)+)"
)


def other_versions(text: str) -> set[str]:
    """Версии JAX и jaxlib, которые текст называет своими, кроме закреплённой."""
    return set(VERSION.findall(text)) - {JAX_VERSION}


def test_jax_version_is_the_same_everywhere():
    lock = (ROOT / "requirements.txt").read_text("utf-8")
    pins = dict(re.findall(r"^(jax|jaxlib)==(\S+)", lock, re.M))
    assert pins == {"jax": JAX_VERSION, "jaxlib": JAX_VERSION}
    files = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True).stdout
    for name in files.splitlines() or map(str, PAGES):
        if Path(name).suffix in {".md", ".ipynb", ".yml", ".toml", ".in", ".txt"}:
            assert other_versions((ROOT / name).read_text("utf-8")) == set(), name


def test_another_version_is_found():
    same = f'Проверено на JAX и jaxlib {JAX_VERSION}. JAX_VERSION, OPTAX_VERSION = "{JAX_VERSION}"'
    assert other_versions(same + " С версии JAX 0.4.29 годится и список.") == set()
    for number, context in enumerate(
        [
            "Проверено на JAX и jaxlib {}.",
            "> **Уточнение (JAX {}).**",
            'JAX_VERSION, OPTAX_VERSION = "{}"',
            '"JAX_VERSION, OPTAX_VERSION = \\"{}\\"',
            "JAX 1 · jaxlib {} · cpu",
            "https://img.shields.io/badge/JAX-{}-blue",
            "jaxlib=={}",
        ]
    ):
        assert other_versions(context.format(f"0.0.{number}")) == {f"0.0.{number}"}, context

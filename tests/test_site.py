"""Сайт собирается без единого предупреждения, и его страницы — те, что в оглавлении."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent
TOC = yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))
CHAPTERS = [c["file"] for part in TOC["parts"] for c in part["chapters"]]
GUIDES = [c for c in CHAPTERS if c.endswith(".ipynb")]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    out = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-c", "from jupyter_book.cli.main import main; main()"]
    command += ["build", str(ROOT), "--path-output", str(out), "-W", "-n", "--keep-going"]
    run = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace")
    assert run.returncode == 0, run.stdout[-3000:] + run.stderr[-3000:]
    return out / "_build" / "html"


def test_every_page_is_in_the_contents():
    pages = {p.relative_to(ROOT).with_suffix("") for p in (ROOT / "book").rglob("*.md")}
    assert pages == {Path(c).with_suffix("") for c in [TOC["root"], *CHAPTERS]}


def test_pages_are_those_of_the_contents(site):
    pages = {p.relative_to(site).as_posix() for p in (site / "book").rglob("*.html")}
    assert pages == {Path(c).with_suffix(".html").as_posix() for c in [TOC["root"], *CHAPTERS]}


@pytest.mark.parametrize("chapter", GUIDES)
def test_page_shows_outputs_and_leads_to_colab(site, chapter):
    html = (site / re.sub(r"ipynb$", "html", chapter)).read_text("utf-8")
    repository = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))["repository"]["url"]
    colab = repository.replace("//github.com", "//colab.research.google.com/github")
    assert html.count(f'href="{colab}/blob/main/{chapter}"') >= 2  # кнопка темы и кнопка страницы
    assert "cell_output" in html and '<html lang="ru"' in html
    assert not re.search(r"```|\{(code-cell|note|image|figure)\}", html)

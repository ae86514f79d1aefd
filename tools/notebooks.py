"""Исполняет изменённые тетради book/**/*.md и записывает их близнецов *.ipynb."""

from pathlib import Path

import jupytext
import nbformat
from nbclient import NotebookClient

BOOK = Path(__file__).resolve().parent.parent / "book"
# Тетрадь отличает от прочих страниц заголовок jupytext.
SOURCES = sorted(p for p in BOOK.rglob("*.md") if p.read_text("utf-8").startswith("---\njupytext:"))


def read_source(md: Path) -> nbformat.NotebookNode:
    """Тетрадь без выводов из исходника .md; номера ячеек вместо случайных id."""
    notebook = jupytext.read(md)
    for number, cell in enumerate(notebook.cells):
        cell["id"] = f"cell-{number}"
    return notebook


def inputs(notebook: nbformat.NotebookNode) -> list:
    """То, что пишет автор: вид, текст и метки каждой ячейки."""
    return [(c.cell_type, c.source, dict(c.metadata)) for c in notebook.cells]


def in_sync(md: Path) -> bool:
    """Верно, если близнец есть и отличается от исходника только выводами."""
    twin = md.with_suffix(".ipynb")
    return twin.exists() and inputs(jupytext.read(md)) == inputs(nbformat.read(twin, as_version=4))


def execute(md: Path) -> None:
    """Исполняет исходник сверху вниз в новом ядре и записывает близнеца."""
    notebook = read_source(md)
    NotebookClient(
        notebook,
        resources={"metadata": {"path": md.parent}},
        record_timing=False,
        coalesce_streams=True,
    ).execute()
    nbformat.write(notebook, md.with_suffix(".ipynb"))


if __name__ == "__main__":
    for source in SOURCES:
        if not in_sync(source):
            print(f"исполняю {source.name}")
            execute(source)

"""То, чего nbval не видит: пара в согласии, ячейки исполнены, сохранённое чисто и переносимо."""

import ast
import re
import sys
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook, new_output

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import notebooks  # noqa: E402

SOURCES = notebooks.SOURCES
ALLOWED_IMPORTS = {"jax", "jaxlib", "numpy", "matplotlib", "optax", "scipy"}
ALLOWED_IMPORTS |= sys.stdlib_module_names
# nbval слушается и меток ячейки, и комментариев в её коде.
HIDING = {"raises-exception", "nbval-raises-exception", "nbval-skip"}
HIDING |= {"NBVAL_RAISES_EXCEPTION", "NBVAL_SKIP"}
UNPORTABLE = {
    "цвет ANSI": r"\x1b\[",
    "адрес в памяти": r"\b0x[0-9a-f]{6,}",
    "путь этой машины": r"(?<![\w.])/(home|root|tmp|usr|opt|Users|content)/|\b[A-Z]:\\|ipykernel_",
    "дата": r"\b20\d\d-\d\d-\d\d\b",
}


def texts(output: dict) -> str:
    """Всё, что сохранённый вывод показывает словами."""
    data = output.get("data", {})
    return output.get("text", "") + "".join(v for k, v in data.items() if k.startswith("text/"))


def problems(notebook: nbformat.NotebookNode) -> list[str]:
    """Нарушения в исполненной тетради, по одному предложению на каждое."""
    found = []
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    for number, cell in enumerate(cells, 1):
        where = f"ячейка {number}: "
        if cell.execution_count != number:
            found.append(where + "не исполнена по порядку")
        if not cell.outputs:
            found.append(where + "нет вывода")
        if cell.source.rstrip().endswith(";"):
            found.append(where + "точка с запятой в конце")
        if HIDING & {*cell.metadata.get("tags", []), *re.findall(r"# *(NBVAL_\w+)", cell.source)}:
            found.append(where + "метка прячет ошибку от nbval")
        for node in ast.walk(ast.parse(cell.source)):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [node.module] if isinstance(node, ast.ImportFrom) else []
            found += [
                where + f"лишний импорт {name}"
                for name in names
                if name.split(".")[0] not in ALLOWED_IMPORTS
            ]
        for output in cell.outputs:
            if output.output_type == "error":
                found.append(where + "сохранена ошибка")
            if output.get("name") == "stderr":
                found.append(where + "сохранён stderr")
            found += [
                where + what for what, rx in UNPORTABLE.items() if re.search(rx, texts(output))
            ]
    return found


@pytest.mark.parametrize("md", SOURCES, ids=lambda p: p.stem)
def test_twin_is_the_executed_source(md):
    assert notebooks.in_sync(md), f"{md.name} изменён: make notebooks"
    assert problems(nbformat.read(md.with_suffix(".ipynb"), as_version=4)) == []


def test_no_twin_without_a_source():
    assert {p.stem for p in (ROOT / "book").rglob("*.ipynb")} == {p.stem for p in SOURCES}


def code_cells(md: Path) -> list[nbformat.NotebookNode]:
    return [cell for cell in notebooks.read_source(md).cells if cell.cell_type == "code"]


def test_pages_open_with_the_same_two_cells():
    """Подготовка среды и помощники — один и тот же код на всех страницах."""
    openings = {tuple(cell.source for cell in code_cells(md)[:2]) for md in SOURCES}
    assert len(openings) == 1


def test_the_network_is_one():
    """Сеть книги и её данные на всех страницах заданы одними строками; первый гайд их разбирает."""
    first, *others = (
        [cell.source for cell in code_cells(md)]
        for md in sorted(SOURCES, key=lambda md: md.stem != "init-two-layer-mlp")
    )
    networks = [[s for s in page if s.startswith("# Сеть книги: 2 → 4 → 1")] for page in others]
    assert {len(cells) for cells in networks} == {1}
    (network,) = {cells[0] for cells in networks}
    definitions = [part for part in network.split("\n\n") if part.startswith("def ")]
    assert len(definitions) == 3
    for definition in definitions:
        assert any(definition in source for source in first), definition


@pytest.mark.parametrize("md", SOURCES, ids=lambda p: p.stem)
def test_what_the_site_folds_is_folded_everywhere(md):
    """JupyterLab сворачивает по source_hidden, Colab — по cellView и показывает #@title."""
    for cell in code_cells(md):
        folded = bool({"hide-input", "hide-cell"} & set(cell.metadata.get("tags", [])))
        hidden = cell.metadata.get("jupyter", {}).get("source_hidden", False)
        form = cell.metadata.get("cellView") == "form" and cell.source.startswith("#@title ")
        assert folded == hidden == form, cell.source.splitlines()[0]


def sample(source="print(1)", count=1, tags=(), outputs=None):
    if outputs is None:
        outputs = [new_output("stream", name="stdout", text="1\n")]
    cell = new_code_cell(source, execution_count=count, outputs=outputs)
    cell.metadata["tags"] = list(tags)
    return new_notebook(cells=[cell])


def stdout(text):
    return [new_output("stream", name="stdout", text=text)]


def test_clean_sample_passes():
    clean = "import jax.numpy as jnp\nfrom jax import grad\nimport time\nprint(1)"
    assert problems(sample(clean, outputs=stdout("0xff, 12/24, [-1, 0x]"))) == []


@pytest.mark.parametrize(
    "bad",
    [
        sample(count=None),
        sample(count=2),
        sample(outputs=[]),
        sample("plt.plot();"),
        sample(tags=["raises-exception"]),
        sample(tags=["nbval-skip"]),
        sample(tags=["nbval-raises-exception"]),
        sample("# NBVAL_SKIP\nprint(1)"),
        sample("def f():\n    import pandas.api"),
        sample("from IPython.display import display"),
        sample(outputs=[new_output("stream", name="stderr", text="warning")]),
        sample(outputs=[new_output("error", ename="E", evalue="", traceback=[])]),
        sample(outputs=stdout("\x1b[31mкрасный")),
        sample(outputs=stdout("<function at 0x7f3a2b1c>")),
        sample(outputs=stdout('File "/home/a/b.py"')),
        sample(outputs=stdout("ipykernel_123/1.py")),
        sample(outputs=stdout("2026-01-31")),
        sample(outputs=[new_output("execute_result", data={"text/plain": "at 0x7f3a2b1c"})]),
    ],
)
def test_each_fault_is_found(bad):
    assert len(problems(bad)) == 1


def test_pair_out_of_sync_is_found(tmp_path):
    md = tmp_path / "a.md"
    md.write_text(SOURCES[0].read_text("utf-8"), "utf-8")
    assert not notebooks.in_sync(md)  # близнеца нет
    nbformat.write(notebooks.read_source(md), md.with_suffix(".ipynb"))
    assert notebooks.in_sync(md)
    for old, new in [
        ("\n## ", "\n##  "),
        ("import jax\n", "import jax \n"),
        ("hide-input", "hide-cell"),
    ]:
        md.write_text(SOURCES[0].read_text("utf-8").replace(old, new, 1), "utf-8")
        assert not notebooks.in_sync(md), old

"""Обновляет в book/reference/errors.md ссылки на места, где тетради показывают каждую ошибку."""

import re
from pathlib import Path

import nbformat
import yaml
from markdown_it import MarkdownIt
from mdit_py_plugins.anchors.index import slugify

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "book" / "reference" / "errors.md"
TOC = yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))
NOTEBOOKS = [c for p in TOC["parts"] for c in p["chapters"] if c["file"].endswith(".ipynb")]

# Так ошибку печатает must_raise: «TypeError: начало сообщения…».
RAISED = re.compile(r"^(\w*Error|Exception): (.+)…$", re.M)
# Не ошибки JAX: русские сообщения и «имя: …» пишут контракты самих гайдов.
OWN = re.compile(r"[а-яё]|^\S+: |^Not equal to tolerance", re.I)


def headings(markdown: str) -> list[str]:
    """Тексты заголовков без разметки."""
    tokens = MarkdownIt().parse(markdown)
    pairs = zip(tokens, tokens[1:], strict=False)
    return ["".join(t.content for t in b.children) for a, b in pairs if a.type == "heading_open"]


def shown() -> dict[str, list[str]]:
    """Ошибка «тип: начало сообщения» → ссылки на разделы гайдов, где она поднята."""
    found = {}
    for guide in NOTEBOOKS:
        heading = ""
        for cell in nbformat.read(ROOT / guide["file"], as_version=4).cells:
            if cell.cell_type == "markdown":
                heading = (headings(cell.source) or [heading])[-1]
                continue
            for output in cell.outputs:
                for kind, start in RAISED.findall(output.get("text", "")):
                    if not OWN.search(start):
                        where = f"../{guide['file'].removeprefix('book/')}#{slugify(heading)}"
                        links = found.setdefault(f"{kind}: {start}", [])
                        links.append(f"[{guide['title']}: {heading}]({where})")
    return found


def update(page: str, errors: dict[str, list[str]]) -> tuple[str, list[str]]:
    """Страница с новыми строками «Показана» и расхождения: чего нет на ней и что не показано.

    Ошибку показывает тетрадь или пример ```python в самой записи.
    """
    parts = re.split(r"(?m)^(?=##+ )", page)
    rest, faults = dict(errors), []
    for i, part in enumerate(parts):
        if not part.startswith("### "):
            continue
        title = re.match(r"### `(.+)`", part)[1]
        mine = [e for e in rest if e.startswith(title) or title.startswith(e)]
        links = "; ".join(dict.fromkeys(link for e in mine for link in rest.pop(e)))
        part = re.sub(r"(?m)^Показана: .*\n", "", part).rstrip() + "\n\n"
        parts[i] = part + (f"Показана: {links}.\n\n" if links else "")
        faults += [] if links or "```python" in part else [f"нигде не показана: {title}"]
    return "".join(parts).rstrip() + "\n", faults + [f"на странице нет: {e}" for e in rest]


if __name__ == "__main__":
    text, problems = update(PAGE.read_text("utf-8"), shown())
    PAGE.write_text(text, "utf-8")
    print(*problems, sep="\n")

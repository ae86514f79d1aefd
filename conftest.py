"""Дополняет nbval: картинки сравниваются, stderr — нет; ячейка может не годиться для режима JAX."""

import os
from base64 import b64decode
from io import BytesIO

import pytest
from nbval.plugin import IPyNbCell
from PIL import Image, ImageChops, ImageFilter

# Из 255. Сдвиг всей картинки на пиксель даёт 15, кривая выше на 1 % — 35 (tests/test_pictures.py).
PICTURE_TOLERANCE = 24


def picture_difference(stored: str, redrawn: str) -> int:
    """Наибольшее отличие двух PNG (base64) после размытия радиуса 3; 255 — другой размер."""
    images = [Image.open(BytesIO(b64decode(png))).convert("RGBA") for png in (stored, redrawn)]
    if any(abs(a - b) > 2 for a, b in zip(*(i.size for i in images), strict=True)):
        return 255
    size = tuple(map(min, *(i.size for i in images)))
    blurred = []
    for image in images:
        page = Image.new("RGBA", image.size, "white")
        page.alpha_composite(image)
        blurred.append(page.convert("RGB").crop((0, 0, *size)).filter(ImageFilter.GaussianBlur(3)))
    return max(high for _, high in ImageChops.difference(*blurred).getextrema())


def pictures(outputs: list) -> list[str]:
    data = [output.get("data", {}) for output in outputs]
    return [d["image/png"] for d in data if "image/png" in d]


def pytest_itemcollected(item):
    """С меткой fails-under-JAX_DEBUG_NANS ячейка обязана падать, если JAX_DEBUG_NANS=1."""
    if isinstance(item, IPyNbCell):
        item.parent.skip_compare = {*item.parent.skip_compare, "stderr"}  # его пишет и не Python
        for tag in item.cell.metadata.get("tags", []):
            mode = tag.removeprefix("fails-under-")
            if mode != tag and os.environ.get(mode, "0") != "0":
                item.add_marker(pytest.mark.xfail(reason=mode, strict=True))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    """После того как nbval исполнил ячейку, сверяет нарисованное с сохранённым."""
    result = yield
    if isinstance(item, IPyNbCell) and item.options["check"]:
        stored, redrawn = pictures(item.cell.outputs), pictures(item.test_outputs)
        assert len(stored) == len(redrawn), "другое число картинок"
        for a, b in zip(stored, redrawn, strict=True):
            difference = picture_difference(a, b)
            assert difference <= PICTURE_TOLERANCE, f"картинка изменилась: {difference} из 255"
    return result

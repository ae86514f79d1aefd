"""Сравнение картинок пропускает дрожание растра и ловит изменившуюся кривую."""

import io
from base64 import b64decode, b64encode

import numpy as np
import pytest
from matplotlib.figure import Figure
from PIL import Image

from conftest import PICTURE_TOLERANCE, picture_difference


def draw(scale=1.0, label="подпись", color="#0072B2", points=20, limit=None):
    """Образец: кривая с подписанными осями, как на страницах книги; PNG в base64."""
    figure = Figure(figsize=(6.4, 3.8), dpi=120)
    axes = figure.add_subplot()
    t = np.linspace(0, 1, points)
    axes.plot(t, scale * t * t, color=color, label=label)
    axes.set_xlabel("шаг")
    if limit:
        axes.set_ylim(0, limit)
    axes.legend()
    buffer = io.BytesIO()
    figure.savefig(buffer)
    return b64encode(buffer.getvalue()).decode()


def shifted(png, pixels):
    """Та же картинка, сдвинутая вправо и с шумом в один уровень яркости."""
    array = np.asarray(Image.open(io.BytesIO(b64decode(png))).convert("RGB"))
    array = (
        np.roll(array, pixels, axis=1).astype(int)
        + np.arange(array.shape[1])[None, :, None] % 3
        - 1
    )
    buffer = io.BytesIO()
    Image.fromarray(array.clip(0, 255).astype(np.uint8)).save(buffer, "png")
    return b64encode(buffer.getvalue()).decode()


def test_same_curve_on_another_machine_passes():
    assert picture_difference(draw(), draw()) == 0
    assert picture_difference(draw(limit=1.1), shifted(draw(limit=1.1), 1)) <= PICTURE_TOLERANCE
    assert picture_difference(draw(limit=1.1), draw(scale=1.0001, limit=1.1)) <= PICTURE_TOLERANCE


@pytest.mark.parametrize(
    "changed",
    [
        draw(scale=0.99, limit=1.1),
        draw(label="другая", limit=1.1),
        draw(color="#D55E00", limit=1.1),
        draw(points=4, limit=1.1),
        draw(limit=1.2),
    ],
    ids=["кривая", "подпись", "цвет", "точки", "ось"],
)
def test_changed_picture_fails(changed):
    assert picture_difference(draw(limit=1.1), changed) > PICTURE_TOLERANCE


def test_another_size_fails():
    figure = Figure(figsize=(5, 3.8), dpi=120)
    buffer = io.BytesIO()
    figure.savefig(buffer)
    assert picture_difference(draw(), b64encode(buffer.getvalue()).decode()) == 255

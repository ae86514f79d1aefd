"""Неверные ответы на упражнения; строка документации — часть ожидаемого объяснения."""

import jax
import numpy as np


def wrong_1_modulus_of_the_sum(w, b, X):
    """Модуль берут у слагаемых"""
    return (len(w) + 1) * 2.0**-24 * np.abs(X @ w + b)


def wrong_1_no_bias(w, b, X):
    """Забыто смещение"""
    return (len(w) + 1) * 2.0**-24 * (np.abs(X) @ np.abs(w))


def wrong_1_eps(w, b, X):
    """половина eps"""
    return (len(w) + 1) * np.finfo(np.float32).eps * (np.abs(X) @ np.abs(w) + np.abs(b))


def wrong_1_one_rounding(w, b, X):
    """Забыто число округлений"""
    return 2.0**-24 * (np.abs(X) @ np.abs(w) + np.abs(b))


def wrong_1_one_number(w, b, X):
    """Нужна форма"""
    return np.max((len(w) + 1) * 2.0**-24 * (np.abs(X) @ np.abs(w) + np.abs(b)))


def wrong_1_fixed_count(w, b, X):
    """При F = 50"""
    return 4 * 2.0**-24 * (np.abs(X) @ np.abs(w) + np.abs(b))


def wrong_2_params(before, old, new, rtol):
    """сравните приращения"""
    if jax.tree.structure(old) != jax.tree.structure(new):
        return False
    return all(map(lambda a, b: np.allclose(a, b, rtol=rtol), *map(jax.tree.leaves, (old, new))))


def wrong_2_one_scale(before, old, new, rtol):
    """масштаб у каждого leaf свой"""
    if jax.tree.structure(old) != jax.tree.structure(new):
        return False
    leaves = list(zip(*map(jax.tree.leaves, (before, old, new)), strict=True))
    scale = max(np.max(np.abs(a - start)) for start, a, _ in leaves)
    return all(np.max(np.abs(b - a)) <= rtol * scale / 100 for _, a, b in leaves)


def wrong_2_bits(before, old, new, rtol):
    """допустимо"""
    return all(map(np.array_equal, *map(jax.tree.leaves, (old, new))))


def wrong_2_any_structure(before, old, new, rtol):
    """Пропавший leaf"""
    pairs = ((before[k], old[k], new[k]) for k in new)
    return all(np.max(np.abs(b - a)) <= rtol * np.max(np.abs(a - s)) for s, a, b in pairs)


def wrong_2_broadcasting(before, old, new, rtol):
    """broadcasting"""
    if jax.tree.structure(old) != jax.tree.structure(new):
        return False
    leaves = zip(*map(jax.tree.leaves, (before, old, new)), strict=True)
    return all(
        np.max(np.abs(np.ravel(b) - a)) <= rtol * np.max(np.abs(a - s)) for s, a, b in leaves
    )


def wrong_2_nan(before, old, new, rtol):
    """NaN пропущен"""
    if jax.tree.map(np.shape, old) != jax.tree.map(np.shape, new):
        return False
    leaves = zip(*map(jax.tree.leaves, (before, old, new)), strict=True)
    return not any(np.max(np.abs(b - a)) > rtol * np.max(np.abs(a - s)) for s, a, b in leaves)


def wrong_2_always(before, old, new, rtol):
    """Шаг w в обратную сторону"""
    return True

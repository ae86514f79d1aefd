"""Неверные ответы к упражнениям гайда: проверка каждого должна назвать то, что в докстринге."""

import jax
import jax.numpy as jnp
import numpy as np
from jax.test_util import check_grads


def to64(*vectors):
    return [np.asarray(vector, np.float64) for vector in vectors]


def wrong_1_one_sided(f, x, u, eps):
    """односторонняя"""
    x, u = to64(x, u)
    return (f(x + eps * u) - f(x)) / eps


def wrong_1_divided_by_eps(f, x, u, eps):
    """на что делится разность"""
    x, u = to64(x, u)
    return (f(x + eps * u) - f(x - eps * u)) / eps


def wrong_1_minus_plus(f, x, u, eps):
    """Знак обратный"""
    x, u = to64(x, u)
    return (f(x - eps * u) - f(x + eps * u)) / (2 * eps)


def wrong_1_unit_direction(f, x, u, eps):
    """отстоят от x"""
    x, u = to64(x, u)
    u = u / np.linalg.norm(u)
    return (f(x + eps * u) - f(x - eps * u)) / (2 * eps)


def wrong_1_half_step(f, x, u, eps):
    """отстоят от x"""
    x, u = to64(x, u)
    return (f(x + eps / 2 * u) - f(x - eps / 2 * u)) / eps


def wrong_1_single_precision(f, x, u, eps):
    """f получила float32"""
    return (f(x + eps * u) - f(x - eps * u)) / (2 * eps)


def wrong_1_in_place(f, x, u, eps):
    """Вход изменён"""
    x += eps * u
    plus = f(x)
    x -= 2 * eps * u
    return (plus - f(x)) / (2 * eps)


def wrong_1_every_component(f, x, u, eps):
    """Число вызовов f: 4"""
    x, u = to64(x, u)
    return u @ [(f(x + s) - f(x - s)) / (2 * eps) for s in eps * np.eye(x.size)]


def wrong_1_gradient(f, x, u, eps):
    """Нужно число"""
    x, u = to64(x, u)
    return np.array([(f(x + s) - f(x - s)) / (2 * eps) for s in eps * np.eye(x.size)])


def wrong_1_rounded_result(f, x, u, eps):
    """результат стал float32"""
    x, u = to64(x, u)
    return np.float32((f(x + eps * u) - f(x - eps * u)) / (2 * eps))


def numeric(f, x, eps=1e-5):
    return np.array([(f(x + s) - f(x - s)) / (2 * eps) for s in eps * np.eye(x.size)])


def passes(f, x, mode):
    try:
        check_grads(f, (x,), order=1, modes=[mode], atol=1e-5, rtol=1e-5, eps=1e-4)
    except AssertionError:
        return False
    return True


def wrong_2_check_grads(f, x):
    """перпендикулярная направлению check_grads"""
    return passes(f, x, "rev")


def wrong_2_forward_mode(f, x):
    """TypeError: can't apply forward-mode autodiff"""
    return passes(f, x, "fwd")


def wrong_2_numeric_answer(f, x):
    """Нужно True или False"""
    return np.abs(jax.grad(f)(x) - numeric(f, x)).max()


def wrong_2_one_entry_per_component(f, x):
    """Нужно True или False"""
    return np.isclose(jax.grad(f)(x), numeric(f, x))


def wrong_2_sum_direction(f, x):
    """сумма которых равна нулю"""
    ones = np.ones_like(x)
    difference = float(f(x + 1e-5 * ones) - f(x - 1e-5 * ones)) / 2e-5
    return bool(abs(np.sum(jax.grad(f)(x)) - difference) <= 1e-3 * abs(difference))


def wrong_2_any(f, x):
    """первой компоненте"""
    return bool(np.isclose(jax.grad(f)(x), numeric(f, x), rtol=1e-4).any())


def wrong_2_nan_passes(f, x):
    """NaN"""
    want = numeric(f, x)
    gap = np.abs(np.asarray(jax.grad(f)(x)) - want)
    return not (gap > 1e-4 * np.abs(want).max()).any()


def wrong_2_absolute_tolerance(f, x):
    """умножена на 1e"""
    return bool(np.abs(np.asarray(jax.grad(f)(x)) - numeric(f, x)).max() <= 1e-5)


def wrong_2_small_scale(f, x):
    """не замечена, когда функция умножена на 1e-06"""
    return bool(np.allclose(jax.grad(f)(x), numeric(f, x), rtol=1e-4, atol=1e-5))


def wrong_2_too_strict(f, x):
    """Верный градиент отклонён"""
    return bool(np.allclose(jax.grad(f)(x), numeric(f, x), rtol=1e-14, atol=0))


def wrong_2_single_precision(f, x):
    """Верный градиент отклонён"""
    want = numeric(lambda z: np.float32(f(z)), x)
    return bool(np.abs(np.asarray(jax.grad(f)(x)) - want).max() <= 1e-5 * np.abs(want).max())


def wrong_2_in_place(f, x):
    """Вход изменён"""
    want = np.empty_like(x)
    for i in range(x.size):
        x[i] += 1e-3
        plus = f(x)
        x[i] -= 1e-3
        want[i] = (plus - f(x)) / 1e-3
    x += 1e-3
    return bool(np.allclose(jax.grad(f)(x), want, rtol=1e-2, atol=0))


def bad_leaves(f, params, step_of, rtol=1e-3, atol=0.0):
    gradient, wrong = jax.grad(f)(params), []
    for name, leaf in params.items():
        for i in np.ndindex(leaf.shape):
            step = np.zeros_like(leaf)
            step[i] = step_of(leaf, i)
            plus, minus = (f(params | {name: leaf + s * step}) for s in (1, -1))
            want = float(plus - minus) / (2 * step[i])
            if not abs(np.asarray(gradient[name])[i] - want) <= atol + rtol * abs(want):
                wrong.append(name)
    return wrong


def wrong_3_fixed_step(f, params):
    """В верном правиле найдены ошибки: concentration"""
    return sorted(set(bad_leaves(f, params, lambda leaf, i: 1e-4)))


def wrong_3_tiny_fixed_step(f, params):
    """В верном правиле найдены ошибки: energy, factor"""
    return sorted(set(bad_leaves(f, params, lambda leaf, i: 1e-11)))


def wrong_3_absolute_tolerance(f, params):
    """«обратный знак у energy»: найдено ничего"""
    return sorted(set(bad_leaves(f, params, lambda leaf, i: 1e-5 * leaf[i], atol=1e-8)))


def wrong_3_every_component_named(f, params):
    """дважды"""
    return bad_leaves(f, params, lambda leaf, i: 1e-5 * leaf[i])


def wrong_3_yes_or_no(f, params):
    """типа bool"""
    return not bad_leaves(f, params, lambda leaf, i: 1e-5 * leaf[i])


def wrong_3_only_the_first(f, params):
    """сразу в двух leaf"""
    return bad_leaves(f, params, lambda leaf, i: 1e-5 * leaf[i])[:1]


def wrong_3_first_component(f, params):
    """вторая компонента"""
    gradient, wrong = jax.grad(f)(params), []
    for name, leaf in params.items():
        step = np.zeros_like(leaf)
        step.flat[0] = 1e-5 * leaf.flat[0]
        plus, minus = (f(params | {name: leaf + s * step}) for s in (1, -1))
        want = float(plus - minus) / (2 * step.flat[0])
        if not abs(np.asarray(gradient[name]).flat[0] - want) <= 1e-3 * abs(want):
            wrong.append(name)
    return wrong


def wrong_3_nan_passes(f, params):
    """NaN в factor"""
    gradient, wrong = jax.grad(f)(params), set()
    for name, leaf in params.items():
        for i in np.ndindex(leaf.shape):
            step = np.zeros_like(leaf)
            step[i] = 1e-5 * leaf[i]
            plus, minus = (f(params | {name: leaf + s * step}) for s in (1, -1))
            want = float(plus - minus) / (2 * step[i])
            if abs(np.asarray(gradient[name])[i] - want) > 1e-3 * abs(want):
                wrong.add(name)
    return sorted(wrong)


def wrong_3_in_place(f, params):
    """Вход изменён"""
    for leaf in params.values():
        for i in np.ndindex(leaf.shape):
            leaf[i] *= 1 + 1e-5
            float(jnp.asarray(f(params)))
    return []

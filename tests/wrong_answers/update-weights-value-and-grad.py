"""Неверные ответы к упражнениям гайда: проверка каждого должна назвать то, что в докстринге."""

import jax
import jax.numpy as jnp
import numpy as np


def mse(p, X, y):
    return jnp.mean((X @ p["w"] + p["b"] - y) ** 2)


@jax.jit
def plain_step(p, X, y, lr):
    value, grads = jax.value_and_grad(mse)(p, X, y)
    return jax.tree.map(lambda leaf, g: leaf - lr * g, p, grads), value


@jax.jit
def penalized_step(p, X, y, lr, decay):
    def penalized(p):
        return mse(p, X, y) + decay * jnp.sum(p["w"] ** 2)

    value, grads = jax.value_and_grad(penalized)(p)
    return jax.tree.map(lambda leaf, g: leaf - lr * g, p, grads), value


def wrong_1_wrong_sign(params, X, y, lr, decay):
    """Знак шага"""
    return penalized_step(params, X, y, -lr, decay)


def wrong_1_no_penalty(params, X, y, lr, decay):
    """без штрафа"""
    return plain_step(params, X, y, lr)


def wrong_1_forgotten_two(params, X, y, lr, decay):
    """вдвое меньше"""
    return penalized_step(params, X, y, lr, decay / 2)


def wrong_1_bias_penalized(params, X, y, lr, decay):
    """штраф на него не действует"""
    after, value = penalized_step(params, X, y, lr, decay)
    return {**after, "b": after["b"] - lr * 2 * decay * params["b"]}, value


def wrong_1_value_without_penalty(params, X, y, lr, decay):
    """В значении нет штрафа"""
    after, _ = penalized_step(params, X, y, lr, decay)
    return after, plain_step(params, X, y, lr)[1]


def wrong_1_value_after_step(params, X, y, lr, decay):
    """до шага"""
    after, _ = penalized_step(params, X, y, lr, decay)
    return after, penalized_step(after, X, y, lr, decay)[1]


def wrong_1_pair_swapped(params, X, y, lr, decay):
    """Первым должен идти словарь"""
    after, value = penalized_step(params, X, y, lr, decay)
    return value, after


def wrong_1_in_place(params, X, y, lr, decay):
    """Переданный словарь params изменён"""
    after, value = penalized_step(params, X, y, lr, decay)
    params.update(after)
    return params, value


def wrong_1_item_assignment(params, X, y, lr, decay):
    """JAX arrays are immutable"""
    params["w"][:] = 0.0
    return params, 0.0


def wrong_1_numbers_of_the_example(params, X, y, lr, decay):
    """На другом batch"""
    return {"w": np.array([0.53, -1 + 0.08 / 3]), "b": np.array(0.2 + 0.08 / 3)}, 0.22 / 3 + 0.125


def limit(X, bias=True, power=1, which=-1, rows=None):
    full = np.c_[np.array(X, float), np.ones((len(X), int(bias)))]
    values = np.linalg.eigvalsh(2 / (rows or len(X)) * full.T @ full)
    return (2 / values[which]) ** power


def wrong_2_no_bias(X):
    """без b"""
    return limit(X, bias=False)


def wrong_2_half(X):
    """вдвое меньше"""
    return limit(X) / 2


def wrong_2_sum(X):
    """среднее, а не сумма"""
    return limit(X, rows=1)


def wrong_2_curvature(X):
    """кривизна, а не lr"""
    return 2 / limit(X)


def wrong_2_smallest_eigenvalue(X):
    """наименьшее собственное число"""
    return limit(X, which=0)


def wrong_2_middle_eigenvalue(X):
    """не то собственное число"""
    return limit(X, which=1)


def wrong_2_vector(X):
    """Нужно одно число"""
    return np.array([limit(X)])


def wrong_2_always_three_rows(X):
    """из 5 строк"""
    return limit(X, rows=3)


def descend(params, X, y, lr, steps, accept=lambda new, old: new <= old, shrink=0.5):
    losses = []
    for _ in range(steps):
        trial, loss = plain_step(params, X, y, lr)
        new_loss = plain_step(trial, X, y, lr)[1]
        if accept(new_loss, loss):
            params, loss = trial, new_loss
        else:
            lr *= shrink
        losses.append(float(loss))
    return params, lr, losses


def wrong_3_always_accepted(params, X, y, lr, steps):
    """loss вырос"""
    return descend(params, X, y, lr, steps, accept=lambda new, old: True)


def wrong_3_rate_kept(params, X, y, lr, steps):
    """делится на два после каждого отказа"""
    return descend(params, X, y, lr, steps, shrink=1.0)


def wrong_3_rate_halved_every_time(params, X, y, lr, steps):
    """только после него"""
    after, _, losses = descend(params, X, y, lr, steps)
    return after, lr / 2**steps, losses


def wrong_3_nan_accepted(params, X, y, lr, steps):
    """сравните с NaN"""
    return descend(params, X, y, lr, steps, accept=lambda new, old: not new > old)


def wrong_3_loss_before_attempt(params, X, y, lr, steps):
    """значения loss неверны"""
    start = float(plain_step(params, X, y, lr)[1])
    after, lr, losses = descend(params, X, y, lr, steps)
    return after, lr, [start, *losses[:-1]]


def wrong_3_start_params_returned(params, X, y, lr, steps):
    """параметры не те"""
    _, lr, losses = descend(params, X, y, lr, steps)
    return params, lr, losses


def wrong_3_extra_loss(params, X, y, lr, steps):
    """столько же значений loss"""
    return descend(params, X, y, lr, steps + 1)


def wrong_3_pair(params, X, y, lr, steps):
    """Нужна тройка"""
    return descend(params, X, y, lr, steps)[::2]

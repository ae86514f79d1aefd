"""Неверные ответы к упражнениям гайда: проверка каждого должна назвать то, что в докстринге."""

import jax
import jax.numpy as jnp
import numpy as np


def uniform_mlp(key, n_in, n_hidden, a1, a2, low=-1.0):
    """На NumPy: seed — числа key, и W1 с W2 независимы."""
    rng = np.random.default_rng(np.asarray(jax.random.key_data(key)))
    return {
        "W1": rng.uniform(low, 1, (n_in, n_hidden)) * a1,
        "b1": np.zeros(n_hidden),
        "W2": rng.uniform(low, 1, (n_hidden, 1)) * a2,
        "b2": np.zeros(1),
    }


def right_1(key, n_in, n_hidden, low=-1.0):
    return uniform_mlp(key, n_in, n_hidden, (6 / n_in) ** 0.5, (3 / n_hidden) ** 0.5, low)


def wrong_1_std_as_bound(key, n_in, n_hidden):
    """W1: std"""
    return uniform_mlp(key, n_in, n_hidden, (2 / n_in) ** 0.5, (1 / n_hidden) ** 0.5)


def wrong_1_he_for_output(key, n_in, n_hidden):
    """W2: std"""
    p = right_1(key, n_in, n_hidden)
    return p | {"W2": p["W2"] * 2**0.5}


def wrong_1_zero_to_one(key, n_in, n_hidden):
    """среднее должно быть нулём"""
    return right_1(key, n_in, n_hidden, low=0.0)


def wrong_1_one_key(key, n_in, n_hidden):
    """один key потрачен дважды"""
    p = right_1(key, n_in, n_hidden)  # из одного потока W2 повторяет первую строку W1
    return p | {"W2": p["W1"][:1].T * (3 / n_hidden) ** 0.5 / (6 / n_in) ** 0.5}


def wrong_1_normal(key, n_in, n_hidden):
    """не равномерное"""
    rng = np.random.default_rng(0)
    return {
        "W1": rng.normal(size=(n_in, n_hidden)) * (2 / n_in) ** 0.5,
        "b1": np.zeros(n_hidden),
        "W2": rng.normal(size=(n_hidden, 1)) * (1 / n_hidden) ** 0.5,
        "b2": np.zeros(1),
    }


def wrong_1_two_values(key, n_in, n_hidden):
    """не равномерное"""
    p = right_1(key, n_in, n_hidden)  # среднее 0 и std те же, но веса принимают два значения
    return p | {
        "W1": np.sign(p["W1"]) * (2 / n_in) ** 0.5,
        "W2": np.sign(p["W2"]) * (1 / n_hidden) ** 0.5,
    }


def wrong_1_fixed_seed(key, n_in, n_hidden):
    """не зависят от key"""
    return right_1(jax.random.key(0), n_in, n_hidden)


def wrong_1_random_bias(key, n_in, n_hidden):
    """bias должны быть нулями"""
    return right_1(key, n_in, n_hidden) | {"b1": np.ones(n_hidden)}


def wrong_1_turned(key, n_in, n_hidden):
    """W1: форма"""
    p = right_1(key, n_in, n_hidden)
    return p | {"W1": p["W1"].T}


def wrong_1_tuple(key, n_in, n_hidden):
    """Нужен словарь"""
    return tuple(right_1(key, n_in, n_hidden).values())


def init_mlp(key, n_in=2, n_hidden=4):
    key_W1, key_W2 = jax.random.split(key)
    return {
        "W1": jax.random.normal(key_W1, (n_in, n_hidden)) * (2 / n_in) ** 0.5,
        "b1": jnp.zeros(n_hidden),
        "W2": jax.random.normal(key_W2, (n_hidden, 1)) * (1 / n_hidden) ** 0.5,
        "b2": jnp.zeros(1),
    }


def predictions(p, X):
    p = {name: np.asarray(leaf) for name, leaf in p.items()}
    return (np.maximum(X @ p["W1"] + p["b1"], 0) @ p["W2"] + p["b2"])[:, 0]


def right_2(key, X, count):
    return np.stack([predictions(init_mlp(k), X) for k in jax.random.split(key, count)])


def wrong_2_one_key_for_all(key, X, count):
    """Все сети одинаковы"""
    return np.stack([predictions(init_mlp(key), X)] * count)


def wrong_2_transposed(key, X, count):
    """сети × строки"""
    return right_2(key, X, count).T


def wrong_2_mean(key, X, count):
    """Форма (3,)"""
    return right_2(key, X, count).mean(axis=0)


def wrong_2_order(key, X, count):
    """порядок не тот"""
    return right_2(key, X, count)[::-1]


def wrong_2_split_twice(key, X, count):
    """Числа другие"""
    return right_2(list(jax.random.split(key))[0], X, count)


def wrong_2_key_per_row(key, X, count):
    """Числа другие"""
    keys = list(jax.random.split(key, count))[: len(X)]  # каждой строке X — свой ансамбль
    return np.stack([right_2(k, X, count)[:, i] for i, k in enumerate(keys)], axis=1)


def wrong_2_vmap_over_params_too(key, X, count):
    """vmap"""
    nets = [init_mlp(k) for k in jax.random.split(key, count)]
    stacked = jax.tree.map(lambda *leaves: np.stack(leaves), *nets)
    return jax.vmap(lambda p, x: x @ p["W1"])(stacked, X)


def right_3(key, X_raw, y_raw, n_hidden):
    p = init_mlp(key, X_raw.shape[1], n_hidden)
    W1 = np.asarray(p["W1"], np.float64) / X_raw.std(axis=0)[:, None]
    b1 = -X_raw.mean(axis=0) @ W1
    return {"W1": W1, "b1": b1, "W2": np.asarray(p["W2"]), "b2": np.array([y_raw.mean()])}


def wrong_3_no_scaling(key, X_raw, y_raw, n_hidden):
    """W1: вес признака"""
    return init_mlp(key, X_raw.shape[1], n_hidden)


def wrong_3_multiplied(key, X_raw, y_raw, n_hidden):
    """W1: вес признака"""
    p = right_3(key, X_raw, y_raw, n_hidden)
    return p | {"W1": p["W1"] * X_raw.std(axis=0)[:, None] ** 2}


def wrong_3_one_sigma(key, X_raw, y_raw, n_hidden):
    """W1: вес признака"""
    p = right_3(key, X_raw, y_raw, n_hidden)
    return p | {"W1": p["W1"] * X_raw.std(axis=0)[:, None] / X_raw.std()}


def wrong_3_zero_bias(key, X_raw, y_raw, n_hidden):
    """b1: средний вход"""
    return right_3(key, X_raw, y_raw, n_hidden) | {"b1": np.zeros(n_hidden)}


def wrong_3_bias_sign(key, X_raw, y_raw, n_hidden):
    """b1: средний вход"""
    p = right_3(key, X_raw, y_raw, n_hidden)
    return p | {"b1": -p["b1"]}


def wrong_3_output_bias(key, X_raw, y_raw, n_hidden):
    """b2: нужно среднее target"""
    return right_3(key, X_raw, y_raw, n_hidden) | {"b2": np.zeros(1)}


def wrong_3_output_scale(key, X_raw, y_raw, n_hidden):
    """W2: выходные веса"""
    p = right_3(key, X_raw, y_raw, n_hidden)
    return p | {"W2": p["W2"] * 2**0.5}


def wrong_3_mutates(key, X_raw, y_raw, n_hidden):
    """X_raw изменён"""
    X_raw -= X_raw.mean(axis=0)
    return right_3(key, X_raw, y_raw, n_hidden)


def wrong_3_other_key(key, X_raw, y_raw, n_hidden):
    """W1: вес признака"""
    return right_3(list(jax.random.split(key))[0], X_raw, y_raw, n_hidden)

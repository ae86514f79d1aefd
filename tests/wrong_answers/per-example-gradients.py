"""Неверные ответы к упражнениям гайда: проверка каждого должна назвать то, что в докстринге."""

import jax
import numpy as np

# Всё, кроме самих градиентов, написано на NumPy: ответов много, и каждый компилировался бы заново.


def one_loss(p, x, target):
    return (x @ p["w"] + p["b"] - target) ** 2


def rows_of(params, X, y, loss=one_loss):
    rows = jax.vmap(jax.grad(loss), in_axes=(None, 0, 0))(params, X, y)
    return jax.tree.map(np.asarray, rows)


def squares(rows):
    """Квадрат нормы каждой строки у каждого leaf."""
    return jax.tree.map(lambda g: np.sum(g.reshape(len(g), -1) ** 2, axis=1), rows)


def norms(rows):
    return np.sqrt(sum(jax.tree.leaves(squares(rows))))


def mean_of(rows):
    return jax.tree.map(lambda g: np.mean(g, axis=0), rows)


# Упражнение 1


def wrong_1_no_root(params, X, y):
    """корень не извлечён"""
    return norms(rows_of(params, X, y)) ** 2


def wrong_1_only_weights(params, X, y):
    """только leaf w"""
    return np.linalg.norm(rows_of(params, X, y)["w"], axis=1)


def wrong_1_sum_of_leaf_norms(params, X, y):
    """складывать нужно их квадраты"""
    return sum(np.sqrt(leaf) for leaf in jax.tree.leaves(squares(rows_of(params, X, y))))


def wrong_1_norm_per_leaf(params, X, y):
    """норма каждого leaf"""
    return jax.tree.map(np.sqrt, squares(rows_of(params, X, y)))


def wrong_1_norm_of_mean(params, X, y):
    """одно число на весь batch"""
    mean = mean_of(rows_of(params, X, y))
    return np.sqrt(sum(np.sum(leaf**2) for leaf in jax.tree.leaves(mean)))


def wrong_1_wrong_axis(params, X, y):
    """Форма (2,), а примеров 3"""
    return np.linalg.norm(rows_of(params, X, y)["w"], axis=0)


def wrong_1_mean_loss(params, X, y):
    """меньше в N раз"""
    return norms(rows_of(params, X, y)) / len(y)


def wrong_1_half_gradient(params, X, y):
    """Значения не равны нормам"""
    return norms(rows_of(params, X, y)) / 2


def wrong_1_params_have_batch_axis(params, X, y):
    """код остановился. ValueError: vmap was requested to map its argument along axis 0"""
    return norms(jax.vmap(jax.grad(one_loss))(params, X, y))


def wrong_1_no_return(params, X, y):
    """нет return"""
    norms(rows_of(params, X, y))


# Упражнение 2


def rates(rows, direction):
    """Минус скалярное произведение строк на pytree direction."""
    products = jax.tree.map(lambda g, m: g.reshape(len(g), -1) @ np.ravel(m), rows, direction)
    return -sum(jax.tree.leaves(products))


def wrong_2_sign(params, X, y):
    """Знак обратный"""
    rows = rows_of(params, X, y)
    return -rates(rows, mean_of(rows))


def wrong_2_sum_instead_of_mean(params, X, y):
    """взята сумма"""
    rows = rows_of(params, X, y)
    return rates(rows, jax.tree.map(lambda g: np.sum(g, axis=0), rows))


def wrong_2_only_weights(params, X, y):
    """только leaf w"""
    rows = rows_of(params, X, y)["w"]
    return -rows @ np.mean(rows, axis=0)


def wrong_2_cosine(params, X, y):
    """Это косинусы"""
    rows = rows_of(params, X, y)
    mean = mean_of(rows)
    length = np.sqrt(sum(np.sum(leaf**2) for leaf in jax.tree.leaves(mean)))
    return rates(rows, mean) / norms(rows) / length


def wrong_2_own_gradient(params, X, y):
    """на собственный градиент"""
    return -(norms(rows_of(params, X, y)) ** 2)


def wrong_2_without_itself(params, X, y):
    """без самого примера"""
    rows, n = rows_of(params, X, y), len(y)
    return (n * rates(rows, mean_of(rows)) + norms(rows) ** 2) / (n - 1)


def wrong_2_mean_rate(params, X, y):
    """одно число"""
    rows = rows_of(params, X, y)
    return np.mean(rates(rows, mean_of(rows)))


def wrong_2_tree(params, X, y):
    """Вернулся pytree"""
    rows = rows_of(params, X, y)
    return jax.tree.map(lambda g, m: -(g.reshape(len(g), -1) @ np.ravel(m)), rows, mean_of(rows))


# Упражнение 3


def factor(rows, bound):
    return bound / np.maximum(norms(rows), bound)


def scaled(rows, factors):
    return jax.tree.map(lambda g: np.einsum("n,n...->n...", factors, g), rows)


def noise_like(tree, key, size, shared=False):
    seed = jax.random.key_data(key).tolist()
    generator = np.random.default_rng(seed)

    def draw(leaf):
        source = np.random.default_rng(seed) if shared else generator
        return size * source.normal(size=np.shape(leaf))

    return jax.tree.map(draw, tree)


def add(a, b):
    return jax.tree.map(np.add, a, b)


def total_of(rows):
    return jax.tree.map(lambda g: np.sum(g, axis=0), rows)


def divided(tree, n):
    return jax.tree.map(lambda g: g / n, tree)


def clipped_rows(loss, params, X, y, bound):
    rows = rows_of(params, X, y, loss)
    return scaled(rows, factor(rows, bound))


def private(loss, params, X, y, bound, key, size, shared=False):
    """Верный ответ с шумом размера size в сумме."""
    total = total_of(clipped_rows(loss, params, X, y, bound))
    return divided(add(total, noise_like(total, key, size, shared)), len(y))


def wrong_3_mean_then_clip(loss, params, X, y, bound, sigma, key):
    """Обрезано среднее"""
    mean = mean_of(rows_of(params, X, y, loss))
    norm = np.sqrt(sum(np.sum(leaf**2) for leaf in jax.tree.leaves(mean)))
    clipped = jax.tree.map(lambda g: g * bound / np.maximum(norm, bound), mean)
    return add(clipped, noise_like(mean, key, sigma * bound / len(y)))


def wrong_3_no_clipping(loss, params, X, y, bound, sigma, key):
    """Обрезки нет"""
    mean = mean_of(rows_of(params, X, y, loss))
    return add(mean, noise_like(mean, key, sigma * bound / len(y)))


def wrong_3_normalized(loss, params, X, y, bound, sigma, key):
    """Короткий градиент удлинён"""
    rows = rows_of(params, X, y, loss)
    total = total_of(scaled(rows, bound / np.maximum(norms(rows), 1e-9)))
    return divided(add(total, noise_like(total, key, sigma * bound)), len(y))


def wrong_3_zero_over_zero(loss, params, X, y, bound, sigma, key):
    """NaN или inf"""
    rows = rows_of(params, X, y, loss)
    with np.errstate(invalid="ignore"):
        return total_of(scaled(rows, np.minimum(norms(rows), bound) / norms(rows)))


def wrong_3_leaf_by_leaf(loss, params, X, y, bound, sigma, key):
    """leaf обрезаны порознь"""
    rows = rows_of(params, X, y, loss)
    return {name: mean_of(scaled(leaf, factor(leaf, bound))) for name, leaf in rows.items()}


def wrong_3_number_by_number(loss, params, X, y, bound, sigma, key):
    """Обрезано каждое число отдельно"""
    rows = rows_of(params, X, y, loss)
    return mean_of(jax.tree.map(lambda g: np.clip(g, -bound, bound), rows))


def wrong_3_sum(loss, params, X, y, bound, sigma, key):
    """не поделена на число примеров"""
    total = total_of(clipped_rows(loss, params, X, y, bound))
    return add(total, noise_like(total, key, sigma * bound))


def wrong_3_no_noise(loss, params, X, y, bound, sigma, key):
    """Шума нет"""
    return mean_of(clipped_rows(loss, params, X, y, bound))


def wrong_3_one_key(loss, params, X, y, bound, sigma, key):
    """key использован дважды"""
    return private(loss, params, X, y, bound, key, sigma * bound, shared=True)


def wrong_3_fixed_key(loss, params, X, y, bound, sigma, key):
    """key не использован"""
    return private(loss, params, X, y, bound, jax.random.key(0), sigma * bound)


def wrong_3_one_number_per_leaf(loss, params, X, y, bound, sigma, key):
    """прибавлен одинаковый шум"""
    mean = mean_of(clipped_rows(loss, params, X, y, bound))
    noise = noise_like(dict.fromkeys(mean, 0.0), key, sigma * bound / len(y))
    return add(mean, noise)


def wrong_3_noise_after_division(loss, params, X, y, bound, sigma, key):
    """прибавлен после деления на N"""
    return private(loss, params, X, y, bound, key, sigma * bound * len(y))


def wrong_3_noise_for_each_row(loss, params, X, y, bound, sigma, key):
    """прибавлен к каждому градиенту"""
    rows = clipped_rows(loss, params, X, y, bound)
    return mean_of(add(rows, noise_like(rows, key, sigma * bound)))


def wrong_3_noise_without_bound(loss, params, X, y, bound, sigma, key):
    """Шум не умножен на bound"""
    return private(loss, params, X, y, bound, key, sigma)


def wrong_3_variance(loss, params, X, y, bound, sigma, key):
    """Стандартное отклонение шума отличается"""
    return private(loss, params, X, y, bound, key, sigma**2 * bound)


calls = []


def wrong_3_hidden_state(loss, params, X, y, bound, sigma, key):
    """зависит не только от key"""
    calls.append(1)
    return private(loss, params, X, y, bound, jax.random.key(len(calls)), sigma * bound)

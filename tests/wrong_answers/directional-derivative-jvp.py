"""Неверные ответы к упражнениям гайда: проверка каждого должна назвать то, что в докстринге."""

import jax
import jax.numpy as jnp

# Упражнение 1


def unit(v):
    return v / jnp.linalg.norm(v)


def wrong_1_not_normalized(f, x, v):
    """оно не нормировано"""
    return jax.jvp(f, (x,), (v,))


def wrong_1_squared_length(f, x, v):
    """Деление на |v|²"""
    return jax.jvp(f, (x,), (v / jnp.sum(v**2),))


def wrong_1_multiplied(f, x, v):
    """умножена на |v|"""
    return jax.jvp(f, (x,), (v * jnp.linalg.norm(v),))


def wrong_1_normalized_result(f, x, v):
    """Нормирован результат"""
    value, slope = jax.jvp(f, (x,), (v,))
    return value, unit(slope)


def wrong_1_swapped_arguments(f, x, v):
    """value не равно f(x)"""
    return jax.jvp(f, (unit(v),), (x,))


def wrong_1_point_as_direction(f, x, v):
    """Точка и направление переставлены"""
    return f(x), jax.jvp(f, (v,), (x,))[1]


def wrong_1_swapped_result(f, x, v):
    """Элементы пары переставлены"""
    return jax.jvp(f, (x,), (unit(v),))[::-1]


def wrong_1_reverse_mode(f, x, v):
    """произведение обратного режима"""
    value, pull = jax.vjp(f, x)
    return value, pull(unit(v))[0]


def wrong_1_finite_difference(f, x, v):
    """похоже на конечную разность"""
    step = 2.0**-9
    return f(x), (f(x + step * unit(v)) - f(x)) / step


def wrong_1_only_derivative(f, x, v):
    """Нужна пара (value, derivative)"""
    return jax.jvp(f, (x,), (unit(v),))[1]


def wrong_1_scalar(f, x, v):
    """derivative: форма (), а нужна (2,)"""
    value, slope = jax.jvp(f, (x,), (unit(v),))
    return value, jnp.sum(slope)


def wrong_1_array_instead_of_tuple(f, x, v):
    """TypeError: primal and tangent arguments to jax.jvp must be tuples or lists"""
    return jax.jvp(f, x, unit(v))


# Упражнение 2


def rows(f, x, V):
    return jax.vmap(lambda v: jax.jvp(f, (x,), (v,)), out_axes=(None, 0))(V)


def wrong_2_python_loop(f, x, V):
    """f вызвана столько раз: 4"""
    pairs = [jax.jvp(f, (x,), (v,)) for v in V]
    return pairs[0][0], jnp.stack([slope for _, slope in pairs])


def wrong_2_jacobian_and_value(f, x, V):
    """f вызвана столько раз: 2"""
    return f(x), V @ jax.jacfwd(f)(x).T


def wrong_2_repeated_value(f, x, V):
    """value повторено"""
    return jax.vmap(lambda v: jax.jvp(f, (x,), (v,)))(V)


def wrong_2_transposed(f, x, V):
    """направления должны идти по строкам"""
    value, slopes = rows(f, x, V)
    return value, slopes.T


def wrong_2_columns_as_directions(f, x, V):
    """код остановился. ValueError: jvp called with different primal and tangent shapes"""
    return jax.vmap(lambda v: jax.jvp(f, (x,), (v,)), in_axes=1, out_axes=(None, 1))(V)


def wrong_2_one_direction(f, x, V):
    """derivatives: форма (3,), а нужна (4, 3)"""
    return jax.jvp(f, (x,), (V[0],))


def wrong_2_sum_of_directions(f, x, V):
    """derivatives: форма (3,), а нужна (4, 3)"""
    return jax.jvp(f, (x,), (jnp.sum(V, axis=0),))


def wrong_2_normalized(f, x, V):
    """не равны произведениям Jv"""
    return rows(f, x, V / jnp.linalg.norm(V, axis=1, keepdims=True))


def wrong_2_without_value(f, x, V):
    """Нужна пара (value, derivatives)"""
    return rows(f, x, V)[1]


def wrong_2_silent_columns(f, x, V):
    """взяты её столбцы"""
    return rows(f, x, V.T if V.shape[0] == V.shape[1] else V)


def wrong_2_silent_reverse(f, x, V):
    """произведение обратного режима"""
    value, slopes = rows(f, x, V)
    if V.shape != slopes.shape:
        return value, slopes
    value, pull = jax.vjp(f, x)
    return value, jax.vmap(lambda u: pull(u)[0])(V)


# Упражнение 3


def dot(a, b):
    return sum(jax.tree.leaves(jax.tree.map(jnp.vdot, a, b)))


def gradient_and_product(loss, params, direction=None):
    g = jax.grad(loss)(params)
    v = g if direction is None else direction
    return g, jax.jvp(jax.grad(loss), (params,), (v,))[1]


def moved(params, rate, direction):
    return jax.tree.map(lambda p, d: p - rate * d, params, direction)


def finish(params, rate, g):
    return rate, moved(params, rate, g)


def wrong_3_inverted(loss, params):
    """Дробь перевёрнута"""
    g, Hg = gradient_and_product(loss, params)
    return finish(params, dot(g, Hg) / dot(g, g), g)


def wrong_3_negative(loss, params):
    """Знак rate обратный"""
    g, Hg = gradient_and_product(loss, params)
    return finish(params, -dot(g, g) / dot(g, Hg), g)


def wrong_3_norm_not_squared(loss, params):
    """не возведена в квадрат"""
    g, Hg = gradient_and_product(loss, params)
    return finish(params, jnp.sqrt(dot(g, g)) / dot(g, Hg), g)


def wrong_3_no_numerator(loss, params):
    """Числитель потерян"""
    g, Hg = gradient_and_product(loss, params)
    return finish(params, 1 / dot(g, Hg), g)


def wrong_3_params_as_direction(loss, params):
    """H умножена на params"""
    g, Hp = gradient_and_product(loss, params, params)
    return finish(params, dot(g, g) / dot(g, Hp), g)


def wrong_3_ones_as_direction(loss, params):
    """взята сумма чисел Hg"""
    g, H1 = gradient_and_product(loss, params, jax.tree.map(jnp.ones_like, params))
    return finish(params, dot(g, g) / dot(g, H1), g)


def wrong_3_sum_of_product(loss, params):
    """взята сумма чисел Hg"""
    g, Hg = gradient_and_product(loss, params)
    return finish(params, dot(g, g) / sum(jnp.sum(leaf) for leaf in jax.tree.leaves(Hg)), g)


def wrong_3_only_weights(loss, params):
    """только leaf w"""
    g, Hg = gradient_and_product(loss, params)
    return finish(params, dot(g["w"], g["w"]) / dot(g["w"], Hg["w"]), g)


def wrong_3_twice_as_long(loss, params):
    """Шаг вдвое длиннее"""
    g, Hg = gradient_and_product(loss, params)
    return finish(params, 2 * dot(g, g) / dot(g, Hg), g)


def wrong_3_rate_of_each_leaf(loss, params):
    """один скаляр, общий для всех leaf"""
    g, Hg = gradient_and_product(loss, params)
    rate = {n: dot(g[n], g[n]) / dot(g[n], Hg[n]) for n in g}
    return rate, {n: params[n] - rate[n] * g[n] for n in g}


def wrong_3_uphill(loss, params):
    """по градиенту, а не против"""
    g, Hg = gradient_and_product(loss, params)
    rate = dot(g, g) / dot(g, Hg)
    return rate, moved(params, -rate, g)


def wrong_3_along_the_product(loss, params):
    """Шаг сделан вдоль Hg"""
    g, Hg = gradient_and_product(loss, params)
    rate = dot(g, g) / dot(g, Hg)
    return rate, moved(params, rate, Hg)


def wrong_3_in_place(loss, params):
    """Изменён входной словарь"""
    g, Hg = gradient_and_product(loss, params)
    rate = dot(g, g) / dot(g, Hg)
    params.update(moved(params, rate, g))
    return rate, params


def wrong_3_only_rate(loss, params):
    """Нужна пара (rate, new_params)"""
    g, Hg = gradient_and_product(loss, params)
    return dot(g, g) / dot(g, Hg)


def wrong_3_blocks_on_the_diagonal(loss, params):
    """смешанные по w и b"""
    g, hessian = jax.grad(loss)(params), jax.hessian(loss)(params)
    bend = g["w"] @ hessian["w"]["w"] @ g["w"] + g["b"] * hessian["b"]["b"] * g["b"]
    return finish(params, dot(g, g) / bend, g)

"""Неверные ответы к упражнениям гайда: проверка каждого должна назвать то, что в докстринге."""

from functools import partial

import jax
import jax.numpy as jnp


def total_norm(tree):
    return jnp.sqrt(sum(jnp.sum(leaf**2) for leaf in jax.tree.leaves(tree)))


def times(scale, tree):
    return jax.tree.map(lambda leaf: scale * leaf, tree)


def wrong_1_bare_tree(_, cotangent):
    """возвращает tuple"""
    return times(jnp.minimum(1.0, 1.0 / total_norm(cotangent)), cotangent)


def wrong_1_one_array(_, cotangent):
    """Структура cotangent изменилась"""
    flat = jnp.concatenate([jnp.ravel(leaf) for leaf in jax.tree.leaves(cotangent)])
    return (flat / jnp.maximum(1.0, jnp.linalg.norm(flat)),)


def wrong_1_half_precision(_, cotangent):
    """dtype"""
    scale = jnp.minimum(1.0, 1.0 / total_norm(cotangent))
    return (jax.tree.map(lambda leaf: (scale * leaf).astype(jnp.float16), cotangent),)


def wrong_1_elementwise(_, cotangent):
    """Направление изменилось"""
    return (jax.tree.map(lambda leaf: jnp.clip(leaf, -1.0, 1.0), cotangent),)


def wrong_1_each_leaf_alone(_, cotangent):
    """из разных leaf"""

    def by_norm(leaf):
        return leaf * jnp.minimum(1.0, 1.0 / jnp.sqrt(jnp.sum(leaf**2)))

    return (jax.tree.map(by_norm, cotangent),)


def wrong_1_always_divides(_, cotangent):
    """NaN"""
    return (times(1.0 / total_norm(cotangent), cotangent),)


def wrong_1_stretches_short(_, cotangent):
    """короче порога"""
    return (times(1.0 / (total_norm(cotangent) + 1e-9), cotangent),)


def wrong_1_forgotten_root(_, cotangent):
    """стала 0.0769"""
    return (times(jnp.minimum(1.0, 1.0 / total_norm(cotangent) ** 2), cotangent),)


def wrong_1_largest_number(_, cotangent):
    """Общая норма была 13, стала 1.08"""
    largest = jnp.max(jnp.array([jnp.max(jnp.abs(c)) for c in jax.tree.leaves(cotangent)]))
    return (times(jnp.minimum(1.0, 1.0 / largest), cotangent),)


@jax.custom_vjp
def wrong_2_sign(x, strength):
    """Знак"""
    return x


wrong_2_sign.defvjp(lambda x, strength: (x, strength), lambda strength, c: (strength * c, None))


@jax.custom_vjp
def wrong_2_constant_strength(x, strength):
    """не зависит от strength"""
    return x


wrong_2_constant_strength.defvjp(lambda x, strength: (x, None), lambda _, c: (-c, None))


def wrong_2_no_rule(x, strength):
    """Прямой проход изменил x"""
    return -strength * x


@jax.custom_vjp
def wrong_2_scaled_fwd(x, strength):
    """проверьте fwd"""
    return x


wrong_2_scaled_fwd.defvjp(
    lambda x, strength: (-strength * x, strength), lambda strength, c: (-strength * c, None)
)


@jax.custom_vjp
def wrong_2_gradient_of_strength(x, strength):
    """Градиент по strength"""
    return x


wrong_2_gradient_of_strength.defvjp(
    lambda x, strength: (x, (x, strength)),
    lambda kept, c: (-kept[1] * c, -jnp.sum(kept[0] * c)),
)


@jax.custom_vjp
def wrong_2_one_cotangent(x, strength):
    """TypeError: Custom VJP bwd rule"""
    return x


wrong_2_one_cotangent.defvjp(lambda x, s: (x, s), lambda s, c: (-s * c,))


@partial(jax.custom_vjp, nondiff_argnums=(1,))
def wrong_2_nondiff_argnums(x, strength):
    """UnexpectedTracerError"""
    return x


wrong_2_nondiff_argnums.defvjp(
    lambda x, strength: (x, None), lambda strength, _, c: (-strength * c,)
)


@jax.custom_vjp
def wrong_2_multiplied_by_x(x, strength):
    """градиент по x вышел"""
    return x


wrong_2_multiplied_by_x.defvjp(
    lambda x, strength: (x, (x, strength)), lambda kept, c: (-kept[1] * kept[0] * c, None)
)


def on_grid(w):
    return jnp.round(4.0 * jnp.clip(w, -1.0, 1.0)) / 4.0


def wrong_3_no_rule(w):
    """всюду ноль"""
    return on_grid(w)


def wrong_3_identity_forward(w):
    """Прямой проход отличается от quantize"""
    return jnp.clip(w, -1.0, 1.0)


@jax.custom_vjp
def wrong_3_identity_fwd(w):
    """проверьте fwd"""
    return on_grid(w)


wrong_3_identity_fwd.defvjp(
    lambda w: (w, jnp.abs(w) <= 1.0), lambda inside, c: (jnp.where(inside, c, 0.0),)
)


@jax.custom_vjp
def wrong_3_everywhere(w):
    """За пределами сетки"""
    return on_grid(w)


wrong_3_everywhere.defvjp(lambda w: (on_grid(w), None), lambda _, c: (c,))


@jax.custom_vjp
def wrong_3_mask_of_output(w):
    """Градиент потерян"""
    return on_grid(w)


wrong_3_mask_of_output.defvjp(
    lambda w: (on_grid(w), jnp.abs(on_grid(w)) < 1.0),
    lambda inside, c: (jnp.where(inside, c, 0.0),),
)


@jax.custom_vjp
def wrong_3_keeps_weights(w):
    """хранится байт: 36"""
    return on_grid(w)


wrong_3_keeps_weights.defvjp(
    lambda w: (on_grid(w), w), lambda w, c: (jnp.where(jnp.abs(w) <= 1.0, c, 0.0),)
)


@jax.custom_vjp
def wrong_3_clipped_too(w):
    """отличается от входящего cotangent"""
    return on_grid(w)


wrong_3_clipped_too.defvjp(
    lambda w: (on_grid(w), jnp.abs(w) <= 1.0),
    lambda inside, c: (jnp.where(inside, jnp.clip(c, -0.5, 0.5), 0.0),),
)

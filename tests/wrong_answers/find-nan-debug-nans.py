"""Неверные ответы к упражнениям гайда: проверка каждого должна назвать то, что в докстринге."""

import jax
import jax.numpy as jnp
from jax.experimental import checkify


def wrong_1_no_guard(v):
    """Значение не конечно"""
    return v / jnp.sqrt(jnp.sum(v * v))


def wrong_1_where_after_division(v):
    """Матрица Якоби в нуле не конечна"""
    norm = jnp.sqrt(jnp.sum(v * v))
    return jnp.where(norm > 0, v / norm, 0.0)


def wrong_1_nan_to_num(v):
    """Матрица Якоби в нуле не конечна"""
    return jnp.nan_to_num(v / jnp.linalg.norm(v))


def wrong_1_epsilon(v):
    """Короткий вектор искажён"""
    return v / jnp.sqrt(jnp.sum(v * v) + 1e-12)


def wrong_1_squared_norm(v):
    """Длина или направление неверны"""
    square = jnp.sum(v * v)
    return v / jnp.where(square > 0, square, 1.0)


def wrong_1_norm_instead(v):
    """Форма ответа ()"""
    return jnp.sqrt(jnp.sum(v * v))


def wrong_1_stopped_gradient(v):
    """Матрица Якоби вне нуля неверна"""
    square = jax.lax.stop_gradient(jnp.sum(v * v))
    return v / jnp.sqrt(jnp.where(square > 0, square, 1.0))


def wrong_2_forward_only(f, x):
    """Обратный проход не проверен"""
    error, _ = checkify.checkify(f, errors=checkify.float_checks)(x)
    return jax.grad(f)(x), error.get()


def wrong_2_result_only(f, x):
    """Скрытый NaN не найден"""
    gradient = jax.grad(f)(x)
    return gradient, None if jnp.isfinite(gradient) else "градиент не конечен"


def wrong_2_default_checks(f, x):
    """Обратный проход не проверен"""
    error, gradient = checkify.checkify(jax.grad(f))(x)
    return gradient, error.get()


def wrong_2_throws(f, x):
    """division by zero"""
    error, gradient = checkify.checkify(jax.grad(f), errors=checkify.float_checks)(x)
    error.throw()
    return gradient, None


def wrong_2_error_object(f, x):
    """Сообщение — строка или None"""
    error, gradient = checkify.checkify(jax.grad(f), errors=checkify.float_checks)(x)
    return gradient, error


def wrong_2_value_instead(f, x):
    """нужен 6"""
    error, value = checkify.checkify(f, errors=checkify.float_checks)(x)
    return value, error.get()


def _picked(log_p, labels):
    return jnp.take_along_axis(log_p, labels[:, None], axis=1)[:, 0]


def wrong_3_multiplied_by_mask(logits, labels, mask):
    """до операции"""
    losses = -_picked(jax.nn.log_softmax(logits), labels)
    weights = mask.astype(logits.dtype)
    return jnp.sum(weights * losses) / jnp.maximum(weights.sum(), 1)


def wrong_3_log_of_softmax(logits, labels, mask):
    """переполняют exp"""
    clean = jnp.where(mask[:, None], logits, 0.0)
    log_p = jnp.log(jax.nn.softmax(clean))
    count = jnp.maximum(mask.sum(), 1).astype(logits.dtype)
    return -jnp.where(mask, _picked(log_p, labels), 0.0).sum() / count


def wrong_3_mean_over_all(logits, labels, mask):
    """не по открытым строкам"""
    clean = jnp.where(mask[:, None], logits, 0.0)
    return -jnp.where(mask, _picked(jax.nn.log_softmax(clean), labels), 0.0).mean()


def wrong_3_where_after(logits, labels, mask):
    """до операции"""
    losses = jnp.where(mask, -_picked(jax.nn.log_softmax(logits), labels), 0.0)
    return losses.sum() / jnp.maximum(mask.sum(), 1).astype(logits.dtype)


def wrong_3_no_guard_for_empty(logits, labels, mask):
    """Без открытых строк"""
    clean = jnp.where(mask[:, None], logits, 0.0)
    losses = jnp.where(mask, -_picked(jax.nn.log_softmax(clean), labels), 0.0)
    return losses.sum() / mask.sum().astype(logits.dtype)


def wrong_3_vector(logits, labels, mask):
    """нужен скаляр"""
    clean = jnp.where(mask[:, None], logits, 0.0)
    return jnp.where(mask, -_picked(jax.nn.log_softmax(clean), labels), 0.0)

"""Неверные ответы к упражнениям гайда: проверка каждого должна назвать то, что в докстринге."""

import jax
import jax.numpy as jnp

# Упражнение 1


def metrics(error):
    loss = jnp.mean(error**2)
    absolute = jnp.abs(error)
    return {"mae": jnp.mean(absolute), "rmse": jnp.sqrt(loss), "max_error": jnp.max(absolute)}


def with_aux(params, X, y, **changed):
    """Верный ответ, в котором заменены названные метрики или loss."""

    def loss_fn(p):
        error = X @ p["w"] + p["b"] - y
        aux = metrics(error) | {k: f(error) for k, f in changed.items() if k != "loss"}
        return changed.get("loss", lambda e: jnp.mean(e**2))(error), aux

    return jax.value_and_grad(loss_fn, has_aux=True)(params)


def wrong_1_no_return(params, X, y):
    """нет return"""
    with_aux(params, X, y)


def wrong_1_flat_triple(params, X, y):
    """Нужна пара ((loss, aux), grads)"""
    (loss, aux), grads = with_aux(params, X, y)
    return loss, aux, grads


def wrong_1_grads_before_aux(params, X, y):
    """элементы переставлены"""
    (loss, aux), grads = with_aux(params, X, y)
    return (loss, grads), aux


def wrong_1_loss_without_aux(params, X, y):
    """не пара (loss, aux)"""
    (loss, _), grads = with_aux(params, X, y)
    return loss, grads


def wrong_1_forgot_max_error(params, X, y):
    """В aux нужны ключи"""
    (loss, aux), grads = with_aux(params, X, y)
    return (loss, {"mae": aux["mae"], "rmse": aux["rmse"]}), grads


def wrong_1_vector_metric(params, X, y):
    """max_error: форма (3,), а нужен скаляр"""
    return with_aux(params, X, y, max_error=jnp.abs)


def wrong_1_no_abs(params, X, y):
    """ищут по модулю"""
    return with_aux(params, X, y, max_error=jnp.max)


def wrong_1_rmse_is_mse(params, X, y):
    """корень не извлечён"""
    return with_aux(params, X, y, rmse=lambda e: jnp.mean(e**2))


def wrong_1_mean_of_roots(params, X, y):
    """среднее корней по строкам"""
    return with_aux(params, X, y, rmse=lambda e: jnp.mean(jnp.sqrt(e**2)))


def wrong_1_loss_is_rmse(params, X, y):
    """дифференцируется RMSE"""
    return with_aux(params, X, y, loss=lambda e: jnp.sqrt(jnp.mean(e**2)))


def wrong_1_loss_is_sum(params, X, y):
    """сумма по строкам вместо среднего"""
    return with_aux(params, X, y, loss=lambda e: jnp.sum(e**2))


def wrong_1_gradient_of_rmse(params, X, y):
    """Градиент взят от RMSE"""
    head, _ = with_aux(params, X, y)
    _, grads = with_aux(params, X, y, loss=lambda e: jnp.sqrt(jnp.mean(e**2)))
    return head, grads


def wrong_1_data_of_the_template(params, X, y):
    """loss равна"""
    X, y = jnp.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]), jnp.array([1.0, -1.0, 0.0])
    return with_aux(params, X, y)


def wrong_1_loss_is_vector(params, X, y):
    """код остановился. TypeError: Gradient only defined for scalar-output functions"""
    return with_aux(params, X, y, loss=lambda e: e**2)


# Упражнение 2


def reported(forward, params, X, y, reduce=jnp.mean, **changed):
    """Верный ответ, в котором заменены названные части report или свёртка."""

    def loss_fn(p):
        error = forward(p, X) - y
        row_loss = error**2
        aux = {"loss": reduce(row_loss), "row_loss": row_loss, "worst": jnp.argmax(row_loss)}
        return reduce(row_loss), aux | {name: f(error) for name, f in changed.items()}

    return jax.grad(loss_fn, has_aux=True)(params)


def wrong_2_two_passes(forward, params, X, y):
    """forward вызвана столько раз: 2"""

    def loss_fn(p):
        return jnp.mean((forward(p, X) - y) ** 2)

    loss, grads = jax.value_and_grad(loss_fn)(params)
    row_loss = (forward(params, X) - y) ** 2
    return grads, {"loss": loss, "row_loss": row_loss, "worst": jnp.argmax(row_loss)}


def wrong_2_value_and_grad_order(forward, params, X, y):
    """((loss, aux), grads) от value_and_grad"""
    grads, report = reported(forward, params, X, y)
    return (report["loss"], report), grads


def wrong_2_report_first(forward, params, X, y):
    """переставлены"""
    return reported(forward, params, X, y)[::-1]


def wrong_2_signed_worst(forward, params, X, y):
    """worst: номер 1"""
    return reported(forward, params, X, y, worst=jnp.argmax)


def wrong_2_worst_is_value(forward, params, X, y):
    """нужен целый номер строки"""
    return reported(forward, params, X, y, worst=lambda e: jnp.max(e**2))


def wrong_2_easiest_row(forward, params, X, y):
    """с наименьшим row_loss"""
    return reported(forward, params, X, y, worst=lambda e: jnp.argmin(e**2))


def wrong_2_errors_as_row_loss(forward, params, X, y):
    """не возведены в квадрат"""
    return reported(forward, params, X, y, row_loss=lambda e: e)


def wrong_2_column(forward, params, X, y):
    """row_loss: форма (4, 1)"""
    return reported(forward, params, X, y, row_loss=lambda e: e[:, None] ** 2)


def wrong_2_sum(forward, params, X, y):
    """loss: сумма по строкам вместо среднего"""
    return reported(forward, params, X, y, reduce=jnp.sum)


def wrong_2_gradient_of_sum(forward, params, X, y):
    """Градиент в N раз больше"""
    return reported(forward, params, X, y, reduce=jnp.sum, loss=lambda e: jnp.mean(e**2))


def wrong_2_own_model(forward, params, X, y):
    """forward не вызвана"""
    return reported(lambda p, inputs: inputs @ p["w"] + p["b"], params, X, y)


def wrong_2_forgot_has_aux(forward, params, X, y):
    """код остановился. TypeError: Gradient only defined for scalar-output functions"""

    def loss_fn(p):
        row_loss = (forward(p, X) - y) ** 2
        return jnp.mean(row_loss), {"row_loss": row_loss}

    return jax.grad(loss_fn)(params)


# Упражнение 3


def centered(params, center, X, y, lr, new=None, used=None, sign=-1):
    """Верный шаг, в котором заменены формула center, center внутри loss или знак шага."""

    def loss_fn(p):
        pred = X @ p["w"] + p["b"]
        average = 0.9 * center + 0.1 * jnp.mean(pred) if new is None else new(pred)
        inside = jax.lax.stop_gradient(average) if used is None else used(average)
        return jnp.mean((pred - inside - y) ** 2), average

    (loss, average), grads = jax.value_and_grad(loss_fn, has_aux=True)(params)
    return jax.tree.map(lambda p, g: p + sign * lr * g, params, grads), average, loss


def wrong_3_gradient_through_center(params, center, X, y, lr):
    """Градиент прошёл через center"""
    return centered(params, center, X, y, lr, used=lambda average: average)


def wrong_3_old_center_in_loss(params, center, X, y, lr):
    """вычтен прежний center"""
    return centered(params, center, X, y, lr, used=lambda average: center)


def wrong_3_swapped_factors(params, center, X, y, lr):
    """переставлены множители"""
    return centered(params, center, X, y, lr, lambda pred: 0.1 * center + 0.9 * jnp.mean(pred))


def wrong_3_center_not_updated(params, center, X, y, lr):
    """center не обновился"""
    return centered(params, center, X, y, lr, lambda pred: center)


def wrong_3_uphill(params, center, X, y, lr):
    """по градиенту, а не против"""
    return centered(params, center, X, y, lr, sign=1)


def wrong_3_center_after_the_step(params, center, X, y, lr):
    """посчитан после шага"""
    new, _, loss = centered(params, center, X, y, lr)
    return new, 0.9 * center + 0.1 * jnp.mean(X @ new["w"] + new["b"]), loss


def wrong_3_loss_after_the_step(params, center, X, y, lr):
    """loss: посчитана уже после шага"""
    new, average, _ = centered(params, center, X, y, lr)
    return new, average, jnp.mean((X @ new["w"] + new["b"] - average - y) ** 2)


def wrong_3_vector_center(params, center, X, y, lr):
    """new_center: форма (3,), а нужна ()"""
    return centered(params, center, X, y, lr, lambda pred: 0.9 * center + 0.1 * pred)


def wrong_3_in_place(params, center, X, y, lr):
    """Изменён входной словарь"""
    new, average, loss = centered(params, center, X, y, lr)
    params.update(new)
    return params, average, loss


def wrong_3_forgot_loss(params, center, X, y, lr):
    """Нужна тройка"""
    return centered(params, center, X, y, lr)[:2]

"""Первая ячейка: в Colab ставит JAX под ускоритель среды и Optax, в остальных местах — ничего."""

import importlib.metadata
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).parent.parent
PIN = re.search(r"^jax==(\S+)", (ROOT / "requirements.in").read_text("utf-8"), re.M)[1]
LIBTPU = re.search(r"libtpu==([\d.]+)\.\*", " ".join(importlib.metadata.requires("jax")))[1]
OPTAX = re.search(r"^optax==(\S+)", (ROOT / "requirements.in").read_text("utf-8"), re.M)[1]
CPU = {"numpy": "2.1.3", "jax": PIN, "jaxlib": PIN, "optax": OPTAX}
TPU = CPU | {"libtpu": LIBTPU + ".1"}
GPU = CPU | {"jax-cuda12-plugin": PIN, "jax-cuda12-pjrt": PIN}
OLD = {"jax-cuda12-plugin": "0.7.2", "jax-cuda12-pjrt": "0.7.2"}
# Среды Colab: переменная-признак, что должно быть установлено, чем это ставится.
COLAB = {
    "cpu": (None, CPU, f"jax[cpu]=={PIN}"),
    "gpu": ("COLAB_GPU", GPU, f"jax[cuda12]=={PIN}"),
    "tpu": ("COLAB_TPU_1VM", TPU, f"jax[tpu]=={PIN}"),
}
OLD_COLAB = {"numpy": "2.1.3", "jax": "0.7.2", "jaxlib": "0.7.2", "libtpu": "0.0.21.1"}
LOCAL = "local"


def setup_cell():
    texts = set()
    for page in (ROOT / "book").rglob("*.ipynb"):
        cells = json.loads(page.read_text(encoding="utf-8"))["cells"]
        texts.add("".join(next(c["source"] for c in cells if c["cell_type"] == "code")))
    assert len(texts) == 1, "первая ячейка у страниц разная"
    return texts.pop()


@pytest.fixture
def run(monkeypatch, capsys):
    """Исполняет ячейку с подставными Colab, pip и JAX: ничего не устанавливается."""

    cell = setup_cell()

    def run(runtime, packages, loaded=PIN, numpy="2.1.3", backend=None, pip_fails=False):
        variable, complete, _ = COLAB.get(runtime, (None, {}, None))
        packages, calls, settings, stop = dict(packages), [], {}, None

        def pip(command, **kwargs):
            assert command[:4] == [sys.executable, "-m", "pip", "-q"] and kwargs["capture_output"]
            calls.append(command[4:])
            if command[4] == "uninstall":
                for name in command[6:]:
                    del packages[name]
            elif not pip_fails:
                packages.update(complete)
            return SimpleNamespace(returncode=int(pip_fails), stderr="ERROR:\nнет сети")

        jax = SimpleNamespace(
            __version__=loaded,
            default_backend=lambda: backend or runtime,
            devices=lambda: [SimpleNamespace(device_kind="чип")],
            config=SimpleNamespace(update=settings.__setitem__),
        )
        with monkeypatch.context() as patch:
            for name in ("COLAB_GPU", "COLAB_TPU_1VM"):  # Colab задаёт обе, лишнюю пустой
                patch.setenv(name, "1" if name == variable or runtime == LOCAL else "")
            if runtime != LOCAL:
                patch.setitem(sys.modules, "google.colab", SimpleNamespace())
            patch.setitem(sys.modules, "jax", jax if loaded else None)
            patch.setitem(sys.modules, "jaxlib", SimpleNamespace(__version__=loaded))
            patch.setitem(sys.modules, "numpy", SimpleNamespace(__version__=numpy))
            patch.setattr(subprocess, "run", pip)
            patch.setattr(importlib.metadata, "version", packages.__getitem__)
            patch.setattr(
                importlib.metadata,
                "distributions",
                lambda: [SimpleNamespace(name=n, version=v) for n, v in packages.items()],
            )
            try:
                exec(cell, {})
            except Exception as error:
                (stop,) = error._render_traceback_()  # то, что покажет тетрадь
                assert "\n" not in stop
        return SimpleNamespace(pip=calls, stop=stop, settings=settings, out=capsys.readouterr().out)

    return run


def line(backend):
    return f"JAX {PIN} · jaxlib {PIN} · {backend} · чип\n"


def test_version_is_the_pin_and_stands_once():
    assert f'JAX_VERSION, OPTAX_VERSION = "{PIN}", "{OPTAX}"\n' in setup_cell()
    assert setup_cell().count(PIN) == setup_cell().count(OPTAX) == 1


def test_local_prints_one_line_and_starts_nothing():
    guard = """import sys
def hook(event, args):
    if event in ("subprocess.Popen", "os.system", "os.posix_spawn", "os.fork", "socket.connect"):
        raise SystemExit(f"{event} {args}")
sys.addaudithook(hook)
"""
    check = "\nassert jax.config.jax_default_matmul_precision == 'highest'"
    env = os.environ | {
        "JAX_PLATFORMS": "cpu",
        "JAX_ENABLE_X64": "1",
        "JAX_DISABLE_JIT": "1",
        "PYTHONUTF8": "1",
    }
    done = subprocess.run(
        [sys.executable, "-c", guard + setup_cell() + check],
        env=env,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert (done.stdout, done.stderr) == (f"JAX {PIN} · jaxlib {PIN} · cpu · cpu\n", "")


@pytest.mark.parametrize("runtime", COLAB)
def test_colab_installs_for_its_accelerator_once(run, runtime):
    _, complete, requirement = COLAB[runtime]
    fresh = run(runtime, OLD_COLAB)
    again = run(runtime, complete)
    assert fresh.pip == [["install", requirement, f"optax=={OPTAX}"]] and again.pip == []
    assert fresh.out == again.out == line(runtime) and not fresh.stop and not again.stop
    assert fresh.settings == {"jax_default_matmul_precision": "highest"}


@pytest.mark.parametrize("runtime", COLAB)
def test_one_missing_or_old_package_is_enough_to_install(run, runtime):
    _, complete, requirement = COLAB[runtime]
    for name in complete.keys() - {"numpy"}:
        without = {n: v for n, v in complete.items() if n != name}
        for packages in (without, complete | {name: "0.0.2"}):
            wanted = f"optax=={OPTAX}" if name == "optax" else requirement
            assert run(runtime, packages).pip[-1] == ["install", wanted], packages


@pytest.mark.parametrize(
    "runtime, packages, gone, installs",
    [
        ("gpu", CPU | OLD, [*OLD], 1),
        ("gpu", GPU | {"jax-cuda13-pjrt": PIN}, ["jax-cuda13-pjrt"], 0),
        ("cpu", CPU | OLD, [*OLD], 0),
        ("tpu", TPU | OLD, [*OLD], 0),
    ],
)
def test_another_plugin_is_removed_first(run, runtime, packages, gone, installs):
    result = run(runtime, packages)
    assert result.pip == [["uninstall", "-y", *gone]] + [["install", COLAB[runtime][2]]] * installs
    assert result.out == line(runtime)


@pytest.mark.parametrize("packages", [CPU, CPU | {"jax": "0.7.2"}])  # повторный и первый запуск
@pytest.mark.parametrize("memory", [{"loaded": "0.7.2"}, {"numpy": "2.0.2"}])
def test_a_loaded_old_package_asks_for_a_restart(run, packages, memory):
    result = run("cpu", packages, **memory)
    assert "Среда выполнения → Перезапустить сеанс" in result.stop and not result.out


def test_failed_install_stops(run):
    result = run("cpu", {"numpy": "2.1.3"}, pip_fails=True)
    assert "ERROR: нет сети" in result.stop and not result.out


@pytest.mark.parametrize("runtime", ["gpu", "tpu"])
def test_fall_to_cpu_is_said(run, runtime):
    notice, last = run(runtime, COLAB[runtime][1], backend="cpu").out.splitlines(keepends=True)
    assert "считает на CPU" in notice and last == line("cpu")


def test_local_other_version_is_a_notice(run):
    other = run(LOCAL, {}, loaded="0.11.1", backend="cpu")
    notice, last = other.out.splitlines()
    assert "0.11.1" in notice and "pip install -r requirements.txt" in notice
    assert last.startswith("JAX 0.11.1 ·") and other.settings and not other.stop and not other.pip


def test_old_python_stops(run, monkeypatch):
    monkeypatch.setattr(sys, "version_info", (3, 11, 9))
    for runtime in (LOCAL, "cpu"):
        result = run(runtime, {}, loaded=None)
        assert "нужен Python 3.12" in result.stop and not result.out and not result.pip


def test_missing_jax_stops_and_fails_the_cell(monkeypatch, capsys):
    from IPython.core.interactiveshell import InteractiveShell

    monkeypatch.setitem(sys.modules, "jax", None)
    assert not InteractiveShell.instance().run_cell(setup_cell()).success
    out = capsys.readouterr().out
    assert "pip install -r requirements.txt" in out and out.count("\n") == 1

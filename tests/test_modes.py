"""Метка fails-under-РЕЖИМ: в этом режиме ячейка обязана упасть, в остальных — пройти."""

import os
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

ROOT = Path(__file__).resolve().parent.parent
BREAKS_UNDER_NANS = "import os\nassert os.environ.get('JAX_DEBUG_NANS', '0') == '0'"


@pytest.mark.parametrize(
    "source, mode, outcome",
    [
        (BREAKS_UNDER_NANS, "0", "1 passed"),
        (BREAKS_UNDER_NANS, "1", "1 xfailed"),
        ("pass", "1", "1 failed"),  # метка больше не нужна
        ("assert False", "0", "1 failed"),
    ],
)
def test_the_run_reads_the_tag(tmp_path, source, mode, outcome):
    cell = new_code_cell(
        source, execution_count=1, metadata={"tags": ["fails-under-JAX_DEBUG_NANS"]}
    )
    nbformat.write(new_notebook(cells=[cell]), tmp_path / "a.ipynb")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "conftest",
        "-c",
        ROOT / "pyproject.toml",
    ]
    run = subprocess.run(
        [*command, "--rootdir", tmp_path, "--nbval", tmp_path],
        cwd=ROOT,
        env=os.environ | {"JAX_DEBUG_NANS": mode},
        capture_output=True,
        text=True,
    )
    assert outcome in run.stdout, run.stdout

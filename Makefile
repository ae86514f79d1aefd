# Окружение — в .venv: создаётся один раз и обновляется, когда меняется requirements.txt.
PYTHON := $(shell for p in python3 python3.14 python3.13 python3.12 python; do \
	$$p -c 'import sys; sys.exit(not (3, 12) <= sys.version_info < (3, 15))' 2>/dev/null && echo $$p && break; done)
BIN := .venv/bin
READY := .venv/.ready

.PHONY: book test notebooks serve lock lint

book: $(READY)
	$(BIN)/jupyter-book build . -W -n --keep-going
	@echo "Готово. Откройте _build/html/index.html"

test: $(READY)
	$(BIN)/pytest -n 2 --nbval book/ tests/

notebooks: $(READY)
	$(BIN)/python tools/notebooks.py
	$(BIN)/python tools/errors.py

serve: book
	$(BIN)/python -m http.server --bind 127.0.0.1 --directory _build/html 8000

lock: $(READY)
	$(BIN)/pip install --quiet uv
	$(BIN)/uv pip compile --universal --python-version 3.12 --generate-hashes --upgrade --quiet \
		requirements.in --output-file requirements.txt

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

$(READY): requirements.txt
	@test -n "$(PYTHON)" || { echo "Нужен Python 3.12, 3.13 или 3.14 (JAX 0.11 на более старом не работает). Установите его: https://www.python.org/downloads/"; exit 1; }
	$(PYTHON) -m venv --clear .venv
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch $@

# Окружение — в .venv: создаётся один раз и обновляется, когда меняется requirements.txt.
PYTHON := $(shell for p in python3 python3.14 python3.13 python3.12 python; do \
	$$p -c 'import sys; sys.exit(not (3, 12) <= sys.version_info < (3, 15))' 2>/dev/null && echo $$p && break; done)
BIN := .venv/bin
READY := .venv/.ready

.PHONY: book test notebooks serve lighthouse lock lint

book: $(READY)
	$(BIN)/jupyter-book build . -W -n --keep-going
	@echo "Готово. Откройте _build/html/index.html"

# Сайт собирается с нуля: повторная сборка молчит о предупреждениях прежней.
test: $(READY)
	rm -rf _build
	$(BIN)/jupyter-book build . -W -n --keep-going
	$(BIN)/pytest -n 2 --nbval book/ tests/

notebooks: $(READY)
	$(BIN)/python tools/notebooks.py
	$(BIN)/python tools/errors.py

serve: book
	$(BIN)/python tools/serve.py _build/html

# Нужны Node.js 18.20 или новее и Chrome или Chromium; около десяти минут.
lighthouse: book
	npm ci --prefix tests/lighthouse
	$(BIN)/python tests/lighthouse/run.py

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

# `make demo` plays a rated ladder here and now; `make up` keeps the same stack running.
# Needs Python 3.11 or newer with pip, and make. PYTHON=/path/to/python chooses the interpreter.

SHELL := /bin/sh
VENV := .venv
BIN := $(VENV)/bin
LOCKED := $(VENV)/.locked
INSTALLED := $(VENV)/.installed
HELM := helm.sh/helm/v3/cmd/helm@v3.19.0

is_new := -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11 python; \
	do $$python $(is_new) && echo $$python && break; done)

# A Python without venv's own pip (Debian splits it off) lends its pip to the environment.
pip = $$($(BIN)/python -m pip --version >/dev/null 2>&1 && echo $(BIN)/python -m pip \
	|| echo $(PYTHON) -m pip --python $(BIN)/python) --disable-pip-version-check --no-input --quiet

# A tool that .ci/run fetched is found before the machine's own.
export PATH := $(CURDIR)/.tools/bin:$(PATH)

.PHONY: install demo up test lint format-check lint-check types imports unit siege hidden mutants bench fmt \
	wire examples helm clients docs lock audit licences guarantees

install: $(INSTALLED)

demo: $(INSTALLED)
	@$(BIN)/saqqara-server demo

up: $(INSTALLED)
	@exec $(BIN)/saqqara-server up

test: lint unit

lint: format-check lint-check types imports

format-check: $(INSTALLED)
	$(BIN)/ruff format --check .

lint-check: $(INSTALLED)
	$(BIN)/ruff check .

types: $(INSTALLED)
	$(BIN)/mypy
	$(BIN)/mypy tests

imports: $(INSTALLED)
	$(BIN)/lint-imports

unit: $(INSTALLED)
	$(BIN)/python -m pytest -n auto --max-worker-restart 0 --dist loadfile --no-loadscope-reorder

# The long siege and its report; takes about a quarter of an hour and wants the machine for itself.
siege: $(INSTALLED)
	@rm -f siege-report.json
	SIEGE_LONG=1 SIEGE_REPORT=siege-report.json $(BIN)/python -m pytest tests/chaos; told=$$?; \
		$(BIN)/python -m tests.chaos.report siege-report.json; exit $$told

# Worlds that differ only in what somebody may not know: 10,000 pairs, hundreds by real sockets.
hidden: $(INSTALLED)
	SIEGE_LONG=1 $(BIN)/python -m pytest -n auto tests/service/test_hidden_information.py \
		tests/service/test_indistinguishable.py

# One line of a script, a clock or the pairing changed at a time: each change must turn a test red.
mutants: $(INSTALLED)
	$(BIN)/python -m tests.mutants.run

bench: $(INSTALLED) $(VENV)/.bench
	$(BIN)/python -m tests.bench.run bench.json

$(VENV)/.bench: requirements-bench.lock $(LOCKED)
	@$(pip) install --require-hashes --no-deps --requirement $<
	@touch $@

fmt: $(INSTALLED)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# Records the examples of openapi.yaml from a server of its own.
examples: $(INSTALLED)
	$(BIN)/python -m tests.service.record_examples
	$(BIN)/saqqara-server schema export

# The SDK's wire layer, from the published contract.
wire: $(INSTALLED)
	$(BIN)/python -m wire_generator

# The site, from the pages of the repository: docs/_build/index.html.
docs: $(INSTALLED)
	$(BIN)/python -m sphinx -q -W --keep-going -b html -c docs . docs/_build

# Takes over the report that `make siege` has left, and writes its figures into the page of guarantees.
guarantees: $(INSTALLED)
	$(BIN)/python -m tests.docs.siege_figures

helm: .tools/bin/helm

.tools/bin/helm:
	GOFLAGS= GOBIN=$(CURDIR)/.tools/bin go install $(HELM)

# What generates and compiles clients from the published contract, and audits it; needs npm.
npm_tests := tests/clients/typescript tests/clients/audits
clients: .tools/clients/.installed $(npm_tests:%=%/node_modules/.installed)

.tools/clients/.installed: requirements-clients.lock
	@$(PYTHON) -m venv .tools/clients
	@.tools/clients/bin/python -m pip install --disable-pip-version-check --no-input --quiet \
		--require-hashes --no-deps --requirement $<
	@touch $@

%/node_modules/.installed: %/package-lock.json
	cd $* && npm ci --no-progress --loglevel=error
	@touch $@

# Weaknesses in the code, licences, known vulnerabilities of what is locked, and what it is made of:
# .tools/sbom-*.json (CycloneDX). The database of vulnerabilities must be reached; if not, it says so.
sbom := PYTHONWARNINGS=ignore .tools/audit/bin/cyclonedx-py requirements --output-reproducible \
	--pyproject pyproject.toml --output-file
audit: $(INSTALLED) .tools/audit/.installed
	.tools/audit/bin/bandit --quiet --configfile pyproject.toml --recursive engine sdk bots service
	$(BIN)/python -m pytest -q tests/supply/test_licences.py
	$(sbom) .tools/sbom-bots.json requirements.lock
	$(sbom) .tools/sbom-service.json helm/requirements-server.lock
	$(BIN)/python -m tests.supply.vulnerabilities

licences: $(INSTALLED) .tools/audit/.installed
	$(BIN)/python -m tests.supply.licences

.tools/audit/.installed: requirements-audit.lock
	@$(PYTHON) -m venv .tools/audit
	@.tools/audit/bin/python -m pip install --disable-pip-version-check --no-input --quiet \
		--require-hashes --no-deps --requirement $<
	@touch $@

# Needs uv; keeps what is pinned as long as pyproject.toml allows it.
compile := uv pip compile pyproject.toml --quiet --universal --python-version 3.11 \
	--generate-hashes --no-header --no-annotate
lock:
	$(compile) --output-file requirements.lock
	$(compile) --extra server --output-file helm/requirements-server.lock
	$(compile) --extra server --group dev --group docs --output-file requirements-dev.lock
	$(compile) --group clients --output-file requirements-clients.lock
	$(subst pyproject.toml,--group audit,$(compile)) --constraint requirements-dev.lock \
		--output-file requirements-audit.lock
	$(compile) --group bench --constraint requirements-dev.lock --output-file requirements-bench.lock

$(INSTALLED): $(LOCKED) pyproject.toml
	@$(pip) install --no-deps --no-build-isolation --editable .
	@touch $@

$(LOCKED): requirements-dev.lock
	@test -n "$(PYTHON)" || { \
		echo "Saqqara needs Python 3.11 or newer: install it, or name it by make PYTHON=/path/to/python"; \
		exit 1; }
	@$(PYTHON) $(is_new) || { \
		echo "$(PYTHON) is older than Python 3.11: name a newer one by make PYTHON=/path/to/python"; \
		exit 1; }
	@echo "Installing into $(VENV), once; this takes about a minute"
	@$(PYTHON) -m venv $(VENV) 2>/dev/null || $(PYTHON) -m venv --clear --without-pip $(VENV)
	@$(pip) install --require-hashes --requirement $<
	@touch $@

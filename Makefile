# `make demo` plays a rated ladder here and now; `make up` keeps the same stack running.
# Needs Python 3.11 or newer with pip, and make. PYTHON=/path/to/python chooses the interpreter.

SHELL := /bin/sh
VENV := .venv
BIN := $(VENV)/bin
# What is installed so far: what authors of bots need, the service besides, all for developers.
BOTS := $(VENV)/.bots
SERVER := $(VENV)/.server
LOCKED := $(VENV)/.locked
INSTALLED := $(VENV)/.installed
DIST := dist
HELM := helm.sh/helm/v3/cmd/helm@v3.19.0
S3 := github.com/versity/versitygw/cmd/versitygw@v1.8.0
CADDY := github.com/caddyserver/caddy/v2/cmd/caddy@v2.11.9
COMPOSE := github.com/compose-spec/compose-go/v2/cmd@v2.16.2
HELM_DOCS := github.com/norwoodj/helm-docs/cmd/helm-docs@v1.14.2

is_new := -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11 python; \
	do $$python $(is_new) && echo $$python && break; done)

# A Python without venv's own pip (Debian splits it off) lends its pip to the environment.
pip = $$($(BIN)/python -m pip --version >/dev/null 2>&1 && echo $(BIN)/python -m pip \
	|| echo $(PYTHON) -m pip --python $(BIN)/python) --disable-pip-version-check --no-input $(quiet)

# Who watches sees each package come; a log does not.
quiet := $(shell test -t 2 || echo --quiet)

# A tool that .ci/run fetched is found before the machine's own.
export PATH := $(CURDIR)/.tools/bin:$(PATH)

# Python compiles a module when it is first imported; compiling all of them here takes 13 of pip's 39 s.
lazily := --no-compile

# Modules are kept as compiled once: images of containers often forbid it, and each process pays again then.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: install install-server develop compiled pure dist demo up test lint format-check lint-check vocabulary types imports \
	licences-check contract-check commits linters unit test-again test-long siege hidden mutants bench fmt wire drawings examples golden explorer pages \
	conformance conformance-coverage screenshots helm kube caddy compose-spec promtool values s3 clients spiel docs lock audit licences guarantees \
	needs-stacks needs-chaos needs-attacks needs-programs needs-pages needs-clients needs-chart needs-docs needs-mutants needs-statistics \
	needs-compiled

install: $(BOTS)

install-server: $(SERVER)

develop: $(INSTALLED)

# Compile the rules, which makes games three to four times as fast. After a change of the rules they run as Python
# until this runs again.
compiled: $(BOTS)
	@SAQQARA_COMPILE=1 $(BIN)/python engine/hatch_build.py
	@echo "Compiling the rules of the games; this takes one to two minutes"
	@SAQQARA_COMPILE=1 $(editable)
	@$(BIN)/saqqara --version

# Remove the compiled modules.
pure: $(BOTS)
	@$(editable)
	@$(BIN)/saqqara --version

demo: $(SERVER)
	@$(BIN)/saqqara-server demo

up: $(SERVER)
	@exec $(BIN)/saqqara-server up

# The package as files that pip installs anywhere: a wheel without compiled modules, and its sources.
dist: $(BOTS)
	@SAQQARA_COMPILE=0 $(BIN)/python -m hatchling build --directory $(DIST)

test: lint unit

# Every check that reads the code and runs none of it.
lint: format-check lint-check vocabulary types imports licences-check contract-check commits

format-check: $(INSTALLED)
	$(BIN)/ruff format --check .

lint-check: $(INSTALLED)
	$(BIN)/ruff check .

types: $(INSTALLED)
	$(BIN)/mypy --num-workers 2
	$(BIN)/mypy --num-workers 2 tests

imports: $(INSTALLED)
	$(BIN)/lint-imports

licences-check: $(INSTALLED)
	$(BIN)/python -m pytest -q tests/supply/test_licences.py

# The usual rule sets of GraphQL and OpenAPI, where `make linters` has installed them; what is turned off says why
# in openapi/lint.
linters := openapi/lint/node_modules/.installed
contract-check:
	@if test -e $(linters); then npm run --silent --prefix openapi/lint lint; \
		else echo "make linters, once, and the published contract is linted too; it needs npm"; fi

linters: $(linters)

# Refuse phrases that make texts hard to read.
vocabulary: $(INSTALLED)
	@$(BIN)/python -m tests.supply.vocabulary

# Check the last 20 commits against the convention of CONTRIBUTING.md. Published commits cannot be changed: it only warns.
commits: $(INSTALLED)
	@$(BIN)/python -m tests.supply.commits

# Tests that need no more than one Redis; what fails in the parallel run is tried once more, alone.
unit: $(INSTALLED)
	$(BIN)/python -m tests.tiers

# The same N times, and a table of what failed in how many of them; logs in .again.
N := 10
test-again: $(INSTALLED)
	@$(BIN)/python -m tests.tiers.again $(N)

# Everything else, in groups, which install what they need: `make test-long GROUP=pages` runs one.
GROUP := stacks chaos attacks programs pages clients chart docs mutants statistics compiled audit
test-long: $(INSTALLED)
	@failed=; for group in $(GROUP); do \
		began=$$(date +%s); $(MAKE) --no-print-directory long-$$group || failed="$$failed $$group"; \
		echo "group $$group: $$(($$(date +%s) - began)) s"; \
	done; test -z "$$failed" || { echo "failed:$$failed"; exit 1; }

long-compiled: needs-compiled
	$(BIN)/python -m tests.tiers compiled
	$(BIN)/python -m pytest -n auto --dist loadfile -m "not long" tests/engine tests/contest tests/referee
long-audit: audit
long-%: $(INSTALLED) needs-%
	$(BIN)/python -m tests.tiers $*

with_npm = $(if $(shell command -v npm),$(1:%=%/node_modules/.installed))
needs-programs:
	@$(call debian,bwrap,bubblewrap)
needs-pages: $(call with_npm,service/explorer service/pages tests/browser/front_end)
	@$(call debian,chromium,chromium)
needs-clients: $(if $(shell command -v npm),clients) spiel
needs-chart: $(if $(shell command -v go),helm kube caddy compose-spec promtool s3 .tools/bin/helm-docs)
	@$(call debian,bwrap,bubblewrap)
needs-docs: $(call with_npm,service/explorer service/pages) .tools/audit/.installed
needs-compiled: compiled
needs-stacks needs-chaos needs-attacks needs-mutants needs-statistics:

# A program of Debian's, installed where one may.
debian = command -v $(1) || { test "$$(id -u)" = 0 && apt-get update -qq && \
	apt-get install -y -qq --no-install-recommends $(2) >/dev/null; } || \
	echo "$(2) is not here: its tests are skipped, or fail where CI is set"

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
# With GROUP=rules mistakes in the rules, which the conformance suites alone must notice.
mutants: $(INSTALLED)
	$(BIN)/python -m tests.mutants.$(if $(filter rules,$(GROUP)),rules,run)

bench: $(INSTALLED) $(VENV)/.bench compiled
	$(BIN)/python -m tests.bench.run bench.json $(if $(BESIDE),--beside $(BESIDE))

$(VENV)/.bench: locks/bench.lock $(LOCKED)
	@$(pip) install --require-hashes --no-deps --requirement $<
	@touch $@

fmt: $(INSTALLED)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# Records the examples of openapi.yaml from a server of its own.
examples: $(INSTALLED)
	$(BIN)/python -m tests.service.record_examples
	$(BIN)/saqqara-server schema export

# The golden store of this schema, after a change of what is stored: docs/explanation/upkeep.md.
golden: $(INSTALLED)
	$(BIN)/python -m tests.golden.write

# The drawings of the page of rules, from the engine's figures.
drawings: $(INSTALLED)
	$(BIN)/python -m rules_drawings

# The games by which rules in other languages are checked: chosen anew, after a change of the rules.
conformance: $(INSTALLED)
	SAQQARA_PURE=1 $(BIN)/python -m tests.conformance.choose

# What these games cover: lines of the rules, kinds of action, rulings.
conformance-coverage: $(INSTALLED)
	SAQQARA_PURE=1 $(BIN)/python -m tests.conformance.coverage

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

# The Kubernetes API server, its store, and the definitions of what the chart may make besides, for
# tests/helm/test_cluster.py; pinned in tests/helm. Needs go, and four minutes on two cores.
kube: .tools/bin/etcd .tools/bin/kube-apiserver .tools/crds/.installed

.tools/bin/etcd: tests/helm/kube/go.sum
	cd $(<D) && GOFLAGS= go build -o $(CURDIR)/$@ go.etcd.io/etcd/server/v3

# Who is built like this does not know its version.
kubernetes = -X k8s.io/component-base/version.gitVersion=$(shell sed -n 's/^.*k8s.io.kubernetes \(v[^ ]*\).*/\1/p' tests/helm/kube/go.mod)
.tools/bin/kube-apiserver: tests/helm/kube/go.sum
	cd $(<D) && GOFLAGS= go build -ldflags "$(kubernetes)" -o $(CURDIR)/$@ k8s.io/kubernetes/cmd/kube-apiserver

definitions := 'httproutes|scaledobjects|podmonitors|prometheusrules'
.tools/crds/.installed: tests/helm/crds/go.sum
	@mkdir -p $(@D)
	cd $(<D) && GOFLAGS= go mod download -json | sed -n 's/^.*"Dir": "\(.*\)",*$$/\1/p' | while read -r folder; do \
		find $$folder -name '*.yaml' | grep -E '(bases|standard|operator-crd)/' | grep -E $(definitions) | \
			xargs -I {} install -m 644 {} $(CURDIR)/$(@D); done
	@touch $@

# The proxy of helm/compose.yaml, for tests/helm/test_compose.py.
caddy: .tools/bin/caddy

.tools/bin/caddy:
	GOFLAGS= GOBIN=$(CURDIR)/.tools/bin go install $(CADDY)

# What Compose itself says of the file.
compose-spec: .tools/bin/compose-spec

.tools/bin/compose-spec:
	@mkdir -p $(@D)
	GOFLAGS= GOBIN=$(CURDIR)/.tools go install $(COMPOSE) && mv .tools/cmd $@

# What Prometheus itself says of our alerts, for tests/helm/test_alerts.py; needs go, and seven minutes
# of a processor.
promtool: .tools/bin/promtool

.tools/bin/promtool: tests/helm/promtool/go.sum
	cd $(<D) && GOFLAGS= go build -o $(CURDIR)/$@ github.com/prometheus/prometheus/cmd/promtool

# The table of the chart's values: helm/saqqara/README.md.
values: .tools/bin/helm-docs
	.tools/bin/helm-docs --chart-search-root helm --log-level warning

.tools/bin/helm-docs:
	GOFLAGS= GOBIN=$(CURDIR)/.tools/bin go install $(HELM_DOCS)

# A server that speaks S3, for tests/service/test_blobs.py; needs go, and some minutes.
s3: .tools/bin/versitygw

.tools/bin/versitygw:
	GOFLAGS= GOBIN=$(CURDIR)/.tools/bin go install $(S3)

# GraphiQL as the service shows it: one script and one style sheet inside the package; needs npm.
explorer: service/explorer/node_modules/.installed
	@node service/explorer/build.mjs

# The pages, from their sources into the wheel: hashed files, compressed as they travel; needs npm.
pages: service/pages/node_modules/.installed
	@npm run --silent --prefix service/pages generate
	@npm run --silent --prefix service/pages check
	@npm run --silent --prefix service/pages build

# Pictures of the pages for README and docs: docs/images; needs chromium.
screenshots: $(INSTALLED)
	@$(BIN)/python -m tests.browser.screenshots

# What generates and compiles clients from the published contract, and audits it; needs npm, and go
# for the client in Go, which is left out where there is none.
npm_tests := service/explorer service/pages tests/browser/front_end tests/clients/typescript tests/clients/openapi-typescript tests/clients/audits openapi/lint
clients: $(if $(shell command -v go),.tools/go/.installed) .tools/clients/.installed \
	$(npm_tests:%=%/node_modules/.installed)

.tools/go/.installed: tests/clients/go/go.mod tests/clients/go/go.sum
	cd tests/clients/go && go mod download
	@mkdir -p $(@D) && touch $@

.tools/clients/.installed: locks/clients.lock
	@$(PYTHON) -m venv .tools/clients
	@.tools/clients/bin/python -m pip install --disable-pip-version-check --no-input --quiet \
		--require-hashes --no-deps --requirement $<
	@touch $@

# OpenSpiel for tests/sdk/test_spiel.py, as the benchmarks pin it, beside the environment.
spiel: .tools/spiel/.installed

.tools/spiel/.installed: locks/bench.lock $(INSTALLED)
	@mkdir -p $(@D)
	@sed -n '/^open-spiel==/,/[^\\]$$/p' $< > $(@D)/pinned
	@$(pip) install --upgrade --target $(@D) --require-hashes --no-deps --requirement $(@D)/pinned
	@touch $@

%/node_modules/.installed: %/package-lock.json
	cd $* && npm ci --no-progress --loglevel=error
	@touch $@

# Licences, known vulnerabilities of what is locked, and what it is made of:
# .tools/sbom-*.json (CycloneDX). The database of vulnerabilities must be reached; if not, it says so.
sbom := PYTHONWARNINGS=ignore .tools/audit/bin/cyclonedx-py requirements --output-reproducible \
	--pyproject pyproject.toml --output-file
audit: licences-check .tools/audit/.installed
	$(sbom) .tools/sbom-bots.json locks/bots.lock
	$(sbom) .tools/sbom-service.json locks/server.lock
	$(BIN)/python -m tests.supply.vulnerabilities

licences: $(INSTALLED)
	$(BIN)/python -m tests.supply.licences

.tools/audit/.installed: locks/audit.lock
	@$(PYTHON) -m venv .tools/audit
	@.tools/audit/bin/python -m pip install --disable-pip-version-check --no-input --quiet \
		--require-hashes --no-deps --requirement $<
	@touch $@

# Needs uv; keeps what is pinned as long as pyproject.toml allows it.
compile := uv pip compile pyproject.toml --quiet --universal --python-version 3.11 \
	--generate-hashes --no-header --no-annotate
lock:
	$(compile) --output-file locks/bots.lock
	$(compile) --extra server --output-file locks/server.lock
	$(compile) --extra server --group dev --group docs --output-file locks/dev.lock
	$(compile) --group clients --output-file locks/clients.lock
	$(subst pyproject.toml,--group build,$(compile)) --constraint locks/dev.lock \
		--output-file locks/build.lock
	$(subst pyproject.toml,--group audit,$(compile)) --constraint locks/dev.lock \
		--output-file locks/audit.lock
	$(compile) --group bench --constraint locks/dev.lock --output-file locks/bench.lock

editable = $(pip) install --no-deps --no-build-isolation --editable .

define environment
	@test -n "$(PYTHON)" || { \
		echo "Saqqara needs Python 3.11 or newer: install it, or name it by make PYTHON=/path/to/python" >&2; \
		exit 1; }
	@$(PYTHON) $(is_new) || { \
		echo "$(PYTHON) is older than Python 3.11: name a newer one by make PYTHON=/path/to/python" >&2; \
		exit 1; }
	@echo "Installing $(1) into $(VENV), once: about $(2)"
	@$(PYTHON) -m venv $(VENV) 2>/dev/null || $(PYTHON) -m venv --clear --without-pip $(VENV)
endef

define packages
	@$(pip) install $(lazily) --require-hashes $(1) || { \
		echo "pip could not install the packages, see above: check the network or PIP_INDEX_URL, and run make again" >&2; \
		exit 1; }
endef

# Developers have all of it already.
ifneq ($(wildcard $(INSTALLED)),)
$(BOTS) $(SERVER): $(INSTALLED)
	@touch $(BOTS) $(SERVER)
else
$(BOTS): locks/bots.lock locks/build.lock pyproject.toml engine/hatch_build.py engine/hatch_finder.py
	$(call environment,what authors of bots need,half a minute with packages in the cache)
	$(call packages,--requirement locks/bots.lock --requirement locks/build.lock)
	@$(editable)
	@$(BIN)/saqqara --version
	@echo "Games run about three times as fast once the rules are compiled: make compiled"
	@touch $@

$(SERVER): locks/server.lock locks/build.lock pyproject.toml engine/hatch_build.py engine/hatch_finder.py
	$(call environment,the service,half a minute with packages in the cache)
	$(call packages,--requirement $< --requirement locks/build.lock)
	@$(editable)
	@$(BIN)/saqqara --version
	@touch $@ $(BOTS)
endif

$(INSTALLED): $(LOCKED) pyproject.toml engine/hatch_build.py engine/hatch_finder.py
	@$(editable)
	@$(BIN)/saqqara --version
	@touch $@

$(LOCKED): locks/dev.lock
	$(call environment,all that developers need,a minute with packages in the cache)
	$(call packages,--requirement $<)
	@touch $@

# `make help` lists the targets. Needs Python 3.11 or newer with pip; PYTHON=/path/to/python chooses the interpreter.

VENV := .venv
BIN := $(VENV)/bin
# Stamps of what is installed: what authors of bots need, the service as well, everything for developers.
BOTS := $(VENV)/.bots
SERVER := $(VENV)/.server
DEV := $(VENV)/.dev
DIST := dist
run := $(BIN)/python -m

is_new := -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11 python; \
	do $$python $(is_new) && echo $$python && break; done)

# A Python without venv's own pip (Debian splits it off) lends its pip to the environment. Logs omit the progress.
pip = $$($(run) pip --version >/dev/null 2>&1 && echo $(run) pip || echo $(PYTHON) -m pip --python $(BIN)/python) \
	--disable-pip-version-check --no-input $(shell test -t 2 || echo --quiet)
# Without a terminal, a line every ten seconds until the recipe's line ends.
pulse := 10
pulsing = test -t 2 || { while sleep $(pulse) >/dev/null 2>&1 && kill -0 $$$$; do \
	echo "Still installing the packages of $<" >&2; done & trap "kill $$! 2>/dev/null" EXIT; };
editable = $(pip) install --no-deps --no-build-isolation --editable . && $(BIN)/saqqara --version

# Tools that .ci/run fetched are found before those of the machine.
export PATH := $(CURDIR)/.tools/bin:$(PATH)
# Containers often forbid Python to keep modules as bytecode, and then every process compiles them again.
unexport PYTHONDONTWRITEBYTECODE

# A line `target: … ## sentence` is a target to type, which makes no file. Tests read these lines, too.
help: ## list all targets
	@awk -F ':.*## ' '/^##@ / {print "\n" substr($$0, 5)} /^[a-z].*:.*## / {printf "  %-20s %s\n", $$1, $$2}' $(makefile)
makefile := $(firstword $(MAKEFILE_LIST))
# Older releases of make take a number sign in a function for the start of a comment.
mark := \#\#
.PHONY: $(shell sed -n 's/^\([a-z][a-z0-9 -]*\):.* $(mark) .*/\1/p' $(makefile))

##@ Install and run
install: $(BOTS) ## what authors of bots need
install-server: $(SERVER) ## the service as well
develop: $(DEV) ## everything for developers
demo: $(SERVER) ## play a rated ladder on this machine, and end
	@$(BIN)/saqqara-server demo
up: $(SERVER) ## run the whole stack until Ctrl+C
	@exec $(BIN)/saqqara-server up
compiled: $(BOTS) ## compile the rules: games run about three times as fast; again after each change of them
	@SAQQARA_COMPILE=1 $(BIN)/python engine/hatch_build.py
	@echo "Compiling the rules of the games; this takes one to two minutes, unless they fit already"
	@SAQQARA_COMPILE=1 $(editable)
pure: $(BOTS) ## remove the compiled modules
	@SAQQARA_COMPILE=0 $(editable)
dist: $(BOTS) ## build the wheel without compiled modules, and the sdist
	@SAQQARA_COMPILE=0 $(run) hatchling build --directory $(DIST)

##@ Check and test
test: lint unit ## static checks, and all tests that need at most one Redis; about ten minutes
lint: style types imports vocabulary licences-check contract-check commits ## all static checks
style: $(DEV) ## format and lint rules of ruff
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
types: $(DEV) ## mypy
	$(BIN)/mypy --num-workers 2
	$(BIN)/mypy --num-workers 2 tests
imports: $(DEV) ## the allowed imports between packages
	$(BIN)/lint-imports
vocabulary: $(DEV) ## phrases that make texts hard to read
	@$(run) tests.supply.vocabulary
licences-check: $(DEV) ## licences of all locked packages
	$(run) pytest -q tests/supply/test_licences.py
contract-check: ## the usual lint rules of GraphQL and OpenAPI, once `make linters` has installed them
	@if test -e openapi/lint/node_modules; then npm run --silent --prefix openapi/lint lint; \
		else echo "make linters, once, and the published contract is linted too; it needs npm"; fi
commits: $(DEV) ## the last 20 commits against the convention of CONTRIBUTING.md; only warns
	@$(run) tests.supply.commits
unit: $(DEV) ## the tests of `make test`; a test that fails is repeated alone
	$(run) tests.tiers
test-again: $(DEV) ## repeat the tests of `make test` N=10 times and count the failures of each; logs in .again
	@$(run) tests.tiers.again $(or $(N),10)
test-long: $(DEV) ## all other tests, or those of GROUP=…; installs what they need
	@$(run) tests.tiers.long $(GROUP)
siege: $(DEV) ## the long siege and its report; a quarter of an hour on an idle machine
	@rm -f siege-report.json
	SIEGE_LONG=1 SIEGE_REPORT=siege-report.json $(run) pytest tests/chaos; code=$$?; \
		$(run) tests.chaos.report siege-report.json; exit $$code
hidden: $(DEV) ## look for leaks of hidden information in 10,000 pairs of worlds; most of an hour
	SIEGE_LONG=1 $(run) pytest -n auto tests/service/application/matches/test_hidden_information.py \
		tests/service/api/test_indistinguishable.py
mutants: $(DEV) ## mutation tests; with GROUP=rules of the rules, by the conformance suites alone
	$(run) tests.mutants.$(if $(filter rules,$(GROUP)),rules,run)
bench: $(VENV)/.bench compiled ## compare with similar projects; BESIDE=../other: with another checkout
	$(run) tests.bench.run bench.json $(if $(BESIDE),--beside $(BESIDE))
conformance-coverage: $(DEV) ## what the games of the conformance suites cover
	SAQQARA_PURE=1 $(run) tests.conformance.coverage
sbom := PYTHONWARNINGS=ignore .tools/audit/bin/cyclonedx-py requirements --output-reproducible \
	--pyproject pyproject.toml --output-file .tools/sbom-
audit: licences-check .tools/audit/.installed ## licences, vulnerabilities and SBOMs (.tools/sbom-*.json) of the locks
	$(sbom)bots.json locks/bots.lock
	$(sbom)service.json locks/server.lock
	$(run) tests.supply.vulnerabilities

##@ Write generated files
fmt: $(DEV) ## format the code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
wire: $(DEV) ## the SDK's wire layer, from the published contract
	$(run) wire_generator
examples: $(DEV) ## the examples of openapi.yaml, recorded from a server, and the contract
	$(run) tests.service.rest.record_examples
	$(BIN)/saqqara-server schema export
golden: $(DEV) ## the golden store, after a change of what is stored
	$(run) tests.golden.write
conformance: $(DEV) ## the games of the conformance suites, after a change of the rules; a quarter of an hour
	SAQQARA_PURE=1 $(run) tests.conformance.choose
lessons: $(DEV) ## the lessons of the page that teaches, after a change of rules, views or layouts
	$(run) tests.published.lessons
drawings: $(DEV) ## the drawings of the rules
	$(run) rules_drawings
explorer: service/explorer/node_modules/.installed ## GraphiQL inside the package; needs npm
	@node service/explorer/build.mjs
pages: service/pages/node_modules/.installed ## the pages inside the package; needs npm
	@npm run --silent --prefix service/pages generate
	@npm run --silent --prefix service/pages check
	@npm run --silent --prefix service/pages build
screenshots: $(DEV) ## pictures of the pages in docs/images; needs Chromium
	@$(run) tests.browser.screenshots
docs: $(DEV) ## the site: docs/_build/index.html
	$(run) sphinx -q -W --keep-going -b html -c docs . docs/_build
protocol: $(DEV) ## turns and tables of fields in sdk/PROTOCOL.md and sdk/VIEWS.md, from the contract and two matches
	$(run) tests.docs.protocol_blocks
guarantees: $(DEV) ## the figures of the last `make siege` in the page of guarantees
	$(run) tests.docs.siege_figures
values: .tools/bin/helm-docs ## the table of the chart's values; needs Go
	.tools/bin/helm-docs --chart-search-root helm --log-level warning
licences: $(DEV) ## the list of licences, after a change of the locks
	$(run) tests.supply.licences
compile := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
	--output-file locks
lock: ## the locks; keeps versions that pyproject.toml allows; needs uv
	$(compile)/bots.lock pyproject.toml
	$(compile)/server.lock pyproject.toml --extra server
	$(compile)/dev.lock pyproject.toml --extra server --group dev --group docs
	$(compile)/clients.lock pyproject.toml --group clients
	$(compile)/build.lock --group build --constraint locks/dev.lock
	$(compile)/audit.lock --group audit --constraint locks/dev.lock
	$(compile)/bench.lock pyproject.toml --group bench --constraint locks/dev.lock
	$(compile)/learn.lock --group learn --constraint locks/dev.lock

##@ Install tools of tests, beside the environment
npm_tests := service/explorer service/pages tests/browser/front_end openapi/lint \
	$(addprefix tests/clients/,typescript openapi-typescript audits)
generators := $(if $(shell command -v go),.tools/go/.installed) .tools/clients/.installed
clients: $(generators) $(npm_tests:%=%/node_modules/.installed) ## generators and audits of clients; npm, and Go for one
linters: openapi/lint/node_modules/.installed ## linters of the published contract; needs npm
spiel: .tools/spiel/.installed ## OpenSpiel
learn: .tools/learn/.installed ## stable-baselines3 with torch, beside the environment; about 5 GB
helm caddy compose-spec promtool: %: .tools/bin/% ## programs that check the chart and the compose file; each needs Go
s3: .tools/bin/versitygw ## a server that speaks S3; needs Go
kube: .tools/bin/etcd .tools/bin/kube-apiserver .tools/crds/.installed ## a Kubernetes API; needs Go and four minutes
chart-tools: helm caddy compose-spec promtool s3 kube .tools/bin/helm-docs ## all of these

.tools/bin/etcd .tools/bin/kube-apiserver: tests/helm/kube/go.sum
.tools/bin/promtool: tests/helm/promtool/go.sum
.tools/bin/%:
	tests/helm/tools.sh $*
.tools/crds/.installed: tests/helm/crds/go.sum
	tests/helm/tools.sh crds
	@touch $@

# Packages of npm, Go and Python for tests, and OpenSpiel alone as the benchmarks pin it.
%/node_modules/.installed: %/package-lock.json
	cd $* && npm ci --no-progress --loglevel=error
	@touch $@
.tools/go/.installed: tests/clients/go/go.mod tests/clients/go/go.sum
	cd $(<D) && go mod download
	@mkdir -p $(@D) && touch $@
.tools/%/.installed: locks/%.lock
	@$(PYTHON) -m venv $(@D)
	@$(@D)/bin/python -m pip install --disable-pip-version-check --no-input --quiet --require-hashes --no-deps -r $<
	@touch $@
.tools/spiel/.installed: locks/bench.lock $(DEV)
	@mkdir -p $(@D)
	@sed -n '/^open-spiel==/,/[^\\]$$/p' $< > $(@D)/pinned
	@$(pip) install --upgrade --target $(@D) --require-hashes --no-deps --requirement $(@D)/pinned
	@touch $@
$(VENV)/.bench: locks/bench.lock $(DEV)
	@$(pip) install --require-hashes --no-deps --requirement $<
	@touch $@

# The environment: first the packages of a lock, then this package itself. Modules are compiled when they are first
# imported: to compile all of them here takes 13 of pip's 39 s.
.PRECIOUS: $(VENV)/.locked-%
$(VENV)/.locked-%: locks/%.lock locks/build.lock
	@$(or $(PYTHON),false) $(is_new) || { echo "$(or $(PYTHON),Python) is missing or older than Python 3.11:" \
		"install a newer one, or name it by make PYTHON=/path/to/python" >&2; exit 1; }
	@echo "Installing the packages of $< into $(VENV), once: about a minute with packages in the cache"
	@$(PYTHON) -m venv $(VENV) 2>/dev/null || $(PYTHON) -m venv --clear --without-pip $(VENV)
	@$(pulsing) $(pip) install --no-compile --require-hashes --requirement $< --requirement locks/build.lock || { \
		echo "pip could not install the packages, see above: check the network or PIP_INDEX_URL, and run make again" >&2; \
		exit 1; }
	@touch $@
$(VENV)/.%: $(VENV)/.locked-% pyproject.toml engine/hatch_build.py engine/hatch_finder.py
	@$(editable)
	@echo "Games run about three times as fast once the rules are compiled: make compiled"
	@touch $@
# A larger installation has the smaller ones already.
larger := $(firstword $(wildcard $(DEV) $(SERVER)))
ifneq ($(larger),)
$(filter-out $(larger) $(DEV),$(BOTS) $(SERVER)): $(larger)
	@touch $@
endif
